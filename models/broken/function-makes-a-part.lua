-- says: models/broken/function-makes-a-part.lua:6: body: only possible while the model is read, not in a function during a run
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
force "push" { ball, fx = function(t)
  body "second" { mass = 1 }
  return 1
end }
