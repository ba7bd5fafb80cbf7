-- says: models/broken/gear-profile-with-pointed-teeth.lua:6: gear_profile: its teeth come to a point: make 'addendum' smaller
-- exit: 1
planar { gravity = {0, -9.81} }
local wheel = body "wheel" { mass = 1, inertia = 1e-3 }
revolute "axle" { ground, wheel, speed = 1 }
shape "rim" { wheel, gear_profile { teeth = 12, module = 5*mm, addendum = 9*mm } }
