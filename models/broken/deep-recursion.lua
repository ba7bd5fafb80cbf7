-- says: models/broken/deep-recursion.lua:5: functions call each other too deeply: an endless recursion?
-- exit: 1
planar { gravity = {0, -9.81} }
local function chain(n)
  return 1 + chain(n + 1)
end
body "arm" { mass = chain(1), inertia = 0.1 }
