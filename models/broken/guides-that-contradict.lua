-- says: models/broken/guides-that-contradict.lua:6: prismatic "right" is redundant and contradicts the other constraints by 0.0174533 rad
-- exit: 1
planar { gravity = {0, -9.81} }
local plate = body "plate" { mass = 1, inertia = 0.1 }
prismatic "left" { ground, plate }
prismatic "right" { ground:at{0, 1, angle = 1*deg}, plate:at{0, 1} }
