/* Closest points of random curves against dense sampling: as in src/geometry/search_test.c, by the million.
 *
 *     bench-campaign PAIRS      prints: pairs, touches, overlaps, missed local minima, wrong global minima,
 *                               touches off their equations, touches that depend on the distance of interest,
 *                               the number of the first bad pair (-1: none), |r·t| in sizes */
#include <stdio.h>

#include "geometry/campaign_test.h"

int main(int argc, char **argv)
{
  campaign sum = {.first = -1};
  long pairs = argc > 1 ? atol(argv[1]) : 1000000,
       from = argc > 2 ? atol(argv[2]) : 10000; /* behind the tests' */
  for (long i = 0; i < pairs; i++)
    campaign_pair((unsigned long long)(from + i), &sum);
  printf("%ld %ld %ld %ld %ld %ld %ld %ld %.3g\n", sum.pairs, sum.touches, sum.overlaps, sum.missed,
         sum.wrong, sum.untrue, sum.other, sum.first, sum.worst);
  return sum.first < 0 ? 0 : 1;
}
