-- says: models/broken/include-of-a-missing-file.lua:4: include: cannot read models/broken/bars.lua: No such file or directory
-- exit: 4
planar { gravity = {0, -9.81} }
include "bars.lua"
