-- says: models/broken/output-of-metres-and-seconds.lua:5: output "sum": 'stone.y + t', column 9: m and s cannot be added
-- exit: 1
planar { gravity = {0, -9.81} }
box "stone" { mass = 1, width = 0.1, height = 0.1 }
output "sum" { "stone.y + t" }
simulate { duration = 1 }
