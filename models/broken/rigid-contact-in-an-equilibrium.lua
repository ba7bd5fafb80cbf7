-- says: models/broken/rigid-contact-in-an-equilibrium.lua:7: contact "hit" does not give way, and an equilibrium cannot be looked for with it: start = "equilibrium" needs laws with stiffness
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 1e-3, y = 0.06 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = rigid {} }
simulate { start = "equilibrium" }
