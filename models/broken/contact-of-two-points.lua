-- says: models/broken/contact-of-two-points.lua:8: contact "c": shapes "va" and "vb" are single points: without any size they would pass through each other; make one of them a circle { radius = … }
-- exit: 1
planar {}
local a=point_mass "a" { mass=1 }
local b=point_mass "b" { mass=2 }
prismatic "ra" { ground, a, position=0, speed=1 }
prismatic "rb" { ground, b, position=1, speed=-1 }
contact "c" { shape "va" { a, vertex{} }, shape "vb" { b, vertex{} }, law=rigid{restitution=1} }
simulate { duration=1 }
