-- says: models/broken/function-fails-at-the-end.lua:7: the ramp ends at 1 s (t = 1 s)
-- exit: 1
-- check: good
planar {}
local ball = body "ball" { mass = 1, inertia = 0.1, vx = 1 }
force "push" { ball, fx = function(t)
  if t >= 1 then error("the ramp ends at 1 s") end
  return 2*t
end }
simulate { duration = 1 }
