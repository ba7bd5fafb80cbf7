-- says: models/broken/base-on-a-hinge-of-the-ground.lua:7: revolute "B" is redundant and contradicts the other constraints by 1 m
-- exit: 1
planar { gravity = {0, -9.81} }
local t = base "t" { x = 1 }
local a = box "a" { mass = 1, width = 0.4, height = 0.1 }
revolute "A" { t, a }
revolute "B" { ground, t }
