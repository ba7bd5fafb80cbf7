/* What happened at an instant, as runs tell it and results hold it: the public pawl_event. */
#ifndef PAWL_BASE_EVENT_H
#define PAWL_BASE_EVENT_H

#include "pawl.h"

/* Of which nothing is known. */
extern const pawl_event pawl_event_blank;

#endif
