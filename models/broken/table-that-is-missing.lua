-- says: models/broken/table-that-is-missing.lua:4: read_table: cannot read models/broken/profile.csv: No such file or directory
-- exit: 4
planar { gravity = {0, -9.81} }
local profile = read_table "profile.csv"
