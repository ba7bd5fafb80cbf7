-- says: models/broken/deep-recursion-in-a-function.lua:5: functions call each other too deeply: an endless recursion?
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local function f(t) return 1 + f(t) end
force "push" { arm, fx = f }
