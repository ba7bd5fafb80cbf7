/* For tests: how many of a number of tries come about by chance. */
#ifndef PAWL_MECHANISMS_SHARE_TEST_H
#define PAWL_MECHANISMS_SHARE_TEST_H

#include <math.h>

/* The most of `count` that come about by chance where each does with probability `share`: more do once in a million such tests. Which
 * seeds they are changes with every part and field that is added. Of 400 at 7 % it is 55; a fault that leaves out 20 % leaves
 * out more in 999 of 1000 such tests. */
static inline int most_by_chance(int count, double share)
{
  double one = pow(1 - share, count), below = one; /* of exactly k, of at most k */
  int k = 0;
  for (; 1 - below > 1e-6 && k < count; k++)
    below += one *= share / (1 - share) * (count - k) / (k + 1);
  return k;
}

#endif
