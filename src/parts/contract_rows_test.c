/* What the rows of joints and links owe, checked over the tables:
 *   d(phi)/dt = rate = t·w + f·u + spin s',   d(rate)/dt = t·dw + f·dv + spin s'' + gamma
 *   the same wrenches seen from elsewhere; finite numbers where frames are on each other
 * Rows without a position (speed_only, or an inertia) owe the second alone; for those that are inertias u is v_b - v_a,
 * and as together they make an energy, they may point where they like. Before the start is known (`remember`) and
 * after it they owe the same. */
#include "parts/contract_test.h"

static pawl_row row_at(const scene *s, double t)
{
  pawl_row row[PAWL_ROWS] = {0};
  pawl_pair x = pair_at(s, t);
  s->kind->constraint->rows(s->part, &x, row);
  return row[s->row];
}

static double phi_at(const scene *s, double t)
{
  return row_at(s, t).phi;
}

static double rate_at(const scene *s, double t)
{
  pawl_row row = row_at(s, t);
  pawl_pair x = pair_at(s, t);
  pawl_vec apart = pawl_sub(x.b.r, x.a.r);
  if (row.inertia != 0) /* at both origins: without the arm of a's turning */
    return power_of_pair(&x, row.f, row.t) + pawl_dot(row.f, pawl_cross(x.a.w, apart));
  return power_of_pair(&x, row.f, row.t) + row.spin * x.spin_speed;
}

/* The momentum over the inertia, Σ rate f over the rows that are inertias, along one of them as it is at the start: they
 * are directions in a plane, which may turn in it as they like. */
static double momentum_at(const scene *s, double t)
{
  pawl_row row[PAWL_ROWS] = {0};
  scene other = *s;
  pawl_pair now = pair_at(s, t);
  pawl_vec sum = {0, 0, 0}, f = row_at(s, 0).f;
  s->kind->constraint->rows(s->part, &now, row);
  for (other.row = 0; other.row < pawl_row_count(s->kind, s->world); other.row++)
    if (row[other.row].inertia != 0)
      sum = pawl_add(sum, pawl_times(rate_at(&other, t), row[other.row].f));
  return pawl_dot(f, sum) / pawl_dot(f, f);
}

static pawl_end moved(const pawl_end *x, const pawl_end *by)
{
  pawl_end y = {.r = pawl_add(by->r, pawl_turn(&by->R, x->r)), .angle = x->angle + by->angle};
  y.R = pawl_mat_mul(&by->R, &x->R);
  y.v = pawl_turn(&by->R, x->v);
  y.w = pawl_turn(&by->R, x->w);
  y.zeta = pawl_turn(&by->R, x->zeta);
  return y;
}

/* Moving both frames together changes nothing: the wrenches of a row do no net work in it. */
static void check_invariance(scene *s, const pawl_row *row, int n, dice *d)
{
  pawl_end by = roll_path(d, s->world).start;
  pawl_pair x = pair_at(s, 0);
  pawl_row other[PAWL_ROWS] = {0};
  x.a = moved(&x.a, &by);
  x.b = moved(&x.b, &by);
  s->kind->constraint->rows(s->part, &x, other);
  for (s->row = 0; s->row < n; s->row++) {
    const pawl_row *r = row + s->row, *o = other + s->row;
    if (r->inertia != 0)
      continue;
    if (!r->speed_only)
      agree(o->phi, r->phi, r->phi, "phi of both frames moved together", s);
    agree(o->gamma, r->gamma, r->gamma, "gamma of both frames moved together", s);
    agree(o->spin, r->spin, r->spin, "the share of the spin with both frames moved together", s);
    agree(pawl_norm(pawl_sub(o->f, pawl_turn(&by.R, r->f))), 0, 0, "the change of f with both frames", s);
    agree(pawl_norm(pawl_sub(o->t, pawl_turn(&by.R, r->t))), 0, 0, "the change of t with both frames", s);
  }
}

/* What the engine relies on. */
static void check_form(const scene *s, const pawl_row *row)
{
  bool turning = row->f.x == 0 && row->f.y == 0 && row->f.z == 0;
  const char *name = s->kind->name;
  if (s->world == PAWL_PLANAR && leaves_plane(row->f, row->t))
    fail_msg("%s: row %d leaves the plane", name, s->row + 1);
  if (row->spin != 0 && (!s->kind->spin || turning))
    fail_msg("%s: row %d has a share of a spin, but no spin or no force", name, s->row + 1);
  if (row->inertia != 0 && !pawl_lumps(s->kind))
    fail_msg("%s: row %d is an inertia, but the kind has no lump", name, s->row + 1);
}

/* Returns how many rows were smooth enough to tell: sides change, whole turns are taken off. */
static int check_derivatives(scene *s, const pawl_row *row, int n)
{
  int tested = 0;
  pawl_pair x = pair_at(s, 0);
  pawl_vec dw = pawl_sub(s->b.alpha, s->a.alpha), arm = pawl_sub(x.b.r, x.a.r);
  pawl_vec a = pawl_sub(s->a.acc, x.a.zeta), b = pawl_sub(s->b.acc, x.b.zeta);
  pawl_vec apart = pawl_sub(b, a), turned = pawl_cross(s->a.alpha, arm);
  for (s->row = 0; s->row < n; s->row++) {
    const pawl_row *r = row + s->row;
    check_form(s, r);
    double rate = slope(r->inertia != 0 ? momentum_at : rate_at, s);
    if (has_kink(rate_at, s) || has_kink(phi_at, s))
      continue;
    tested++;
    if (!r->speed_only && r->inertia == 0)
      agree(rate_at(s, 0), slope(phi_at, s), rate_at(s, 0), "t·w + f·u", s);
    pawl_vec dv = r->inertia != 0 ? apart : pawl_sub(apart, turned);
    double found = pawl_dot(r->t, dw) + pawl_dot(r->f, dv) + r->spin * s->spin.dd + r->gamma;
    agree(found, rate, rate, "t·dw + f·dv + gamma", s);
  }
  return tested;
}

static void check_rows_of(const pawl_kind *kind, unsigned world)
{
  int n = pawl_row_count(kind, world), tested = 0;
  dice d = {world};
  for (int i = 0; n > 0 && kind->family != PAWL_CURVE_JOINT && i < POSES;
       i++) { /* those need curves: step/contacts */
    scene s;
    roll_scene(&d, kind, world, &s);
    for (int known = 0; known <= pawl_remembers(kind); known++) {
      pawl_row row[PAWL_ROWS] = {0};
      pawl_pair x = pair_at(&s, 0);
      if (known) /* whether or not it suits the part: what it remembers is what it says */
        kind->constraint->remember(s.part, &x, s.memory);
      s.remembers = known;
      x = pair_at(&s, 0);
      kind->constraint->rows(s.part, &x, row);
      if (count_of(kind, world, PAWL_FRAME) == 2)
        check_invariance(&s, row, n, &d);
      tested += check_derivatives(&s, row, n);
    }
  }
  if (kind->family != PAWL_CURVE_JOINT && tested < n * POSES * 9 / 10)
    fail_msg("%s: only %d of its rows are smooth", kind->name, tested);
}

/* The start that a part remembers has no residual. */
static void check_memory(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 30};
  for (int i = 0; pawl_remembers(kind) && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    pawl_pair x = pair_at(&s, 0);
    bool free[PAWL_ROWS];
    for (s.row = 0; s.row < pawl_row_count(kind, world); s.row++)
      free[s.row] = row_at(&s, 0).speed_only;
    kind->constraint->remember(s.part, &x, s.memory);
    s.remembers = true;
    for (s.row = 0; s.row < pawl_row_count(kind, world); s.row++) {
      pawl_row row = row_at(&s, 0);
      if (free[s.row] && !row.speed_only)
        agree(row.phi, 0, 0, "phi at the start it remembers", &s);
    }
  }
}

/* Frames on each other, or so near that squares underflow; at rest against each other, and not. */
static void check_no_length(const pawl_kind *kind, unsigned world)
{
  static const double away[] = {0, 1e-300, 1e-160, 1e-15};
  dice d = {world + 20};
  for (int i = 0; kind->constraint && kind->constraint->rows && kind->family != PAWL_CURVE_JOINT && i < POSES;
       i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    s.b.start.r = pawl_add(s.a.start.r = pawl_v(0, 0, 0), pawl_times(away[i % 4], roll_vec(&d, world)));
    s.b.start.v = i & 4 ? s.a.start.v : s.b.start.v;
    for (s.row = 0; s.row < pawl_row_count(kind, world); s.row++) {
      pawl_row row = row_at(&s, 0);
      if (!isfinite(row.phi + row.gamma + row.spin + row.inertia + pawl_norm(row.f) + pawl_norm(row.t)))
        fail_msg("%s: row %d is not finite where its frames are on each other", kind->name, s.row + 1);
    }
  }
}

/* What says that it holds points, and nothing else, makes no torques at the origins of its frames. */
static void check_points(const pawl_kind *kind, unsigned world)
{
  bool two = count_of(kind, world, PAWL_FRAME) == 2, always = pawl_row_count(kind, world) > 0;
  dice d = {world + 120};
  for (int i = 0; kind->family == PAWL_LINK && always && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    pawl_pair x = pair_at(&s, 0);
    for (s.row = 0; s.row < pawl_row_count(kind, world); s.row++) {
      pawl_row row = row_at(&s, 0);
      always = always && row.spin == 0 && acts_at_points(&x, row.f, row.t, two && row.inertia == 0);
    }
  }
  if (kind->family == PAWL_LINK && pawl_row_count(kind, world) > 0 && always != kind->at_points)
    fail_msg("%s: it %s act at points alone, and says otherwise (at_points)", kind->name,
             always ? "does" : "does not");
}

/* Mass at the pins and what couplings multiply are finite numbers, and not all nothing. */
static void check_shares(const pawl_kind *kind, unsigned world)
{
  const pawl_constraint_table *c = kind->constraint;
  dice d = {world + 40};
  for (int i = 0; c && (c->lump || c->couple) && i < POSES; i++) {
    scene s;
    double share[PAWL_JOINTS] = {0};
    roll_scene(&d, kind, world, &s);
    if (c->lump)
      c->lump(s.part, share, share + 1);
    else
      c->couple(s.part, share);
    if (!isfinite(share[0] + share[1] + share[2]) || (share[0] == 0 && share[1] == 0))
      fail_msg("%s: its shares are %g, %g, %g", kind->name, share[0], share[1], share[2]);
  }
}

int main(void)
{
  static contract rows = check_rows_of, memory = check_memory, no_length = check_no_length,
                  points = check_points, shares = check_shares;
  const struct CMUnitTest tests[] = {
      {"rows are derivatives", for_all, NULL, NULL, &rows},
      {"what is remembered is met", for_all, NULL, NULL, &memory},
      {"rows are finite at no length", for_all, NULL, NULL, &no_length},
      {"what holds points acts at points", for_all, NULL, NULL, &points},
      {"masses and shares are numbers", for_all, NULL, NULL, &shares},
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
