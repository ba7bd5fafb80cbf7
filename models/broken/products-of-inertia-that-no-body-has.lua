-- says: models/broken/products-of-inertia-that-no-body-has.lua:4: body "top": 'inertia' is not that of any body: each principal moment must be at most the sum of the other two
-- exit: 1
spatial { gravity = {0, 0, -9.81} }
body "top" { mass = 1, inertia = {0.1, 0.1, 0.1, 0.2, 0, 0} }
