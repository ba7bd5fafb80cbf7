/* The table of mobilities: what each lets a joint do.      theory.md, 3.1 */
#include "parts/rows.h"

static void read_turn(const pawl_joint *j, const pawl_pair *x, pawl_row *row)
{
  pawl_row_turn(x, j->axis, row);
}

static void read_slide(const pawl_joint *j, const pawl_pair *x, pawl_row *row)
{
  *row = (pawl_row){0};
  pawl_row_plane(x, pawl_turn(&x->a.R, j->axis), row);
}

static void move_turn(const pawl_joint *j, const double *q, const double *v, pawl_joint_way *out)
{
  (void)v;
  out->R = pawl_mat_about(j->axis, q[0]);
  out->turn[0] = j->axis;
}

static void move_slide(const pawl_joint *j, const double *q, const double *v, pawl_joint_way *out)
{
  (void)v;
  out->r = pawl_times(q[0], j->axis);
  out->slide[0] = j->axis;
}

/* Seen from the other side, with w and u what the joint turns and moves, and W' = W'(q, v) their biases:
 *   R_b = R^T,  r_b = -R^T r,  w_b = -R^T w,  u_b = -R^T (u - w x r)
 *   biases  -R^T W'_w,  -R^T (W'_u - W'_w x r - 2 w x u + w x (w x r))
 * and as coordinates change their sign, so do the shares of w and u. */
static void reverse(const double *v, int named, pawl_joint_way *m)
{
  pawl_vec w = {0, 0, 0}, u = {0, 0, 0}, r = m->r;
  for (int k = 0; k < named; k++) {
    w = pawl_add(w, pawl_times(v[k], m->turn[k]));
    u = pawl_add(u, pawl_times(v[k], m->slide[k]));
    m->slide[k] = pawl_turn_back(&m->R, pawl_sub(m->slide[k], pawl_cross(m->turn[k], r)));
    m->turn[k] = pawl_turn_back(&m->R, m->turn[k]);
  }
  pawl_vec bias = pawl_sub(m->slide_bias, pawl_cross(m->turn_bias, r));
  bias = pawl_add(pawl_sub(bias, pawl_times(2, pawl_cross(w, u))), pawl_cross(w, pawl_cross(w, r)));
  m->slide_bias = pawl_times(-1, pawl_turn_back(&m->R, bias));
  m->turn_bias = pawl_times(-1, pawl_turn_back(&m->R, m->turn_bias));
  m->r = pawl_times(-1, pawl_turn_back(&m->R, r));
  m->R = pawl_mat_transposed(&m->R);
}

void pawl_joint_motion(const pawl_freedoms *freedoms, const pawl_joint *joint, bool backwards,
                       const double *q, const double *v, pawl_joint_way *out)
{
  double x[PAWL_NAMED] = {0}, u[PAWL_NAMED] = {0};
  for (int k = 0; k < freedoms->named; k++) {
    x[k] = backwards ? -q[k] : q[k];
    u[k] = !v ? 0 : backwards ? -v[k] : v[k];
  }
  *out = (pawl_joint_way){.R = pawl_unit_mat()};
  freedoms->move(joint, x, u, out);
  if (backwards)
    reverse(u, freedoms->named, out);
}

const pawl_freedoms pawl_freedoms_by[PAWL_MOBILITIES] = {
    [PAWL_WELDED] = {.alike = 3},
    [PAWL_TURNS] = {{0, 1, 1},
                    .named = 1,
                    .name = {"angle"},
                    .speed = {"speed"},
                    .alike = 1,
                    .read = read_turn,
                    .move = move_turn},
    [PAWL_SLIDES] = {{0, 1, 1},
                     {0, 1, 1},
                     .named = 1,
                     .name = {"position"},
                     .speed = {"speed"},
                     .alike = 3,
                     .read = read_slide,
                     .move = move_slide},
    [PAWL_SWIVELS] = {{0, 3, 3}, .chart = {false, true, true}},
    [PAWL_FLOATS] = {{0, 3, 6}, {0, 3, 7}, .chart = {false, false, true}, .alike = 3},
    [PAWL_DRIFTS] = {{0, 2, 3}, {0, 3, 7}, .alike = 3},
    [PAWL_SPINS] = {{0, 1, 1}, .alike = 3}};
