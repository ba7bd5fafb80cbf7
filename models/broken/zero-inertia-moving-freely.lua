-- says: models/broken/zero-inertia-moving-freely.lua:4: body "ball" moves freely but has no inertia; give it one, or weld it to something
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1 }
