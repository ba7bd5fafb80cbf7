-- says: models/broken/lagrangian-function-error.lua:6: attempt to concatenate a nil value
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1,
  force = function(q)
    return {q.x .. nil} end }
