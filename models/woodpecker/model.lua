-- The woodpecker toy by its own equations, those of Glocker and Pfeiffer: a bird on a spring on a sleeve that jams on a
-- pole. Coordinates are the height of the sleeve and the angles of sleeve and bird; angles are taken to be small.
local mu = parameter "mu" { 0.3, min = 0, doc = "friction of all three contacts" }
local e1 = parameter "e1" { 0.5, min = 0, max = 1, doc = "restitution of the beak; sleeve edges have none" }
local c  = parameter "c"  { 0.0056, unit = "N m/rad", min = 0, doc = "stiffness of the spring between sleeve and bird" }

planar {}
local mM, JM = 0.3*g, 5e-9          -- sleeve ("Muffe"): mass, inertia
local mS, JS = 4.5*g, 7e-7          -- bird ("Specht")
local grav = 9.81
local r0 = 2.5*mm                   -- radius of the pole
local rM, hM, lM = 3.1*mm, 5.8*mm, 10*mm  -- sleeve: inner radius, half height, distance of the spring
local lG = 15*mm                    -- from the spring to the bird's centre of mass
local hS, lS = 20*mm, 20.1*mm       -- from there to the beak: up, and back to the pole

local weight, at_sleeve, at_bird = (mS + mM)*grav, mS*grav*lM, mS*grav*lG

local toy = lagrangian "toy" {
  coordinates = {"y", "sleeve", "bird"}, units = {"m", "rad", "rad"},
  start = {0, -0.1036, -0.2788}, speed = {-0.3411, 0, -7.4583},
  mass = { {mS + mM, mS*lM,        mS*lG},
           {mS*lM,   JM + mS*lM^2, mS*lM*lG},
           {mS*lG,   mS*lM*lG,     JS + mS*lG^2} },
  force = function(q, v, t)
    local twist = c*(q[2] - q[3])
    return { -weight, -twist - at_sleeve, twist - at_bird }
  end }

gap "beak"  { toy, gap = lM + lG - lS - r0, normal = {0, 0, -hS}, tangent = {1, lM, lG - lS},
              law = rigid { restitution = e1, impact = "newton" }, friction = mu }
gap "lower" { toy, gap = rM - r0, normal = {0,  hM, 0}, tangent = {1, rM, 0}, law = rigid { impact = "newton" }, friction = mu }
gap "upper" { toy, gap = rM - r0, normal = {0, -hM, 0}, tangent = {1, rM, 0}, law = rigid { impact = "newton" }, friction = mu }

-- For portraits: how far above the place that sinks evenly, by the drop of a cycle in its period, mm.
output "above" { function(t, s) return (s["toy.y"] + 19.4454*mm*t/0.14597607)/mm end }

simulate { duration = 16, tolerance = 1e-11, output = 1*ms }

-- Numbers for the parameters as they are.
if mu == 0.3 and e1 == 0.5 and c == 0.0056 then
  local source = "integrated apart from Pawl"
  local function wants(t, y, a, b)
    expect { "toy.y", at = t, value = y, tolerance = 1e-9, source = source }
    expect { "toy.sleeve", at = t, value = a, tolerance = 1e-8, source = source }
    expect { "toy.bird", at = t, value = b, tolerance = 1e-8, source = source }
  end
  wants(1, -0.1281691298487, -6/58, -0.1319645613294)
  wants(4, -0.5293489121972, -6/58, -0.2484597928357)
  wants(16, -2.1264296625815, 0.0818318648545, 0.0726913081833)
end
