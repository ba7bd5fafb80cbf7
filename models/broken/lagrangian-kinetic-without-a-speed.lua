-- says: models/broken/lagrangian-kinetic-without-a-speed.lua:4: lagrangian "toy": the second derivatives of the kinetic energy by speeds are not positive definite at t = 0 s: nothing resists the motion of coordinate 'y'
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x", "y"}, kinetic = function(q, v) return v.x^2 end }
