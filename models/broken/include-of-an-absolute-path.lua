-- says: models/broken/include-of-an-absolute-path.lua:4: include "/etc/passwd": only files below the model's own folder can be read
-- exit: 1
planar { gravity = {0, -9.81} }
include "/etc/passwd"
