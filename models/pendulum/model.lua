-- A point mass on a massless arm of 1 m, let go from the horizontal (IFToMM benchmark A01).
planar { gravity = {0, -9.81} }

local l   = parameter "l" { 1, unit = "m", min = 1e-6, doc = "length of the arm" }
local arm = body "arm" { mass = 1, com = {l, 0} }
revolute "hinge" { ground, arm, angle = 180*deg }
marker "bob" { arm:at{l, 0} }

simulate { duration = 10, tolerance = 1e-12, output = 10*ms }

expect { "bob.x", at = 5, value = -0.942305435043758, tolerance = 1e-10, source = "IFToMM A01" }
expect { "bob.x", value = -0.275087462576119, tolerance = 1e-10, source = "IFToMM A01" }
expect { "bob.y", value = -0.961419205099125, tolerance = 1e-10, source = "IFToMM A01" }
