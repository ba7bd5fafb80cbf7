-- says: models/broken/parameter-with-an-unknown-choice.lua:4: parameter "start": 'upp' is none of its choices; did you mean 'up'?
-- exit: 1
planar { gravity = {0, -9.81} }
local start = parameter "start" { "upp", choices = {"up", "down"} }
body "ball" { mass = 1, inertia = 0.1 }
