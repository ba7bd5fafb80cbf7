-- says: models/broken/friction-curve-above-static-friction.lua:8: contact "sole": 'mu_static' must be at least 'mu' at rest, which is 0.4
-- exit: 1
planar { gravity = {0, -9.81} }
local block = box "block" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = 2 }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
local foot = shape "foot" { block:at{0, -0.05}, line { {-0.1, 0}, {0.1, 0} } }
contact "sole" { floor, foot, law = rigid {},
  friction = coulomb { mu = function(s) return 0.4/(1 + s) end, mu_static = 0.3 } }
simulate { duration = 1 }
