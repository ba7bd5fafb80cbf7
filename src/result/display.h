/* Display units: SI underneath, what the user likes on the outside. */
#ifndef PAWL_RESULT_DISPLAY_H
#define PAWL_RESULT_DISPLAY_H

#include "pawl.h"

/* How a number in an SI unit is shown under a list of words such as "deg,mm,rpm" (NULL: as it is): it is multiplied by
 * the result, and *label is its unit then. */
double pawl_display_factor(const char *words, const char *unit, const char **label);
/* Are all words known? */
pawl_status pawl_display_check(const char *words, pawl_error *error);

#endif
