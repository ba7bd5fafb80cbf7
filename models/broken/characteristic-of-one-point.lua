-- says: models/broken/characteristic-of-one-point.lua:3: characteristic: needs at least 2 points {x, y}, not 1
-- exit: 1
local curve = characteristic { {0, 0} }
