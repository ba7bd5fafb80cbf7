/* The method of Bogacki and Shampine: order 3, estimate of order 2 (Appl. Math. Lett. 2, 1989, 321-325). Three evaluations a
 * step: the fourth stage is the first of the next step. Dense output is the cubic through both ends with their slopes, of order
 * 3. Controller: as of DOPRI5, for an estimate that goes with h^3. */
#include <math.h>

#include "step/rk.h"

const pawl_rk_table pawl_rk_bs3 = {
    .name = "bs3",
    .order = 3,
    .error_order = 2,
    .dense_order = 3,
    .stages = 3,
    .last_in_error = true,
    .c = {0, 1.0 / 2, 3.0 / 4, 1},
    .a = {{0}, {1, {0}, {1.0 / 2}}, {1, {1}, {3.0 / 4}}, {3, {0, 1, 2}, {2.0 / 9, 1.0 / 3, 4.0 / 9}}},
    .errors = 1,
    .error = {{4, {0, 1, 2, 3}, {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8}}},
    .exponent = 16.0 / 57, /* beta = exponent / 4 in Hairer's exponent = 1/3 - 3/4 beta */
    .remembers = true,
    .least = 0.2,
    .most = 5,
    .edge = 2.45,
    .ring_edge = 1,
    .gap = 0.25,            /* between the begin and the stage at 0.5 */
    .auto_above = INFINITY, /* never the best: docs/validation.md, "Methods" */
};
