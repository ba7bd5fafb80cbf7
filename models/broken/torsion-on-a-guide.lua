-- says: models/broken/torsion-on-a-guide.lua:6: torsion "t": 'stiffness' (N m/rad) does not go with joint "guide", which is prismatic
-- exit: 1
planar { gravity = {0, -9.81} }
local cart = box "cart" { mass = 1, width = 0.4, height = 0.1 }
local guide = prismatic "guide" { ground, cart }
torsion "t" { guide, stiffness = 3 }
