-- A crank, a rocker and a slider in two coupled loops, with plain joints or with rods that have mass.
-- After Höbinger and Otter, "PlanarMultiBody", figures 1 and 2. Rods with mass need no coordinates of their own.
local joints = parameter "joints" { "rods", choices = {"plain", "rods"},
                                    doc = "coupler and rod as bodies with plain joints, or as rods with mass" }
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local crank   = parameter "crank"   { 0.2, unit = "m", min = 1e-3, doc = "length of the crank, from A0 = (0, 0) to A" }
local coupler = parameter "coupler" { 0.6, unit = "m", min = 1e-3, doc = "length of the coupler, from A to B" }
local rocker  = parameter "rocker"  { 0.5, unit = "m", min = 1e-3, doc = "length of the rocker, from B0 to B" }
local rod_    = parameter "rod"     { 0.7, unit = "m", min = 1e-3, doc = "length of the rod, from B to the slider D" }
local frame   = parameter "frame"   { 0.6, unit = "m", min = 1e-3, doc = "distance of B0 from A0" }
local slider  = parameter "slider"  { 2,   unit = "kg", min = 1e-6, doc = "mass of the slider" }
local flywheel = parameter "flywheel" { 0.05, unit = "kg m^2", min = 0,
                                        doc = "inertia of a flywheel on the crank's shaft" }
local scale   = parameter "scale"   { 1, min = 1e-3, doc = "masses of the bars, relative to 0.5, 1, 0.8 and 1.2 kg" }
local angle   = parameter "angle"   { 90*deg, unit = "rad", doc = "angle of the crank at the start" }
local speed   = parameter "speed"   { 6, unit = "rad/s", doc = "its speed at the start" }

planar { gravity = {0, -gravity} }
-- B at the distances coupler from A and rocker from B0, above.
local ax, ay = crank*math.cos(angle), crank*math.sin(angle)
local x, y = frame - ax, -ay
local d2 = x*x + y*y
local a = (d2 + coupler^2 - rocker^2)/(2*d2)
local h = math.sqrt(coupler^2/d2 - a*a)
local bx, by = ax + a*x - h*y, ay + a*y + h*x
local dx = bx + math.sqrt(rod_^2 - by^2)

local function bar(name, mass, length, inertia, color)
  return body(name) { mass = mass, inertia = mass*length^2/12 + inertia, com = {length/2, 0},
                      look = { color = color, width = 0.03 } }
end
local disc  = bar("crank", 0.5*scale, crank, flywheel, "tomato")
local swing = bar("rocker", 0.8*scale, rocker, 0, "steelblue")
local block = box "slider" { mass = slider, width = 0.15, height = 0.08, look = { color = "dimgray" } }
revolute "A0" { ground, disc, angle = angle, speed = speed, prefer = true }
revolute "B0" { ground:at{frame, 0}, swing, angle = math.atan(by, bx - frame), prefer = true }
prismatic "guide" { ground, block, position = dx, prefer = true }
local A, B = disc:at{crank, 0}, swing:at{rocker, 0}
marker "B" { B }
if joints == "rods" then
  local function link(name, from, to, mass, length, color)
    rod_with_mass(name) { from, to, length = length, mass = mass, inertia = mass*length^2/12,
                          look = { color = color, width = 0.025 } }
  end
  link("coupler", A, B, 1*scale, coupler, "seagreen")
  link("rod", B, block, 1.2*scale, rod_, "goldenrod")
else
  local tie = bar("coupler", 1*scale, coupler, 0, "seagreen")
  local push = bar("rod", 1.2*scale, rod_, 0, "goldenrod")
  local tie_angle = math.atan(by - ay, bx - ax)
  revolute "A" { A, tie, angle = tie_angle - angle }
  revolute "AB" { tie:at{coupler, 0}, B }
  revolute "BD" { B, push, angle = math.atan(-by, dx - bx) - math.atan(by, bx - frame) }
  revolute "D" { push:at{rod_, 0}, block }
end

simulate { duration = 2, tolerance = 1e-13, output = 2*ms }

if gravity == 9.81 and crank == 0.2 and coupler == 0.6 and rocker == 0.5 and rod_ == 0.7 and frame == 0.6
   and slider == 2
   and flywheel == 0.05 and scale == 1 and angle == 90*deg and speed == 6 then
  local source = "extrapolation with 34 digits, in the angle of the crank"
  for t, v in pairs { [0.25] = {3.758450606385319, 14.74713485977826, 0.2306393809556035, 0.3370055386772452,
                                0.8441760684493994, -0.1866044264732071},
                      [1] = {10.71292756891564, 15.2543674822143, 0.22951446748698, 0.3357684770769049,
                             0.8437290308127416, 0.1768603027180997},
                      [2] = {19.56381959394776, 10.28808875132648, 0.6247170958308437, 0.4993886914755769,
                             1.115238180827515, -0.1514149091758221} } do
    expect { "A0.angle", at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "A0.speed", at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "B.x", at = t, value = v[3], tolerance = 1e-9, source = source }
    expect { "B.y", at = t, value = v[4], tolerance = 1e-9, source = source }
    expect { "guide.position", at = t, value = v[5], tolerance = 1e-9, source = source }
    expect { "guide.speed", at = t, value = v[6], tolerance = 1e-8, source = source }
    expect { "energy.total", at = t, value = 12.09351795686136, tolerance = 1e-9, source = "nothing is lost" }
  end
end
