-- says: models/broken/lagrangian-coordinate-written.lua:4: coordinates can be read, not written
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, force = function(q) q.x = 2; return {0} end }
