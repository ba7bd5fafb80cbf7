-- says: models/broken/clutch-between-a-hinge-and-a-guide.lua:8: clutch "c": "a" turns and "b" slides, so write 'ratio', the speed of the first over that of the second in 1/m
-- exit: 1
planar {}
local one = body "one" { mass = 1, inertia = 1 }
local two = body "two" { mass = 1, inertia = 1 }
revolute "a" { ground, one }
prismatic "b" { ground, two }
clutch "c" { "a", "b", capacity = 1 }
