-- says: models/broken/spring-far-too-stiff.lua:4: spring "s": 'stiffness' is too large to compute with: 1e+300 N/m
-- exit: 1
planar { gravity = {0, -9.81} }
spring "s" { ground, body "b" { mass = 1, inertia = 1, y = 2 }, stiffness = 1e300, length = 1 }
simulate { duration = 10 }
