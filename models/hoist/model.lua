-- A hoist: an engine that always turns lifts a load by a clutch, and a brake holds it. Both are pressed by a lever that goes over
-- in 0.4 s: as much as the one is let go, the other is pressed.
local m    = parameter "load" { 100, unit = "kg", min = 1, max = 140, doc = "what hangs on the rope" }
local w    = parameter "speed" { 10, unit = "rad/s", min = 0.1, doc = "of the engine" }
local C    = parameter "clutch" { 150, unit = "N*m", min = 1, doc = "torque of the clutch, pressed; more than the load's" }
local B    = parameter "brake" { 150, unit = "N*m", min = 1, doc = "torque of the brake, pressed; more than the load's" }
local g, r = 9.81, 0.1

planar { gravity = {0, -g}, axes = false }
local engine = cylinder "engine" { mass = 30, radius = 0.25, look = { color = "gray" } }
local drum = cylinder "drum" { mass = 40, radius = r, look = { color = "steelblue" } }
local crate = box "crate" { mass = m, width = 0.4, height = 0.3, look = { color = "darkorange" } }
revolute "crankshaft" { ground:at{-0.6, 0}, engine, speed = w }
revolute "shaft" { ground, drum }
prismatic "guide" { ground:at{r, -3}, crate, axis = {0, 1}, look = { visible = false } }
distance "free_rope" { ground:at{r, 0}, crate:at{0, 0.15} }
coupling "rope" { "shaft", "guide", ratio = 1/r }
motor "drive" { "crankshaft", speed = w }

local up, down, T = 0.5, 3, 0.4            -- when the lever goes to the clutch and back, and how long that takes
ramp "over" { to = 1, start = up, duration = T }
ramp "back" { to = -1, start = down, duration = T }
sum "to_clutch" { "over", "back", k1 = C, k2 = C }
sum "to_brake" { B, "over", "back", k2 = -B, k3 = -B }
clutch "clutch" { "crankshaft", "shaft", capacity = "to_clutch" }
brake "brake" { "shaft", capacity = "to_brake" }

simulate { duration = 4, tolerance = 1e-11 }

-- J w' = C s - L - B (1 - s) from where that is more than 0, with the lever at s; then C - L to the speed of the engine.
local L, J = m*g*r, 40*r^2/2 + m*r^2
local torn = (L + B)/(C + B)
local met = (C + B)*T*(1 - torn)^2/(2*J)                   -- speed when the lever is over
local rises = (w - met)*J/(C - L)
-- Back, the clutch slips from where C (1 - u) = L + B u, and the drum comes to rest while the lever is still on its way.
local slips = (C - L)/(C + B)
local stops = math.sqrt(2*J*T*w/(C + B))
local angle = (C + B)*T^2*(1 - torn)^3/(6*J) + (met + w)/2*rises
  + w*(down + slips*T - up - T - rises) + 2/3*w*stops

expect { "guide.position", at = up + torn*T, value = 0, tolerance = 1e-13, source = "the brake holds until the clutch pulls with L + b" }
expect { "shaft.speed", at = up + T, value = met, tolerance = 1e-9, source = "the integral of the torques" }
expect { "clutch.slip", at = up + T + rises + 1e-6, value = 0, tolerance = 1e-12, source = "it sticks" }
expect { "clutch.effort", at = 2, value = -L, tolerance = 1e-9, source = "and carries the load" }
expect { "guide.position", value = r*angle, tolerance = 1e-9, source = "the integral of the speed" }
expect { "guide.speed", value = 0, tolerance = 1e-14, source = "the brake holds" }
expect { "brake.effort", value = L, tolerance = 1e-9, source = "as much as hangs on it" }
