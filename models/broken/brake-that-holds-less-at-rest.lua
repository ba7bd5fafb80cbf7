-- says: models/broken/brake-that-holds-less-at-rest.lua:6: brake "pads": 'static_ratio' must be at least 1, not 0.8
-- exit: 1
planar {}
local wheel = cylinder "wheel" { mass = 2, radius = 0.1 }
local axle = revolute "axle" { ground, wheel, speed = 20 }
brake "pads" { axle, capacity = 1, static_ratio = 0.8 }
simulate { duration = 1 }
