-- says: models/broken/place-before-planar.lua:3: ground:at: a model begins with planar { … } or spatial { … }
-- exit: 1
local pivot = ground:at{1, 0}
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
