-- says: models/broken/servo-of-a-force.lua:6: servo "s" cannot keep 'guide.fy': it can keep the angle, position or speed of a joint of one coordinate, and the place, turn or velocity of a body or marker
-- exit: 1
planar { gravity = {0, -9.81} }
local cart = box "cart" { mass = 1, width = 0.4, height = 0.1 }
local guide = prismatic "guide" { ground, cart }
servo "s" { guide, keeps = "guide.fy", at = 0 }
