-- says: models/broken/spring-without-a-rate.lua:6: spring "s": needs either 'stiffness' or 'force'
-- exit: 1
planar { gravity = {0, -9.81} }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
local A = revolute "A" { ground, a }
spring "s" { ground:at{0, 1}, a:at{0.2, 0}, length = 1 }
