-- says: models/broken/two-hinges-that-contradict.lua:7: revolute "right" is redundant and contradicts the other constraints by 0.1 m
-- exit: 1
-- On the body the pins are 1 m apart, on the ground 1.1 m.
planar { gravity = {0, -9.81} }
local plate = body "plate" { mass = 1, inertia = 0.1 }
revolute "left" { ground, plate }
revolute "right" { ground:at{1.1, 0}, plate:at{1, 0} }
