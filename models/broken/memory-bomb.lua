-- says: models/broken/memory-bomb.lua:7: the model used more than 256 MiB of memory
-- exit: 1
planar { gravity = {0, -9.81} }
body "arm" { mass = 1, inertia = 0.1 }
local text = "x"
for i = 1, 60 do
  text = text .. text
end
