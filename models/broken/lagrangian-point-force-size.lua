-- says: models/broken/lagrangian-point-force-size.lua:4: lagrangian "toy": 'forces', force 1: 'force' must be {fx, fy} in a planar model
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, forces = { { at = function(q) return {q.x, 0} end, force = {1} } } }
