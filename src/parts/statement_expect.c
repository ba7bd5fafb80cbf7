/* A number the run must meet: a failed one is exit code 3. */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_TEXT, offsetof(pawl_expect, channel), PAWL_UNSET, 0, 0, "the channel"},
    {"measure", "", PAWL_TEXT, offsetof(pawl_expect, measure), PAWL_UNSET, 0, 0,
     "in place of a channel: a number of the whole run, as in --measure, or the name of an output that is "
     "one"},
    {"at", "s", PAWL_REAL, offsetof(pawl_expect, at), PAWL_UNSET, 0, INFINITY,
     "when; at the end unless given"},
    {"value", "", PAWL_REAL, offsetof(pawl_expect, value), PAWL_REQUIRED, -INFINITY, INFINITY,
     "what it must be"},
    {"tolerance", "", PAWL_REAL, offsetof(pawl_expect, tolerance), PAWL_REQUIRED, 0, INFINITY,
     "largest difference, in the unit of the channel or measure"},
    {"source", "", PAWL_TEXT, offsetof(pawl_expect, source), PAWL_UNSET, 0, 0, "where the value comes from"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_expect *p = part;
  if (!p->channel && !p->measure)
    return "a channel or a 'measure' must be given";
  if (p->channel && p->measure)
    return "it is about a channel or a 'measure', not both";
  return p->measure && !isnan(p->at) ? "a 'measure' is of the whole run: it has no 'at'" : NULL;
}

const pawl_kind pawl_statement_expect = {
    .name = "expect",
    .family = PAWL_STATEMENT,
    .doc = "A value that a channel must have at an instant, or a measure of the whole run; checked by every "
           "run.",
    .equations = "-tolerance ≤ channel(at) - value ≤ tolerance,   or measure - value\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "box \"stone\" { mass = 1, width = 0.1, height = 0.1 }\n"
               "simulate { duration = 1 }\n"
               "expect { \"stone.y\", at = 1, value = -9.81/2, tolerance = 1e-9, source = \"free fall\" }\n",
    .size = sizeof(pawl_expect),
    .fields = fields,
    .check = check};
