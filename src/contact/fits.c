/* Exact fits in a run: who is idle, who stays shut, what is told. clamp.c finds them.      theory.md, 8.8 and 9.4 */
#include "base/tolerances.h"
#include "contact/impact.h"

bool pawl_fits_find(pawl_system *s, pawl_switching *x, const pawl_problem *problem, pawl_fit *fit)
{
  bool any = pawl_clamps_release(x->room, problem, still_rate(s), fit);
  for (int i = 0; any && i < s->contact->hold_count; i++)
    point_of(s, i)->mode.idle = fit[i] == PAWL_FIT_IDLE;
  return any;
}

/* How a touch without force goes on where it is pressed. */
static pawl_contact_mode pressed_mode(const pawl_system *s, const pawl_switch_room *o, int i)
{
  pawl_contact_kind kind = (pawl_contact_kind)(o->kind[i] & 3);
  if (kind == PAWL_AT_REST &&
      pawl_tangent_length(o->rate + o->solver.dim * i + 1, o->solver.dim - 1) > still_rate_of(s, i))
    return pawl_slip_along(o->solver.dim, o->rate + o->solver.dim * i + 1, false);
  return kind == PAWL_AT_REST        ? PAWL_MODE_STICK
         : kind == PAWL_FRICTIONLESS ? PAWL_MODE_PRESSED
                                     : pawl_slip_of(kind, false);
}

/* What keeps a fit closed is pressed although it has no force yet: the next moment it may have. */
void pawl_fits_shut(const pawl_system *s, pawl_switch_room *o, const pawl_fit *fit)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    if ((fit[i] == PAWL_FIT_PRESSED || fit[i] == PAWL_FIT_SHUT) && o->mode[i] == PAWL_MODE_OPEN)
      o->mode[i] = (unsigned char)pressed_mode(s, o, i);
}

/* With friction how hard it is clamped decides how it moves, unless it sticks. */
void pawl_fits_note(pawl_system *s, const pawl_switching *x, const pawl_fit *fit)
{
  const pawl_switch_room *o = x->room;
  bool slides = false;
  for (int i = 0; i < s->contact->hold_count; i++)
    slides |= fit[i] && s->contact->hold[i].rubs && !(o->mode[i] >> 1 == PAWL_TANGENT_STICK) &&
              (pawl_tangent_length(s->contact->hold[i].velocity + PAWL_T, s->contact->hold[i].dim - 1) >
                   PAWL_STILL * speed_of(s, i) ||
               pawl_tangent_length(o->rate + o->solver.dim * i + 1, o->solver.dim - 1) > still_rate_of(s, i));
  for (int i = 0; i < s->contact->hold_count; i++)
    if (fit[i])
      pawl_doubt_note(s->contact->pair + s->contact->hold[i].pair, slides ? PAWL_DOUBT_CLAMP : PAWL_DOUBT_FIT,
                      x->t);
}

/* What is idle has no force, whatever its gap does. */
void pawl_fits_leave(const pawl_system *s, pawl_switch_room *o)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    if (point_of(s, i)->mode.idle) {
      o->kind[i] = PAWL_FRICTIONLESS | PAWL_GIVEN;
      o->barred[i] = 0;
      o->mode[i] = PAWL_MODE_OPEN;
    }
}
