-- says: models/broken/constraint-of-nothing.lua:5: constraint "clamp": needs an 'equation' for positions or a 'rate' for velocities
-- exit: 1
planar {}
local toy = lagrangian "toy" { coordinates = {"x"}, mass = 1 }
constraint "clamp" { toy }
