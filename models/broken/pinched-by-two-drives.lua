-- says: models/broken/pinched-by-two-drives.lua:12: no impulses of contacts "c1", "c2" were found for the blow at t = 0.75 s
-- exit: 3
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
