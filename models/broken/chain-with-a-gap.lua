-- says: models/broken/chain-with-a-gap.lua:6: chain: curve 1 ends at {0, 0.05}, curve 2 begins at {0, 0.049}, 1 mm away
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, chain { line { {0.05, 0}, {0, 0.05} }, line { {0, 0.049}, {-0.05, 0} } } }
