-- says: models/broken/torsion-on-a-weld.lua:6: torsion "spring" needs a revolute or prismatic joint; "bolt" is of kind 'weld'
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local bolt = weld "bolt" { ground, arm }
torsion "spring" { bolt, stiffness = 1 }
