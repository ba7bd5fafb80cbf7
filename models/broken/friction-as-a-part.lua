-- says: models/broken/friction-as-a-part.lua:6: 'friction' is not available in a model: of a joint it is joint_friction "name" { … }, of a contact the field friction = …
-- exit: 1
planar {}
local arm = body "arm" { mass = 1, inertia = 1 }
revolute "hinge" { ground, arm }
friction "s" { "hinge", limit = 1 }
