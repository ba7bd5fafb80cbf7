-- The woodpecker toy built from bodies, shapes and contacts: nothing is linearised. A bird on a torsion spring on a sleeve
-- whose edges, and the beak, touch a pole; the middle of the sleeve stays on the pole's axis.
local mu = parameter "mu" { 0.3, min = 0, doc = "friction of all three contacts" }
local e1 = parameter "e1" { 0.5, min = 0, max = 1, doc = "restitution of the beak; sleeve edges have none" }
local c  = parameter "c"  { 0.0056, unit = "N m/rad", min = 0, doc = "stiffness of the spring between sleeve and bird" }
local s  = parameter "s"  { 1, min = 1e-6, max = 1.5, doc = "clearances, gravity and start over those of the toy" }

planar { gravity = {0, -9.81*s}, axes = false }
local mM, JM = 0.3*g, 5e-9          -- sleeve: mass, inertia
local mS, JS = 4.5*g, 7e-7          -- bird
local rM, hM, lM = 3.1*mm, 5.8*mm, 10*mm  -- sleeve: inner radius, half height, distance of the spring
local lG = 15*mm                    -- from the spring to the bird's centre of mass
local hS, lS = 20*mm, 20.1*mm       -- from there to the beak: up, and back to the pole
-- Clearances of 0.6 mm at the sleeve and 2.4 mm at the beak, to a pole of radius 2.5 mm.
local face, notch = rM - s*0.6*mm, lM + lG - lS - s*2.4*mm

-- The lower edge just touches: rM cos a + hM sin a = face.
local jam = math.atan(hM, rM) - math.acos(face/math.sqrt(rM^2 + hM^2))

local rider = body "rider" { mass = 0, inertia = 0, look = { visible = false } } -- keeps the middle of the sleeve on the axis
local sleeve = body "sleeve" { mass = mM, inertia = JM, look = { visible = false } }
local bird = body "bird" { mass = mS, inertia = JS, com = {lG, 0}, look = { visible = false } }
prismatic "pole" { ground, rider, axis = {0, 1}, speed = -0.3411*s, look = { visible = false } }
revolute "tilt" { rider, sleeve, angle = jam, look = { visible = false } }
revolute "neck" { sleeve:at{lM, 0}, bird, angle = -0.2788*s - jam, speed = -7.4583*s, look = { visible = false } }
torsion "spring" { "neck", stiffness = c, look = { visible = false } }

-- Faces of the pole that sleeve and beak touch; one at s = 1.
local wood = shape "wood" { ground, line { {face, -12}, {face, 1} }, look = { visible = false } }
local bark = shape "bark" { ground, line { {notch, -12}, {notch, 1} }, look = { visible = false } }
local function tip(name, body, x, y) return shape(name) { body, vertex { {x, y} }, look = { visible = false } } end
contact "beak"  { bark, tip("beak_tip", bird, lG - lS, hS), law = rigid { restitution = e1, impact = "newton" }, friction = mu }
contact "lower" { wood, tip("lower_edge", sleeve, rM, -hM), law = rigid { impact = "newton" }, friction = mu }
contact "upper" { wood, tip("upper_edge", sleeve, rM, hM), law = rigid { impact = "newton" }, friction = mu }

-- What is seen of it.
drawing "stick" { ground:at{0, -105*mm}, shape = "box", length = 2*face, width = 300*mm, look = { color = "tan", layer = -1 } }
for side = -1, 1, 2 do
  drawing(side < 0 and "wall_left" or "wall_right") { sleeve:at{side*(rM + 0.5*mm), 0}, shape = "box", length = 1*mm,
                                                      width = 2*hM, look = { color = "dimgray" } }
end
drawing "arm" { sleeve:at{(rM + 1*mm + lM)/2, 0}, shape = "box", length = lM - rM - 1*mm, width = 1*mm, look = { color = "dimgray" } }
drawing "coil" { bird:at{lG/2, 0}, shape = "spring", length = lG, width = 3*mm, look = { color = "dimgray" } }
shape "belly" { bird:at{14*mm, 1*mm, angle = -8*deg}, ellipse { a = 6*mm, b = 16*mm }, look = { color = "seagreen" } }
shape "tail" { bird, polygon { {13*mm, -12*mm}, {18*mm, -34*mm}, {22*mm, -33*mm}, {19*mm, -10*mm} }, look = { color = "seagreen" } }
shape "bill" { bird, polygon { {lG - lS, hS}, {4*mm, 18*mm}, {4*mm, 22*mm} }, look = { color = "goldenrod" } }
shape "head" { bird:at{8*mm, 19*mm}, circle { radius = 6.5*mm }, look = { color = "firebrick" } }

simulate { duration = 2, tolerance = 1e-11, output = 1*ms }

-- Numbers for the parameters as they are.
if mu == 0.3 and e1 == 0.5 and c == 0.0056 and s == 1 then
  local source = "Lagrange's equations, integrated apart from Pawl"
  local function wants(t, y, a, b)
    expect { "sleeve.y", at = t, value = y, tolerance = 1e-9, source = source }
    expect { "sleeve.angle", at = t, value = a, tolerance = 1e-8, source = source }
    expect { "bird.angle", at = t, value = b, tolerance = 1e-8, source = source }
  end
  wants(0.5, -0.0524316135233, -0.0889575040172, -0.0773622294941)
  wants(1, -0.1096946767759, 0.0836754816417, 0.0966505983553)
  wants(2, -0.2222715354021, -0.1009009247206, -0.4582261050203)
end
