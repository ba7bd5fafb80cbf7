-- says: models/broken/plate-without-area.lua:4: plate "blade": 'points' enclose no area
-- exit: 1
planar { gravity = {0, -9.81} }
plate "blade" { points = {{0, 0}, {1, 1}, {2, 2}}, mass = 1 }
