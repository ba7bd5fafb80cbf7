/* The table of mobilities: what each lets a joint do.      theory.md, 3.1 */
#include "parts/part.h"

const pawl_freedoms pawl_freedoms_by[PAWL_MOBILITIES] = {
    [PAWL_WELDED] = {.alike = 3},
    [PAWL_TURNS] = {{0, 1, 1}, .named = 1, .name = {"angle"}, .speed = {"speed"}, .alike = 1},
    [PAWL_SLIDES] = {{0, 1, 1}, {0, 1, 1}, .named = 1, .name = {"position"}, .speed = {"speed"}, .alike = 3},
    [PAWL_SWIVELS] = {{0, 3, 3}, .chart = {false, true, true}},
    [PAWL_FLOATS] = {{0, 3, 6}, {0, 3, 7}, .chart = {false, false, true}, .alike = 3},
    [PAWL_DRIFTS] = {{0, 2, 3}, {0, 3, 7}, .alike = 3},
    [PAWL_SPINS] = {{0, 1, 1}, .alike = 3}};
