-- says: models/broken/constraints-contradict.lua:7: constraint "c" cannot be met at the start: 0.5 of it is left, and 0 of its rate
-- exit: 1
planar {}
local ball = lagrangian "ball" { coordinates = {"x","y"}, units = {"m", "m"}, start = {0, 0.1}, speed = {0.3, 0},
  mass = {{1,0},{0,1}}, force = {0,-9.81} }
gap "floor" { ball, gap = function(q) return q.y end, tangent = {1,0}, law = rigid { restitution = 0.4 }, friction = 0.3 }
constraint "c" { ball, equation = function(q) return q.x end }
constraint "d" { ball, equation = function(q) return q.x - 1 end }
simulate { duration = 0.5 }
