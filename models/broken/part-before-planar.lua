-- says: models/broken/part-before-planar.lua:3: body "ball": a model begins with planar { … } or spatial { … }
-- exit: 1
body "ball" { mass = 1, inertia = 0.1 }
planar { gravity = {0, -9.81} }
