-- says: models/broken/brake-pressed-by-no-number.lua:6: brake "pads": 'capacity' returned inf at t = 0 s
-- exit: 1
planar {}
local wheel = cylinder "wheel" { mass = 2, radius = 0.1 }
local axle = revolute "axle" { ground, wheel, speed = 20 }
brake "pads" { axle, capacity = function(t) return 1/t end }
simulate { duration = 1 }
