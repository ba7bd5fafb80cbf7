-- says: models/broken/loop-of-a-universal-joint-that-cannot-close.lua:7: universal "cross" is redundant and contradicts the other constraints by 1 m
-- exit: 1
spatial {}
local one, two = body "one" { mass = 1, inertia = {0.1, 0.1, 0.1} }, body "two" { mass = 1, inertia = {0.1, 0.1, 0.1} }
revolute "in" { ground, one }
revolute "out" { ground:at{0, 0, 1}, two }
universal "cross" { one, two }
