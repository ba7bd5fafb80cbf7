-- says: models/broken/zero-mass-on-a-guide.lua:4: body "slider" and what hangs on it have no inertia against the motion of joint "guide"; give mass or inertia, or use a rod for a massless link
-- exit: 1
planar { gravity = {0, -9.81} }
local slider = body "slider" { mass = 0, inertia = 1 }
prismatic "guide" { ground, slider }
