/* Start values of bodies that no ground holds are met in whatever order parts are written. Random trees and loops of bodies float;
 * the place of one is written, with its speed or without. Every order of parts must put it there, and all others where
 * its joints have them. */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"
#include "system/inspect.h"

enum { MOST = 8, ORDERS = 6, SAYS = 8000, SEEN = 10 };

typedef struct {
  int n, placed; /* bodies; the one whose place is written */
  bool plane, moves, loop;
  char body[MOST][300], joint[MOST][500]; /* joint i hangs body i on an earlier one; joint 0 closes a loop */
  int near[MOST];
  double start[7], speed[6];
} tree;

static int below(unsigned long long *seed, int n)
{
  return (int)(0.5 * (1 + pawl_chance(seed)) * n) % n;
}

static void write_frame(char *to, size_t size, int body, bool plane, unsigned long long *seed)
{
  double a = pawl_chance(seed), b = pawl_chance(seed), c = pawl_chance(seed), d = 3 * pawl_chance(seed);
  if (plane)
    snprintf(to, size, "B[%d]:at{%.17g, %.17g, angle = %.17g}", body, a, b, d);
  else
    snprintf(to, size, "B[%d]:at{%.17g, %.17g, %.17g, turn = {%.17g, 0.3, -0.5, %.17g}}", body, a, b, c,
             a + 2, d);
}

/* Of four joints one has no value: then it is 0. */
static void write_joint(tree *t, int i, unsigned long long *seed)
{
  static const char *const kind[] = {"revolute", "prismatic", "weld", "spherical", "free"};
  char near[160], far[160], value[120] = "";
  int k = below(seed, 5);
  k = k == 3 && t->plane ? 0 : k;
  double x = 2 * pawl_chance(seed), y = pawl_chance(seed);
  write_frame(near, sizeof near, t->near[i], t->plane, seed);
  write_frame(far, sizeof far, i, t->plane, seed);
  if (k < 2 && below(seed, 4))
    snprintf(value, sizeof value, ", %s = %.17g", k ? "position" : "angle", x);
  else if (k == 3)
    snprintf(value, sizeof value, ", e0 = %.17g, e1 = %.17g, e2 = 0, e3 = 0", cos(x), sin(x));
  else if (k == 4)
    snprintf(value, sizeof value, ", x = %.17g, y = %.17g", x, y);
  bool swapped = below(seed, 2);
  snprintf(t->joint[i], sizeof t->joint[i], "%s 'j%d' { %s, %s%s }\n", kind[k], i, swapped ? far : near,
           swapped ? near : far, value);
}

static void write_body(tree *t, int i, unsigned long long *seed)
{
  char start[260] = "";
  const double *q = t->start, *u = t->speed;
  if (i == t->placed && t->plane)
    snprintf(start, sizeof start, ", x = %.17g, y = %.17g, angle = %.17g", q[0], q[1], q[2]);
  else if (i == t->placed)
    snprintf(start, sizeof start,
             ", x = %.17g, y = %.17g, z = %.17g, e0 = %.17g, e1 = %.17g, e2 = %.17g, e3 = 0", q[0], q[1],
             q[2], q[3], q[4], q[5]);
  size_t used = strlen(start);
  if (i == t->placed && t->moves)
    snprintf(start + used, sizeof start - used, ", vx = %.17g, vy = %.17g", u[0], u[1]);
  snprintf(t->body[i], sizeof t->body[i], "B[%d] = body 'b%d' { mass = %.3g, inertia = %s%s }\n", i, i,
           1 + 0.5 * pawl_chance(seed), t->plane ? "0.1" : "{0.1, 0.15, 0.2}", start);
}

static tree random_tree(unsigned long long *seed)
{
  tree t = {.n = 2 + below(seed, MOST - 1), .plane = below(seed, 2), .moves = below(seed, 2)};
  t.placed = below(seed, t.n);
  for (int k = 0; k < 3; k++) {
    t.start[k] = 3 * pawl_chance(seed);
    t.speed[k] = pawl_chance(seed);
  }
  double a = pawl_chance(seed), b = pawl_chance(seed);
  if (!t.plane) {
    t.start[3] = cos(a);
    t.start[4] = sin(a) * cos(b);
    t.start[5] = sin(a) * sin(b);
  }
  for (int i = 1; i < t.n; i++)
    t.near[i] = below(seed, i);
  for (int i = 0; i < t.n; i++) {
    write_body(&t, i, seed);
    if (i > 0)
      write_joint(&t, i, seed);
  }
  return t;
}

/* Bodies in a random order, each joint at some time after both of its bodies. */
static void write_order(const tree *t, char text[SAYS], unsigned long long *seed)
{
  bool body[MOST] = {false}, joint[MOST] = {false};
  int left = 2 * t->n - !t->loop;
  snprintf(text, SAYS, "%s {} local B = {}\n", t->plane ? "planar" : "spatial");
  joint[0] = !t->loop;
  while (left > 0) {
    int i = below(seed, t->n);
    int near = i ? t->near[i] : t->n - 1;
    bool may_join = body[i] && body[near] && !joint[i];
    if (body[i] && !may_join)
      continue;
    strcat(text, may_join ? t->joint[i] : t->body[i]);
    *(may_join ? joint + i : body + i) = true;
    left--;
  }
  strcat(text, "simulate { duration = 0.1 }\n");
}

static int look(const tree *t, session s, int body, double out[SEEN])
{
  static const char *const names[2][SEEN] = {{"x", "y", "z", "e0", "e1", "e2", "e3", "vx", "vy", NULL},
                                             {"x", "y", "angle", "vx", "vy", NULL}};
  int n = 0;
  for (; names[t->plane][n]; n++)
    out[n] = see(s, "b", body, names[t->plane][n]);
  if (!t->plane && out[3] * t->start[3] < 0 && body == t->placed) /* e and -e are one turn */
    for (int k = 3; k < 7; k++)
      out[k] = -out[k];
  return n;
}

/* One more hinge, where the origin of the first body is on the last: the tree as it is closes the loop. */
static void close_loop(tree *t, unsigned long long *seed)
{
  char text[SAYS];
  double a[SEEN], b[SEEN];
  write_order(t, text, seed);
  session s = open_text(text, NULL);
  look(t, s, 0, a);
  look(t, s, t->n - 1, b);
  leave(s);
  double x = a[0] - b[0], y = a[1] - b[1], cosine = cos(b[2]), sine = sin(b[2]);
  t->loop = true;
  snprintf(t->joint[0], sizeof t->joint[0], "revolute 'j0' { B[0], B[%d]:at{%.17g, %.17g} }\n", t->n - 1,
           cosine * x + sine * y, cosine * y - sine * x);
}

static double miss_written(const tree *t, session s)
{
  double is[SEEN], worst = 0;
  int n = look(t, s, t->placed, is);
  for (int k = 0; k < n - 2; k++)
    worst = fmax(worst, fabs(is[k] - t->start[k]));
  for (int k = 0; t->moves && k < 2; k++)
    worst = fmax(worst, fabs(is[n - 2 + k] - t->speed[k]));
  return worst;
}

/* How far bodies are from where they were in the first order. Not asked where a loop leaves freedom. */
static double miss_others(const tree *t, session s, double first[MOST][SEEN], bool is_first)
{
  double worst = 0;
  for (int i = 0; i < t->n; i++) {
    double is[SEEN];
    look(t, s, i, is);
    for (int k = 0; k < 3 && !is_first; k++)
      worst = fmax(worst, fabs(is[k] - first[i][k]));
    if (is_first)
      memcpy(first[i], is, sizeof is);
  }
  return worst;
}

static void written_places_are_met_in_every_order(void **state)
{
  (void)state;
  unsigned long long seed = 41;
  int trees = soak_or(4000, 300, 40), loops = 0;
  double worst = 0, others = 0;
  for (int i = 0; i < trees; i++) {
    tree t = random_tree(&seed);
    double first[MOST][SEEN];
    if (t.plane && t.n > 2 && i % 2)
      close_loop(&t, &seed);
    loops += t.loop;
    for (int order = 0; order < ORDERS; order++) {
      char text[SAYS];
      write_order(&t, text, &seed);
      session s = open_text(text, NULL);
      pawl_moved_start moved[4];
      double off = miss_written(&t, s), apart = t.loop ? 0 : miss_others(&t, s, first, order == 0);
      worst = fmax(worst, off);
      others = fmax(others, apart);
      if (off > 1e-12 || apart > 1e-12 || (!t.loop && pawl_moved_starts(&s.run->system, moved, 4) > 0))
        fail_msg("tree %d, order %d: off by %.2g, others by %.2g\n%s", i, order, off, apart, text);
      leave(s);
    }
  }
  print_message("  %d trees, %d with a loop, in %d orders each: the written place is met to %.1e, others to "
                "%.1e\n",
                trees, loops, ORDERS, worst, others);
}

/* ---- values that contradict each other, or do not --------------------------------------------------------------- */

#define BODY(name, start) "local " name " = body '" name "' { mass = 1, inertia = 0.1" start " }\n"

static int count_moved(const char *text, const char *first)
{
  session s = open_text(text, NULL);
  pawl_moved_start moved[8];
  int n = pawl_moved_starts(&s.run->system, moved, 8);
  char name[64] = "";
  if (n > 0)
    snprintf(name, sizeof name, "%s.%s", s.model->parts[moved[0].part]->name, moved[0].quantity);
  leave(s);
  assert_string_equal(name, first);
  return n;
}

static void what_is_moved_is_told(void **state)
{
  (void)state;
  const char *end = "revolute 'j' { b:at{0.1, 0}, a, angle = 0.2 } simulate { duration = 1 }";
  char text[2][500];
  snprintf(text[0], sizeof text[0], "planar {}" BODY("a", ", x = 1, y = 1") BODY("b", ", x = 3, y = 2") "%s",
           end);
  snprintf(text[1], sizeof text[1], "planar {}" BODY("b", ", x = 3, y = 2") BODY("a", ", x = 1, y = 1") "%s",
           end);
  assert_int_equal(count_moved(text[0], "b.x"), 2);
  assert_int_equal(count_moved(text[1], "a.x"), 2);
  assert_int_equal(count_moved("spatial {} local a = body 'a' { mass = 1, inertia = {1, 1, 1}, z = 2 }\n"
                               "local b = body 'b' { mass = 1, inertia = {1, 1, 1}, e0 = 0.6, e1 = 0.8, e2 = "
                               "0, e3 = 0, x = 1 }\n"
                               "weld 'j' { a:at{0, 0, 1}, b } simulate { duration = 1 }",
                               "a.z"),
                   1);
}

/* A hinge or guide that nobody wrote is as the written turn or place of its body has it, wherever its other body is. */
static void unwritten_joints_follow_their_bodies(void **state)
{
  (void)state;
  static const struct {
    const char *text, *channel;
    double value;
  } all[] = {
      {"planar {}" BODY("a", "")
           BODY("b", ", angle = 1") "revolute 'i' { ground, a, angle = 0.3 }\n"
                                    "revolute 'j' { a:at{1, 0}, b } simulate { duration = 1 }",
       "b.angle", 1},
      {"planar {}" BODY("a", ", angle = 0.3") BODY("b", ", x = 1, y = 2") "revolute 'j' { a:at{1, 0}, b }\n"
                                                                          "simulate { duration = 1 }",
       "a.angle", 0.3},
      {"planar {}" BODY("a", "") BODY(
           "b",
           ", x = 2, y = 2") "revolute 'i' { ground, a, angle = 45*deg }\n"
                             "prismatic 'j' { a, b:at{0.5, 0}, axis = {1, 0} } simulate { duration = 1 }",
       "j.position", 3.328427124746190},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    session s = open_text(all[i].text, NULL);
    assert_true(fabs(pawl_run_read(s.run, pawl_run_find(s.run, all[i].channel)) - all[i].value) < 1e-14);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(written_places_are_met_in_every_order),
                                     cmocka_unit_test(what_is_moved_is_told),
                                     cmocka_unit_test(unwritten_joints_follow_their_bodies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
