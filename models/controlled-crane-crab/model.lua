-- A cart that balances a load above itself by a PID controller (PlanarMechanics, number 6).
local gravity = parameter "gravity" { 9.81, unit = "m/s^2", min = 0, doc = "acceleration of free fall" }
local cart  = parameter "cart" { 250, unit = "kg", min = 1e-6, doc = "mass of the cart" }
local load  = parameter "load" { 70,  unit = "kg", min = 1e-6, doc = "mass of the load" }
local l     = parameter "l"    { 2.5, unit = "m", min = 1e-6, doc = "height of the load above the cart" }
local angle = parameter "angle" { -20*deg, unit = "rad", min = -1.2, max = 1.2,
                                  doc = "angle of the arm at the start; 0 is upright" }
local gain  = parameter "gain" { 5, doc = "gain of the controller, in weights of cart and load per radian" }
local Ti    = parameter "Ti"   { 1e9, unit = "s", min = 1e-3, doc = "time of its integral part" }
local Td    = parameter "Td"   { 0.2, unit = "s", min = 1e-3, doc = "time of its derivative part" }
local filter = parameter "filter" { "empty", choices = {"empty", "settled"},
  doc = "filter of the derivative at the start: empty as in the library, which makes a kick, or settled" }

planar { gravity = {0, -gravity} }
local crab = body "body1" { mass = cart, look = { shape = "box", length = 1.2, width = 0.4, color = "goldenrod" } }
local top  = body "body" { mass = load, look = { color = "dimgray", width = 0.08 } }
local rail = prismatic "prismatic" { ground, crab, position = 0, speed = 0 }
revolute "revolute" { crab, top:at{0, -l}, angle = angle, speed = 0 }
drawing "load" { top, shape = "cylinder", width = 0.5, look = { color = "tomato", layer = 1 } }

-- The library's error is angle - 0 and its gain negative; the error here is target - input.
local controller = pid "PID" { input = "revolute.angle", target = 0, gain = (cart + load)*gravity*gain,
                               integral_time = Ti, derivative_time = Td, filter = 10,
                               error = filter == "empty" and 0 or nil, unit = "N" }
motor "force" { rail, force = controller }

simulate { duration = 3, tolerance = 1e-12, output = 5*ms }

local source = "extrapolation with 34 digits, in minimal coordinates"
local numbers = {
  empty = { [0.1] = {0.3871848405970686, 4.645416795002107, -0.2090429182461595, 1.642008326611377, -1493.243900890108},
            [1] = {1.364856089257975, -0.06079247830949428, 0.00908888572068766, -0.1303719920811664,
                   299.1619401990448},
            [3] = {1.928659300627135, 0.2995984956381477, -9.419715341959556e-5, 7.292182889416545e-5,
                   1.372491127554646} },
  settled = { [0.1] = {0.09332386545978289, 1.743678405563464, -0.3205485141203165, 0.5268924429434663,
                       3654.020054126635},
              [1] = {1.887490107883553, 0.8606476646055519, 0.02722678300732668, -0.07775565660249973,
                     -198.3525028255164},
              [3] = {3.86100742553679, 1.02143750769597, 1.491231695198164e-5, -0.0004250877350280191,
                     1.229875575440157} } }
if gravity == 9.81 and cart == 250 and load == 70 and l == 2.5 and angle == -20*deg and gain == 5 and Ti == 1e9
   and Td == 0.2 then
  for t, v in pairs(numbers[filter]) do
    expect { "prismatic.position", at = t, value = v[1], tolerance = 1e-8, source = source }
    expect { "prismatic.speed", at = t, value = v[2], tolerance = 1e-8, source = source }
    expect { "revolute.angle", at = t, value = v[3], tolerance = 1e-8, source = source }
    expect { "revolute.speed", at = t, value = v[4], tolerance = 1e-8, source = source }
    expect { "force.effort", at = t, value = v[5], tolerance = 1e-8*15696, source = source }
  end
end
