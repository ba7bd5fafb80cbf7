-- says: models/broken/law-in-quotes.lua:6: contact "hit": 'law' must be a law: write hertz { … }, not a string
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1, y = 2 }
local floor, rim = shape "floor" { ground, line { {5, 0}, {-5, 0} } }, shape "rim" { ball, circle { radius = 0.1 } }
contact "hit" { floor, rim, law = "hertz" }
