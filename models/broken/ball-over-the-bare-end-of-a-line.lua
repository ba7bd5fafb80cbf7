-- says: models/broken/ball-over-the-bare-end-of-a-line.lua:8: contact "hit": its shapes are 0.02 m in each other at t = 0.314544494 s where they did not touch before, and its law would throw them apart with 2 J from nowhere; shape "floor" is a line, over whose bare ends they come in unseen: segment has corners there
-- exit: 3
-- check: good
planar {}
local ball = body "ball" { mass = 1, inertia = 1e-3, x = 0.5, y = 0.03, vx = -1 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = linear { stiffness = 1e4 } }
simulate { duration = 1 }
