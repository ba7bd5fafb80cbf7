-- says: models/broken/function-reads-an-acceleration.lua:5: a function cannot read 'ball.ax': it follows from forces, and they from the function (an algebraic loop); positions and velocities can be read
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
force "push" { ball, fx = function(t, s) return -0.5*s["ball.ax"] end }
