-- says: models/broken/function-writes-a-channel.lua:6: channels can be read, not written
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
force "push" { ball, fx = function(t, s)
  s["ball.vx"] = 0
  return 1
end }
