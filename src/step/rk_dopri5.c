/* The method of Dormand and Prince: order 5, estimate of order 4 (J. Comp. Appl. Math. 6, 1980, 19-26),
 * and Shampine's dense output of order 4 (Math. Comp. 46, 1986, 135-150). Six evaluations a step: the seventh
 * stage is the first of the next step. Controller: Hairer's for this method, with growth limited to 5. */
#include "step/rk.h"

const pawl_rk_table pawl_rk_dopri5 = {
    .name = "dopri5",
    .order = 5,
    .error_order = 4,
    .dense_order = 4,
    .stages = 6,
    .last_in_error = true,
    .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    .a = {{0},
          {1, {0}, {1.0 / 5}},
          {2, {0, 1}, {3.0 / 40, 9.0 / 40}},
          {3, {0, 1, 2}, {44.0 / 45, -56.0 / 15, 32.0 / 9}},
          {4, {0, 1, 2, 3}, {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729}},
          {5, {0, 1, 2, 3, 4}, {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}},
          {5, {0, 2, 3, 4, 5}, {35.0 / 384, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    .errors = 1,
    .error = {{6,
               {0, 2, 3, 4, 5, 6},
               {-71.0 / 57600, 71.0 / 16695, -71.0 / 1920, 17253.0 / 339200, -22.0 / 525, 1.0 / 40}}},
    .dense = 1,
    .d = {{6,
           {0, 2, 3, 4, 5, 6},
           {-12715105075.0 / 11282082432.0, 87487479700.0 / 32700410799.0, -10690763975.0 / 1880347072.0,
            701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0}}},
    .exponent = 16.0 / 95, /* beta = exponent / 4 in Hairer's exponent = 1/5 - 3/4 beta: beta = 0.042 */
    .remembers = true,
    .least = 0.2,
    .most = 5,
    .edge = 3.25,
    .ring_edge = 2,
    .gap = 0.55,        /* between the stages at 0.3 and 0.8 */
    .auto_above = 1e-4, /* measured: bench/README.md */
};
