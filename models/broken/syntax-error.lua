-- says: models/broken/syntax-error.lua:5: '}' expected (to close '{' at line 4) near 'revolute'
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1
revolute "hinge" { ground, arm }
