-- says: models/broken/name-with-a-blank.lua:4: body "left arm": a name is made of 1 to 60 letters, digits, _ and -
-- exit: 1
planar { gravity = {0, -9.81} }
body "left arm" { mass = 1, inertia = 0.1 }
