-- says: models/broken/curve-joint-of-circles-that-fit.lua:7: curve_joint "seat": shapes "hole" and "rim" fit into each other: the point where they touch is not unique; make one a little smaller
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local hole = shape "hole" { ground, circle { radius = 0.05 }, flip = true }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
curve_joint "seat" { hole, rim }
