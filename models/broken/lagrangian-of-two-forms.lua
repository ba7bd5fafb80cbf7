-- says: models/broken/lagrangian-of-two-forms.lua:4: lagrangian "toy": needs one of 'mass', 'kinetic' and 'lagrangian'
-- exit: 1
planar {}
lagrangian "toy" { coordinates = {"x"}, mass = 1, kinetic = function(q, v) return v.x^2/2 end }
