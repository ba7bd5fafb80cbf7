/* What is asked of the friction of a touch, whatever its law: how far it holds, what it is while it slides.      theory.md, 7.8, 9.1 */
#ifndef PAWL_CONTACT_FRICTION_H
#define PAWL_CONTACT_FRICTION_H

#include "contact/disc.h"
#include "contact/pair.h"

/* The sign of sliding that a mode stands for, in the plane; 0: it does not slide. */
static inline int pawl_rub_way(const pawl_touch_frozen *mode)
{
  return mode->tangent != PAWL_RUB_SLIDE ? 0 : mode->way[0] > 0 ? 1 : -1;
}

/* From here on it slides along the direction that x has, of `dim` rows. */
static inline void pawl_rub_along(pawl_touch_frozen *mode, const double *x, int dim)
{
  mode->tangent = PAWL_RUB_SLIDE;
  mode->way[1] = 0;
  pawl_tangent_direction(mode->way, x, dim - 1);
}

/* Where what slides in its mode slides to now: along its speed, back beyond the end of sliding so that forces go on smoothly, and along the
 * direction of the mode where it does not move. In the plane the sign of the mode; 0 of what does not slide. */
void pawl_rub_direction(const pawl_system *system, const pawl_contact_pair *pair,
                        const pawl_contact_point *point, double way[PAWL_TANGENTS]);

/* Modes as numbers, as channels show them and stored states have them: none, sticking, sliding; back in the plane is one more. */
enum { PAWL_RUB_NUMBERS = PAWL_RUB_SLIDE + 2 };
static inline int pawl_rub_number(pawl_rub_mode mode, const double *way, int dim)
{
  return dim == 2 && mode == PAWL_RUB_SLIDE && way[0] < 0 ? PAWL_RUB_SLIDE + 1 : (int)mode;
}

static inline void pawl_rub_set(pawl_touch_frozen *mode, int number)
{
  mode->tangent = number > PAWL_RUB_SLIDE ? PAWL_RUB_SLIDE : (pawl_rub_mode)number;
  mode->way[0] = number > PAWL_RUB_SLIDE ? -1 : 1;
}

/* Whether this event has changed what friction does. */
static inline bool pawl_rub_is_new(const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  return pawl_rub_number(p->mode.tangent, p->mode.way, pair->dim) !=
         pawl_rub_number(p->mode.was_tangent, p->mode.was_way, pair->dim);
}

/* Whether it is dry, and depends on the speed. */
static inline bool pawl_pair_bends(const pawl_contact_pair *pair)
{
  return pair->fields && pawl_friction_bends(&pair->fields->friction);
}

/* Whether some of it is there as long as shapes touch, however little they press. */
static inline bool pawl_pair_lasts(const pawl_contact_pair *pair)
{
  return pair->fields && pawl_friction_lasts(&pair->fields->friction);
}

/* Whether there may be friction at a touch: what its law lets go has what lasts. */
static inline bool pawl_touch_grips(const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  return p->mode.normal == PAWL_PRESSED || (p->mode.normal == PAWL_RELEASED && pawl_pair_lasts(pair));
}

/* The most that friction is under a normal force. */
static inline double pawl_bound_under(pawl_bound grip, double normal)
{
  return grip.share * (normal > 0 ? normal : 0) + grip.own;
}

/* Dry friction: what it is while it slides with a speed, negative beyond the end of sliding, and up to which it holds, which is no less than
 * what it is at rest. NaN: a function of the model has failed, and system->error says how. */
pawl_bound pawl_friction_slides(pawl_system *system, const pawl_contact_pair *pair, double speed);
pawl_bound pawl_friction_holds(pawl_system *system, const pawl_contact_pair *pair);
/* Whether there is any. */
bool pawl_friction_rubs(pawl_system *system, const pawl_contact_pair *pair);
/* Whether dry friction at a speed of the motion is what it can be. */
pawl_status pawl_friction_check(pawl_system *system, const pawl_contact_pair *pair, double speed);
/* The same at rest, and that it has an answer at others of the model's speeds: before the motion. */
pawl_status pawl_friction_try(pawl_system *system);
/* Friction by a formula: its force under a normal force, at the speed that the touch slides with. The rates of its states go to `rate`, which
 * may be NULL. */
double pawl_friction_drags(const pawl_system *system, const pawl_contact_pair *pair,
                           const pawl_contact_point *point, double normal, double *rate);

/* It presses and rubs no more. */
static inline void pawl_touch_clear(pawl_contact_point *p)
{
  p->row.normal = p->row.friction[0] = p->row.friction[1] = 0;
}

#endif
