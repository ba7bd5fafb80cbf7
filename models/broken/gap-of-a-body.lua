-- says: models/broken/gap-of-a-body.lua:5: gap "floor": the 1st thing it connects must be a lagrangian; 'ball' is a body
-- exit: 1
planar {}
body "ball" { mass = 1, inertia = 1 }
gap "floor" { "ball", gap = 0, normal = {1}, law = linear { stiffness = 1 } }
