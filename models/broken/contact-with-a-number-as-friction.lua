-- says: models/broken/contact-with-a-number-as-friction.lua:7: contact "hit": 'friction' must be a friction such as regularised { … }: a number is reserved for Coulomb's law, which is not there yet
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = linear { stiffness = 1e5 }, friction = 0.3 }
