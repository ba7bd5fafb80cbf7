-- says: models/broken/expect-of-a-measure-misspelt.lua:6: expect: measure 'max(stone.vz)', column 5: there is no channel 'stone.vz'; did you mean 'stone.vx'?
-- exit: 1
planar { gravity = {0, -9.81} }
box "stone" { mass = 1, width = 0.1, height = 0.1 }
simulate { duration = 1 }
expect { measure = "max(stone.vz)", value = 0, tolerance = 1e-9 }
