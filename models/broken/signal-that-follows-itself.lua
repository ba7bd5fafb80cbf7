-- says: models/broken/signal-that-follows-itself.lua:6: signal "g" depends on itself at the same instant; a lag on the way makes it well defined
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
sum "g" { "h.value", 1 }
sum "h" { "g.value", 2 }
motor "m" { A, torque = "g" }
