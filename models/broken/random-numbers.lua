-- says: models/broken/random-numbers.lua:4: 'math.random' is not available in a model: the same model must give the same motion in every run
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = math.random(), inertia = 0.1 }
