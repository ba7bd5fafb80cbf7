-- A toggle press: a crank pushes the knee of two links almost straight.
-- The ram goes down slower and slower, with a force that grows without bound.
local link  = parameter "link"  { 0.3, unit = "m", min = 1e-3, doc = "length of the two links of the toggle" }
local crank = parameter "crank" { link/3, unit = "m", min = 0.01*link, max = link/3, doc = "radius of the crank" }
local rod_  = parameter "rod"   { 1.15*link, unit = "m", min = 1.15*link, max = 1.6*link,
                                  doc = "length of the rod from the crank to the knee" }
local m_crank = parameter "m_crank" { 2, unit = "kg", min = 1e-6, doc = "mass of the crank, a uniform bar" }
local m_rod   = parameter "m_rod"   { 3, unit = "kg", min = 1e-6, doc = "mass of the rod, uniform" }
local m_link  = parameter "m_link"  { 4, unit = "kg", min = 1e-6, doc = "mass of each link, uniform" }
local ram     = parameter "ram"     { 20, unit = "kg", min = 1e-6, doc = "mass of the ram" }
local press   = parameter "press"   { 0, unit = "N", min = 0, doc = "force of the workpiece on the ram, upwards" }
local speed   = parameter "speed"   { 10, unit = "rad/s", min = 0.1, doc = "speed of the crank" }

planar { gravity = {0, -9.81} }
local ox, oy = -1.5*link, -link -- the crank's centre
-- The knee at the start: at the distances link from (0, 0) and rod from the crank's pin, to the left of the way there.
local cx, cy = ox + crank, oy
local d2 = cx*cx + cy*cy
local a = (d2 + link^2 - rod_^2)/(2*d2)
local h = math.sqrt(link^2/d2 - a*a)
local kx, ky = a*cx - h*cy, a*cy + h*cx

local function bar(name, mass, length, color)
  return body(name) { mass = mass, inertia = mass*length^2/12, com = {length/2, 0},
                      look = { color = color, width = 0.12*link } }
end
local disc  = bar("crank", m_crank, crank, "tomato")
local upper = bar("upper", m_link, link, "steelblue")
local punch = box "ram" { mass = ram, width = 0.6*link, height = 0.4*link, look = { color = "dimgray" } }
local shaft = revolute "shaft" { ground:at{ox, oy}, disc, angle = 0, speed = speed, prefer = true }
revolute "top" { ground, upper, angle = math.atan(ky, kx), prefer = true }
prismatic "guide" { ground, punch, axis = {0, 1}, position = 2*ky, prefer = true }
local knee = upper:at{link, 0}
rod_with_mass "rod" { disc:at{crank, 0}, knee, length = rod_, mass = m_rod, inertia = m_rod*rod_^2/12,
                      look = { color = "goldenrod", width = 0.1*link } }
rod_with_mass "lower" { knee, punch, length = link, mass = m_link, inertia = m_link*link^2/12,
                        look = { color = "steelblue", width = 0.12*link } }
marker "K" { knee }
motor "drive" { shaft, speed = speed }
force "work" { punch, fy = press }
drawing "table" { ground:at{0, -2.6*link}, shape = "box", length = 2*link, width = 0.3*link,
                  look = { color = "lightgray", layer = -1 } }

simulate { duration = 2*pi/speed, tolerance = 1e-12, output = 2*pi/speed/720 }

if link == 0.3 and crank == link/3 and rod_ == 1.15*link and m_crank == 2 and m_rod == 3 and m_link == 4 and ram == 20
   and speed == 10 then
  local source = "closed form, derivatives with 34 digits: torque = V' + M' w^2/2 + press |dy|"
  -- angle: knee x, y; ram's way per angle; torque without a workpiece
  for angle, v in pairs { [0] = {-0.005000002516457655, -0.2999583303974661, -4.026618007235742e-7, 2.46251696566221},
                          [45] = {-0.04103524557768971, -0.2971802628378586, 0.02281485487798296, 13.026810329408},
                          [90] = {-0.1138323240856916, -0.2775647708071939, 0.07493169428799048, 25.68153582412723},
                          [180] = {-0.2180360274729792, -0.2060589496328715, 0.08548348732441724, 7.063226837393598},
                          [225] = {-0.2168769565054785, -0.2072785221312637, -0.1564005824163275, 59.86342144610062},
                          [270] = {-0.130347588230895, -0.2702027132402431, -0.1199844772252814, -68.68864303428523},
                          [350] = {-0.006960591378171206, -0.2999192394089884, -0.001038677279746899,
                                   0.9067347588978253} } do
    local t = angle*deg/speed
    expect { "K.x", at = t, value = v[1], tolerance = 1e-9, source = source }
    expect { "guide.position", at = t, value = 2*v[2], tolerance = 1e-9, source = source }
    expect { "guide.speed", at = t, value = speed*v[3], tolerance = 1e-8, source = source }
    expect { "drive.effort", at = t, value = v[4] - press*v[3], tolerance = 1e-7, source = source }
  end
end
