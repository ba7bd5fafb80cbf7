-- says: models/broken/friction-curve-that-is-infinite.lua:8: contact "sole": 'mu' returned inf for 0
-- exit: 1
planar { gravity = {0, -9.81} }
local block = box "block" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = 2 }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
local foot = shape "foot" { block:at{0, -0.05}, line { {-0.1, 0}, {0.1, 0} } }
contact "sole" { floor, foot, law = rigid {},
  friction = coulomb { mu = function(s) return 0.1/s end } }
simulate { duration = 1 }
