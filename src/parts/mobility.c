/* The table of mobilities: what each lets a joint do.      theory.md, 3.1 */
#include "parts/rows.h"

/* The angle of b against a about an axis that both share. */
static void read_turn(const pawl_joint *j, const pawl_pair *x, pawl_row *row)
{
  pawl_vec axis = pawl_turn(&x->a.R, j->axis);
  *row = (pawl_row){.t = axis, .gamma = pawl_dot(pawl_cross(x->a.w, axis), pawl_sub(x->b.w, x->a.w))};
  if (x->worlds == PAWL_PLANAR)
    row->phi = x->b.angle - x->a.angle;
  else {
    pawl_mat At = pawl_mat_transposed(&x->a.R), R = pawl_mat_mul(&At, &x->b.R);
    pawl_quat q = pawl_mat_quat(&R);
    row->phi = 2 * atan2(pawl_dot(j->axis, pawl_v(q.x, q.y, q.z)), q.w);
  }
}

static void read_slide(const pawl_joint *j, const pawl_pair *x, pawl_row *row)
{
  *row = (pawl_row){0};
  pawl_row_plane(x, pawl_turn(&x->a.R, j->axis), row);
}

const pawl_freedoms pawl_freedoms_by[PAWL_MOBILITIES] = {
    [PAWL_WELDED] = {.alike = 3},
    [PAWL_TURNS] =
        {{0, 1, 1}, .named = 1, .name = {"angle"}, .speed = {"speed"}, .alike = 1, .read = read_turn},
    [PAWL_SLIDES] = {{0, 1, 1},
                     {0, 1, 1},
                     .named = 1,
                     .name = {"position"},
                     .speed = {"speed"},
                     .alike = 3,
                     .read = read_slide},
    [PAWL_SWIVELS] = {{0, 3, 3}, .chart = {false, true, true}},
    [PAWL_FLOATS] = {{0, 3, 6}, {0, 3, 7}, .chart = {false, false, true}, .alike = 3},
    [PAWL_DRIFTS] = {{0, 2, 3}, {0, 3, 7}, .alike = 3},
    [PAWL_SPINS] = {{0, 1, 1}, .alike = 3}};
