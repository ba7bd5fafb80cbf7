-- says: models/broken/infinite-gravity.lua:3: planar: 'gravity' at place 2 must be a finite number, not -inf
-- exit: 1
planar { gravity = {0, -math.huge} }
body "ball" { mass = 1, inertia = 1 }
