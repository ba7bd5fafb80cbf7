/* What forces owe, checked over the tables. With its own states moving as it says,
 *   t·w + f·u + spin torque·spin speed = power - d(energy)/dt,   of several joints Σ effort·speed
 * energy does not depend on velocities; its length and rate belong together; all is finite where frames are on each
 * other, at rest and at great speed; own states start at finite numbers. */
#include "parts/contract_test.h"

/* A drive that prescribes a motion has no load. */
static bool acts(const scene *s)
{
  return !pawl_prescribes(s->kind, s->part);
}

static pawl_coordinates coordinates_at(const scene *s, double t, const double *state)
{
  pawl_coordinates x = {.t = t, .state = state};
  for (int i = 0; i < PAWL_JOINTS; i++) {
    pawl_jet q = jet_at(s->joint[i], t);
    x.q[i] = q.v;
    x.v[i] = q.d;
  }
  return x;
}

static pawl_load load_at(const scene *s, double t)
{
  pawl_load out = {0};
  double state[PAWL_STATES];
  for (int i = 0; i < PAWL_STATES; i++)
    state[i] = s->state[i] + t * s->state_rate[i];
  pawl_pair x = pair_at(s, t);
  pawl_coordinates q = coordinates_at(s, t, state);
  x.state = state;
  if (s->kind->force->load)
    s->kind->force->load(s->part, &x, s->signal, &out);
  else
    s->kind->force->joint_load(s->part, &q, s->signal, &out);
  return out;
}

static double energy_at(const scene *s, double t)
{
  return load_at(s, t).energy;
}

static double length_at(const scene *s, double t)
{
  return load_at(s, t).length;
}

/* What it gives to all that it acts on. */
static double power_given(const scene *s, const pawl_load *out)
{
  pawl_pair x = pair_at(s, 0);
  int joints = count_of(s->kind, s->world, PAWL_JOINT);
  double sum = 0;
  if (s->kind->force->load)
    return power_of_pair(&x, out->f, out->t) + out->spin * x.spin_speed;
  for (int i = 0; i < joints; i++)
    sum += (joints == 1 ? out->effort : out->efforts[i]) * s->joint[i].d;
  return sum;
}

static void check_power(const scene *s)
{
  pawl_load out = load_at(s, 0);
  double wanted = out.power - slope(energy_at, s), size = fmax(fabs(wanted), fabs(out.energy));
  agree(power_given(s, &out), wanted, size, s->kind->force->load ? "t·w + f·u" : "effort times speed", s);
  if (out.length != 0 && out.rate != 0)
    agree(out.rate, slope(length_at, s), out.rate, "the rate of length", s);
  if (s->world == PAWL_PLANAR && leaves_plane(out.f, out.t))
    fail_msg("%s: leaves the plane", s->kind->name);
  if (out.spin != 0 && !s->kind->spin)
    fail_msg("%s: a torque on a spin it does not have", s->kind->name);
  if (!s->kind->force->load && count_of(s->kind, s->world, PAWL_JOINT) > 1)
    agree(out.effort, out.efforts[0], out.effort, "effort", s);
}

/* The same places and states, other velocities. */
static void check_energy(const scene *s, dice *d)
{
  scene other = *s;
  other.a.start.v = roll_vec(d, s->world);
  other.b.start.v = roll_vec(d, s->world);
  other.a.start.w = roll_turn(d, s->world);
  other.b.start.w = roll_turn(d, s->world);
  other.spin.d = roll(d);
  for (int i = 0; i < PAWL_JOINTS; i++)
    other.joint[i].d = roll(d);
  agree(energy_at(&other, 0), energy_at(s, 0), energy_at(s, 0), "energy at another velocity", s);
}

static void check_load_of(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 10};
  int tested = 0;
  for (int i = 0; kind->force && i < TRIES && tested < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    if (!acts(&s))
      continue;
    check_energy(&s, &d);
    memcpy(s.state_rate, load_at(&s, 0).state_rate, sizeof s.state_rate);
    if (has_kink(energy_at, &s) || has_kink(length_at, &s))
      continue;
    check_power(&s);
    tested++;
  }
  if (kind->force && tested < POSES)
    fail_msg("%s: only %d of its random parts give a load", kind->name, tested);
}

static bool is_finite(const pawl_load *l)
{
  double sum = pawl_norm(l->f) + pawl_norm(l->t) + l->power + l->energy + l->length + l->rate + l->effort +
               l->spin + l->slip;
  for (int i = 0; i < PAWL_JOINTS; i++)
    sum += l->efforts[i];
  for (int i = 0; i < PAWL_STATES; i++)
    sum += l->state_rate[i];
  return isfinite(sum);
}

/* Frames on each other, or so near that squares underflow; at rest against each other, in motion, in rapid motion. */
static void check_extremes(const pawl_kind *kind, unsigned world)
{
  static const double away[] = {0, 1e-300, 1e-160, 1e-15, 1e6}, speeds[] = {0, 1, 1e-300, 1e6};
  dice d = {world + 20};
  for (int i = 0; kind->force && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    double speed = speeds[i / 5 % 4];
    s.b.start.r = pawl_add(s.a.start.r = pawl_v(0, 0, 0), pawl_times(away[i % 5], roll_vec(&d, world)));
    s.b.start.v = pawl_times(speed, s.b.start.v);
    s.a.start.v = pawl_times(speed, s.a.start.v);
    s.spin.d *= speed;
    for (int k = 0; k < PAWL_JOINTS; k++)
      s.joint[k].d *= speed;
    pawl_load l = load_at(&s, 0);
    if (acts(&s) && !is_finite(&l))
      fail_msg("%s: a load that is not finite %g m and %g m/s apart", kind->name, away[i % 5], speed);
  }
}

/* What says that it holds points, and nothing else, makes no torques at the origins of its frames. */
static void check_points(const pawl_kind *kind, unsigned world)
{
  bool two = count_of(kind, world, PAWL_FRAME) == 2, always = true;
  dice d = {world + 120};
  for (int i = 0; kind->force && kind->force->load && always && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    pawl_pair x = pair_at(&s, 0);
    pawl_load l = load_at(&s, 0);
    always = !kind->spin && acts_at_points(&x, l.f, l.t, two);
  }
  if (kind->force && kind->force->load && always != kind->at_points)
    fail_msg("%s: it %s act at points alone, and says otherwise (at_points)", kind->name,
             always ? "does" : "does not");
}

static void check_start(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 50};
  for (int i = 0; kind->force && kind->force->start && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    double state[PAWL_STATES + 1] = {NAN, NAN, NAN};
    kind->force->start(s.part, state);
    for (int k = 0; k <= PAWL_STATES; k++)
      if (isfinite(state[k]) != (k < kind->force->state_count))
        fail_msg("%s: its states at the start are %g, %g", kind->name, state[0], state[1]);
  }
}

int main(void)
{
  static contract loads = check_load_of, extremes = check_extremes, start = check_start,
                  points = check_points;
  const struct CMUnitTest tests[] = {
      {"loads follow from energy and power", for_all, NULL, NULL, &loads},
      {"loads are finite at no length and at any speed", for_all, NULL, NULL, &extremes},
      {"what holds points acts at points", for_all, NULL, NULL, &points},
      {"states start at numbers", for_all, NULL, NULL, &start},
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
