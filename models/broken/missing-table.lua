-- says: models/broken/missing-table.lua:4: body "arm": its table { … } is missing
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm"
