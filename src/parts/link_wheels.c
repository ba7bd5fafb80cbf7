/* Whether wheels sit where their radii say, in words. */
#include "parts/link_wheels.h"

#include <stdio.h>

const char *pawl_wheels_fit(const char *what, double found, double wanted)
{
  static _Thread_local char text[256]; /* a slot returns text that it cannot allocate */
  if (fabs(found - wanted) <= 1e-6 * fabs(wanted))
    return NULL;
  int n = snprintf(text, sizeof text, "does not fit: %s is %.9g m, but its radii ask for %.9g m", what, found,
                   wanted);
  return n > 0 ? text : "does not fit its radii";
}
