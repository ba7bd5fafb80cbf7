-- says: models/broken/signal-without-its-table.lua:5: force "push": 'fx' must be a number in N, a function, a signal, or the name of a signal or a channel, not the word sine without its "name" { … }
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
force "push" { arm, fx = sine }
