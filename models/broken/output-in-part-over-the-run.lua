-- says: models/broken/output-in-part-over-the-run.lua:5: output "rest": 'stone.y - final(stone.y)' has a value in each row, and parts of it are known when the run is over
-- exit: 1
planar { gravity = {0, -9.81} }
box "stone" { mass = 1, width = 0.1, height = 0.1 }
output "rest" { "stone.y - final(stone.y)" }
simulate { duration = 1 }
