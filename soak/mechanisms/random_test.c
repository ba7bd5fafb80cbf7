/* Random mechanisms from the part tables, each built, run and looked at from outside:
 *   residuals of position at outputs;   the energy ledger
 *   Newton's and Euler's laws of every body cut free, from what is seen alone:  m a = Σ f,  d(I w)/dt = Σ t
 *   both kernels where the model is planar: accelerations, and the motion
 *   a run continued from a state saved half way: the same bits
 * `test_mechanisms_random SEED` prints the text of one (`SEED redundant`: of one with joints that are there twice,
 * `SEED contacts`: of one with contacts and curve joints); with `run` at the end it is looked at alone.
 * `test_mechanisms_random KIND` prints which seeds have a part or value of that kind. */
#include "mechanisms/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "contact/impact.h"
#include "mechanisms/share_test.h"
#include "step/newton_test.h"
#include "system/inspect.h"

/* All, in `make test`, and with sanitizers. */
#define ORDINARY soak_or(900, 300, 100)
#define REDUNDANT soak_or(300, 250, 20)
#define TOUCHING soak_or(400, 400, 20)
enum { MOST_STEPS = 3000, MOST_BODIES = 64, MOST_KINDS = 256, MOST_ROWS = 512 };

static const double CREEPS =
    2.5e-3; /* square of the distance at which step/advance.c takes tiny steps for creeping */
static const double NEAR = 1e-3; /* smallest pivots below are near a singular position */

/* Shares that may be left out: of those that touch, where 3 % are, and 7 % with two new parts whose examples have sizes of their own; of
 * others, where 1 % are; and that jam. */
#define LEFT_OUT_TOUCHING 0.07
#define LEFT_OUT 0.03
#define JAM 0.02

/* A figure of merit: its limit, the worst of all mechanisms, and whose that is. */
typedef struct {
  const char *name;
  double limit, worst;
  int seed;
} figure;

enum { POSITION, SINGULAR, LEDGER, NEWTON, ACCELERATION, MOTION, ROUGH, FIGURES };

/* Why a mechanism may be left out. */
typedef enum { REFUSED, INSIDE, STUCK, SLOW, OFF, JAMMED, REASONS } reason;

static const char *const reasons[REASONS] = {
    [REFUSED] = "dependent equations at the start",
    [INSIDE] = "shapes in each other at the start",
    [STUCK] = "it comes to a singular position",
    [SLOW] = "too slow near a singular position",
    [OFF] = "it runs off a curve",
    [JAMMED] = "a prescribed motion jams",
};

/* A whole test: a class of mechanisms. */
typedef struct {
  pawl_random_wish wish;
  int seed; /* the one in hand */
  figure figures[FIGURES];
  int failed, done, loops;
  int left_out[REASONS];
  int has[MOST_KINDS];  /* the one in hand, by kind: how many of it */
  int used[MOST_KINDS]; /* and all of them */
} study;

static const figure limits[FIGURES] = {
    [POSITION] = {"residual of position, lengths", 1e-12, 0, 0},
    [SINGULAR] = {"the same near singular positions", 1e-11, 0, 0},
    [LEDGER] = {"ledger over 10 tolerances", 1, 0, 0},
    [NEWTON] = {"law of Newton and Euler, relative", 1e-9, 0, 0},
    [ACCELERATION] = {"accelerations of the two kernels", 1e-12, 0, 0},
    [MOTION] = {"motion by the two kernels", 1e-10, 0, 0},
    [ROUGH] = {"the same with kinks, or by BDF", 1e-8, 0, 0},
};

static const char *class_of(const pawl_random_wish *wish)
{
  return wish->redundant ? " redundant" : wish->contacts ? " contacts" : "";
}

/* " body, revolute, spring": the kinds of the one in hand. */
static const char *kinds_in(const study *s, char *text, size_t size)
{
  size_t n = 0;
  text[0] = 0;
  for (int k = 0; pawl_kinds[k] && k < MOST_KINDS && n < size; k++)
    if (s->has[k])
      n += (size_t)snprintf(text + n, size - n, "%s %s", n ? "," : "", pawl_kinds[k]->name);
  return text;
}

static void complain(study *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(study *s, const char *format, ...)
{
  char text[1024], kinds[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (s->failed++ < 20)
    print_error("seed %d%s: %s; it has%s\n", s->seed, class_of(&s->wish), text,
                kinds_in(s, kinds, sizeof kinds));
}

/* A mechanism that says nothing about right and wrong. */
static void leave_out(study *s, reason why, const pawl_error *e)
{
  char kinds[1024];
  s->left_out[why]++;
  print_message("  left out: seed %d%s: %s%s%s%s%s; it has%s\n", s->seed, class_of(&s->wish), reasons[why],
                *e->text ? ": " : "", e->where, *e->where ? ": " : "", e->text,
                kinds_in(s, kinds, sizeof kinds));
}

static void note(study *s, int which, double x)
{
  figure *f = s->figures + which;
  if (!(x <= f->limit))
    complain(s, "%s: %.3g", f->name, x);
  if (!(x <= f->worst)) {
    f->worst = x;
    f->seed = s->seed;
  }
}

/* ---- the laws of motion ---------------------------------------------------------------------------------------- */

/* Over the largest contribution to the body, or a thousandth of the largest in the mechanism: what next to nothing
 * acts on may still be seen from a body in violent motion. */
static void note_balances(study *s, const cut *cuts, int bodies, double L)
{
  double most = 0;
  for (int i = 1; i <= bodies; i++)
    most = fmax(most, fmax(cuts[i].force, cuts[i].torque / L));
  for (int i = 1; i <= bodies; i++) {
    note(s, NEWTON, cuts[i].force_left / fmax(cuts[i].force, 1e-3 * most));
    note(s, NEWTON, cuts[i].torque_left / fmax(cuts[i].torque, 1e-3 * most * L));
  }
}

static void check_newton(study *s, pawl_run *r)
{
  const pawl_model *model = r->model;
  static cut cuts[MOST_BODIES];
  pawl_seen seen;
  memset(cuts, 0, sizeof cuts);
  cuts[0].own.R = pawl_unit_mat();
  pawl_run_read(r, 0);
  for (int i = 1; i <= model->body_count; i++) {
    bool base = model->parts[model->body_part[i]]->kind->family == PAWL_BASE;
    read_part(r, model->body_part[i], &seen);
    cuts[i].own = pose_of_body(&seen, model->worlds);
    cuts[i].com = base ? seen.r : seen.com_r;
  }
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    pawl_family family = part->kind->family;
    read_part(r, i, &seen);
    if (family == PAWL_JOINT_KIND || family == PAWL_LINK || family == PAWL_FORCE)
      act_between(cuts, part, &seen);
    else if (part->kind == pawl_kind_find("rope"))
      act_rope(cuts, part, &seen);
    else if (family == PAWL_CONTACT)
      act_touching(cuts, model, part, &seen);
    else if (family == PAWL_CURVE_JOINT)
      act_at_touch(cuts, model, part, &seen);
    else if (family == PAWL_DRIVE || family == PAWL_JOINT_FORCE || family == PAWL_COUPLING ||
             family == PAWL_SERVO)
      act_along(cuts, r, i, &seen);
    if (pawl_rotor_in(part->kind, part->fields))
      act_rotor(cuts, r, part);
  }
  for (int i = 1; i <= model->body_count; i++)
    close_balance(r, model->body_part[i], cuts + i);
  note_balances(s, cuts, model->body_count, r->system.scale.length);
}

/* ---- one mechanism ------------------------------------------------------------------------------------------- */

typedef enum { GOES_ON, ENDS } outcome;

/* The largest acceleration, or what the model's own time makes, or what single multipliers and contacts make where
 * together they cancel: in loops that cannot move accelerations are what rounding leaves of those. */
static double largest_acceleration(const pawl_run *r)
{
  static double own[MOST_ROWS];
  const pawl_scales *scale = &r->system.scale;
  double most = 1 / (scale->time * scale->time);
  assert_true(r->system.tree.row_count <= MOST_ROWS);
  r->system.ops->uncoupled(r->system.kernel, own);
  for (int d = 0; d < r->system.tree.dof_count; d++)
    most = fmax(most, fabs(r->room.acceleration[d]) / r->system.dof.unit[d]);
  for (int i = 0; i < r->system.tree.row_count; i++)
    most = fmax(most, fabs(r->system.row.lambda[i]) * own[i] / scale->length);
  for (int k = 0; k < r->system.contact->count; k++)
    for (int i = 0; !r->system.contact->pair[k].kind->is_rail && i < r->system.contact->pair[k].count; i++)
      most = fmax(most, r->system.contact->pair[k].point[i].row.normal / (scale->mass * scale->length));
  return most;
}

/* Bases and drives can force a loop towards its dead centre. Speeds then grow as one over the root of the time that is left,
 * accelerations as the third power of that, and a pivot, which falls as the root, is not small for long. */
static bool runs_away(const pawl_run *r)
{
  double time = r->system.scale.time;
  return r->books.smallest_pivot < 0.1 && largest_acceleration(r) * time * time > 1e6;
}

/* A run that cannot go on is excused by a singular position, as the engine's own sentence names it, by a curve joint
 * whose curve ends, by a servo that a rigid contact blocks, by a prescribed motion that friction jams or that squeezes what is
 * between, by steps that are many because it runs away near such a position, and by nothing else. */
static outcome stop(study *s, const pawl_run *r, const pawl_error *e)
{
  bool singular = r->books.smallest_pivot < CREEPS;
  bool blocked = r->system.contact->holds && (strstr(e->text, "cannot meet its condition") ||
                                              strstr(e->text, "press its two sides into each other"));
  if (e->status == PAWL_BAD_NUMBERS && (blocked || strstr(e->text, "its touch runs off the end of shape")))
    leave_out(s, OFF, e);
  else if (e->status == PAWL_BAD_NUMBERS && (strstr(e->text, PAWL_JAMMED) || strstr(e->text, PAWL_SQUEEZED)))
    leave_out(s, JAMMED, e);
  else if (singular && e->status == PAWL_BAD_NUMBERS)
    leave_out(s, STUCK, e);
  else if (e->status == PAWL_OK && (singular || runs_away(r)))
    leave_out(s, SLOW, e);
  else
    complain(s, "at %g of %g s: %s: %s", r->t, r->system.scale.time, e->where,
             e->status ? e->text : "too many steps without a singular position");
  return ENDS;
}

/* Steps to a time, looking between and at the ends of steps when `look`. */
static outcome go(study *s, pawl_run *r, double until, bool look)
{
  pawl_error e = {0};
  for (int i = 0; r->t < until; i++) {
    double before = r->t;
    if (i == MOST_STEPS || pawl_run_step(r, until, &e) != PAWL_OK)
      return stop(s, r, &e);
    if (look && pawl_run_output(r, before + 0.37 * (r->t - before), r->room.values, &e) != PAWL_OK)
      return stop(s, r, &e);
    r->room.seen = false;
    pawl_run_read(r, 0);
  }
  return GOES_ON;
}

static void check_books(study *s, const pawl_run *r)
{
  note(s, r->books.smallest_pivot < NEAR ? SINGULAR : POSITION, r->books.worst_position);
  note(s, LEDGER, r->books.worst_ledger / (10 * r->plan.tolerance));
}

/* How much a near singular position magnifies rounding. */
static double blur(const pawl_run *r)
{
  return fmax(1, NEAR / r->books.smallest_pivot);
}

/* Accelerations of both kernels in the state of `a`. */
static void compare_accelerations(study *s, pawl_run *a, pawl_run *b)
{
  int n = a->system.tree.dof_count;
  double off = 0, *state = test_malloc(pawl_run_state_size(a) * sizeof *state);
  assert_int_equal(pawl_run_state_size(a), pawl_run_state_size(b));
  pawl_run_get_state(a, state);
  assert_int_equal(pawl_run_set_state(b, state, NULL), PAWL_OK);
  test_free(state);
  pawl_run_read(a, 0);
  pawl_run_read(b, 0);
  for (int d = 0; d < n; d++)
    off = fmax(off, fabs(a->room.acceleration[d] - b->room.acceleration[d]) / a->system.dof.unit[d]);
  note(s, ACCELERATION, off / largest_acceleration(a) / blur(a));
}

/* Stops, brakes and limits have kinks that nobody looks for: they show themselves by rejected steps, and each is met to
 * tolerance only, by each kernel elsewhere. BDF's error is the tolerance's, too, step by step. */
static bool is_rough(const pawl_run *r)
{
  return r->way->stiff || r->books.rejected > 4 + r->books.steps / 8;
}

static void compare_motion(study *s, const pawl_run *a, const pawl_run *b)
{
  int n = a->system.tree.dof_count;
  double off = 0;
  for (int d = 0; d < 2 * n; d++) {
    double unit = a->system.dof.unit[d % n] / (d < n ? 1 : a->system.scale.time);
    off = fmax(off, fabs(a->y[d] - b->y[d]) / (unit + fabs(a->y[d])));
  }
  note(s, is_rough(a) || is_rough(b) ? ROUGH : MOTION, off / blur(a));
}

/* A planar model through the spatial kernel; `a` has ended. */
static outcome check_kernels(study *s, pawl_run *a, double half)
{
  pawl_run *b = NULL;
  pawl_run_options spatial = {&pawl_kernel_spatial, NAN, -1};
  pawl_error e = {0};
  outcome goes = GOES_ON;
  if (pawl_run_open(&b, a->model, &spatial, &e) != PAWL_OK)
    complain(s, "through the spatial kernel: %s: %s", e.where, e.text);
  else {
    check_newton(s, b);
    goes = go(s, b, half, false) == GOES_ON ? go(s, b, a->t, false) : ENDS;
  }
  if (e.status == PAWL_OK && goes == GOES_ON) {
    compare_motion(s, a, b);
    compare_accelerations(s, a, b);
    check_newton(s, b);
  }
  pawl_run_free(b);
  return goes;
}

/* Continues from a saved state in another run. BDF begins its history anew, so it goes on otherwise. */
static void check_restart(study *s, const pawl_run *a, const double *state)
{
  pawl_run *b = NULL;
  pawl_error e = {0};
  if (pawl_run_new(&b, a->model, &e) != PAWL_OK || pawl_run_set_state(b, state, &e) != PAWL_OK ||
      pawl_run_until(b, a->t, &e) != PAWL_OK)
    complain(s, "after a restart: %s: %s", e.where, e.text);
  else if (!a->way->stiff && pawl_run_hash(a) != pawl_run_hash(b))
    complain(s, "after a restart: other bits");
  pawl_run_free(b);
}

/* The model's own time, or that of its fastest coordinate at the start: loops near a singular position spin up. */
static double time_scale(pawl_run *r)
{
  int n = r->system.tree.dof_count;
  double rate = 1 / r->system.scale.time;
  pawl_run_read(r, 0);
  for (int d = 0; d < n; d++) {
    double unit = r->system.dof.unit[d];
    rate = fmax(rate, fmax(fabs(r->y[n + d]) / unit, sqrt(fabs(r->room.acceleration[d]) / unit)));
  }
  return 1 / rate;
}

static void examine_run(study *s, pawl_run *r)
{
  double end = time_scale(r) * (0.2 + 0.1 * (s->seed % 9)), half = 0.5 * end;
  double *state = test_malloc(pawl_run_state_size(r) * sizeof *state);
  outcome goes = GOES_ON;
  check_newton(s, r);
  for (int i = 1; i <= 2 && goes == GOES_ON; i++) {
    goes = go(s, r, i == 1 ? half : end, true);
    if (i == 1)
      pawl_run_get_state(r, state);
  }
  if (goes == GOES_ON) {
    check_books(s, r);
    check_newton(s, r);
    check_restart(s, r, state);
    if (r->model->worlds == PAWL_PLANAR)
      goes = check_kernels(s, r, half);
  }
  s->done += goes == GOES_ON;
  s->loops += goes == GOES_ON && r->system.tree.row_count > 0;
  test_free(state);
}

static void count_kind(study *s, const pawl_kind *kind, const void *fields)
{
  for (int k = 0; pawl_kinds[k] && k < MOST_KINDS; k++)
    s->has[k] += kind == pawl_kinds[k];
  for (const pawl_field *f = kind->fields; f->name; f++) {
    const char *at = (const char *)fields + f->where;
    const pawl_value *one = (const pawl_value *)(const void *)at;
    const pawl_values *list = (const pawl_values *)(const void *)at;
    if (f->type == PAWL_VALUE && one->kind)
      count_kind(s, one->kind, one->fields);
    for (int i = 0; f->type == PAWL_VALUES && i < list->count; i++)
      count_kind(s, list->value[i].kind, list->value[i].fields);
  }
}

/* Of the parts, and of the values in them. */
static void count_kinds(study *s, const pawl_model *model)
{
  for (int i = 0; i < model->part_count; i++)
    count_kind(s, model->parts[i]->kind, model->parts[i]->fields);
}

static const char *write_mechanism(int seed, const pawl_random_wish *wish, pawl_arena *arena)
{
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(arena, &memory);
  return pawl_random_model((unsigned long long)seed, wish, arena);
}

/* The example of a part that the generator does not know has its own size, which may be too large for the place it is put to. */
static bool is_inside(const pawl_error *e)
{
  return strstr(e->text, "at the start") &&
         (strstr(e->text, "lies in the material of") || strstr(e->text, "its shapes overlap by"));
}

/* A start that is refused is excused when the rank is smaller than the number of rows: a singular position, or a
 * motion prescribed where the loop cannot move. */
static void refuse(study *s, pawl_run *r, const pawl_error *e)
{
  pawl_inspection seen = {0};
  pawl_error other = {0};
  if (s->wish.contacts && is_inside(e))
    leave_out(s, INSIDE, e);
  else if (r && r->system.kernel && pawl_inspect(&r->system, &seen, &other) == PAWL_OK &&
           seen.rank < seen.rows)
    leave_out(s, REFUSED, e);
  else
    complain(s, "%s: %s", e->where, e->text);
}

static void examine(study *s)
{
  pawl_arena arena;
  const char *text = write_mechanism(s->seed, &s->wish, &arena);
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error e = {0};
  assert_non_null(text);
  bool reads = pawl_model_parse(&model, text, "random", NULL, &e) == PAWL_OK;
  memset(s->has, 0, sizeof s->has);
  if (reads)
    count_kinds(s, model);
  if (!reads)
    complain(s, "%s: %s", e.where, e.text);
  else if (pawl_run_new(&run, model, &e) != PAWL_OK)
    refuse(s, run, &e);
  else {
    for (int k = 0; k < MOST_KINDS; k++)
      s->used[k] += s->has[k];
    examine_run(s, run);
  }
  pawl_run_free(run);
  pawl_model_free(model);
  pawl_arena_close(&arena);
}

static int examine_one(int seed, pawl_random_wish wish)
{
  static study s;
  s = (study){.wish = wish, .seed = seed};
  memcpy(s.figures, limits, sizeof limits);
  examine(&s);
  for (int i = 0; i < FIGURES; i++)
    print_message("  %-36s %.2e of %.0e\n", s.figures[i].name, s.figures[i].worst, s.figures[i].limit);
  return s.failed > 0;
}

/* ---- the tests ----------------------------------------------------------------------------------------------- */

/* Contacts of shapes and what belongs to them come where they are wished for, and only there. */
static bool is_of_contacts(const pawl_kind *kind)
{
  return kind->family == PAWL_CONTACT || kind->family == PAWL_CURVE_JOINT || kind->family == PAWL_LAW_VALUE ||
         kind->family == PAWL_FRICTION_VALUE || kind->family == PAWL_ROPE_KIND;
}

/* Own equations are functions, which are not drawn here: own_test.c does; groups of free bodies are in
 * stepping_pile_test.c. */
static bool is_own(const pawl_kind *kind)
{
  return kind->family == PAWL_CONTACT_GROUP || kind->family == PAWL_EQUATIONS || kind->family == PAWL_GAP ||
         kind->family == PAWL_CONDITION;
}

static void check_kinds(const study *s)
{
  for (int k = 0; pawl_kinds[k] && k < MOST_KINDS; k++)
    if (pawl_kinds[k]->family != PAWL_STATEMENT && !is_own(pawl_kinds[k]) &&
        is_of_contacts(pawl_kinds[k]) == s->wish.contacts && s->used[k] == 0)
      fail_msg("%s is in none of them", pawl_kinds[k]->name);
}

static void check_left_out(const study *s, int count)
{
  int sum = 0, most = most_by_chance(count, s->wish.contacts ? LEFT_OUT_TOUCHING : LEFT_OUT);
  for (int i = 0; i < REASONS; i++) {
    if (s->left_out[i])
      print_message("  %d left out: %s\n", s->left_out[i], reasons[i]);
    sum += s->left_out[i];
  }
  print_message("  %d left out, %d are possible by chance\n", sum, most);
  assert_in_range(sum, 0, most);
  assert_in_range(s->left_out[JAMMED], 0, most_by_chance(count, JAM));
}

static void examine_all(pawl_random_wish wish, int count)
{
  static study s;
  s = (study){.wish = wish};
  memcpy(s.figures, limits, sizeof limits);
  for (s.seed = 1; s.seed <= count; s.seed++)
    examine(&s);
  print_message("%d of %d mechanisms, %d with loops\n", s.done, count, s.loops);
  for (int i = 0; i < FIGURES; i++)
    print_message("  %-36s %.2e of %.0e, seed %d\n", s.figures[i].name, s.figures[i].worst,
                  s.figures[i].limit, s.figures[i].seed);
  if (count >= 300)
    check_kinds(&s);
  assert_int_equal(s.failed, 0);
  check_left_out(&s, count);
}

/* Which seeds of the classes have the kind; 1: there is none of that name. */
static int list_seeds(const char *kind)
{
  static const pawl_random_wish wishes[] = {{0}, {.redundant = true}, {.contacts = true}};
  const int counts[] = {ORDINARY, REDUNDANT, TOUCHING};
  static study s;
  int which = 0;
  while (pawl_kinds[which] && strcmp(pawl_kinds[which]->name, kind) != 0)
    which++;
  if (!pawl_kinds[which] || which >= MOST_KINDS)
    return fprintf(stderr, "there is no part %s\n", kind), 1;
  for (int i = 0; i < 3; i++)
    for (int seed = 1; seed <= counts[i]; seed++) {
      pawl_arena arena;
      pawl_model *model = NULL;
      const char *text = write_mechanism(seed, wishes + i, &arena);
      memset(s.has, 0, sizeof s.has);
      if (text && pawl_model_parse(&model, text, "random", NULL, NULL) == PAWL_OK)
        count_kinds(&s, model);
      if (s.has[which])
        printf("%d%s\n", seed, class_of(wishes + i));
      pawl_model_free(model);
      pawl_arena_close(&arena);
    }
  return 0;
}

static void ordinary_mechanisms(void **state)
{
  (void)state;
  examine_all((pawl_random_wish){0}, ORDINARY);
}

static void redundant_mechanisms(void **state)
{
  (void)state;
  examine_all((pawl_random_wish){.redundant = true}, REDUNDANT);
}

static void touching_mechanisms(void **state)
{
  (void)state;
  examine_all((pawl_random_wish){.contacts = true}, TOUCHING);
}

static void same_seed_same_text(void **state)
{
  (void)state;
  pawl_arena one, two, three;
  const char *a = write_mechanism(7, NULL, &one), *b = write_mechanism(7, NULL, &two);
  const char *c = write_mechanism(8, NULL, &three);
  assert_string_equal(a, b);
  assert_string_not_equal(a, c);
  pawl_arena_close(&one);
  pawl_arena_close(&two);
  pawl_arena_close(&three);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_seed_same_text),
      cmocka_unit_test(ordinary_mechanisms),
      cmocka_unit_test(redundant_mechanisms),
      cmocka_unit_test(touching_mechanisms),
  };
  if (argc > 1) {
    if (argv[1][0] < '0' || argv[1][0] > '9')
      return list_seeds(argv[1]);
    pawl_arena arena;
    pawl_random_wish wish = {.redundant = argc > 2 && strcmp(argv[2], "redundant") == 0,
                             .contacts = argc > 2 && strcmp(argv[2], "contacts") == 0};
    int seed = (int)strtol(argv[1], NULL, 10);
    if (strcmp(argv[argc - 1], "run") == 0)
      return examine_one(seed, wish);
    const char *text = write_mechanism(seed, &wish, &arena);
    printf("%s", text ? text : "");
    pawl_arena_close(&arena);
    return text ? 0 : 1;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
