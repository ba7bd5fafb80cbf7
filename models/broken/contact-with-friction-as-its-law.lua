-- says: models/broken/contact-with-friction-as-its-law.lua:7: contact "hit": 'law' must be a law such as linear { … }, not a regularised, which is a friction
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = regularised { mu = 0.3, stick_speed = 1e-3 } }
