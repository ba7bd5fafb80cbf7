-- says: models/broken/point-mass-on-a-hinge.lua:4: point_mass "p" and what hangs on it have no inertia against the motion of joint "A"; give mass or inertia, or use a rod for a massless link
-- exit: 1
planar { gravity = {0, -9.81} }
local p = point_mass "p" { mass = 1 }
revolute "A" { ground, p }
