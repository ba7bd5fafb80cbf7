-- says: models/broken/hertz-that-meets-a-corner.lua:11: contact "hit" at t = 0.0451523641 s: the shapes meet at a corner, or where flat or hollow pieces fit: the law needs its 'radius' there, or a 'stiffness'
-- exit: 3
-- check: good
planar { gravity = {0, -9.81} }
local drop = body "drop" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local outline = shape "outline" { drop, chain {
  line { {0, -0.05}, {0.03, 0.03} },
  arc { radius = 0.03, from = 0, to = 180*deg, at = {0, 0.03} },
  line { {-0.03, 0.03}, {0, -0.05} }, closed = true } }
contact "hit" { floor, outline, law = hertz { modulus = 2.1e11 } }
