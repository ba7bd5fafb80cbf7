-- says: models/broken/rigid-contact-in-overlap.lua:7: contact "hit": its shapes overlap by 20 mm at the start, at {0, -0.01} m; a rigid contact may not, but for a thousandth of the model's length, 40.82 um; shape "rim" comes out when moved by 20 mm along {0, 1}
-- exit: 1
planar { gravity = {0, -9.81} }
local ball = box "ball" { mass = 1, width = 0.1, height = 0.1, y = 0.03 }
local floor = shape "floor" { ground, line { {0.2, 0}, {-0.2, 0} } }
local rim = shape "rim" { ball, circle { radius = 0.05 } }
contact "hit" { floor, rim, law = rigid {} }
