/* The two worlds a model can live in. */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"gravity", "m/s^2", PAWL_GRAVITY, 0, 0, -INFINITY, INFINITY,
     "acceleration of free fall; or point { at = …, mu = … }: mu/r^2 towards a point, mu in m^3/s^2"},
    {"axes", "", PAWL_FLAG, offsetof(pawl_world, axes), 1, 0, 1,
     "whether pictures show the axes of the world"},
    {"labels", "", PAWL_FLAG, offsetof(pawl_world, labels), 0, 0, 1,
     "whether pictures show the names of parts"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const pawl_world *)part)->mu < 0 ? "the 'mu' of its gravity must not be negative" : NULL;
}

const pawl_kind pawl_statement_planar = {
    .name = "planar",
    .family = PAWL_STATEMENT,
    .doc = "The model moves in the x-y plane; angles are counter-clockwise. Comes first.",
    .equations = "A₀ = (0, -g): gravity is an upward acceleration of the ground; or towards a point, a = -μ "
                 "(r - r₀)/|r - r₀|³\n",
    .example = "planar { gravity = {0, -9.81}, labels = true }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"pivot\" { ground, arm, angle = -30*deg }\n"
               "marker \"tip\" { arm:at{0.5, 0} }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_world),
    .fields = fields,
    .check = check};

const pawl_kind pawl_statement_spatial = {
    .name = "spatial",
    .family = PAWL_STATEMENT,
    .doc = "The model moves in space. Comes first.",
    .equations = "A₀ = (0, -g): gravity is an upward acceleration of the ground; or towards a point, a = -μ "
                 "(r - r₀)/|r - r₀|³\n",
    .example = "spatial { gravity = {0, 0, -9.81} }\n"
               "local top = cylinder \"top\" { mass = 0.2, radius = 50*mm, length = 20*mm }\n"
               "spherical \"tip\" { ground, top:at{0, 0, -60*mm}, e0 = math.cos(0.15), e1 = math.sin(0.15), "
               "e2 = 0, e3 = 0, wz = 200 }\n"
               "simulate { duration = 0.2 }\n",
    .size = sizeof(pawl_world),
    .fields = fields,
    .check = check};
