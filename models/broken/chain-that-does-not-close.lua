-- says: models/broken/chain-that-does-not-close.lua:5: chain: curve 2 ends at {0.05, 0.05}, curve 1 begins at {0, 0}, 70.71 mm away
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
shape "rim" { ball, chain { line { {0, 0}, {0.05, 0} }, line { {0.05, 0}, {0.05, 0.05} }, closed = true } }
