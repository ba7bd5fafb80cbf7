-- says: models/broken/pinched-by-two-drives.lua:13: contacts "c1", "c2" cannot be kept at t = 0.75 s: prescribed motions press together what is between them, and no force can stop them; let a spring or a force drive it instead of a prescribed motion, or end it before
-- exit: 3
-- check: good
planar {}
for i, s in ipairs{-1, 1} do
 local p = body("p"..i) { mass = 1, inertia = 1e-2 }
 local g = prismatic("g"..i) { ground, p, axis = {1,0}, position = 0.2*s }
 motor("m"..i) { g, speed = -0.2*s }
 shape("w"..i) { p, line { {0, s*0.3}, {0, -s*0.3} } }
end
local b = body "b" { mass = 1, inertia = 1e-3 }
local r = shape "r" { b, circle { radius = 0.05 } }
contact "c1" { "w1", r, law = rigid {}, friction = 0.3 }
contact "c2" { "w2", r, law = rigid {}, friction = 0.3 }
simulate { duration = 2, method = "auto" }
