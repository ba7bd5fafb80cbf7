-- says: models/broken/two-driven-sides.lua:10: contact "crash" cannot be kept at t = 0.2 s: drives and constraints press its two sides into each other, and no force can stop them
-- exit: 3
-- check: good
planar {}
local a = body "a" { mass = 1, inertia = 1e-3 }
local b = body "b" { mass = 1, inertia = 1e-3 }
motor "left" { prismatic "one" { ground, a, axis = {1, 0} }, speed = 1 }
motor "right" { prismatic "two" { ground, b, axis = {1, 0}, position = 0.5 }, speed = -1 }
local rim = shape "rim" { a, circle { radius = 0.05 } }
contact "crash" { rim, shape "other" { b, circle { radius = 0.05 } }, law = rigid {} }
