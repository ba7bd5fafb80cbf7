-- says: models/broken/quaternion-of-a-body-not-of-length-1.lua:4: body "a": 'e0', 'e1', 'e2', 'e3' must be given together and have length 1
-- exit: 1
spatial { gravity={0,0,-9.81}}
local a = body "a" { mass=1, inertia={1,1,1}, e0=0.5,e1=0,e2=0,e3=0.1 }
