-- says: models/broken/telescope-without-mass.lua:6: telescope "ram": 'barrel_mass' and 'rod_mass' must not both be 0: use a line_force
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
telescope "ram" { ground:at{0, -1}, a:at{0.2, 0}, barrel_mass = 0, rod_mass = 0 }
