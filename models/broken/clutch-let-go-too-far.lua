-- says: models/broken/clutch-let-go-too-far.lua:8: clutch "plates" is pressed by a negative force: its capacity is -0.1 N m at t = 1 s
-- exit: 3
-- check: good
planar {}
local engine, load = cylinder "engine" { mass = 2, radius = 0.1 }, cylinder "load" { mass = 2, radius = 0.1 }
local a, b = revolute "a" { ground, engine }, revolute "b" { ground:at{0.3, 0}, load }
step "pedal" { from = 0.2, to = -0.1, start = 1 }
clutch "plates" { a, b, capacity = "pedal" }
simulate { duration = 2 }
