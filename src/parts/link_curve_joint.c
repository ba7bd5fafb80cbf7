/* Two curves that always touch: a cam and its follower, a pin in a curved slot. One equation; with `rolling` a second, on
 * speeds.      theory.md, 7.10
 *   gap(q) = 0,   rate = n·u,   u the velocity of the second body's point over the first's, at the touch;
 *   rolling: (e_z x n)·u = 0 */
#include "parts/look.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_PROFILE, offsetof(pawl_curve_joint, shape[0]), PAWL_REQUIRED, 0, 0, "the first shape"},
    {"2", "", PAWL_PROFILE, offsetof(pawl_curve_joint, shape[1]), PAWL_REQUIRED, 0, 0, "the second shape"},
    {"near", "", PAWL_VECTOR, offsetof(pawl_curve_joint, near), PAWL_UNSET, -INFINITY, INFINITY,
     "parameters {s1, s2} of the two curves, near which they touch at the start; where they are nearest "
     "unless given"},
    {"rolling", "", PAWL_FLAG, offsetof(pawl_curve_joint, rolling), 0, 0, 0, "they roll without slipping"},
    {"unilateral", "", PAWL_FLAG, offsetof(pawl_curve_joint, unilateral), 0, 0, 0,
     "they may lift off, and come back: in touch at the start, then a rigid contact"},
    {"restitution", "", PAWL_REAL, offsetof(pawl_curve_joint, rigid.e), 0, 0, 1,
     "with 'unilateral': what comes back when they meet again"},
    {"friction", "", PAWL_VALUE, offsetof(pawl_curve_joint, friction), PAWL_UNSET, 0, 0,
     "with 'unilateral': as of a contact; none unless given", "friction"},
    {0}};

static const pawl_channel_def channels[] = {
    {"normal_force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
     "force that pushes the second body away; negative: it pulls, and would lift off"},
    {"friction_force", "N", PAWL_SEEN(across), PAWL_AT_ACCELERATION, "force along the tangent, of rolling"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the second body, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the second body, along the world's y"},
    {"slide", "m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY, "speed of sliding of the second over the first"},
    {"s1", "", PAWL_SEEN(parameter[0]), PAWL_AT_POSITION, "parameter of the touch along the first curve"},
    {"s2", "", PAWL_SEEN(parameter[1]), PAWL_AT_POSITION, "parameter of the touch along the second curve"},
    {"x", "m", PAWL_SEEN(r.x), PAWL_AT_POSITION, "place of the touch in the world"},
    {"y", "m", PAWL_SEEN(r.y), PAWL_AT_POSITION, "place of the touch in the world"},
    {"gap", "m", PAWL_SEEN(length), PAWL_AT_POSITION, "what the joint errs by"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  const pawl_curve_joint *j = part;
  (void)worlds;
  if (isnan(j->near.x) != isnan(j->near.y))
    return "'near' needs the parameters of both curves: {s1, s2}";
  if (fabs(j->near.x) > 1e9 || fabs(j->near.y) > 1e9)
    return "'near' is far beyond any curve";
  if (j->unilateral && j->rolling)
    return "'rolling' keeps shapes in touch, 'unilateral' does not: one of them";
  if (!j->unilateral && (j->rigid.e != 0 || j->friction.kind))
    return "'restitution' and 'friction' are of a joint that is 'unilateral'";
  return j->shape[0] == j->shape[1] ? "a shape cannot touch itself" : NULL;
}

/* The pair with its second end moved to the touch, on the same body. */
static pawl_pair at_touch(const pawl_pair *x)
{
  pawl_pair y = *x;
  pawl_vec arm = pawl_sub(x->touch->at, x->b.r), turned = pawl_cross(x->b.w, arm);
  y.b.r = x->touch->at;
  y.b.v = pawl_add(x->b.v, turned);
  y.b.zeta = pawl_add(x->b.zeta, pawl_cross(x->b.w, turned));
  return y;
}

/* A row along a direction at the touch, about the frame's own origin. */
static void set_row(const pawl_pair *x, const pawl_pair *y, pawl_vec along, pawl_row *row)
{
  pawl_row_plane(y, along, row);
  row->t = pawl_cross(pawl_sub(y->b.r, x->b.r), along);
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const pawl_curve_joint *j = part;
  pawl_pair y = at_touch(x);
  set_row(x, &y, x->touch->n, row);
  row->phi = x->touch->gap;
  row->gamma += x->touch->bend;
  if (!j->rolling)
    return;
  set_row(x, &y, pawl_v(-x->touch->n.y, x->touch->n.x, 0), row + 1);
  row[1].speed_only = true;
  row[1].phi = 0;
}

static int count_rows(const void *part)
{
  return ((const pawl_curve_joint *)part)->rolling ? 2 : 1;
}

const pawl_kind pawl_link_curve_joint = {
    .name = "curve_joint",
    .family = PAWL_CURVE_JOINT,
    .doc = "Keeps two shapes in touch for ever, as a cam and a follower that cannot lift off. The force that "
           "this takes is "
           "published with its sign: where it is negative, a real pair would part.",
    .equations = "gap = 0;   n1·t2 = 0, n1·n2 < 0, r·t2 = 0 at the touch;   rolling: no sliding there\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local cam = body \"cam\" { mass = 1, inertia = 1e-3 }\n"
               "motor \"drive\" { revolute \"shaft\" { ground, cam }, speed = 60*rpm }\n"
               "local rod = body \"rod\" { mass = 0.2, inertia = 1e-4 }\n"
               "prismatic \"guide\" { ground, rod, axis = {0, 1}, position = 40*mm }\n"
               "local rim = shape \"rim\" { cam:at{5*mm, 0}, circle { radius = 30*mm } }\n"
               "curve_joint \"follower\" { rim, shape \"foot\" { rod, line { {-20*mm, 0}, {20*mm, 0} } } }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_curve_joint),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .constraint = &(const pawl_constraint_table){
        .row_count = {0, 2, 0},
        .count_rows = count_rows,
        .rows = rows,
    }};
