/* What to do with the model when nothing else is said. */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"duration", "s", PAWL_REAL, offsetof(pawl_plan, duration), 1, 0, INFINITY, "how long to simulate"},
    {"tolerance", "", PAWL_REAL, offsetof(pawl_plan, tolerance), 1e-8, 1e-15, 0.1,
     "what a run may err over the model's own time, relative to its own length"},
    {"output", "s", PAWL_REAL, offsetof(pawl_plan, output), PAWL_UNSET, 0, INFINITY,
     "time between rows of the result; duration/1000 unless given"},
    {"method", "", PAWL_CHOICE, offsetof(pawl_plan, method), 0, 0, 0, "integrator. " PAWL_METHOD_DOCS,
     PAWL_METHOD_WORDS, 0},
    {"start", "", PAWL_CHOICE, offsetof(pawl_plan, start), 0, 0, 0,
     "from the start values as given, or from rest in the equilibrium nearest to them", "given equilibrium",
     0},
    {"step", "s", PAWL_REAL, offsetof(pawl_plan, step), 1e-3, 0, INFINITY, "length of a step of stepping"},
    {"theta", "", PAWL_REAL, offsetof(pawl_plan, theta), 0.5, 0.5, 1,
     "of stepping: share of the end of a step in its forces; 0.5 keeps energy best, 1 damps"},
    {"impacts", "", PAWL_CHOICE, offsetof(pawl_plan, impacts), 0, 0, 0,
     "impacts at several touches: all at once, or one after the other, the fastest first, as in Newton's "
     "cradle",
     "simultaneous sequential", 0},
    {"audit", "", PAWL_FLAG, offsetof(pawl_plan, audit), 1, 0, 0,
     "no impact raises energy: where restitution beside friction would, it is as much less in that impact, "
     "and "
     "the log says so; false: as written"},
    {"projection", "", PAWL_FLAG, offsetof(pawl_plan, projection), 1, 0, 0,
     "of stepping: overlaps are removed after each step"},
    {"sleep", "s", PAWL_REAL, offsetof(pawl_plan, sleep), 0, 0, INFINITY,
     "of stepping with contacts { … }: what has not moved for so long is left alone until it is touched; 0: "
     "never"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_plan *p = part;
  if (p->step == 0)
    return "'step' must be more than 0 s";
  return p->output == 0 ? "'output' must be more than 0 s" : NULL;
}

const pawl_kind pawl_statement_simulate = {
    .name = "simulate",
    .family = PAWL_STATEMENT,
    .doc = "Duration, tolerance and output of a run; the command can override each.",
    .equations =
        "from t = 0 to duration; a step is accepted when its error is below a small share of the tolerance\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg }\n"
               "simulate { duration = 2, tolerance = 1e-9, output = 1*ms }\n",
    .size = sizeof(pawl_plan),
    .fields = fields,
    .check = check};
