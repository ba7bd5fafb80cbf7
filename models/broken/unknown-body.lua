-- says: models/broken/unknown-body.lua:5: revolute "hinge": no body is called 'cramk'; did you mean 'crank'?
-- exit: 1
planar { gravity = {0, -9.81} }
body "crank" { mass = 1, inertia = 0.1 }
revolute "hinge" { "ground", "cramk" }
