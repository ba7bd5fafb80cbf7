-- says: models/broken/lagrangian-coordinate-misspelt.lua:5: there is no coordinate 'brid'; did you mean 'bird'?
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"sleeve", "bird"}, mass = { {1, 0}, {0, 1} },
  force = function(q) return {0, -q.brid} end }
