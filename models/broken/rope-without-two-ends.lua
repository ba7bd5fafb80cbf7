-- says: models/broken/rope-without-two-ends.lua:7: rope "loop": connects body 'ball' with itself
-- exit: 1
planar {}
local ball = box "ball" { mass = 1, width = 0.1, height = 0.1 }
local eye = ball:at{0.05, 0}
rope "line" { eye, eye, length = 2, over = { ground } }
rope "loop" { eye, eye, length = 2 }
