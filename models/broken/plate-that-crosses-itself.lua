-- says: models/broken/plate-that-crosses-itself.lua:4: plate "bow": 'points' cross or touch themselves: the edges that begin at points 1 and 3
-- exit: 1
planar { gravity = {0, -9.81} }
plate "bow" { points = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, mass = 1 }
