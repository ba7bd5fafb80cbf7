-- says: models/broken/servo-that-friction-jams.lua:12: contact "rub" cannot be kept at t = 0.38171411 s: what a prescribed motion pushes is jammed by friction, and no force can stop it; let a spring or a force drive it instead of a prescribed motion, or end it before
-- exit: 3
-- check: good
planar { gravity = {0, -9.81} }
local carriage = body "carriage" { mass = 1, inertia = 1e-2 }
local nose = body "nose" { mass = 1, inertia = 1e-2 }
local guide = prismatic "guide" { ground, carriage, axis = {math.cos(10*deg), math.sin(10*deg)}, position = 0.6 }
local feed = prismatic "feed" { carriage, nose, axis = {1, 0} }
servo "arm" { feed, keeps = "feed.position", at = function(t) return t end }
local floor = shape "floor" { ground, line { {5, 0}, {-5, 0} } }
local tip = shape "tip" { nose, circle { radius = 0.05 } }
contact "rub" { floor, tip, law = rigid {}, friction = 0.5 }
simulate { duration = 1 }
