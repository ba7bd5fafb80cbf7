-- says: models/broken/gravity-of-a-point-without-mu.lua:3: point: 'mu' is required (m^3/s^2: constant of gravity times mass)
-- exit: 1
planar { gravity = point { at = {0, 0} } }
