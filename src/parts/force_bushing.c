/* Elastic bushing between two frames: springs and dampers along the axes of a, and about them.      theory.md, 5.5
 *   p = Aᵀ d - rest,  θ the turn of b against a (planar: angle; in space: rotation vector in a's axes)
 *   E = ½ p·K p - F·p + ½ θ·K_t θ - T·θ
 *   f = A (F - K p - C p'),   t = A (-J(θ) (K_t θ - T) - C_t w_ab),   θ' = Jᵀ w_ab
 * A are the axes of a. p' is the velocity of b seen from a, so the opposite wrench on a, on the same line, does the
 * rest of the work, and the ledger closes however a turns. */
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  pawl_vec k, c, rest, force;
  pawl_vec turn_k, turn_c, torque; /* planar: z */
  double angle;
} bushing;

#define ANY -INFINITY, INFINITY

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(bushing, a), PAWL_REQUIRED, 0, 0, "the frame whose axes it has"},
    {"2", "", PAWL_FRAME, offsetof(bushing, b), PAWL_REQUIRED, 0, 0, "the frame it holds"},
    {"stiffness", "N/m", PAWL_VECTOR, offsetof(bushing, k), 0, 0, INFINITY, "spring rates along the axes"},
    {"damping", "N s/m", PAWL_VECTOR, offsetof(bushing, c), 0, 0, INFINITY, "viscous rates along the axes"},
    {"turn_stiffness", "N m/rad", PAWL_REAL, offsetof(bushing, turn_k.z), 0, 0, INFINITY,
     "spring rate of the angle", 0, PAWL_PLANAR},
    {"turn_stiffness", "N m/rad", PAWL_VECTOR, offsetof(bushing, turn_k), 0, 0, INFINITY,
     "spring rates of turning about the axes", 0, PAWL_SPATIAL},
    {"turn_damping", "N m s/rad", PAWL_REAL, offsetof(bushing, turn_c.z), 0, 0, INFINITY,
     "viscous rate of the angle", 0, PAWL_PLANAR},
    {"turn_damping", "N m s/rad", PAWL_VECTOR, offsetof(bushing, turn_c), 0, 0, INFINITY,
     "viscous rates of turning about the axes", 0, PAWL_SPATIAL},
    {"rest", "m", PAWL_VECTOR, offsetof(bushing, rest), 0, ANY,
     "where the second frame is without force, in the axes of the first"},
    {"angle", "rad", PAWL_REAL, offsetof(bushing, angle), 0, ANY,
     "angle of the second frame against the first without torque", 0, PAWL_PLANAR},
    {"force", "N", PAWL_VECTOR, offsetof(bushing, force), 0, ANY,
     "preload: force on the second frame at rest, in the axes of the first"},
    {"torque", "N m", PAWL_REAL, offsetof(bushing, torque.z), 0, ANY,
     "preload: torque on the second frame at rest", 0, PAWL_PLANAR},
    {"torque", "N m", PAWL_VECTOR, offsetof(bushing, torque), 0, ANY,
     "preload: torque on the second frame at rest, in the axes of the first", 0, PAWL_SPATIAL},
    {0}};

static const pawl_channel_def channels[] = {
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_FORCE, "force on the second body, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_FORCE, "force on the second body, along the world's y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_FORCE, "force on the second body, along the world's z", PAWL_SPATIAL},
    {"tx", "N m", PAWL_SEEN(t.x), PAWL_AT_FORCE, "torque on the second frame about the world's x",
     PAWL_SPATIAL},
    {"ty", "N m", PAWL_SEEN(t.y), PAWL_AT_FORCE, "torque on the second frame about the world's y",
     PAWL_SPATIAL},
    {"tz", "N m", PAWL_SEEN(t.z), PAWL_AT_FORCE, "torque on the second frame about the world's z"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy, counted from the rest"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the dampers (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the dampers since the start"},
    {0}};

static pawl_vec scaled(pawl_vec k, pawl_vec x)
{
  return pawl_v(k.x * x.x, k.y * x.y, k.z * x.z);
}

/* The rotation vector of the turn from a to b, up to half a turn. */
static pawl_vec turn_between(const pawl_mat *A, const pawl_mat *B)
{
  pawl_mat back = pawl_mat_transposed(A), R = pawl_mat_mul(&back, B);
  pawl_quat q = pawl_mat_quat(&R);
  pawl_vec v = {q.x, q.y, q.z};
  double s = pawl_norm(v);
  return pawl_times(s > 0 ? 2 * atan2(s, q.w) / s : 2, v);
}

static void add_springs(pawl_vec k, pawl_vec preload, pawl_vec x, pawl_vec *effort, double *energy)
{
  pawl_vec pull = scaled(k, x);
  *effort = pawl_sub(preload, pull);
  *energy += 0.5 * pawl_dot(pull, x) - pawl_dot(preload, x);
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const bushing *p = part;
  const pawl_mat *A = &x->a.R;
  pawl_vec d = pawl_sub(x->b.r, x->a.r), f, t;
  pawl_vec u = pawl_turn_back(A, pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d)));
  pawl_vec w = pawl_turn_back(A, pawl_sub(x->b.w, x->a.w));
  add_springs(p->k, p->force, pawl_sub(pawl_turn_back(A, d), p->rest), &f, &out->energy);
  if (x->worlds == PAWL_PLANAR) {
    pawl_vec turn = {0, 0, x->b.angle - x->a.angle - p->angle};
    add_springs(p->turn_k, p->torque, turn, &t, &out->energy);
  } else {
    pawl_vec turn = turn_between(A, &x->b.R);
    add_springs(p->turn_k, p->torque, turn, &t, &out->energy);
    t = pawl_chart_rate(turn, t); /* J is the matrix that also takes turning rates to rates of a chart */
  }
  pawl_vec drag = scaled(p->c, u), turn_drag = scaled(p->turn_c, w);
  out->f = pawl_turn(A, pawl_sub(f, drag));
  out->t = pawl_turn(A, pawl_sub(t, turn_drag));
  out->power = -pawl_dot(drag, u) - pawl_dot(turn_drag, w);
}

static void draw(const void *part, pawl_pen *pen)
{
  const bushing *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_circle(pen, &p->a, 1.5 * pen->size, false);
  pawl_pen_coil(pen, &p->a, &p->b);
  pawl_pen_force(pen, &p->b, PAWL_ROLE_FORCE, "fx", "fy", "fz");
  pawl_pen_torque(pen, &p->b, PAWL_ROLE_FORCE, "tx", "ty", "tz");
}

const pawl_kind pawl_force_bushing = {
    .name = "bushing",
    .family = PAWL_FORCE,
    .doc = "Holds a frame by springs and dampers along and about the axes of another: a rubber mount, or on "
           "the ground "
           "springs in fixed directions.",
    .equations =
        "p = place of b in the axes A of a, less rest;   θ = turn of b against a (planar: less angle)\n"
        "E = ½ p·K p - F·p + ½ θ·K_t θ - T·θ;   F, T preloads\n"
        "f = A (F - K p - C p'),   planar: t = T - k_t θ - c_t θ';   P = -p'·C p' - c_t θ'²\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local engine = box \"engine\" { mass = 50, width = 0.4, height = 0.25, y = 0.115 }\n"
               "bushing \"left\" { ground:at{-0.15, 0}, engine:at{-0.15, -0.125}, stiffness = {9e3, 2e4}, "
               "damping = {300, 80} }\n"
               "bushing \"right\" { ground:at{0.15, 0}, engine:at{0.15, -0.125}, stiffness = {9e3, 2e4}, "
               "damping = {300, 80} }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(bushing),
    .fields = fields,
    .channels = channels,
    .force = &(const pawl_force_table){.load = load},
    .draw = draw};
