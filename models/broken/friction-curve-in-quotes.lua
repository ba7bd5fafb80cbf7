-- says: models/broken/friction-curve-in-quotes.lua:8: coulomb: 'mu' must be a number, a function or a characteristic, not a string
-- exit: 1
planar { gravity = {0, -9.81} }
local block = box "block" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = 2 }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
local foot = shape "foot" { block:at{0, -0.05}, line { {-0.1, 0}, {0.1, 0} } }
contact "sole" { floor, foot, law = rigid {},
  friction = coulomb { mu = "0.3/(1 + s)" } }
simulate { duration = 1 }
