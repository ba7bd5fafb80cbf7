-- exit: 1
-- says: models/broken/output_of_another_unit.lua:5: output "e": its values are in m, not in kg
planar { gravity = {0, 0} }
local b = point_mass "b" { mass = 1, y = 1 }
output "e" { "b.y", unit = "kg" }
simulate { duration = 1 }
