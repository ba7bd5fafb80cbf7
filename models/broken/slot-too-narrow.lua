-- says: models/broken/slot-too-narrow.lua:9: contact "d": its shapes overlap by 10 um at the start, at {0.1, 0.09999} m, and cannot be moved apart
-- exit: 1
planar { gravity = {0, -9.81} }
local floor = shape "floor" { ground, line { {3, 0}, {-3, 0} } }
local ceil = shape "ceil" { ground:at{0, 0.09999}, line { {-3, 0}, {3, 0} } }
local b = body "b" { mass = 1, inertia = 0.01, x = 0, y = 0.05, vx = 0.5 }
local o_b = shape "o_b" { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }
contact "c" { floor, o_b, law = rigid {}, friction = 0.3 }
contact "d" { ceil, o_b, law = rigid {}, friction = 0.3 }
simulate { duration = 0.5, method = "auto" }
