-- says: models/broken/constraint-of-both.lua:5: constraint "clamp": takes 'equation' as a function or 'rate', not both: the rate of an equation follows from it
-- exit: 1
planar {}
local toy = lagrangian "toy" { coordinates = {"x"}, mass = 1 }
constraint "clamp" { toy, equation = function(q) return q.x end, rate = {1} }
