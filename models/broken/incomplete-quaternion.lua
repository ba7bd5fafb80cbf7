-- says: models/broken/incomplete-quaternion.lua:4: body "top": 'e0', 'e1', 'e2', 'e3' must be given together and have length 1
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
body "top" { mass = 1, inertia = {0.1, 0.1, 0.2}, e0 = 1, e1 = 0 }
