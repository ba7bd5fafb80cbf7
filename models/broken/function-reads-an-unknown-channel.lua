-- says: models/broken/function-reads-an-unknown-channel.lua:5: there is no channel 'ball.vz'; did you mean 'ball.vy'?
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
force "push" { ball, fx = function(t, s) return -s["ball.vz"] end }
