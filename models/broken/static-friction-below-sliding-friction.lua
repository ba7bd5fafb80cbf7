-- says: models/broken/static-friction-below-sliding-friction.lua:8: stribeck: 'mu_static' must be at least 'mu'
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = linear { stiffness = 1e5 },
  friction = stribeck { mu = 0.3, mu_static = 0.2, stribeck_speed = 0.1, stick_speed = 1e-3 } }
