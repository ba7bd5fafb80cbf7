-- says: models/broken/output-that-is-not-a-function.lua:5: output "height": the 1st value must be a number, a function, a signal, or the name of a signal or a channel, not a table
-- exit: 1
planar { gravity = {0, -9.81} }
body "ball" { mass = 1, inertia = 0.1 }
output "height" { {"ball.y"} }
