-- says: models/broken/two-welds-that-contradict.lua:6: weld "right" is redundant and contradicts the other constraints by 0.001 m
-- exit: 1
planar { gravity = {0, -9.81} }
local plate = body "plate" { mass = 1, inertia = 0.1 }
weld "left" { ground, plate }
weld "right" { ground:at{1, 1*mm}, plate:at{1, 0} }
