-- A car with four friction wheels and a differential, seen from above (PlanarMechanics, number 26).
local base_ = parameter "base"  { 2,    unit = "m", min = 1e-2, doc = "from the rear axle to the axes of steering" }
local track = parameter "track" { 1.5,  unit = "m", min = 1e-2, doc = "distance of left and right wheels" }
local trail = parameter "trail" { 0.05, unit = "m", min = 1e-4, doc = "from an axis of steering back to its wheel" }
local rear  = parameter "rear"  { 300,  unit = "kg", min = 1e-6,
                                  doc = "mass of the chassis, at the middle of the rear axle" }
local front = parameter "front" { 100,  unit = "kg", min = 1e-6, doc = "mass at each front wheel" }
local radius = parameter "radius" { 0.25, unit = "m", min = 1e-3, doc = "radius of the wheels" }
local torque = parameter "torque" { 25, unit = "N m", doc = "torque of the engine on the differential" }
local steer_torque = parameter "steer_torque" { -2, unit = "N m",
  doc = "torque of the pulses along revolute, which is against the wheels" }
local steer = parameter "steer" { -25*deg, unit = "rad", min = -1.5, max = 1.5,
                                  doc = "revolute at the start: minus the angle of steering" }

planar {}
local forward = 90*deg
local chassis = body "body1" { mass = rear, inertia = 0.1, x = 0, y = 0, angle = 0, vx = 0, vy = 0, omega = 0,
                               look = { visible = false } }
local left    = body "body"  { mass = front, inertia = 1, look = { color = "tomato", width = 0.04*base_ } }
local right   = body "body2" { mass = front, inertia = 1, look = { color = "tomato", width = 0.04*base_ } }
drawing "hull" { chassis:at{0, 0.5*base_, angle = forward}, shape = "box", length = 1.4*base_, width = 0.7*track,
                 look = { color = "steelblue", layer = -1 } }
drawing "cabin" { chassis:at{0, 0.3*base_, angle = forward}, shape = "box", length = 0.5*base_, width = 0.55*track,
                  look = { color = "skyblue" } }

-- As in the library the hinges are seen from the wheels; one rod keeps both at the same angle.
local steering = revolute "revolute" { right:at{0, trail}, chassis:at{track/2, base_}, angle = steer, speed = 0 }
local other = revolute "revolute2" { left:at{0, trail}, chassis:at{-track/2, base_}, angle = steer, speed = 0 }
coupling "trackRod" { steering, other, ratio = 1 }
local pulses = pulse "pulses" { amplitude = steer_torque, period = 2, width = 0.3, start = 1, unit = "N m" }
motor "steeringTorque" { steering, torque = pulses }

-- The library adds 0.1 mm/s to every slip.
local function tyre(name, place, load, inertia)
  return friction_wheel(name) { place, radius = radius, inertia = inertia, load = load, adhesion = 1, sliding = 0.7,
                                adhesion_speed = 0.1, sliding_speed = 0.3, added_slip = 1e-4, angle = 0, speed = 0,
                                look = { color = "black", layer = 1 } }
end
-- The library's differential has no inertia. Here case and pinions have 2 Jd each, taken from the rear wheels: the case
-- turns at half the sum of their speeds, the pinions at half the difference, so together they have the same energy.
local J, Jd = 1, 0.1
tyre("wheelJoint1", left:at{0, 0, angle = forward}, 1000, J)
tyre("wheelJoint4", right:at{0, 0, angle = forward}, 1000, J)
local rear_left = tyre("wheelJoint2", chassis:at{-track/2, 0, angle = forward}, 1500, J - Jd)
local rear_right = tyre("wheelJoint3", chassis:at{track/2, 0, angle = forward}, 1500, J - Jd)
local case = shaft "case" { inertia = 2*Jd, angle = 0 }
local pinions = shaft "pinions" { inertia = 2*Jd, angle = 0 }
differential "differentialGear" { case, rear_left, rear_right }
coupling "bevel" { pinions, rear_left, rear_right, c1 = 2, c2 = -1, c3 = 1 }
motor "engineTorque" { case, torque = torque }

simulate { duration = 10, tolerance = 1e-11, output = 10*ms }

if base_ == 2 and track == 1.5 and trail == 0.05 and rear == 300 and front == 100 and radius == 0.25 and torque == 25
   and steer_torque == -2 and steer == -25*deg then
  local source = "extrapolation with 34 digits and an independent derivation in absolute coordinates"
  local names = { "body1.x", "body1.y", "body1.angle", "revolute2.angle", "wheelJoint1.angle", "wheelJoint2.angle",
                  "wheelJoint3.angle", "wheelJoint4.angle", "body1.vx", "body1.vy", "body1.omega", "revolute2.speed",
                  "wheelJoint1.speed", "wheelJoint2.speed", "wheelJoint3.speed", "wheelJoint4.speed" }
  for t, v in pairs {
    [1] = {-0.000379663077187131, 0.0837767593206494, 0.00501351059985016, -0.154736080517313, 0.31847727317494,
           0.328473254988454, 0.35854798762409, 0.346814445836261, -0.000811808449935382, 0.169988253472193,
           0.0014627771826623, 0.475797684818434, 0.668434686869445, 0.683898762675383, 0.69279734192563,
           0.677286225289948},
    [5] = {-0.102630635207463, 2.15895765527641, 0.106511156399639, -0.0113810780450856, 8.38892190858884,
           8.37398154415172, 9.01304332729169, 9.01887237871697, -0.0923396434413572, 0.864919750522724,
           0.00115429810602216, 0.179786586994156, 3.4747563003795, 3.48410311328488, 3.49134701404119,
           3.48215869655336},
    [10] = {-1.72530711764353, 8.45415334842946, 0.407468972403924, -0.136113377201728, 33.7329761567111,
            33.6221262363551, 36.0664264040317, 36.1558595469368, -0.687880820154468, 1.59637718690431,
            0.120296624497249, 0.0631616210586664, 6.66038672138117, 6.60047873430143, 7.32247895196911,
            7.37581069321925} } do
    for i, name in ipairs(names) do
      expect { name, at = t, value = v[i], tolerance = 1e-8, source = source }
    end
  end
end
