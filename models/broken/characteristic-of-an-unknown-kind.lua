-- says: models/broken/characteristic-of-an-unknown-kind.lua:3: characteristic: 'between' must be linear, akima or monotone, not 'spline'
-- exit: 1
local curve = characteristic { {0, 0}, {1, 1}, between = "spline" }
