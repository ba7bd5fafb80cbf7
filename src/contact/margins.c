/* What can end the mode of a touch: margins, and the signs they have while it lasts.      theory.md, 7.9 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/contact.h"
#include "contact/friction.h"

/* The force of a released touch. A law such as IMPACT may push once more just before the shapes part, and beyond that
 * its sign means nothing: there it is that of the last depth that counts, so that a step across both is seen to cross. */
static double push_at_parting(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  const pawl_value *law = &pair->fields->law;
  double least = PAWL_GAP_SAME * s->scale.length;
  pawl_press x = pawl_contact_pressed(s, p);
  pawl_push push = {0};
  if (x.depth >= least)
    return p->row.raw;
  x.depth = least;
  law->kind->law->press(law->fields, &x, &push);
  return push.force;
}

/* The knots of the law; NaN: there are none. */
static void read_knots(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       double knot[PAWL_KNOTS])
{
  for (int i = 0; i < PAWL_KNOTS; i++)
    knot[i] = NAN;
  if (pair->kind->is_rail || p->mode.normal == PAWL_OPEN || !pair->fields->law.kind->law->knot_count)
    return;
  const pawl_value *law = &pair->fields->law;
  pawl_press x = pawl_contact_pressed(s, p);
  law->kind->law->knots(law->fields, &x, knot);
}

/* Friction of Coulomb's kind: in newtons, so that one band does for both. */
static pawl_margin read_rub(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  if (!pawl_is_dry(&pair->fields->friction) || !pawl_touch_grips(pair, p) || p->mode.tangent == PAWL_RUB_NONE)
    return (pawl_margin){NAN, NAN};
  if (p->mode.tangent == PAWL_RUB_STICK)
    return (pawl_margin){pawl_bound_under(pawl_friction_holds(s, pair), p->row.normal) -
                             pawl_tangent_length(p->row.friction, pair->dim - 1),
                         NAN};
  const int k = pair->dim - 1;
  double way[PAWL_TANGENTS] = {0}, unit = s->scale.mass / s->scale.time;
  for (int a = 0; a < k; a++)
    way[a] = p->mode.way[a] * unit;
  /* of what a law presses the rate of sliding is not known */
  return (pawl_margin){pawl_tangent_dot(way, p->row.slide, k),
                       pawl_rigid_of(&pair->fields->law) ? pawl_tangent_dot(way, p->row.rate + 1, k) : NAN};
}

/* What is held without compliance. */
static void read_rigid(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       pawl_margin margin[PAWL_MARGINS])
{
  if (pair->kind->both_ways) {
    margin[PAWL_MARGIN_GAP].value = isfinite(p->row.when) ? p->row.when : NAN;
    return;
  }
  if (p->mode.normal == PAWL_OPEN)
    margin[PAWL_MARGIN_GAP] = (pawl_margin){p->track.now.gap, p->row.gap_rate};
  else
    margin[PAWL_MARGIN_FORCE].value = p->row.normal;
  margin[PAWL_MARGIN_RUB] = read_rub(s, pair, p);
}

/* The numbers themselves, before their signs count. */
static void read(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                 pawl_contact_point *p, pawl_margin margin[PAWL_MARGINS])
{
  for (int i = 0; i < PAWL_MARGINS; i++)
    margin[i] = (pawl_margin){NAN, NAN};
  double beyond = fmax(p->track.leaves[0], p->track.leaves[1]);
  if (p->mode.normal != PAWL_OPEN)
    margin[PAWL_MARGIN_FEATURE].value = beyond > 0 ? -beyond : 1;
  if (pair->kind->is_switched)
    margin[PAWL_MARGIN_FEATURE].value = isfinite(p->row.when) ? p->row.when : NAN;
  if (pawl_touch_is_off(pair, p))
    return;
  if (pair->kind->is_rail)
    return;
  if (pawl_rigid_of(&pair->fields->law)) {
    read_rigid(s, pair, p, margin);
    return;
  }
  margin[PAWL_MARGIN_GAP] = (pawl_margin){p->track.now.gap, p->row.gap_rate};
  if (p->mode.normal == PAWL_OPEN)
    return;
  double held[PAWL_TANGENTS];
  memcpy(held, p->row.friction, sizeof held);
  pawl_contact_press(s, pair, m, p, NULL);
  if (p->mode.tangent == PAWL_RUB_STICK)
    memcpy(p->row.friction, held, sizeof held);
  margin[PAWL_MARGIN_RUB] = read_rub(s, pair, p);
  margin[PAWL_MARGIN_FORCE].value =
      p->mode.normal == PAWL_RELEASED ? push_at_parting(s, pair, p) : p->row.raw;
  double knot[PAWL_KNOTS];
  read_knots(s, pair, p, knot);
  for (int i = 0; i < pair->fields->law.kind->law->knot_count; i++)
    margin[PAWL_MARGIN_KNOT + i] = (pawl_margin){knot[i], -p->row.gap_rate};
}

/* Forces are measured by those of their own island: in a model with a ship and a watch, rounding of the ship's is more than all that moves the
 * watch. */
double pawl_contact_band(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                         int margin)
{
  double L = s->scale.length, T = s->scale.time, force = s->scale.mass * L / (T * T);
  bool held = margin == PAWL_MARGIN_FORCE || p->mode.tangent == PAWL_RUB_STICK;
  switch (margin) {
  case PAWL_MARGIN_FORCE:
  case PAWL_MARGIN_RUB:
    return PAWL_FORCE_ROUNDING * (held && p->row.size > 0 ? p->row.size : force);
  case PAWL_MARGIN_FEATURE:
    return 0;
  default:
    return PAWL_GAP_ROUNDING * pawl_pair_unit(s, pair);
  }
}

/* Whether a margin is a force of something held. */
static bool is_force_held(const pawl_contact_pair *pair, const pawl_contact_point *p, int margin)
{
  return p->mode.normal == PAWL_PRESSED &&
         (margin == PAWL_MARGIN_FORCE ? !pair->kind->both_ways
                                      : margin == PAWL_MARGIN_RUB && p->mode.tangent == PAWL_RUB_STICK);
}

double pawl_contact_allowance(const pawl_system *s, const pawl_contact_pair *pair,
                              const pawl_contact_point *p, int margin)
{
  if (pair->kind->is_rail || (margin == PAWL_MARGIN_FORCE && !pawl_rigid_of(&pair->fields->law)))
    return 0;
  return is_force_held(pair, p, margin) ? pawl_contact_band(s, pair, p, margin) : 0;
}

void pawl_contact_margins(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                          pawl_contact_point *p, pawl_margin margin[PAWL_MARGINS])
{
  read(s, pair, m, p, margin);
  for (int i = 0; i < PAWL_MARGINS; i++) {
    margin[i].value = p->mode.side[i] * margin[i].value +
                      (p->mode.armed[i] ? pawl_contact_allowance(s, pair, p, i) : p->mode.slack[i]);
    margin[i].rate *= p->mode.side[i];
  }
}

/* The piece of the law: how many of its knots lie behind. */
static int count_passed(const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  int passed = 0;
  for (int i = 0; i < pair->fields->law.kind->law->knot_count; i++)
    passed += p->mode.side[PAWL_MARGIN_KNOT + i] > 0;
  return passed;
}

/* The sides of the knots, and so the piece of the law that every force from here on is of. At a knot: where it goes. */
void pawl_contact_choose_piece(pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p)
{
  double knot[PAWL_KNOTS], band = pawl_contact_band(s, pair, p, PAWL_MARGIN_KNOT);
  read_knots(s, pair, p, knot);
  for (int i = 0; i < PAWL_KNOTS; i++) {
    double way = fabs(knot[i]) > band ? knot[i] : -p->row.gap_rate; /* knots are depths */
    p->mode.side[PAWL_MARGIN_KNOT + i] = way < 0 ? -1 : 1;
  }
  if (!pair->kind->is_rail && p->mode.normal != PAWL_OPEN)
    p->mode.piece = count_passed(pair, p);
}

void pawl_contact_pass_knot(pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p, int margin,
                            int side_before)
{
  double knot[PAWL_KNOTS], least = PAWL_GAP_NONE * s->scale.length;
  read_knots(s, pair, p, knot);
  p->mode.side[margin] = (signed char)-side_before;
  p->mode.piece = count_passed(pair, p);
  p->mode.armed[margin] = false;
  p->mode.slack[margin] = fmax(least, 4 * fabs(knot[margin - PAWL_MARGIN_KNOT]));
}

/* In a mode that begins here, margins near zero have the sign they are about to have. */
void pawl_contact_arm(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                      pawl_contact_point *p)
{
  pawl_margin margin[PAWL_MARGINS];
  pawl_contact_choose_piece(s, pair, p);
  read(s, pair, m, p, margin);
  bool positive = (p->mode.normal == PAWL_OPEN) != pair->kind->both_ways;
  p->mode.side[PAWL_MARGIN_GAP] = positive ? 1 : -1;
  p->mode.side[PAWL_MARGIN_FORCE] = p->mode.normal == PAWL_PRESSED ? 1 : -1;
  p->mode.side[PAWL_MARGIN_FEATURE] = pawl_touch_is_off(pair, p) ? -1 : 1;
  p->mode.side[PAWL_MARGIN_RUB] = 1;
  for (int i = 0; i < PAWL_MARGINS; i++) {
    double band = pawl_contact_band(s, pair, p, i);
    p->mode.armed[i] = p->mode.side[i] * margin[i].value > band;
    p->mode.slack[i] = fmax(
        band, isnan(margin[i].value) ? 0 : 4 * fabs(margin[i].value)); /* the step has landed so far off */
  }
  double gap = margin[PAWL_MARGIN_GAP].value;
  if (pair->kind->is_rail || p->mode.normal != PAWL_OPEN || !pawl_rigid_of(&pair->fields->law) ||
      pair->kind->both_ways)
    return;
  if (p->row.gap_rate > PAWL_STILL * pawl_pair_unit(s, pair) / s->scale.time) {
    /* thrown off: the next impact may come within the band, and its instant counts all the same */
    p->mode.armed[PAWL_MARGIN_GAP] = gap >= 0;
    p->mode.slack[PAWL_MARGIN_GAP] = (1 + PAWL_SLACK) * fabs(gap);
  } else if (gap < 0 && !pawl_contact_is_deep(s, p)) {
    /* let go at rest: it may come back again and again, and must not be four times as deep each time */
    p->mode.slack[PAWL_MARGIN_GAP] = pawl_contact_band(s, pair, p, PAWL_MARGIN_GAP) - gap;
  }
}

void pawl_contact_rearm(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                        pawl_contact_point *p)
{
  pawl_margin margin[PAWL_MARGINS];
  read(s, pair, m, p, margin);
  for (int i = 0; i < PAWL_MARGINS; i++)
    if (!p->mode.armed[i])
      p->mode.armed[i] =
          p->mode.side[i] * margin[i].value >
          (i == PAWL_MARGIN_FEATURE ? 0 : fmax(pawl_contact_band(s, pair, p, i), p->mode.slack[i]));
  if (p->mode.normal == PAWL_OPEN && isinf(p->mode.slack[PAWL_MARGIN_GAP]) &&
      p->track.now.gap > 0) { /* it has come out, and counts */
    p->mode.slack[PAWL_MARGIN_GAP] = 0;
    p->mode.armed[PAWL_MARGIN_GAP] = true;
  }
}
