-- says: models/broken/plate-of-two-points.lua:4: plate "blade": 'points' must have at least 3 points {x, y}, not 2
-- exit: 1
planar { gravity = {0, -9.81} }
plate "blade" { points = {{0, 0}, {1, 1}}, mass = 1 }
