/* Spanning trees with short loops: operations in proportion to the size for long structures of many loops, the same motion
 * as by the tree that the worth of joints alone would make, and a start that loses nothing of what was written. */
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  const char *name, *text;
  int bodies;  /* for each of n                                                  */
  double most; /* operations per body that it may take                            */
  int enough;  /* an n at which loops are long enough for another tree            */
} family;

#define BAR                                                                                                  \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local n = parameter 'n' { 5 }\n"                                                                          \
  "local function bar(name) return body(name) { mass = 1, inertia = 1/12, com = {0.5, 0} } end\n"

static const char ladder[] =
    BAR "local left, right = ground, ground:at{1, 0}\n"
        "for i = 1, n do\n"
        "  local a, b, c, d, e = bar('a'..i), bar('b'..i), bar('c'..i), bar('d'..i), bar('e'..i)\n"
        "  revolute('A'..i) { left, a, angle = i == 1 and -90*deg or 0 }\n"
        "  revolute('B'..i) { right, b, angle = i == 1 and -90*deg or 0 }\n"
        "  revolute('C'..i) { a:at{1, 0}, c, angle = 30*deg }\n"
        "  revolute('D'..i) { c:at{1, 0}, d:at{1, 0}, angle = -60*deg }\n"
        "  revolute('E'..i) { b:at{1, 0}, d }\n"
        "  revolute('F'..i) { c:at{0.5, 0}, e, angle = -40*deg }\n"
        "  left, right = a:at{1, 0}, b:at{1, 0}\n"
        "end\n"
        "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* Bars crossing at their middles; the lowest end slides. */
static const char scissors[] =
    BAR "local foot = body 'foot' { mass = 1, inertia = 1 }\n"
        "prismatic 'slide' { ground, foot, position = math.cos(math.pi/6) }\n"
        "local left, right\n"
        "for i = 1, n do\n"
        "  local p, q = bar('p'..i), bar('q'..i)\n"
        "  revolute('P'..i) { left or ground, p, angle = i == 1 and 30*deg or -120*deg }\n"
        "  revolute('Q'..i) { right or foot, q, angle = i == 1 and 150*deg or 120*deg }\n"
        "  revolute('M'..i) { p:at{0.5, 0}, q:at{0.5, 0} }\n"
        "  left, right = q:at{1, 0}, p:at{1, 0}\n"
        "end\n"
        "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* Panels of hinged bars in a row, with a diagonal in each but the second. */
static const char truss[] = BAR "local post = bar 'post0'\n"
                                "revolute 'O' { ground, post, angle = 100*deg }\n"
                                "local low, high = ground, post:at{1, 0}\n"
                                "for i = 1, n do\n"
                                "  local b, t, v = bar('low'..i), bar('top'..i), bar('post'..i)\n"
                                "  revolute('L'..i) { low, b, angle = i == 1 and 10*deg or 0 }\n"
                                "  revolute('V'..i) { b:at{1, 0}, v, angle = 90*deg }\n"
                                "  revolute('H'..i) { high, t, angle = i == 1 and -90*deg or 0 }\n"
                                "  revolute('K'..i) { t:at{1, 0}, v:at{1, 0} }\n"
                                "  if i ~= 2 then\n"
                                "    local d = bar('brace'..i)\n"
                                "    revolute('S'..i) { low, d, angle = i == 1 and 55*deg or 45*deg }\n"
                                "    revolute('T'..i) { d:at{math.sqrt(2), 0}, v:at{1, 0} }\n"
                                "  end\n"
                                "  low, high = b:at{1, 0}, t:at{1, 0}\n"
                                "end\n"
                                "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* The same panels, none with a diagonal. */
static const char panels[] = BAR "local post = bar 'post0'\n"
                                 "revolute 'O' { ground, post, angle = 100*deg }\n"
                                 "local low, high = ground, post:at{1, 0}\n"
                                 "for i = 1, n do\n"
                                 "  local b, t, v = bar('low'..i), bar('top'..i), bar('post'..i)\n"
                                 "  revolute('L'..i) { low, b, angle = i == 1 and 10*deg or 0 }\n"
                                 "  revolute('V'..i) { b:at{1, 0}, v, angle = 90*deg }\n"
                                 "  revolute('H'..i) { high, t, angle = i == 1 and -90*deg or 0 }\n"
                                 "  revolute('K'..i) { t:at{1, 0}, v:at{1, 0} }\n"
                                 "  low, high = b:at{1, 0}, t:at{1, 0}\n"
                                 "end\n"
                                 "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* A net of hinged bars, ten columns wide, that hangs on the ground by all of them. */
static const char net[] =
    BAR "local above = {}\n"
        "for k = 1, 10 do above[k] = ground:at{k, 0} end\n"
        "for i = 1, n do\n"
        "  local across\n"
        "  for k = 1, 10 do\n"
        "    local v = bar('v'..i..'_'..k)\n"
        "    revolute('V'..i..'_'..k) { above[k], v, angle = i == 1 and -80*deg or 0 }\n"
        "    above[k] = v:at{1, 0}\n"
        "    if across then revolute('R'..i..'_'..k) { across:at{1, 0}, v:at{1, 0} } end\n"
        "    if k < 10 then\n"
        "      across = bar('h'..i..'_'..k)\n"
        "      revolute('H'..i..'_'..k) { v:at{1, 0}, across, angle = 80*deg }\n"
        "    end\n"
        "  end\n"
        "end\n"
        "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* The same net with one bar more on top, by one of its corners only; the bodies say where they start. */
static const char curtain[] =
    BAR "local above = {}\n"
        "for i = 0, n do\n"
        "  local across\n"
        "  for k = 1, 10 do\n"
        "    local v\n"
        "    if i > 0 then\n"
        "      v = body('v'..i..'_'..k) { mass = 1, inertia = 1/12, com = {0.5, 0}, angle = -80*deg }\n"
        "      revolute('V'..i..'_'..k) { above[k], v }\n"
        "    end\n"
        "    local node = v and v:at{1, 0} or across and across:at{1, 0} or ground:at{1, 0}\n"
        "    if across and v then revolute('R'..i..'_'..k) { across:at{1, 0}, node } end\n"
        "    if k < 10 then\n"
        "      across = body('h'..i..'_'..k) { mass = 1, inertia = 1/12, com = {0.5, 0}, angle = 0 }\n"
        "      revolute('H'..i..'_'..k) { node, across }\n"
        "    end\n"
        "    above[k] = node\n"
        "  end\n"
        "end\n"
        "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* The ladder's loops of hinges in space, each with three rows too many, moving at the start. */
static const char hinges[] =
    "spatial { gravity = {0, -9.81, 0} }\n"
    "local n = parameter 'n' { 5 }\n"
    "local function bar(name) return body(name) { mass = 1, inertia = {0.01, 1/12, 1/12}, com = {0.5, 0, 0} "
    "} end\n"
    "local left, right = ground, ground:at{1, 0, 0}\n"
    "for i = 1, n do\n"
    "  local a, b, c, d = bar('a'..i), bar('b'..i), bar('c'..i), bar('d'..i)\n"
    "  revolute('A'..i) { left, a, angle = i == 1 and -90*deg or 0, speed = i == 1 and 1 or nil }\n"
    "  revolute('B'..i) { right, b, angle = i == 1 and -90*deg or 0, speed = i == 1 and 1 or nil }\n"
    "  revolute('C'..i) { a:at{1, 0, 0}, c, angle = 30*deg, speed = -1 }\n"
    "  revolute('D'..i) { c:at{1, 0, 0}, d:at{1, 0, 0}, angle = -60*deg }\n"
    "  revolute('E'..i) { b:at{1, 0, 0}, d }\n"
    "  left, right = a:at{1, 0, 0}, b:at{1, 0, 0}\n"
    "end\n"
    "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* Rails of hinges, rungs between balls: the joints of fewest rows are the wrong ones to cut. */
static const char spatial[] =
    "spatial { gravity = {0, -9.81, 0} }\n"
    "local n = parameter 'n' { 5 }\n"
    "local function bar(name) return body(name) { mass = 1, inertia = {0.01, 1/12, 1/12}, com = {0.5, 0, 0} "
    "} end\n"
    "local left, right = ground, ground:at{1, 0, 0}\n"
    "for i = 1, n do\n"
    "  local a, b, c = bar('a'..i), bar('b'..i), bar('c'..i)\n"
    "  revolute('A'..i) { left, a, angle = i == 1 and -70*deg or 0 }\n"
    "  revolute('B'..i) { right, b, angle = i == 1 and -70*deg or 0 }\n"
    "  spherical('C'..i) { a:at{1, 0, 0}, c, e0 = math.cos(35*deg), e1 = 0, e2 = 0, e3 = math.sin(35*deg) }\n"
    "  spherical('D'..i) { c:at{1, 0, 0}, b:at{1, 0, 0} }\n"
    "  left, right = a:at{1, 0, 0}, b:at{1, 0, 0}\n"
    "end\n"
    "simulate { duration = 0.1, tolerance = 1e-10 }\n";

/* Ladders side by side. */
static const char fence[] =
    BAR "for k = 1, n do\n"
        "  local left, right = ground:at{3*k, 0}, ground:at{3*k + 1, 0}\n"
        "  for i = 1, 8 do\n"
        "    local a, b, c = bar('a'..i..'_'..k), bar('b'..i..'_'..k), bar('c'..i..'_'..k)\n"
        "    revolute('A'..i..'_'..k) { left, a, angle = i == 1 and -70*deg or 0 }\n"
        "    revolute('B'..i..'_'..k) { right, b, angle = i == 1 and -70*deg or 0 }\n"
        "    revolute('C'..i..'_'..k) { a:at{1, 0}, c, angle = 70*deg }\n"
        "    revolute('D'..i..'_'..k) { c:at{1, 0}, b:at{1, 0} }\n"
        "    left, right = a:at{1, 0}, b:at{1, 0}\n"
        "  end\n"
        "end\n"
        "simulate { duration = 0.1, tolerance = 1e-10 }\n";

static const family families[] = {{"ladder", ladder, 5, 7.5, 12},
                                  {"scissor lift", scissors, 2, 10, 12},
                                  {"truss", truss, 4, 12.5, 12},
                                  {"panels", panels, 3, 9, 5},
                                  {"net", net, 19, 100, 14},
                                  {"curtain", curtain, 19, 100, 14},
                                  {"ladder of hinges in space", hinges, 4, 10, 12},
                                  {"ladder with balls", spatial, 3, 18, 12},
                                  {"fence", fence, 24, 8.5, 5}};
enum { FAMILIES = sizeof families / sizeof *families };

/* `kept`: every joint is preferred, which says that the tree is to be the one by worth. */
static session open_family(const char *text, int n, bool kept)
{
  char value[16];
  pawl_model *model = NULL;
  pawl_error error = {0};
  snprintf(value, sizeof value, "%d", n);
  pawl_setting setting = {"n", value};
  pawl_reading how = {&setting, 1, NULL};
  if (pawl_model_parse(&model, text, "test", &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  for (int i = 0; i < model->part_count; i++)
    if (model->parts[i]->kind->joint)
      ((pawl_joint *)model->parts[i]->fields)->prefer = kept;
  return opened(model, NULL);
}

static long operations(const char *text, int n, bool kept)
{
  session s = open_family(text, n, kept);
  long count = s.run->system.tree.operations;
  leave(s);
  return count;
}

static void operations_grow_in_proportion(void **state)
{
  (void)state;
  for (const family *f = families; f < families + FAMILIES; f += soak_or(1, 1, 2)) {
    long count[3];
    const int n[3] = {25, 50, 100};
    for (int i = 0; i < 3; i++) {
      count[i] = operations(f->text, n[i], false);
      assert_true((double)count[i] < f->most * f->bodies * n[i]);
    }
    print_message(
        "%s, n = 25, 50, 100: %ld, %ld, %ld operations, %.1f per body; by worth alone, n = 25: %ld\n",
        f->name, count[0], count[1], count[2], (double)count[2] / (100 * f->bodies),
        operations(f->text, 25, true));
    assert_in_range(count[2] - count[1], 19 * (count[1] - count[0]) / 10, 21 * (count[1] - count[0]) / 10);
  }
}

/* The largest difference of what is seen of two runs of a model, in numbers of positions and velocities. */
static double apart(session a, session b)
{
  double most = 0;
  const pawl_system *s = &a.run->system;
  for (int i = 0; i < s->channel.count; i++)
    if (s->channel.list[i].def->level <= PAWL_AT_VELOCITY)
      most = fmax(most, fabs(pawl_run_read(a.run, i) - pawl_run_read(b.run, i)));
  return most;
}

static void motion_does_not_depend_on_the_tree(void **state)
{
  (void)state;
  for (const family *f = families; f < families + FAMILIES; f += soak_or(1, 1, 2)) {
    session a = open_family(f->text, f->enough, false), b = open_family(f->text, f->enough, true);
    assert_true(a.run->system.tree.operations < b.run->system.tree.operations);
    double start = apart(a, b);
    go(a, 0.1);
    go(b, 0.1);
    print_message("%s, n = %d: by two trees apart by %.1e at the start, by %.1e after 0.1 s\n", f->name,
                  f->enough, start, apart(a, b));
    assert_true(start < 1e-12);
    assert_true(apart(a, b) < 1e-9);
    assert_true(a.run->books.worst_ledger < 1e-10);
    leave(a);
    leave(b);
  }
}

/* A ladder whose rungs have no mass of their own is solved by the tree by worth; by another one perhaps not. */
static void light_bodies_keep_their_tree(void **state)
{
  (void)state;
  static const char heavy[] = "local a, b, c = bar('a'..i), bar('b'..i), bar('c'..i)",
                    light[] =
                        "local a, b, c = bar('a'..i), bar('b'..i), body('c'..i) { mass = 0, inertia = 0 }";
  static const char text[] = BAR "local left, right = ground, ground:at{1, 0}\n"
                                 "for i = 1, n do\n"
                                 "  %s\n"
                                 "  revolute('A'..i) { left, a, angle = i == 1 and -70*deg or 0 }\n"
                                 "  revolute('B'..i) { right, b, angle = i == 1 and -70*deg or 0 }\n"
                                 "  local d = bar('d'..i)\n"
                                 "  revolute('C'..i) { a:at{1, 0}, c, angle = 70*deg }\n"
                                 "  revolute('F'..i) { c:at{0.5, 0.2}, d, angle = 0 }\n"
                                 "  revolute('D'..i) { c:at{1, 0}, b:at{1, 0} }\n"
                                 "  left, right = a:at{1, 0}, b:at{1, 0}\n"
                                 "end\n";
  char model[2048];
  snprintf(model, sizeof model, text, heavy);
  assert_true(operations(model, 12, false) < operations(model, 12, true));
  snprintf(model, sizeof model, text, light);
  assert_int_equal(operations(model, 12, false), operations(model, 12, true));
}

/* In every other loop all joints have start values, and one of them must be cut; in those between one has none, where
 * cutting it makes the next loop longer. But not much: no more values are lost than must be. */
static void start_values_stay_where_they_can(void **state)
{
  (void)state;
  static const char text[] =
      BAR "local left, right = ground, ground:at{1, 0}\n"
          "for i = 1, n do\n"
          "  local a, b, c, d = bar('a'..i), bar('b'..i), bar('c'..i), bar('d'..i)\n"
          "  revolute('A'..i) { left, a, angle = i == 1 and -90*deg or 0 }\n"
          "  revolute('B'..i) { right, b, angle = i == 1 and -90*deg or 0 }\n"
          "  revolute('C'..i) { a:at{1, 0}, c, angle = 30*deg }\n"
          "  revolute('D'..i) { c:at{1, 0}, d:at{1, 0}, angle = -60*deg }\n"
          "  revolute('E'..i) { b:at{1, 0}, d, angle = i % 2 == 1 and -30*deg or nil }\n"
          "  left, right = a:at{1, 0}, b:at{1, 0}\n"
          "end\n";
  session s = open_family(text, 50, false);
  const pawl_system *system = &s.run->system;
  assert_true(system->tree.operations < operations(text, 50, true));
  int lost = 0;
  for (int i = 0; i < system->joint.count; i++) {
    const pawl_joint *j = s.model->parts[system->joint.use[i].part]->fields;
    lost += system->joint.use[i].link < 0 && !isnan(j->start[0]);
  }
  assert_int_equal(lost, 25);
  leave(s);
}

typedef struct {
  long calls, alive, fail_at;
  size_t bytes; /* asked for, all in all */
} meter;

static void *metered(void *context, void *old, size_t old_size, size_t size)
{
  meter *m = context;
  (void)old_size;
  if (size == 0) {
    m->alive -= old != NULL;
    free(old);
    return NULL;
  }
  m->calls++;
  if (m->calls == m->fail_at)
    return NULL;
  m->alive += old == NULL;
  m->bytes += size;
  return realloc(old, size);
}

/* What choosing a tree and an order takes is room for each try, so that the bytes tell how often and how long it was
 * tried. */
static double bytes_to_open(const char *text, int n)
{
  char value[16];
  meter m = {0};
  pawl_memory memory = {metered, &m};
  snprintf(value, sizeof value, "%d", n);
  pawl_setting setting = {"n", value};
  pawl_reading how = {&setting, 1, &memory};
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error e = {0};
  assert_int_equal(pawl_model_parse(&model, text, "test", &how, &e), PAWL_OK);
  size_t reading = m.bytes;
  assert_int_equal(pawl_run_new(&run, model, &e), PAWL_OK);
  double bytes = (double)(m.bytes - reading);
  pawl_run_free(run);
  pawl_model_free(model);
  return bytes;
}

/* Up to 1,000 bodies, 200 loops. */
static void opening_takes_work_in_proportion(void **state)
{
  (void)state;
  for (const family *f = families; f < families + FAMILIES; f += soak_or(1, 1, 2)) {
    double small = bytes_to_open(f->text, 50), large = bytes_to_open(f->text, 200);
    print_message("%s: %.2f MB for %d bodies, %.2f times as much for four times as many\n", f->name,
                  1e-6 * small, 50 * f->bodies, large / small);
    assert_true(large < 6 * small);
  }
}

static void every_failing_allocation_is_survived(void **state)
{
  (void)state;
  pawl_status status = PAWL_NO_MEMORY;
  long reading = 0;
  for (long n = 1; status != PAWL_OK; n++) {
    meter m = {0};
    pawl_memory memory = {metered, &m};
    pawl_reading how = {NULL, 0, &memory};
    pawl_error e = {0};
    pawl_model *model = NULL;
    pawl_run *run = NULL;
    assert_int_equal(pawl_model_parse(&model, panels, "test", &how, &e), PAWL_OK);
    reading = m.calls;
    m.fail_at = reading + n;
    status = pawl_run_new(&run, model, &e);
    assert_true(status == PAWL_OK || status == PAWL_NO_MEMORY);
    assert_true(status != PAWL_OK || m.calls < m.fail_at);
    pawl_run_free(run);
    pawl_model_free(model);
    assert_int_equal(m.alive, 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(operations_grow_in_proportion),
                                     cmocka_unit_test(motion_does_not_depend_on_the_tree),
                                     cmocka_unit_test(light_bodies_keep_their_tree),
                                     cmocka_unit_test(start_values_stay_where_they_can),
                                     cmocka_unit_test(opening_takes_work_in_proportion),
                                     cmocka_unit_test(every_failing_allocation_is_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
