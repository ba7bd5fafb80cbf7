/* Shapes that overlap at the start: where, how deep, and which way they come apart, in words. */
#ifndef PAWL_STEP_START_APART_H
#define PAWL_STEP_START_APART_H

#include "step/run.h"

/* A pair whose shapes overlap by more than they may, or (`stuck`) cannot be moved apart. The system is placed at the start. */
pawl_status pawl_start_overlap(const pawl_run *run, const pawl_contact_pair *pair, bool stuck,
                               pawl_error *error);
/* One of which the shape `in` is in the material of the other with all of its outline. */
pawl_status pawl_start_buried(const pawl_run *run, const pawl_contact_pair *pair, int in, pawl_error *error);

/* start_touching.c: contacts that are to touch at the start are brought together. The system is placed at the start. */
pawl_status pawl_start_touching(pawl_run *run, pawl_error *error);

#endif
