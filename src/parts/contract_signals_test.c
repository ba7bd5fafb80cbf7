/* What signals and sensors owe, checked over the tables.
 *   signals   d and dd are the derivatives of v, with inputs and own states moving; next_break is a later time, and
 *             between breaks a signal does not ask when the piece began; states start at finite numbers;
 *             a rate is not beyond the bound of rates
 *   drives    so do the value and rates with which a prescribed motion begins
 *   sensors   what it calls a rate is the rate of what it calls the place */
#include "parts/contract_test.h"

/* ---- signals ------------------------------------------------------------------------------------------------- */

/* A signal around the time `now` in the piece that began at `since`. */
typedef struct {
  scene scene; /* first: differences pass it on */
  pawl_jet in[MOST_SIGNALS];
  double now, since;
} recording;

static pawl_jet evaluate(const recording *r, double t, const double *state, double rate[PAWL_STATES])
{
  pawl_jet in[MOST_SIGNALS], out = {NAN, NAN, NAN};
  double unused[PAWL_STATES];
  for (int i = 0; i < MOST_SIGNALS; i++)
    in[i] = jet_at(r->in[i], t);
  pawl_signal_at x = {r->now + t, r->since, in, state};
  r->scene.kind->signal->value(r->scene.part, &x, &out, rate ? rate : unused);
  return out;
}

/* States move on as the signal says: from 0 to t in steps of the classical method of order 4. */
static void carry_on(const recording *r, double t, double state[PAWL_STATES])
{
  enum { STEPS = 8 };
  double h = t / STEPS, k[4][PAWL_STATES] = {{0}}, y[PAWL_STATES];
  memcpy(state, r->scene.state, sizeof r->scene.state);
  for (int i = 0; r->scene.kind->signal->state_count && i < STEPS; i++) {
    for (int stage = 0; stage < 4; stage++) {
      double share = stage == 0 ? 0 : stage == 3 ? 1 : 0.5;
      for (int n = 0; n < PAWL_STATES; n++)
        y[n] = state[n] + (stage ? share * h * k[stage - 1][n] : 0);
      evaluate(r, (i + share) * h, y, k[stage]);
    }
    for (int n = 0; n < PAWL_STATES; n++)
      state[n] += h * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]) / 6;
  }
}

static double value_at(const scene *s, double t)
{
  const recording *r = (const recording *)(const void *)s;
  double state[PAWL_STATES];
  carry_on(r, t, state);
  return evaluate(r, t, state, NULL).v;
}

/* In the piece that begins at a break or anywhere, not nearer to its ends than differences reach. */
static bool roll_time(dice *d, recording *r)
{
  const scene *s = &r->scene;
  r->since = 1.5 * roll(d);
  for (int i = 0; s->kind->signal->next_break && i < (int)(3 + 3 * roll(d)); i++) {
    double next = s->kind->signal->next_break(s->part, r->since);
    r->since = next < 10 ? next : r->since;
  }
  double end = s->kind->signal->next_break ? s->kind->signal->next_break(s->part, r->since) : INFINITY;
  r->now = r->since + (end < r->since + 1 ? 0.5 * (end - r->since) : 0.5);
  return end - r->since > 0.05;
}

static void roll_recording(dice *d, const pawl_kind *kind, unsigned world, recording *r)
{
  roll_scene(d, kind, world, &r->scene);
  for (int i = 0; i < MOST_SIGNALS; i++)
    r->in[i] = roll_jet(d);
}

/* Slow lags make fast ones: the finer of two differences is taken for the truth as far as they agree. */
static void check_jet(recording *r, pawl_jet found)
{
  double second[2], first[2];
  for (int i = 0; i < 2; i++)
    first[i] = slope_within(i ? 0.01 : 0.02, value_at, &r->scene, second + i);
  double size = fabs(found.d) + fabs(found.dd) + fabs(found.v);
  double blur = 10 * fabs(first[1] - first[0]), blur2 = 10 * fabs(second[1] - second[0]);
  if (isfinite(found.d) && fabs(found.d - first[1]) > blur + EXACT * (1 + size))
    agree(found.d, first[1], size, "the rate of the signal", &r->scene);
  if (isfinite(found.dd) && fabs(found.dd - second[1]) > blur2 + 1e-6 * (1 + size))
    agree(found.dd, second[1], size, "the second rate of the signal", &r->scene);
}

static bool rough(recording *r)
{
  double second[2], first[2];
  for (int i = 0; i < 2; i++)
    first[i] = slope_within(i ? 0.01 : 0.02, value_at, &r->scene, second + i);
  return !(fabs(first[1] - first[0]) <= 1e-4 * (1 + fabs(first[0])) &&
           fabs(second[1] - second[0]) <= 1e-2 * (1 + fabs(second[0])));
}

static void check_signal_of(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 60};
  int tested = 0;
  for (int i = 0; kind->signal && i < TRIES && tested < POSES; i++) {
    recording r = {0};
    roll_recording(&d, kind, world, &r);
    if (!roll_time(&d, &r))
      continue;
    pawl_jet found = evaluate(&r, 0, r.scene.state, NULL);
    if (!isfinite(found.v))
      fail_msg("%s: is not a finite number", kind->name);
    if (rough(&r))
      continue;
    check_jet(&r, found);
    tested++;
  }
  if (kind->signal && tested < POSES)
    fail_msg("%s: only %d of its random parts are smooth anywhere", kind->name, tested);
}

/* When the piece began is asked for its side of a jump only: within a piece all answers are the same. */
static void check_pieces(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 70};
  for (int i = 0; kind->signal && kind->signal->next_break && i < POSES; i++) {
    recording r = {0};
    roll_recording(&d, kind, world, &r);
    double t = 2 * roll(&d);
    for (int n = 0; n < 50 && t < INFINITY; n++) {
      double next = kind->signal->next_break(r.scene.part, t);
      if (!(next > t))
        fail_msg("%s: the first break after %.17g is %.17g", kind->name, t, next);
      double middle = next < INFINITY ? t + 0.5 * (next - t) : t + 1;
      if (n == 0 || !(middle > t && middle < next)) {
        t = next;
        continue;
      }
      r.now = middle;
      r.since = t;
      pawl_jet early = evaluate(&r, 0, r.scene.state, NULL);
      r.since = t + 0.25 * (middle - t);
      pawl_jet late = evaluate(&r, 0, r.scene.state, NULL);
      agree(late.v, early.v, early.v, "the value, from later on in the same piece", &r.scene);
      agree(late.d, early.d, early.d, "the rate, from later on in the same piece", &r.scene);
      t = next;
    }
    double far[] = {1e9, 1e15, 1e300, -1e300};
    for (int n = 0; n < 4; n++)
      if (!(kind->signal->next_break(r.scene.part, far[n]) > far[n]))
        fail_msg("%s: no break after t = %g", kind->name, far[n]);
  }
}

/* A bound holds everywhere in a piece, with any bounds of what is followed. */
static void check_pace(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 75};
  for (int i = 0; kind->signal && kind->signal->pace && i < POSES; i++) {
    recording r = {0};
    double in[MOST_SIGNALS];
    roll_recording(&d, kind, world, &r);
    double begin = 2 * roll(&d),
           next = kind->signal->next_break ? kind->signal->next_break(r.scene.part, begin) : INFINITY;
    double a = begin, b = fmin(next, begin + 1);
    r.since = a;
    for (int n = 0; n <= 20; n++) {
      r.now = a + (b - a) * n / 20;
      pawl_jet v = evaluate(&r, 0, r.scene.state, NULL);
      for (int k = 0; k < MOST_SIGNALS; k++)
        in[k] = isfinite(r.in[k].d) ? fabs(r.in[k].d) : 0;
      double bound = kind->signal->pace(r.scene.part, a, a, b, in);
      if (isfinite(v.d) && fabs(v.d) > bound * (1 + 1e-12))
        fail_msg("%s: a rate of %g at t = %g is beyond its bound %g", kind->name, v.d, r.now, bound);
    }
  }
}

static void check_start(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 80};
  for (int i = 0; kind->signal && kind->signal->start && i < POSES; i++) {
    recording r = {0};
    roll_recording(&d, kind, world, &r);
    double state[PAWL_STATES + 1] = {NAN, NAN, NAN};
    pawl_signal_at x = {0, 0, r.in, NULL};
    kind->signal->start(r.scene.part, &x, state);
    for (int k = 0; k <= PAWL_STATES; k++)
      if (isfinite(state[k]) != (k < kind->signal->state_count))
        fail_msg("%s: its states at the start are %g, %g", kind->name, state[0], state[1]);
  }
}

/* ---- drives ---------------------------------------------------------------------------------------------------- */

static pawl_jet begun(const recording *r, double t)
{
  pawl_jet u = jet_at(r->in[0], t);
  r->scene.kind->drive->begin(r->scene.part, r->now + t, r->in[1].v, &u);
  return u;
}

static double begun_at(const scene *s, double t)
{
  return begun((const recording *)(const void *)s, t).v;
}

static void check_begin(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 90};
  for (int i = 0; kind->drive && kind->drive->begin && i < POSES; i++) {
    recording r = {0};
    double second;
    roll_recording(&d, kind, world, &r);
    r.now = 1.2 + roll(&d);
    if (has_kink(begun_at, &r.scene) || !pawl_prescribes(kind, r.scene.part))
      continue;
    pawl_jet u = begun(&r, 0);
    double first = slope_within(0.02, begun_at, &r.scene, &second);
    agree(u.d, first, first, "the rate of a motion that begins", &r.scene);
    if (fabs(u.dd - second) > 1e-6 * (1 + fabs(second)))
      agree(u.dd, second, second, "the second rate of a motion that begins", &r.scene);
  }
}

/* ---- sensors --------------------------------------------------------------------------------------------------- */

/* What is seen, and how fast it changes. */
static const struct {
  size_t place, rate;
  int count; /* of numbers side by side */
} pairs[] = {{PAWL_SEEN(r), PAWL_SEEN(v), 3},
             {PAWL_SEEN(v), PAWL_SEEN(acc), 3},
             {PAWL_SEEN(w), PAWL_SEEN(alpha), 3},
             {PAWL_SEEN(angle), PAWL_SEEN(w.z), 1},
             {PAWL_SEEN(length), PAWL_SEEN(rate), 1},
             {PAWL_SEEN(rate), PAWL_SEEN(second), 1},
             {PAWL_SEEN(value), PAWL_SEEN(value_rate), 1}};

static bool publishes(const pawl_kind *kind, unsigned world, size_t from, int count)
{
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
    if (pawl_in_world(c->worlds, world) && c->where >= from &&
        c->where < from + (size_t)count * sizeof(double))
      return true;
  return false;
}

/* A sensor of frames, or of a joint whose coordinate moves as joint[0] does. */
static pawl_seen sensed(const scene *s, double t)
{
  pawl_pair x = pair_at(s, t);
  pawl_jet q = jet_at(s->joint[0], t);
  pawl_seen seen = {.coordinate = {q.v}, .speed = {q.d}, .acceleration = {q.dd}};
  const pawl_vec acc[2] = {s->a.acc, s->b.acc}, alpha[2] = {s->a.alpha, s->b.alpha};
  s->kind->sensor->sense(s->part, &x, acc, alpha, &seen);
  return seen;
}

static double number_seen(const pawl_seen *seen, size_t where)
{
  return *(const double *)(const void *)((const char *)seen + where);
}

static double seen_at(const scene *s, double t)
{
  pawl_seen seen = sensed(s, t);
  return number_seen(&seen, (size_t)s->row);
}

/* Of one frame only sizes can be compared: it may be seen along axes that turn. */
static void check_rates(scene *s, size_t place, size_t rate, int count, bool sizes)
{
  pawl_seen seen = sensed(s, 0);
  double found = 0, wanted = 0;
  for (int i = 0; i < count; i++) {
    s->row = (int)(place + (size_t)i * sizeof(double));
    double x = slope(seen_at, s), y = number_seen(&seen, rate + (size_t)i * sizeof(double));
    found += y * y;
    wanted += x * x;
    if (!sizes && !has_kink(seen_at, s))
      agree(y, x, x, "a rate", s);
  }
  if (sizes)
    agree(sqrt(found), sqrt(wanted), sqrt(wanted), "the size of a rate", s);
}

static void check_sensor_of(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 100};
  for (int i = 0; kind->family == PAWL_SENSOR && kind->sensor && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    bool one = count_of(kind, world, PAWL_FRAME) == 1;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
      if (publishes(kind, world, pairs[p].place, pairs[p].count) &&
          publishes(kind, world, pairs[p].rate, pairs[p].count) && !(one && pairs[p].place == PAWL_SEEN(v)))
        check_rates(&s, pairs[p].place, pairs[p].rate, pairs[p].count, one);
  }
}

/* Below the level of accelerations there are none; frames on each other have numbers, too. */
static void check_sense(const pawl_kind *kind, unsigned world)
{
  dice d = {world + 110};
  for (int i = 0; kind->sensor && i < POSES; i++) {
    scene s;
    roll_scene(&d, kind, world, &s);
    if (i & 1)
      s.b.start.r = s.a.start.r;
    if (i & 2)
      s.b.start.v = s.a.start.v;
    pawl_pair x = pair_at(&s, 0);
    pawl_seen low = {0}, high = sensed(&s, 0);
    kind->sensor->sense(s.part, &x, NULL, NULL, &low);
    for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
      if (!isfinite(number_seen(&low, c->where)) || !isfinite(number_seen(&high, c->where)))
        fail_msg("%s.%s: is not a finite number", kind->name, c->name);
  }
}

int main(void)
{
  static contract signals = check_signal_of, pieces = check_pieces, pace = check_pace, start = check_start,
                  begin = check_begin, sensors = check_sensor_of, sense = check_sense;
  const struct CMUnitTest tests[] = {
      {"signals have their own rates", for_all, NULL, NULL, &signals},
      {"breaks follow each other", for_all, NULL, NULL, &pieces},
      {"rates stay below their bounds", for_all, NULL, NULL, &pace},
      {"states start at numbers", for_all, NULL, NULL, &start},
      {"motions begin smoothly", for_all, NULL, NULL, &begin},
      {"sensors see rates", for_all, NULL, NULL, &sensors},
      {"what is seen is finite", for_all, NULL, NULL, &sense},
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
