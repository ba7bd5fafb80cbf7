-- says: models/broken/missing-field.lua:6: spring "return": 'length' is required (m: length without force, but for the preload)
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local hinge = revolute "hinge" { ground, arm }
spring "return" { ground:at{0, 1}, arm:at{1, 0}, stiffness = 900 }
