-- says: models/broken/outputs-in-a-circle.lua:5: a function cannot read 'b.value': outputs are computed from channels of parts, not from each other
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = body "ball" { mass = 1, inertia = 0.1 }
output "a" { function(t, s) return s["b.value"] end }
output "b" { function(t, s) return s["a.value"] end }
