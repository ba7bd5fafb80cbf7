-- says: models/broken/signal-beyond-computing.lua:7: signal "large" is too large to compute with at t = 0 s: 1e+198
-- exit: 3
planar { gravity = {0, -9.81} }
local b = body "b" { mass = 1, inertia = 1e-3, y = 0.2 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local rim = shape "rim" { b, circle { radius = 0.05 } }
local large = gain "large" { 1e99, gain = 1e99 }
force "push" { b, fx = large }
simulate { duration = 0.3 }
