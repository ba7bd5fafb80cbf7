-- says: models/broken/prescribed-speed-that-jumps.lua:8: motor "m" prescribes a speed that jumps at t = 0.5 s, which would take an infinite effort; smooth the signal (step with a duration, lag, second_order, characteristic "akima")
-- exit: 1
-- check: good
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
step "u" { from = 0, to = 1, start = 0.5, duration = 0 }
motor "m" { A, speed = "u" }
simulate { duration = 1 }
