-- says: models/broken/zero-inertia-on-a-hinge.lua:4: body "arm" and what hangs on it have no inertia against the motion of joint "hinge"; give mass or inertia, or use a rod for a massless link
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1 }
revolute "hinge" { ground, arm }
