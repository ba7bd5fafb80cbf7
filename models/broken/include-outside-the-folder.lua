-- says: models/broken/include-outside-the-folder.lua:4: include "../pendulum/model.lua": only files below the model's own folder can be read
-- exit: 1
planar { gravity = {0, -9.81} }
include "../pendulum/model.lua"
