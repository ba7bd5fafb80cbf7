/* What the pieces of passing an event share: events.c, events_touch.c, events_blame.c.      theory.md, 7.9 */
#ifndef PAWL_STEP_EVENTS_H
#define PAWL_STEP_EVENTS_H

#include "step/run.h"

/* events.c */
void pawl_events_tell(pawl_run *run, const pawl_contact_pair *pair, const pawl_contact_change *change);
/* What the law still held is gone with the touch: lost, like what damping takes. */
void pawl_events_book(pawl_run *run, const pawl_contact_pair *pair, const pawl_contact_change *change);

/* events_touch.c: at the instant that is placed, what ends is noted; touches of a law without dry friction pass to what follows. */
void pawl_events_end_modes(pawl_run *run);

/* events_blame.c: whether curve joints still touch, and laws throw nothing apart that they did not press together. */
pawl_status pawl_events_judge(const pawl_run *run, pawl_error *error);
/* Shapes between which a touch can appear at any instant. */
pawl_status pawl_events_too_close(const pawl_run *run, pawl_error *error);

#endif
