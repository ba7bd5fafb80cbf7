-- says: models/broken/included/wheel.lua:2: body "wheel": unknown field 'radius'
-- exit: 1
planar { gravity = {0, -9.81} }
include "included/wheel.lua"
