/* Contacts of a run: which touches are followed, what ends their modes, and what comes after.
 *
 * A margin is a number that keeps its sign as long as the mode of a touch lasts:
 *     0  gap of an open touch, depth of a closed one
 *     1  force of a pressed touch, less the force that a released one would have
 *     2  closed touches: the way to the end of the feature that they are on, whose curvature may jump there
 *     3… knots of the law
 * The step looks for their zeros, ends there, and `pawl_contact_change` says how it goes on.      theory.md, 7.9 */
#ifndef PAWL_CONTACT_CONTACT_H
#define PAWL_CONTACT_CONTACT_H

#include "system/system.h"

typedef enum { PAWL_MARGIN_GAP, PAWL_MARGIN_FORCE, PAWL_MARGIN_FEATURE, PAWL_MARGIN_KNOT } pawl_margin_kind;

typedef struct {
  double value; /* times the sign it should have: positive while the mode lasts; NaN: there is none */
  double rate;  /* NaN: not known                                                                   */
} pawl_margin;

/* candidates.c: everything at the instant that is placed. */

/* How fast any two points of the shapes can approach each other, m/s. */
double pawl_contact_speed(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* How far they may move before something may touch that is not watched, m. */
double pawl_contact_reach(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* Looks for touches nearer than `interest` anew: those that are known go on, new ones are open. */
void pawl_contact_search(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion,
                         double interest);
/* Inside of a step: open touches are followed from the instant that is placed. */
void pawl_contact_refresh(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* The distance below which touches are worth watching, when shapes move by `way` in a step. */
double pawl_contact_interest(const pawl_contact_pair *pair, double way);
/* All pairs at the start: what overlaps is pressed. */
void pawl_contacts_start(pawl_system *system);
/* The instant is accepted: touches are followed from here on, those that are over or far are dropped. */
void pawl_contacts_accept(pawl_system *system);

/* margins.c */
void pawl_contact_margins(const pawl_system *system, const pawl_contact_pair *pair,
                          const pawl_shape_motion *motion, pawl_contact_point *point,
                          pawl_margin margin[PAWL_MARGINS]);
/* Overlapping by more than an event can be off by. */
bool pawl_contact_is_deep(const pawl_system *system, const pawl_contact_point *point);
/* What one margin is measured against: smaller numbers are rounding. */
double pawl_contact_band(const pawl_system *system, pawl_margin_kind kind);

typedef struct {
  const char *from, *to, *reason;
  double energy_lost;
} pawl_contact_change;

/* The mode after the zero of a margin, at the instant that is placed. False: nothing changes. */
bool pawl_contact_pass(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion,
                       pawl_contact_point *point, int margin, pawl_contact_change *change);
/* The signs that margins have in the mode that begins here. */
void pawl_contact_arm(const pawl_system *system, const pawl_contact_pair *pair,
                      const pawl_shape_motion *motion, pawl_contact_point *point);
/* At an accepted instant: margins that have come away from zero count from now on. */
void pawl_contact_rearm(const pawl_system *system, const pawl_contact_pair *pair,
                        const pawl_shape_motion *motion, pawl_contact_point *point);

/* memory.c: what contacts remember of the past, as plain numbers. */
int pawl_contacts_memory_size(const pawl_system *system);
void pawl_contacts_get(const pawl_system *system, double *memory);
/* False: these are not numbers of such contacts. */
bool pawl_contacts_set(pawl_system *system, const double *memory);

#endif
