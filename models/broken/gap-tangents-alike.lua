-- exit: 1
-- says: models/broken/gap-tangents-alike.lua:6: gap "foot": its two tangents are one direction; they are to be square to each other
planar { gravity = {0, 0} }
local p = lagrangian "p" { coordinates = {"x", "y", "z"}, start = {0, 0, 0}, speed = {1, 1, 0},
  mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, force = {0, 0, -9.81} }
gap "foot" { p, gap = function(q) return q.z end, normal = {0, 0, 1}, tangent = { {1, 1, 0}, {2, 2, 0} },
  law = rigid {}, friction = 0.3 }
simulate { duration = 1 }
