-- exit: 1
-- says: models/broken/friction_rigid_cohesion.lua:7: contact "sole": friction that is not a share of the normal force ('cohesion', 'viscous') needs a law that gives way: what it lifts off a rigid touch often has no motion at all
planar { gravity = {0, -9.81} }
local block = box "block" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = 0.5 }
local floor = shape "floor" { ground, line { {1, 0}, {-1, 0} } }
local foot = shape "foot" { block, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }
contact "sole" { floor, foot, law = rigid {}, friction = coulomb { mu = 0.3, cohesion = 1 } }
simulate { duration = 0.3 }
