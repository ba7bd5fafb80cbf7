-- says: models/broken/gap-jumps.lua:6: gap "floor" is 0.112263 m below zero when it is first seen closed, at t = 0.0500000001 s: its function jumps, or changes faster than steps are long
-- exit: 3
-- check: good
planar {}
local ball = lagrangian "ball" { coordinates = {"y"}, units = {"m"}, start = {0.1}, mass = {{1}}, force = {-9.81} }
gap "floor" { ball, gap = function(q,t) return q.y - (t > 0.05 and 0.2 or 0) end, law = rigid {} }
simulate { duration = 0.5 }
