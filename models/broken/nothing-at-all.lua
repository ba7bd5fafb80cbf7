-- says: models/broken/nothing-at-all.lua: a model begins with planar { … } or spatial { … }
-- exit: 1

