-- says: models/broken/brake-pressed-by-a-negative-force.lua:7: brake "pads" is pressed by a negative force: its capacity is -1 N m at t = 0 s
-- exit: 3
planar {}
local wheel = cylinder "wheel" { mass = 2, radius = 0.1 }
local axle = revolute "axle" { ground, wheel, speed = 20 }
constant "press" { -1 }
brake "pads" { axle, capacity = "press" }
simulate { duration = 1 }
