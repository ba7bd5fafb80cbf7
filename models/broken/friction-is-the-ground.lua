-- says: models/broken/friction-is-the-ground.lua:7: contact "hit": 'friction' must be a number or a friction such as regularised { … }, not the ground
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.25, vx = 0.5 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = rigid { restitution = 0.5 }, friction = ground }
simulate { duration = 0.6 }
