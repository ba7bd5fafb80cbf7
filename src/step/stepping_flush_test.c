/* Boxes of one width on each other, corner exactly on corner, under a law that gives way: the sides that stand over each other are ways
 * through both of them, and no touches.      theory.md, 10.1 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  double size, width, height, speed; /* m, of it, of it, m/s */
  int boxes;
} stack;

/* `side` -1: mirrored; `swapped`: the shapes of each contact. */
static session open_stack(const stack *x, int side, bool swapped)
{
  char text[2000];
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\nlocal L, w, h = %.17g, %.17g, %.17g\n"
           "local below = shape \"floor\" { ground, line { {30*L, 0}, {-30*L, 0} } }\n"
           "for i = 1, %d do\n"
           "  local b = body(\"b\" .. i) { mass = 1, inertia = (w*w + h*h)/3, y = h*(2*i - 1), vx = %.17g }\n"
           "  local s = shape(\"s\" .. i) { b, polygon { {-w, -h}, {w, -h}, {w, h}, {-w, h} } }\n"
           "  contact(\"c\" .. i) { %s, law = linear { stiffness = 1e4/L, damping = 100/math.sqrt(L) } }\n"
           "  below = s\nend\n"
           "simulate { duration = %.17g, method = \"stepping\", step = %.17g }\n",
           x->size, x->width * x->size, x->height * x->size, x->boxes, side * x->speed,
           swapped ? "s, below" : "below, s", 0.3 * sqrt(x->size), 1e-4 * sqrt(x->size));
  return open_text(text, NULL);
}

static void flush_boxes_lie_on_each_other(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  double tilt = 0, sunk = 0, ledger = 0;
  for (int i = 0; i < soak_or(100, 12, 4); i++) {
    double size = pow(10, -0.5 + 2.5 * pawl_chance(&seed)), width = 0.1 + 0.05 * pawl_chance(&seed),
           height = 0.05 + 0.02 * pawl_chance(&seed), speed = (i % 3) * 0.5 * sqrt(size);
    const stack x = {size, width, height, speed, 2 + i / 3 % 3};
    for (int k = 0; k < 4; k++) {
      session s = open_stack(&x, k % 2 ? -1 : 1, k / 2);
      go(s, 0.3 * sqrt(size));
      for (int b = 1; b <= x.boxes; b++) {
        tilt = fmax(tilt, fabs(see(s, "b", b, "angle")));
        sunk = fmax(sunk, fabs(see(s, "b", b, "y") / size - height * (2 * b - 1)));
        assert_true(fabs(see(s, "b", b, "x") - (k % 2 ? -1 : 1) * 0.3 * sqrt(size) * speed) < 1e-6 * size);
      }
      ledger = fmax(ledger, s.run->books.worst_ledger);
      leave(s);
    }
  }
  print_message("  turned by %.1e, sunk by %.1e of their size, ledger %.1e\n", tilt, sunk, ledger);
  assert_true(tilt < 1e-6 && sunk < 0.02 && ledger < 1e-5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(flush_boxes_lie_on_each_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
