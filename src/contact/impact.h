/* What switch.c and impact.c share.      theory.md, 9.3 and 9.4 */
#ifndef PAWL_CONTACT_IMPACT_H
#define PAWL_CONTACT_IMPACT_H

#include "base/tolerances.h"
#include "contact/contact.h"

static inline double speed_unit(const pawl_system *s)
{
  return s->scale.length / s->scale.time;
}

static inline pawl_contact_point *point_of(const pawl_system *s, int i)
{
  return s->contact->pair[s->contact->hold[i].pair].point + s->contact->hold[i].point;
}

/* What speeds of one of the list are measured by: m/s, or rad/s of a joint that turns. */
static inline double speed_of(const pawl_system *s, int i)
{
  return pawl_pair_unit(s, s->contact->pair + s->contact->hold[i].pair) / s->scale.time;
}

/* What moving surfaces, or time, add to a rate of a touch. */
static inline double pawl_row_given(const pawl_contact_point *p, int a)
{
  return a == PAWL_N ? p->row.climb : p->row.drift[a - PAWL_T];
}

/* Names, time, and why. */
#define PAWL_CANNOT_KEEP                                                                                     \
  "%s cannot be kept at t = %.9g s: %s; let a spring or a force drive it instead of a prescribed motion, "   \
  "or end it before"
#define PAWL_SQUEEZED "prescribed motions press together what is between them, and no force can stop them"
#define PAWL_JAMMED "what a prescribed motion pushes is jammed by friction, and no force can stop it"

/* Bases, drives or servos move something as they are told. */
bool pawl_impact_prescribed(const pawl_system *system);
/* Nothing but parting sides would do for the first n touches with these rates, even without friction. Their impulses are lost. */
bool pawl_impact_squeezed(pawl_switch_room *room, const double *rates, int n);

/* Accelerations that are none: in the model's unit, and in that of one of the list. */
static inline double still_rate_of(const pawl_system *s, int i)
{
  return PAWL_STILL * speed_of(s, i) / s->scale.time;
}
static inline double still_rate(const pawl_system *s)
{
  return PAWL_STILL * speed_unit(s) / s->scale.time;
}

/* fits.c: which touches of the list fit exactly, and who of them is idle. */
bool pawl_fits_find(pawl_system *system, pawl_switching *x, const pawl_problem *problem, pawl_fit *fit);
/* What is idle has no force in the room's problem, whatever its gap does. */
void pawl_fits_leave(const pawl_system *system, pawl_switch_room *room);
/* What keeps a fit closed is pressed although it has no force yet: the next moment it may have. */
void pawl_fits_shut(const pawl_system *system, pawl_switch_room *room, const pawl_fit *fit);
/* With friction how hard it is clamped decides how it moves, unless it sticks: that is told. */
void pawl_fits_note(pawl_system *system, const pawl_switching *x, const pawl_fit *fit);

/* changes.c: what an event has done to a touch; NULL: nothing yet. */
pawl_contact_change *pawl_change_find(const pawl_switching *x, int pair, int point);
/* A new one without numbers: there is room for as many as can be held. */
pawl_contact_change *pawl_change_add(pawl_switching *x, int pair, int point);
/* What has become of each touch: words for the log, and signs that margins have from here on. */
void pawl_changes_finish(pawl_system *system, pawl_switching *x);

/* switch_faces.c: of the room's solution, touches of one flat face stick together, and share in proportion to what they can hold. */
void pawl_switch_even_faces(const pawl_system *system, pawl_switch_room *room, const pawl_problem *problem);

/* close.c: open touches without a gap take part in the event. */
pawl_status pawl_contacts_close(pawl_system *system, pawl_error *error);

/* Whether touches of the list approach. */
bool pawl_impact_due(const pawl_system *system);
/* What a law's own function gives back at the speeds of a touch. */
pawl_status pawl_impact_restitution(pawl_system *system, const pawl_held *held, const pawl_rigid *law,
                                    double *e);
/* What the touches of the list have in an impact goes to the room: friction, restitution, velocities before. */
pawl_status pawl_impact_laws(pawl_system *system, const pawl_switching *x);
/* Velocities jump; what happened is added to the changes. */
pawl_status pawl_impact_pass(pawl_system *system, pawl_switching *x, pawl_error *error);
/* The impulses in the room's `total`, with velocities in `before` and `rate`: velocities are changed by them, energy is judged, and
 * changes are added. */
pawl_status pawl_impact_deal(pawl_system *system, pawl_switching *x, const char *reason, pawl_error *error);
/* jam.c: an impact in place of forces that grow without bound. */
pawl_status pawl_jam_impact(pawl_system *system, pawl_switching *x, pawl_error *error);
/* And one in place of forces that there are none of: `error` says so, and stays where there is no such impact either. */
pawl_status pawl_jam_instead(pawl_system *system, pawl_switching *x, pawl_error *error);
/* Constraints that begin to hold while there is motion along them: an impact that gives nothing back. */
pawl_status pawl_impact_engage(pawl_system *system, pawl_switching *x);

/* The end of an edge that goes on smoothly is a touch by itself only where it comes to lie flat: else what is next to it on the fillet is
 * lower, or it is at the corner over which it slides. */
bool pawl_contact_is_false_end(const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                               const pawl_contact_point *point);

/* ---- switch.c: the steps of an event ---- */

/* What parts is open; the others stay in the list, and so does what is about to pull where it cannot part, in an exact fit. */
void pawl_switch_release(pawl_system *system, const pawl_switching *x);
/* Modes of what stays, by the contact problem. */
pawl_status pawl_switch_choose(pawl_system *system, pawl_switching *x, pawl_error *error);

/* ---- switch_set.c ---- */

/* Directions, W, velocities and free rates at the state. */
pawl_status pawl_switch_look(pawl_system *system, pawl_switching *x);
/* In which mode a touch of the list was, as solvers number them. */
int pawl_switch_mode_before(const pawl_held *held, const pawl_contact_point *point, int dim);
/* What touch i of the list is in the room's problem. `still`, of the speed that is its unit: what slides more slowly rests. */
void pawl_switch_set(const pawl_system *system, const pawl_switching *x, int i, double still);
/* The problem of all of them. */
pawl_problem pawl_switch_problem(const pawl_system *system, const pawl_switching *x, double still);
/* What was chosen is put into the problem once more, whichever way it was found. */
bool pawl_switch_is_fulfilled(pawl_switch_room *room, const pawl_problem *problem, const unsigned char *mode);

/* ---- switch_loose.c: forces that are not unique ---- */

/* Of many touches what is about to pull stays where there are such as press it. */
void pawl_switch_press_on(pawl_system *system, const pawl_switching *x);
/* Those that were taken can come to a limit while others would not: whether all modes go on with others, which the room has. */
bool pawl_switch_stick_on(pawl_system *system, pawl_switch_room *room, const pawl_problem *problem);
/* Contacts of an island that was solved whose forces are not unique are told after the run. */
void pawl_switch_note_loose(pawl_system *system, const pawl_switching *x, const pawl_problem *problem,
                            int island);

#endif
