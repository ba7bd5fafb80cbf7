/* For the contract tests, which run over the tables: random parts that their own checks accept, smooth random motions
 * of what they sit on, and derivatives by central differences with two extrapolations. Only the tables are known here:
 * a new part is tested before its author writes a test. */
#ifndef PAWL_PARTS_CONTRACT_TEST_H
#define PAWL_PARTS_CONTRACT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/curve.h"
#include "parts/part.h"

enum { POSES = 200, TRIES = 2000, MOST_SIGNALS = 32, ROOM = 4096 };
static const double EXACT = 1e-8; /* of differences, relative; the worst is 2e-10 */

/* ---- over all kinds ------------------------------------------------------------------------------------------ */

typedef void (*contract)(const pawl_kind *kind, unsigned world);

/* The contract in *state, for every kind in each of its worlds. */
static inline void for_all(void **state)
{
  const contract *check = *state;
  for (int i = 0; pawl_kinds[i]; i++)
    for (unsigned world = PAWL_PLANAR; world <= PAWL_SPATIAL; world++)
      if (pawl_in_world(pawl_kinds[i]->worlds, world))
        (*check)(pawl_kinds[i], world);
}

static inline const pawl_field *first_of(const pawl_kind *kind, unsigned world, pawl_type type, int *count)
{
  const pawl_field *first = NULL;
  *count = 0;
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (f->type == type && pawl_in_world(f->worlds, world)) {
      first = first ? first : f;
      ++*count;
    }
  return first;
}

static inline int count_of(const pawl_kind *kind, unsigned world, pawl_type type)
{
  int count;
  first_of(kind, world, type, &count);
  return count;
}

static inline int count_words(const char *words)
{
  int n = 0;
  for (; words && *words; words += strcspn(words, " "), words += *words == ' ')
    n++;
  return n;
}

/* ---- dice ---------------------------------------------------------------------------------------------------- */

typedef struct {
  uint64_t seed;
} dice;

/* In -1 … 1. */
static inline double roll(dice *d)
{
  d->seed = d->seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(int64_t)(d->seed ^ (d->seed >> 29)) / 9223372036854775808.0;
}

static inline pawl_vec roll_vec(dice *d, unsigned world)
{
  pawl_vec v = {0, 0, 0};
  v.x = roll(d);
  v.y = roll(d);
  v.z = world == PAWL_PLANAR ? 0 : roll(d);
  return v;
}

static inline pawl_vec roll_turn(dice *d, unsigned world)
{
  return world == PAWL_PLANAR ? pawl_v(0, 0, roll(d)) : roll_vec(d, world);
}

/* ---- motions ------------------------------------------------------------------------------------------------- */

/* r = r0 + v t + a t^2/2, R = exp(w t + alpha t^2/2) R0; at t = 0 the rate of turn is w and its derivative alpha. */
typedef struct {
  pawl_end start;
  pawl_vec acc, alpha;
} path;

static inline path roll_path(dice *d, unsigned world)
{
  bool plane = world == PAWL_PLANAR;
  path p = {0};
  p.start.r = roll_vec(d, world);
  p.start.v = roll_vec(d, world);
  p.start.w = roll_turn(d, world);
  p.start.zeta = roll_vec(d, world);
  p.acc = roll_vec(d, world);
  p.alpha = roll_turn(d, world);
  pawl_vec turn = pawl_times(1.4, roll_turn(d, world)); /* planar frames differ by less than half a turn, … */
  p.start.R = pawl_quat_mat(pawl_quat_exp(turn));
  p.start.angle = plane ? turn.z + 6.283185307179586 * rint(1.4 * roll(d)) : 0; /* … and whole turns */
  return p;
}

/* Velocities are right to first order, which is all that derivatives at t = 0 see of them. */
static inline pawl_end follow(const path *p, double t)
{
  pawl_end x = p->start;
  pawl_vec turn = pawl_times(t, pawl_add(x.w, pawl_times(0.5 * t, p->alpha)));
  pawl_mat R = pawl_quat_mat(pawl_quat_exp(turn));
  x.r = pawl_add(x.r, pawl_times(t, pawl_add(x.v, pawl_times(0.5 * t, p->acc))));
  x.v = pawl_add(x.v, pawl_times(t, p->acc));
  x.w = pawl_add(x.w, pawl_times(t, p->alpha));
  x.R = pawl_mat_mul(&R, &x.R);
  x.angle += turn.z;
  return x;
}

/* A number that moves: its value and derivatives at t = 0. */
static inline pawl_jet roll_jet(dice *d)
{
  return (pawl_jet){2 * roll(d), roll(d), roll(d)};
}

static inline pawl_jet jet_at(pawl_jet u, double t)
{
  return (pawl_jet){u.v + t * (u.d + 0.5 * t * u.dd), u.d + t * u.dd, u.dd};
}

/* ---- scenes: a part on moving frames, coordinates and signals ---------------------------------------------------- */

enum { CURVES = 3, CURVE_ROOM = 512, CORNERS = 5 };

typedef struct {
  const pawl_kind *kind;
  unsigned world;
  _Alignas(max_align_t) char part[1024];
  _Alignas(pawl_curve) char curve[CURVES][CURVE_ROOM];
  pawl_vec corner[CORNERS];
  double signal[MOST_SIGNALS]; /* the values of the part's signals */
  path a, b;
  pawl_jet spin, joint[PAWL_JOINTS];
  double memory[PAWL_MEMORY];
  bool remembers;
  double state[PAWL_STATES], state_rate[PAWL_STATES];
  int row;
} scene;

/* Odd, and one cubic between -10 and 10: smooth where random parts are, nothing at rest, upwards. */
static inline const pawl_curve *roll_curve(dice *d, void *room)
{
  double near = 12 + 8 * roll(d), far = near + 10 + 8 * roll(d);
  const double x[4] = {-30, -10, 10, 30}, y[4] = {-far, -near, near, far};
  assert_true(pawl_curve_size(4) <= CURVE_ROOM);
  assert_int_equal(pawl_curve_make(room, 4, x, y, PAWL_AKIMA, PAWL_STRAIGHT), 0);
  return room;
}

static inline double number_in_range(dice *d, const pawl_field *f)
{
  double u = roll(d);
  if (isfinite(f->min) && isfinite(f->max))
    return f->min + 0.5 * (1 + u) * (f->max - f->min);
  if (isfinite(f->min))
    return f->min + 1.05 + u;
  return isfinite(f->max) ? f->max - 1.05 - u : 2 * u;
}

static inline void fill_other_field(dice *d, scene *s, const pawl_field *f, bool left_out, int joint,
                                    int curve)
{
  void *to = s->part + f->where;
  if (f->type == PAWL_INERTIA)
    memcpy(to, (const double[6]){1, 1, 1, 0, 0, 0}, 6 * sizeof(double));
  else if (f->type == PAWL_CHOICE)
    *(int *)to = (int)(0.5 * (1 + roll(d)) * 0.999 * count_words(f->choices));
  else if (f->type == PAWL_FLAG)
    *(bool *)to = roll(d) < 0;
  else if (f->type == PAWL_FRAME)
    *(pawl_frame *)to = (pawl_frame){.turn = pawl_unit_mat()};
  else if (f->type == PAWL_JOINT)
    *(int *)to = left_out ? -1 : joint;
  else if (f->type == PAWL_PROFILE)
    *(int *)to = left_out ? -1 : (int)f->where; /* each another one */
  else if (f->type == PAWL_TEXT)
    *(const char **)to = left_out ? NULL : "text";
  else if (f->type == PAWL_CURVE && !left_out && curve < CURVES)
    *(const pawl_curve **)to = roll_curve(d, s->curve[curve]);
  else if (f->type == PAWL_POINTS) {
    for (int i = 0; i < CORNERS; i++)
      s->corner[i] = pawl_v((1.3 + 0.5 * roll(d)) * cos(1.25 * i), (1.3 + 0.5 * roll(d)) * sin(1.25 * i), 0);
    *(pawl_points *)to = (pawl_points){CORNERS, s->corner};
  }
}

static inline void fill_field(dice *d, scene *s, const pawl_field *f, int joint, int curve)
{
  void *to = s->part + f->where;
  bool left_out = isnan(f->fallback) && roll(d) < 0;
  double c[3], x = 0;
  for (int i = 0; i < 3; i++)
    c[i] = x = left_out ? NAN : number_in_range(d, f);
  if (f->type == PAWL_REAL)
    *(double *)to = x;
  else if (f->type == PAWL_SIGNAL)
    *(pawl_signal *)to = (pawl_signal){.value = x};
  else if (f->type == PAWL_VECTOR)
    *(pawl_vec *)to = (pawl_vec){c[0], c[1], s->world == PAWL_PLANAR ? 0 : c[2]};
  else if (f->type == PAWL_COUNT)
    *(int *)to = left_out ? 0 : (int)(fabs(x) < 1e6 ? x : 1e6 * x / fabs(x));
  else
    fill_other_field(d, s, f, left_out, joint, curve);
}

static inline void fill_once(dice *d, scene *s)
{
  int n = 0, joint = 0, curve = 0;
  memset(s->part, 0, sizeof s->part);
  for (const pawl_field *f = s->kind->fields; f->name; f++) {
    if (!pawl_in_world(f->worlds, s->world))
      continue;
    fill_field(d, s, f, joint, curve);
    joint += f->type == PAWL_JOINT;
    curve += f->type == PAWL_CURVE;
    if (f->type == PAWL_SIGNAL && n < MOST_SIGNALS)
      s->signal[n++] = ((const pawl_signal *)(const void *)(s->part + f->where))->value;
  }
}

/* Random fields that the part's own check accepts. */
static inline void fill_part(dice *d, scene *s)
{
  const char *wrong = "";
  assert_true(s->kind->size <= sizeof s->part);
  for (int i = 0; i < TRIES && wrong; i++) {
    fill_once(d, s);
    wrong = s->kind->check ? s->kind->check(s->part, s->world) : NULL;
  }
  if (wrong)
    fail_msg("%s: no random fields pass its check: %s", s->kind->name, wrong);
}

static inline pawl_pair pair_at(const scene *s, double t)
{
  pawl_jet spin = jet_at(s->spin, t);
  return (pawl_pair){.worlds = (int)s->world,
                     .t = t,
                     .a = follow(&s->a, t),
                     .b = follow(&s->b, t),
                     .spin = spin.v,
                     .spin_speed = spin.d,
                     .memory = s->remembers ? s->memory : NULL};
}

/* Frames apart by at least 0.5, so that directions between them are smooth on the scale of the differences; a part with
 * one frame has the ground as its other. */
static inline void roll_scene(dice *d, const pawl_kind *kind, unsigned world, scene *s)
{
  *s = (scene){.kind = kind, .world = world, .a = roll_path(d, world)};
  s->b = roll_path(d, world);
  pawl_vec away = pawl_sub(s->b.start.r, s->a.start.r);
  s->b.start.r = pawl_add(s->b.start.r, pawl_times(0.5 / pawl_norm(away), away));
  if (count_of(kind, world, PAWL_FRAME) == 1)
    s->a = (path){.start.R = pawl_unit_mat()};
  s->spin = roll_jet(d);
  for (int i = 0; i < PAWL_JOINTS; i++)
    s->joint[i] = roll_jet(d);
  int states = kind->signal ? kind->signal->state_count : kind->force ? kind->force->state_count : 0;
  for (int i = 0; i < PAWL_STATES; i++)
    s->state[i] = i < states ? roll(d) : 0;
  fill_part(d, s);
}

/* ---- differences ---------------------------------------------------------------------------------------------- */

typedef double numbers_of(const scene *s, double t);

/* d/dt and d2/dt2 at 0, of order 6: central differences at h, h/2, h/4, extrapolated twice. */
static inline double slope_within(double h, numbers_of *f, const scene *s, double *second)
{
  double one[3], two[3], middle = f(s, 0);
  for (int i = 0; i < 3; i++, h /= 2) {
    double before = f(s, -h), after = f(s, h);
    one[i] = (after - before) / (2 * h);
    two[i] = (after - 2 * middle + before) / (h * h);
  }
  *second = (two[0] - 20 * two[1] + 64 * two[2]) / 45;
  return (one[0] - 20 * one[1] + 64 * one[2]) / 45;
}

static inline double slope(numbers_of *f, const scene *s)
{
  double unused;
  return slope_within(0.02, f, s, &unused);
}

/* A stop is met, a limit is reached: differences across that say nothing. */
static inline bool has_kink(numbers_of *f, const scene *s)
{
  double unused, wide = slope_within(0.02, f, s, &unused), narrow = slope_within(0.004, f, s, &unused);
  return !(fabs(wide - narrow) <= 0.1 * EXACT * (1 + fabs(wide)));
}

static inline void agree(double found, double wanted, double size, const char *what, const scene *s)
{
  if (!(fabs(found - wanted) <= EXACT * (1 + fabs(size))))
    fail_msg("%s in a %s world: %s (row %d) is %.15g, not %.15g", s->kind->name,
             s->world == PAWL_PLANAR ? "planar" : "spatial", what, s->row + 1, found, wanted);
}

/* What a wrench on b and its opposite on a, on the same line, give to both. */
static inline double power_of_pair(const pawl_pair *x, pawl_vec f, pawl_vec t)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r);
  pawl_vec u = pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d));
  return pawl_dot(f, u) + pawl_dot(t, pawl_sub(x->b.w, x->a.w));
}

/* Whether a wrench on b and its opposite on a are forces at the origins of both: no torque about either. */
static inline bool acts_at_points(const pawl_pair *x, pawl_vec f, pawl_vec t, bool two)
{
  pawl_vec moment = pawl_cross(pawl_sub(x->b.r, x->a.r), f);
  double size = 1e-12 * (1 + pawl_norm(f)) * (1 + pawl_norm(pawl_sub(x->b.r, x->a.r)));
  return pawl_norm(t) <= size && (!two || pawl_norm(moment) <= size);
}

static inline bool leaves_plane(pawl_vec f, pawl_vec t)
{
  return f.z != 0 || t.x != 0 || t.y != 0;
}

#endif
