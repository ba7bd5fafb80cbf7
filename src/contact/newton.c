/* Large problems: Newton's method on the natural map, with sweeps of Gauss–Seidel where it gets lost.
 *
 * The map is linear as long as the modes that u - v shows do not change, so a Newton step is the solution of the system of these modes
 * (modes.c). Contacts that share loads make it singular; so each is given a compliance ε about the forces λ° of the last round,
 *     y = W λ + b + ε s⁻² (λ - λ°),
 * which does nothing once λ stays at λ°. The system is solved by GMRES; its preconditioner is the sparse LU where there is room for that, else a
 * sweep of Gauss–Seidel forth and back.      theory.md, 8 */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/block_lu.h"
#include "contact/problem.h"
#include "contact/terms.h"

enum { BASIS = 60, PATIENCE = 12, SWEEPS = 10, ROUNDS = 1000 };

typedef struct {
  const pawl_problem *p;
  const unsigned char *mode;
  const double *unit;
  const double *centre; /* λ°                            */
  double soft;          /* ε                             */
  double *basis;        /* BASIS + 1 vectors             */
  double *turned;       /* one of them, preconditioned   */
  double *spare;
  double *step; /* of a cycle                    */
  double *H;    /* BASIS columns of BASIS + 1    */
  pawl_block_lu lu;
  bool direct;             /* the factors have room         */
  unsigned char *factored; /* modes that the factors are of, with */
  double factored_soft;    /* this ε; NaN: there are none         */
  double least;            /* ε is not made smaller,              */
  bool brief;              /* but where that is why rounds do not help; those that do not end */
  double enough;           /* of the residual                                                 */
  int m;
  int products;
} krylov;

static void predict(unsigned char *mode, const pawl_problem *p, const double *unit, const double *force,
                    const double *rate)
{
  for (int i = 0; i < p->n; i++)
    mode[i] = shown_mode(p, i, unit + 2 * i, force + 2 * i, rate + 2 * i);
}

/* Forces that have their modes: what is held is held, what slides follows. */
static void follow(double *force, const pawl_problem *p, const unsigned char *mode, bool direction)
{
  for (int i = 0; i < p->n; i++) {
    double *f = force + 2 * i;
    if (!(mode[i] & 1))
      f[0] = direction ? 0 : floor_of(p, i);
    if (mode[i] >> 1 != PAWL_TANGENT_STICK)
      f[1] = lean_of(p, i, mode[i]) * f[0] + (direction ? 0 : drag_of(p, i, mode[i]));
  }
}

static void soft_rates(double *rate, krylov *k, const double *force)
{
  pawl_problem_rates(rate, k->p, force);
  for (int r = 0; r < k->m; r++)
    rate[r] += k->soft * (force[r] - k->centre[r]) / (k->unit[r] * k->unit[r]);
  k->products++;
}

/* Length of the natural map of the softened problem. */
static double merit(double *rate, krylov *k, const double *force)
{
  double sum = 0, out[2];
  soft_rates(rate, k, force);
  for (int i = 0; i < k->p->n; i++) {
    pawl_problem_map(out, k->p, i, k->unit + 2 * i, force + 2 * i, rate + 2 * i);
    sum += out[0] * out[0] + out[1] * out[1];
  }
  return sqrt(sum);
}

/* Rows that are equations keep their number, in natural units; the others are 0. */
static void equations(double *r, const krylov *k)
{
  for (int i = 0; i < k->p->n; i++) {
    r[2 * i] *= k->mode[i] & 1 ? k->unit[2 * i] : 0;
    r[2 * i + 1] *= k->mode[i] >> 1 == PAWL_TANGENT_STICK ? k->unit[2 * i + 1] : 0;
  }
}

/* out = A x: natural units, λ = C x, rows R. */
static void apply(double *out, krylov *k, const double *x)
{
  for (int r = 0; r < k->m; r++)
    k->spare[r] = x[r] * k->unit[r];
  follow(k->spare, k->p, k->mode, true);
  pawl_problem_rates(out, k->p, k->spare);
  for (int r = 0; r < k->m; r++)
    out[r] -= k->p->b[r];
  equations(out, k);
  for (int i = 0; i < k->p->n; i++) {
    out[2 * i] += k->mode[i] & 1 ? k->soft * x[2 * i] : 0;
    out[2 * i + 1] += k->mode[i] >> 1 == PAWL_TANGENT_STICK ? k->soft * x[2 * i + 1] : 0;
  }
  k->products++;
}

/* One contact of the preconditioner's sweep: its own equations with all others as they are. */
static void relax(double *force, const double *right, const krylov *k, int i)
{
  const pawl_problem *p = k->p;
  const double *s = k->unit + 2 * i;
  int mode = k->mode[i];
  bool sticks = mode >> 1 == PAWL_TANGENT_STICK;
  if (!(mode & 1) && !sticks)
    return;
  double own[4] = {0}, normal = mode & 1 ? right[2 * i] / s[0] : 0,
         tangent = sticks ? right[2 * i + 1] / s[1] : 0;
  for (int e = p->rows->start[i]; e < p->rows->start[i + 1]; e++) {
    const double *w = p->rows->value + 4 * (size_t)e, *f = force + 2 * p->rows->column[e];
    if (p->rows->column[e] == i) {
      memcpy(own, w, sizeof own);
      own[0] += k->soft / (s[0] * s[0]);
      own[3] += k->soft / (s[1] * s[1]);
      continue;
    }
    normal -= w[0] * f[0] + w[1] * f[1];
    tangent -= w[2] * f[0] + w[3] * f[1];
  }
  double *f = force + 2 * i, lean = lean_of(p, i, mode), det = own[0] * own[3] - own[1] * own[2];
  if (!(mode & 1)) {
    f[1] = own[3] > 0 ? tangent / own[3] : 0;
  } else if (!sticks || !(det > PAWL_PIVOT_OWN * own[0] * own[3])) {
    double push = own[0] + lean * own[1];
    f[0] = normal / (push > 0.1 * own[0] ? push : own[0]);
    f[1] = lean * f[0];
  } else {
    f[0] = (own[3] * normal - own[1] * tangent) / det;
    f[1] = (own[0] * tangent - own[2] * normal) / det;
  }
}

/* out = A x approximately solved for x: forth and back once from nothing. */
static void precondition(double *out, krylov *k, const double *right)
{
  if (k->direct || k->p->W) {
    memcpy(out, right, (size_t)k->m * sizeof *out);
    if (k->direct)
      pawl_block_lu_solve(out, k->spare, &k->lu);
    return;
  }
  memset(out, 0, (size_t)k->m * sizeof *out);
  for (int i = 0; i < k->p->n; i++)
    relax(out, right, k, i);
  for (int i = k->p->n - 1; i >= 0; i--)
    relax(out, right, k, i);
  for (int r = 0; r < k->m; r++)
    out[r] /= k->unit[r];
}

/* Column j of the Hessenberg matrix through the rotations so far, and a new one; the right side turns with
 * it. */
static void rotate(double *H, double *turn, double *side, int j)
{
  double *h = H + (size_t)j * (BASIS + 1);
  for (int i = 0; i < j; i++) {
    double c = turn[2 * i], s = turn[2 * i + 1], x = h[i];
    h[i] = c * x + s * h[i + 1];
    h[i + 1] = c * h[i + 1] - s * x;
  }
  double length = sqrt(h[j] * h[j] + h[j + 1] * h[j + 1]);
  double c = length > 0 ? h[j] / length : 1, s = length > 0 ? h[j + 1] / length : 0;
  turn[2 * j] = c;
  turn[2 * j + 1] = s;
  h[j] = length;
  side[j + 1] = -s * side[j];
  side[j] *= c;
}

/* The combination of basis vectors, preconditioned, is added to x. */
static void combine(double *x, krylov *k, double *side, int count)
{
  for (int i = count - 1; i >= 0; i--) {
    for (int j = i + 1; j < count; j++)
      side[i] -= k->H[(ptrdiff_t)j * (BASIS + 1) + i] * side[j];
    double pivot = k->H[(ptrdiff_t)i * (BASIS + 1) + i];
    side[i] = pivot > PAWL_PIVOT_BLOCK ? side[i] / pivot : 0;
  }
  double *sum = k->basis + (ptrdiff_t)BASIS * k->m;
  memset(sum, 0, (size_t)k->m * sizeof *sum);
  for (int j = 0; j < count; j++)
    add(sum, side[j], k->basis + (ptrdiff_t)j * k->m, k->m);
  precondition(k->turned, k, sum);
  add(x, 1, k->turned, k->m);
}

/* One cycle of GMRES on A x = right - A x₀; basis[0] holds that. Returns the length of what remains. */
static double cycle(double *x, krylov *k, double goal)
{
  double turn[2 * BASIS], side[BASIS + 1], *v = k->basis;
  double length = sqrt(dot(v, v, k->m));
  int j = 0;
  if (!(length > goal))
    return length;
  for (int r = 0; r < k->m; r++)
    v[r] /= length;
  side[0] = length;
  for (; j < BASIS && fabs(side[j]) > goal; j++) {
    double *next = k->basis + (ptrdiff_t)(j + 1) * k->m, *h = k->H + (ptrdiff_t)j * (BASIS + 1);
    precondition(k->turned, k, k->basis + (ptrdiff_t)j * k->m);
    apply(next, k, k->turned);
    for (int i = 0; i <= j; i++) {
      h[i] = dot(next, k->basis + (ptrdiff_t)i * k->m, k->m);
      add(next, -h[i], k->basis + (ptrdiff_t)i * k->m, k->m);
    }
    h[j + 1] = sqrt(dot(next, next, k->m));
    for (int r = 0; h[j + 1] > 0 && r < k->m; r++)
      next[r] /= h[j + 1];
    rotate(k->H, turn, side, j);
  }
  double left = fabs(side[j]);
  combine(x, k, side, j);
  return left;
}

/* right - A x for the forces as they are: minus the rates that should be 0. */
static void remaining(double *r, krylov *k, const double *force)
{
  soft_rates(r, k, force);
  equations(r, k);
  for (int i = 0; i < k->m; i++)
    r[i] = -r[i];
}

/* One block of the modes' system: rows that are no equations and unknowns that are none are left out. */
static void mode_block(double a[4], const krylov *k, int i, int j, const double *w)
{
  const double *s = k->unit + 2 * i, *t = k->unit + 2 * j;
  bool row[2] = {k->mode[i] & 1, k->mode[i] >> 1 == PAWL_TANGENT_STICK};
  bool column[2] = {k->mode[j] & 1, k->mode[j] >> 1 == PAWL_TANGENT_STICK};
  double lean = lean_of(k->p, j, k->mode[j]);
  for (int r = 0; r < 2; r++) {
    a[2 * r] = row[r] && column[0] ? s[r] * t[0] * (w[2 * r] + lean * w[2 * r + 1]) : 0;
    a[2 * r + 1] = row[r] && column[1] ? s[r] * t[1] * w[2 * r + 1] : 0;
    if (i == j)
      a[3 * r] += row[r] ? k->soft : 1;
  }
}

static void factor(krylov *k)
{
  const pawl_block_rows *rows = k->p->rows;
  if (!k->direct || (k->factored_soft == k->soft && memcmp(k->factored, k->mode, (size_t)k->p->n) == 0))
    return;
  memcpy(k->factored, k->mode, (size_t)k->p->n);
  k->factored_soft = k->soft;
  pawl_block_lu_clear(&k->lu);
  for (int i = 0; i < k->p->n; i++)
    for (int e = rows->start[i]; e < rows->start[i + 1]; e++) {
      double a[4];
      mode_block(a, k, i, rows->column[e], rows->value + 4 * (size_t)e);
      pawl_block_lu_put(&k->lu, e, a);
    }
  pawl_block_lu_factor(&k->lu);
}

/* Newton's step from `force`, in place. */
static void step(double *force, krylov *k, double goal, int cycles)
{
  follow(force, k->p, k->mode, false);
  factor(k);
  for (int c = 0; c < cycles; c++) {
    double *x = k->step;
    remaining(k->basis, k, force);
    memset(x, 0, (size_t)k->m * sizeof *x);
    double left = cycle(x, k, goal);
    for (int r = 0; r < k->m; r++)
      x[r] *= k->unit[r];
    follow(x, k->p, k->mode, true);
    add(force, 1, x, k->m);
    if (left <= goal)
      break;
  }
}

size_t pawl_sparse_bytes(int n, int fill)
{
  size_t m = 2 * (size_t)n;
  return ((BASIS + 9) * m + (size_t)BASIS * (BASIS + 1)) * sizeof(double) +
         pawl_block_lu_bytes(2, n, fill * n);
}

static double *place(krylov *k, double **unit, double **centre, const pawl_problem *p, int fill, void *memory)
{
  size_t m = 2 * (size_t)p->n;
  double *at = memory;
  *k = (krylov){.p = p, .factored_soft = NAN, .m = (int)m};
  k->basis = at, at += (BASIS + 1) * m;
  k->turned = at, at += m;
  k->spare = at, at += m;
  k->unit = *unit = at, at += m;
  k->centre = *centre = at, at += m;
  k->step = at, at += m;
  k->H = at, at += (size_t)BASIS * (BASIS + 1);
  k->factored = (unsigned char *)at, at += m;
  pawl_block_lu_place(&k->lu, 2, p->n, fill * p->n, at + m);
  return at;
}

/* Newton's method on the softened problem; true when it came to `goal`. Whole steps always: the merit may rise for a while, as contacts change
 * their modes one after the other, but must fall again within PATIENCE steps. (Steps that are halved until the merit falls get stuck at its
 * kinks, and need three times as many.) */
static bool inner(double *force, double *rate, double *best, unsigned char *mode, krylov *k, double goal,
                  pawl_sparse_report *report)
{
  size_t bytes = (size_t)k->m * sizeof *force;
  double least = INFINITY;
  for (int patience = PATIENCE; patience > 0; patience--) {
    double now = merit(rate, k, force);
    if (now < 0.9 * least)
      patience = PATIENCE;
    if (now < least) {
      least = now;
      memcpy(best, force, bytes);
    }
    if (least <= goal)
      break;
    predict(mode, k->p, k->unit, force, rate);
    step(force, k, 0.1 * goal, 2);
    report->steps++;
  }
  memcpy(force, best, bytes);
  return least <= goal;
}

/* After a round about what solves it: its goal may be less than rounding, and sweeps would lead away. What is worse is taken back. */
static void to_rounding(double *force, double *rate, const double *centre, krylov *k, double before,
                        pawl_sparse_report *report)
{
  if (!(report->residual <= before)) {
    memcpy(force, centre, (size_t)k->m * sizeof *force);
    report->residual = pawl_problem_residual(rate, k->p, k->unit, force);
  }
  k->soft *= report->residual > 0.5 * before ? 0.01 : 0.1;
}

/* One round about the forces as they are; less compliance after a good one, more and some Gauss–Seidel else. */
static void round_about(double *force, double *rate, double *best, double *centre, unsigned char *mode,
                        krylov *k, double tolerance, pawl_sparse_report *report)
{
  const pawl_problem *p = k->p;
  double before = report->residual;
  double goal = fmax(0.05 * before, 0.3 * tolerance) * pawl_problem_size(p, k->unit, force);
  memcpy(centre, force, (size_t)k->m * sizeof *force);
  bool done = inner(force, rate, best, mode, k, goal, report);
  report->residual = pawl_problem_residual(rate, p, k->unit, force);
  if (k->brief && before <= k->enough) {
    to_rounding(force, rate, centre, k, before, report);
    return;
  }
  if (k->brief && done && k->soft <= k->least && report->residual > 0.5 * before)
    k->least = fmax(0.1 * k->least, PAWL_LEAST_SOFT_STUCK);
  k->soft = done ? fmax(k->soft * 0.1, k->least) : fmin(k->soft * 30, 1);
  if (!done || report->residual > before) {
    pawl_gauss_seidel(force, p, k->unit, SWEEPS);
    report->sweeps += SWEEPS;
    report->residual = pawl_problem_residual(rate, p, k->unit, force);
  }
}

bool pawl_sparse_solve(double *force, double *rate, unsigned char *mode, pawl_sparse_report *report,
                       const pawl_problem *p, const pawl_sparse_options *options, void *memory)
{
  if (pawl_problem_dim(p) == 3)
    return pawl_space_newton(force, rate, mode, report, p, options, memory);
  krylov k;
  double *unit, *centre, *best = place(&k, &unit, &centre, p, options ? options->fill : 0, memory);
  double tolerance = options && options->tolerance > 0 ? options->tolerance : PAWL_PROBLEM_SOLVED;
  int limit = options && options->sweeps > 0 ? options->sweeps : 2000;
  k.mode = mode;
  k.soft = options && options->soft > 0 ? options->soft : PAWL_SOFT_NEWTON;
  k.least = PAWL_LEAST_SOFT_NEWTON;
  k.brief = options && options->enough > 0;
  k.enough = k.brief ? options->enough : 0;
  pawl_problem_units(unit, p);
  *report = (pawl_sparse_report){.residual = pawl_problem_residual(rate, p, unit, force)};
  if (report->residual > tolerance)
    k.direct =
        p->rows &&
        (options && options->planned ? true : pawl_block_lu_plan(&k.lu, p->rows->start, p->rows->column));
  report->planned = k.direct;
  double before = INFINITY;
  for (int round = 0; round < ROUNDS && report->residual > tolerance && report->sweeps < limit; round++) {
    bool stuck = k.brief && report->residual <= k.enough && report->residual > 0.5 * before;
    if (stuck && (report->residual <= PAWL_PROBLEM_POLISHED || k.soft < PAWL_LEAST_SOFT_STUCK))
      break;
    before = report->residual;
    round_about(force, rate, best, centre, mode, &k, tolerance, report);
  }
  report->products = k.products;
  pawl_problem_read_modes(mode, NULL, p, unit, force, rate);
  return report->residual <= tolerance;
}
