-- says: models/broken/point-with-a-name.lua:4: point: takes no name: point { … } is gravity with a centre; a body is a point_mass "name" { … }
-- exit: 1
planar {}
point "p" { mass = 1 }
