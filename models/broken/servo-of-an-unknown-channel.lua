-- says: models/broken/servo-of-an-unknown-channel.lua:6: servo "s": there is no channel 'guide.positoin'; did you mean 'guide.position'?
-- exit: 1
planar { gravity = {0, -9.81} }
local cart = box "cart" { mass = 1, width = 0.4, height = 0.1 }
local guide = prismatic "guide" { ground, cart }
servo "s" { guide, keeps = "guide.positoin", at = 0 }
