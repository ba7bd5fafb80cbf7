-- says: models/broken/loop-that-cannot-close.lua:12: revolute "B" cannot be assembled: a gap of 0.35 m is left
-- exit: 1
-- Bars of 0.1, 0.3 and 0.25 m cannot reach over a frame of 1 m: 0.35 m are missing.
planar { gravity = {0, -9.81} }
local function bar(name, l)
  return body(name) { mass = l, inertia = l^3/12, com = {l/2, 0} }
end
local crank, coupler, rocker = bar("crank", 0.1), bar("coupler", 0.3), bar("rocker", 0.25)
revolute "O" { ground, crank }
revolute "A" { crank:at{0.1, 0}, coupler }
revolute "C" { ground:at{1, 0}, rocker, angle = 180*deg }
revolute "B" { coupler:at{0.3, 0}, rocker:at{0.25, 0} }
