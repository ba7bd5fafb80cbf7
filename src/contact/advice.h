/* What is to be expected of the contacts of a system before it moves, and what cannot be. */
#ifndef PAWL_CONTACT_ADVICE_H
#define PAWL_CONTACT_ADVICE_H

#include "contact/contact.h"
#include "parts/law_advice.h"

typedef struct {
  bool met;           /* there is a nearest pair of points; else only `gap`, from below    */
  double gap;         /* m, negative: pressed                                              */
  double force;       /* N: normal force over all touches, 0 when apart                    */
  double s[2];        /* parameters of the nearest points                                  */
  pawl_impact impact; /* that the two would deal each other; mass 0: not known             */
} pawl_outlook;

/* One of the shapes is where the other has its material. */
#define PAWL_SHAPES_BEHIND                                                                                   \
  "nowhere opposite each other: is a curve drawn the other way round? flip = true changes its sides"

/* Looks at a pair that has a law, in the state that the system starts in, and leaves the system there. */
pawl_status pawl_contact_outlook(pawl_system *system, pawl_contact_pair *pair, const pawl_request *at,
                                 pawl_arena *arena, pawl_outlook *out);
/* The same but for the impact: what is seen of it without a trial force, once the system has been evaluated in that state, which the second
 * does for all pairs. */
void pawl_contact_glance(pawl_system *system, pawl_contact_pair *pair, pawl_outlook *out);
pawl_status pawl_contacts_glance(pawl_system *system, const pawl_request *at, pawl_arena *arena);

/* The way of the mechanism, n speeds, along which a force on both shapes at their nearest points opens the gap, all constraints kept, and
 * how fast it does; 0: nothing can move them. met: as above; without it there is no way. `way` NULL: the gap alone. */
typedef struct {
  bool met;
  double gap, rate;
} pawl_opening;
pawl_status pawl_contact_opening(pawl_system *system, pawl_contact_pair *pair, const pawl_request *at,
                                 pawl_arena *arena, double *way, pawl_opening *out);

/* At the start, where it is noted which pairs are behind each other: shapes whose point of contact is not unique, laws that have no answer to any touch of their
 * shapes. */
pawl_status pawl_contacts_allowed(pawl_system *system, pawl_error *error);
/* Whether all laws answer to the touches that are pressed now. */
pawl_status pawl_contacts_answer(const pawl_system *system, pawl_error *error);

/* No step can be made: whether a touch that is held has come to a flat spot. There bend = -w²/D of 7.3 grows like t^(-2/3), which no
 * step can follow though its integral is small. */
pawl_status pawl_contacts_roll(const pawl_system *system, double time, pawl_error *error);
/* The same: whether shapes under a law stick at several touches. How friction is shared between these is a matter of rounding, below which no
 * tolerance is met. */
pawl_status pawl_contacts_share(const pawl_system *system, double time, double tolerance, pawl_error *error);
/* The same: what pairs say of themselves where they were seen last. */
pawl_status pawl_contacts_explain(pawl_system *system, pawl_error *error);

#endif
