-- says: models/broken/lagrangian-unit-unknown.lua:4: lagrangian "toy": 'units' must be "m", "rad" or "1"
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, units = {"mm"} }
