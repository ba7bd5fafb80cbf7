-- says: models/broken/cam-that-its-roller-undercuts.lua:6: cam: its roller of 30 mm undercuts it: at 45.6° the path of the roller's centre has a radius of 26.88 mm
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, cam { base = 20*mm, follower = "roller", roller = 30*mm,
  rise { 60*deg, 20*mm }, fall { 60*deg, 20*mm }, dwell { 240*deg } } }
