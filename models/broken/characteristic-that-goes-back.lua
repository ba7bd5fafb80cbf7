-- says: models/broken/characteristic-that-goes-back.lua:3: characteristic: x must increase from point to point; point 3 has 0.1 after 0.2
-- exit: 1
local curve = characteristic { {0, 0}, {0.2, 5}, {0.1, 9} }
