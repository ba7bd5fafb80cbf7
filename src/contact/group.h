/* Groups of shapes that touch each other: group.c. */
#ifndef PAWL_CONTACT_GROUP_H
#define PAWL_CONTACT_GROUP_H

#include "system/builder.h"

/* Pairs of shapes that a run by events can have. */
enum { PAWL_GROUP_PAIRS = 6000 };

/* Whether groups are left to time-stepping as they are, and how many pairs the others make; sentences. */
pawl_status pawl_groups_plan(pawl_builder *b, int *pairs);
/* Whether a shape belongs to a group. */
bool pawl_group_holds(const pawl_model *model, const pawl_contacts *group, int shape);

/* What is seen of it: all of its touches. */
void pawl_group_see(const pawl_system *system, int part, pawl_seen *seen);

#endif
