-- says: models/broken/contact-of-a-roller-that-fits-its-slot.lua:7: contact "guide": shapes "slot" and "rim" fit into each other: the point where they touch is not unique; make one a little smaller
-- exit: 1
planar { gravity = {0, -9.81} }
local pin = body "pin" { mass = 1, inertia = 1e-3, y = 0.1 }
local slot = shape "slot" { ground, chain { line { {0.02, 0.3}, {0.02, 0} },
  arc { radius = 0.02, from = 0, to = -180*deg }, line { {-0.02, 0}, {-0.02, 0.3} } } }
contact "guide" { slot, shape "rim" { pin, circle { radius = 0.02 } }, law = linear { stiffness = 1e6 } }
