-- says: models/broken/function-fails.lua:8: attempt to index a nil value (local 'row')
-- exit: 1
planar { gravity = {0, -9.81} }
local arm = body "arm" { mass = 1, inertia = 0.1 }
local table = { {0, 1}, {0.5, 2} }
force "push" { arm, fx = function(t)
  local row = table[3]
  return row[2]*t
end }
