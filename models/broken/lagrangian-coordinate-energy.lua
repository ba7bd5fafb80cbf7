-- says: models/broken/lagrangian-coordinate-energy.lua:4: lagrangian "toy": 'coordinates' cannot be called energy, potential, power or work, which are channels already
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"energy"}, mass = 1 }
