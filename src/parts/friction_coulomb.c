/* Coulomb's friction as it is: a set at rest.      theory.md, 9.1
 *     |R| <= μ_s N + c where v = 0,   R = -(μ(|v|) N + c + b |v|) sgn v else
 * `friction = 0.3` is short for coulomb { mu = 0.3 }. */
#include "base/curve.h"
#include "parts/friction.h"

static const pawl_field fields[] = {
    {"mu", "", PAWL_GRAPH, offsetof(pawl_coulomb, mu), PAWL_REQUIRED, 0, INFINITY,
     "coefficient of sliding; a function or characteristic of the speed of sliding, m/s, which is never "
     "negative"},
    {"mu_static", "", PAWL_REAL, offsetof(pawl_coulomb, mu_static), PAWL_UNSET, 0, INFINITY,
     "coefficient of sticking; 'mu' at rest unless given"},
    {"cohesion", "N", PAWL_REAL, offsetof(pawl_coulomb, cohesion), 0, 0, INFINITY,
     "what it holds, and resists while it slides, beside that, at each touch: of a seal, a sticky face; only "
     "with a law that gives way, and in impacts it does nothing"},
    {"viscous", "N s/m", PAWL_REAL, offsetof(pawl_coulomb, viscous), 0, 0, INFINITY,
     "resistance at each touch that grows with the speed of sliding: of a film of oil; none at rest; only "
     "with a law that gives way"},
    {0}};

/* Of a characteristic that is negative at a point the run may never come there; at rest it comes. */
static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const pawl_coulomb *p = value;
  double rest[3] = {p->mu.value};
  if (p->mu.function > 0) /* when the equations are built: friction.c */
    return NULL;
  if (p->mu.curve)
    pawl_curve_at(p->mu.curve, 0, rest);
  if (rest[0] < 0)
    return "'mu' must not be negative at rest";
  return p->mu_static < rest[0] ? "'mu_static' must be at least 'mu'" : NULL;
}

static double mu_at(const pawl_coulomb *p, const pawl_slip *x)
{
  double y[3] = {p->mu.value};
  if (p->mu.curve)
    pawl_curve_at(p->mu.curve, x->speed, y);
  return p->mu.function > 0 ? x->call(x->context, p->mu.function, x->speed) : y[0];
}

static pawl_bound slides(const void *value, const pawl_slip *x)
{
  const pawl_coulomb *p = value;
  return (pawl_bound){mu_at(p, x), p->cohesion + p->viscous * x->speed};
}

static pawl_bound holds(const void *value, const pawl_slip *x)
{
  const pawl_coulomb *p = value;
  return (pawl_bound){isnan(p->mu_static) ? mu_at(p, x) : p->mu_static, p->cohesion};
}

static bool bends(const void *value)
{
  const pawl_coulomb *p = value;
  return pawl_graph_bends(&p->mu) || p->viscous > 0;
}

static bool lasts(const void *value)
{
  const pawl_coulomb *p = value;
  return p->cohesion > 0 || p->viscous > 0;
}

static const pawl_curve *corners(const void *value)
{
  return ((const pawl_coulomb *)value)->mu.curve;
}

const pawl_kind pawl_friction_coulomb = {
    .name = "coulomb",
    .family = PAWL_FRICTION_VALUE,
    .doc = "Dry friction that really sticks: at rest it holds whatever is below its limit, and a latch does "
           "not creep. A number "
           "alone means this: friction = 0.3.",
    .equations = "at rest, v = 0: |R| <= μ_s N + c;   else R = -(μ(|v|) N + c + b |v|) sgn v;   P = R v\n"
                 "c 'cohesion', b 'viscous'; in an impact μ is that of the speed of sliding before it\n",
    .example = PAWL_FRICTION_EXAMPLE("coulomb { mu = 0.3, mu_static = 0.4 }"),
    .size = sizeof(pawl_coulomb),
    .fields = fields,
    .check = check,
    .friction = &(const pawl_friction_table){
        .slides = slides, .holds = holds, .bends = bends, .lasts = lasts, .corners = corners}};
