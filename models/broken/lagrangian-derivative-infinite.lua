-- says: models/broken/lagrangian-derivative-infinite.lua:4: lagrangian "toy": 'potential' has a derivative that is inf at t = 0 s
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, potential = function(q) return math.sqrt(q.x) end }
