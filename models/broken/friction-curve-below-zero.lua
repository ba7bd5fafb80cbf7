-- says: models/broken/friction-curve-below-zero.lua:8: contact "sole": 'mu' is -0.1 where it slides with 2 m/s; it must not be negative
-- exit: 3
planar { gravity = {0, -9.81} }
local block = box "block" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = 2 }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
local foot = shape "foot" { block:at{0, -0.05}, line { {-0.1, 0}, {0.1, 0} } }
contact "sole" { floor, foot, law = rigid {},
  friction = coulomb { mu = function(s) return 0.3 - 0.2*s end } }
simulate { duration = 1 }
