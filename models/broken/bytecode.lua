-- says: models/broken/bytecode.lua:4: 'string.dump' is not available in a model: functions cannot be stored
-- exit: 1
planar { gravity = {0, -9.81} }
local code = string.dump(function() return 1 end)
