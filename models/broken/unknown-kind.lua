-- says: models/broken/unknown-kind.lua:5: unknown name 'revolut'; did you mean 'revolute'?
-- exit: 1
planar {}
local arm = body "arm" { mass = 1, inertia = 0.1 }
revolut "hinge" { ground, arm }
