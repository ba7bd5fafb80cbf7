-- says: models/broken/channel-as-a-number.lua:5: the name of a channel must be a string, not a number
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
force "push" { ball, fx = function(t, s) return -s[1] end }
