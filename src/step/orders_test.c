/* A wall strikes the flat side of boxes that stand on a floor: impulses are one of many, and what is chosen must not depend on the order
 * in which contacts are written; where it does, both runs say that the motion is not unique.      theory.md, 9.4 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

static int trials(void)
{
  return soak_or(1200, 240, 80);
}

static double drawn(unsigned long long *seed, double from, double to)
{
  return from + (to - from) * 0.5 * (pawl_chance(seed) + 1);
}

/* Numbers that are 0 in every third trial. */
static double sometimes(unsigned long long *seed)
{
  double x = drawn(seed, 0, 1);
  return drawn(seed, 0, 3) < 1 ? 0 : x;
}

static session wall(unsigned long long seed, bool two, bool backwards)
{
  char text[3000];
  double a = drawn(&seed, 0.02, 0.05), b = drawn(&seed, 0.02, 0.05), w = drawn(&seed, 0.01, 0.04);
  double h = fmax(b * drawn(&seed, 0.3, 1.8), w + 0.001), v = drawn(&seed, -0.5, 0.5), mu[2], e[2];
  for (int i = 0; i < 2; i++) {
    mu[i] = sometimes(&seed);
    e[i] = sometimes(&seed);
  }
  double c = two ? b * drawn(&seed, 0.6, 1.4) : 0;
  const char *impact = drawn(&seed, 0, 3) < 1 ? "newton" : "poisson";
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, -9.81} }\n"
      "local a, b, c, w, h, v = %.17g, %.17g, %.17g, %.17g, %.17g, %.17g\n"
      "local function block(name, m, x, b)\n"
      "  local k = body(name) { mass = m, inertia = m*(a*a + b*b)/3, x = x, y = b, vx = v }\n"
      "  return shape(name .. 's') { k, polygon { {-a, -b}, {a, -b}, {a, b}, {-a, b} } }\n"
      "end\n"
      "local ram = base 'ram' { x = function(t) return t end, y = h }\n"
      "local floor = shape 'floor' { ground, line { {20, 0}, {-20, 0} } }\n"
      "local front = shape 'front' { ram, polygon { {-0.1, -w}, {0, -w}, {0, w}, {-0.1, w} } }\n"
      "local box, other = block('box', 0.75, a + 0.01, b), c > 0 and block('other', 0.5, 3*a + 0.01, c)\n"
      "local law = { rigid { restitution = %.17g, impact = '%s' }, rigid { restitution = %.17g, impact = "
      "'%s' } }\n"
      "local list = { {'under', floor, box, 1}, {'side', front, box, 2}, {'beneath', floor, other, 1},\n"
      "  {'between', box, other, 2} }\n"
      "local n, mu, back = c > 0 and 4 or 2, {%.17g, %.17g}, %s\n"
      "for i = 1, n do\n"
      "  local k = list[back and n + 1 - i or i]\n"
      "  contact(k[1]) { k[2], k[3], law = law[k[4]], friction = mu[k[4]] }\n"
      "end\n"
      "simulate { duration = 1 }\n",
      a, b, c, w, h, v, e[0], impact, e[1], impact, mu[0], mu[1], backwards ? "true" : "false");
  session s = open_text(text, NULL);
  go(s, 0.012 / (1 - v)); /* the wall comes to the box at 0.01 */
  return s;
}

static bool warns(session s)
{
  bool any = false;
  for (int i = 0; i < s.run->system.contact->count; i++)
    any |= s.run->system.contact->pair[i].log.doubt[PAWL_DOUBT_MOTION] ||
           s.run->system.contact->pair[i].log.doubt[PAWL_DOUBT_SEVERAL];
  return any;
}

typedef struct {
  int told, apart, silent;
} tally;

static tally compare(bool two)
{
  static const char *const channels[] = {"vx", "vy", "omega"};
  tally all = {0};
  for (int i = 0; i < trials(); i++) {
    session one = wall(40 + (unsigned)i, two, false), back = wall(40 + (unsigned)i, two, true);
    double apart = 0;
    for (int k = 0; k < 3; k++)
      for (int j = 0; j <= two; j++) {
        const char *name = j ? "other" : "box";
        apart = fmax(apart, fabs(see(one, name, -1, channels[k]) - see(back, name, -1, channels[k])));
      }
    bool both = warns(one) && warns(back), none = !warns(one) && !warns(back);
    all.told += both;
    all.apart += apart > 1e-7;
    all.silent += !both && (apart > 1e-7 || !none);
    leave(one);
    leave(back);
  }
  print_message("  a wall strikes %s: of %d the motion of %d is not unique; apart for another order %d, of "
                "which not said %d\n",
                two ? "two boxes" : "a box", trials(), all.told, all.apart, all.silent);
  return all;
}

static void one_box(void **state)
{
  (void)state;
  tally all = compare(false);
  assert_true(all.told >= trials() / 6);
  assert_int_equal(all.apart, 0);
  assert_int_equal(all.silent, 0);
}

/* Eight touches: not all modes can be tried. */
static void two_boxes(void **state)
{
  (void)state;
  tally all = compare(true);
  assert_true(all.told >= trials() / 6);
  assert_true(all.apart * 10 <= trials());
  assert_int_equal(all.silent, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_box), cmocka_unit_test(two_boxes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
