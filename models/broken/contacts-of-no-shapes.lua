-- says: models/broken/contacts-of-no-shapes.lua:6: contacts "all": 'shapes' must be a table of 1 to 1000 strings, not of 0
-- exit: 1
planar {}
local b = body "b" { mass = 1, inertia = 1 }
shape "s" { b, circle { radius = 1 } }
contacts "all" { shapes = {}, law = rigid {} }
