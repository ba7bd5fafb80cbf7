#include "base/event.h"

#include <math.h>

#define NONE ((double)NAN)

const pawl_event pawl_event_blank = {.time = NONE,
                                     .part = "",
                                     .from = "",
                                     .to = "",
                                     .reason = "",
                                     .impulse = NONE,
                                     .energy_lost = NONE,
                                     .impulse_t = NONE,
                                     .rate_before = NONE,
                                     .rate_after = NONE,
                                     .slide_before = NONE,
                                     .slide_after = NONE,
                                     .first = NONE,
                                     .limit = NONE,
                                     .point = -1,
                                     .shape1 = "",
                                     .shape2 = "",
                                     .unit = ""};
