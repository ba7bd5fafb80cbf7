-- says: models/broken/box-deep-in-a-floor.lua:7: contact "c": shape "s" lies in the material of shape "floor" at the start, around {1, -0.3} m; shape "s" comes out when moved by 350 mm along {0, 1}; if it belongs inside of that outline, 'flip = true' makes it a hole
-- exit: 1
-- The outline is fine; the box is placed too deep.
planar { gravity = {0, -9.81} }
local floor = shape "floor" { ground, polygon { {-3, -3}, {3, -3}, {3, 0}, {-3, 0} } }
local crate = box "crate" { mass = 1, width = 0.2, height = 0.1, x = 1, y = -0.3 }
contact "c" { floor, shape "s" { crate, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }, law = rigid {} }
simulate { duration = 1 }
