-- says: models/broken/base-that-follows-a-channel.lua:4: a prescribed motion is a function of time: it cannot follow channel 'a.x'; a servo can
-- exit: 1
planar { gravity = {0, -9.81} }
local t = base "t" { x = "a.x" }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
revolute "A" { t, a }
