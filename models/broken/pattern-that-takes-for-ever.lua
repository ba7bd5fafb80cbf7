-- says: models/broken/pattern-that-takes-for-ever.lua:5: this pattern could take too long on a text of 41 characters
-- exit: 1
planar { gravity = {0, -9.81} }
local text = string.rep("a", 40)
string.find(text .. "b", string.rep("a*", 40) .. "c")
