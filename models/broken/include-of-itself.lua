-- says: models/broken/include-of-itself.lua:3: include: models/broken/include-of-itself.lua is being read already: files include each other in a circle
-- exit: 1
include "include-of-itself.lua"
