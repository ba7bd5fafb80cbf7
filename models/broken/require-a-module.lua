-- says: models/broken/require-a-module.lua:4: 'require' is not available in a model: read_table and include read files below the model's folder
-- exit: 1
planar { gravity = {0, -9.81} }
local gears = require "gears"
