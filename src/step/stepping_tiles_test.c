/* Boxes that bounce over tiles of equal height by time-stepping: as on a floor of one piece, to either side, in every size; and with spin they
 * come to it as the step becomes shorter.      theory.md, 10.1 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef enum { ONE_PIECE, TILES, SEAMS, FLOORS } floor_kind; /* SEAMS: one polygon with corners in a line */

typedef struct {
  floor_kind floor;
  double L, e, mu, height, x, v, w, step, duration;
  double tile; /* width of a tile, of L */
  int side;
} scene;

static session open_scene(const scene *p)
{
  char text[3000];
  snprintf(text, sizeof text,
           "local L, m, kind, w = %.17g, %d, %d, %.17g\n"
           "planar { gravity = {0, -9.81*L} }\n"
           "local function way(list)\n  if m > 0 then return list end\n  local back = {}\n"
           "  for i = #list, 1, -1 do back[#back + 1] = {-list[i][1], list[i][2]} end\n  return back\nend\n"
           "local b = body 'b' { mass = 1, inertia = 0.01*L^2, x = %.17g*m*L, y = %.17g*L, vx = %.17g*m*L, "
           "omega = %.17g*m }\n"
           "local s = shape 's' { b, polygon { {-0.1*L, -0.1*L}, {0.1*L, -0.1*L}, {0.1*L, 0.1*L}, {-0.1*L, "
           "0.1*L} } }\n"
           "local function lay(name, curve) contact('c' .. name) { shape('f' .. name) { ground, curve }, s,\n"
           "  law = rigid { restitution = %.17g }, friction = %.17g } end\n"
           "local n = math.floor(1.5/w)\n"
           "if kind == 0 then lay('', polygon(way{ {-n*w*L, -L}, {n*w*L, -L}, {n*w*L, 0}, {-n*w*L, 0} }))\n"
           "elseif kind == 1 then for i = -n, n - 1 do\n"
           "  lay(i + n, polygon(way{ {i*w*L, -L}, {(i + 1)*w*L, -L}, {(i + 1)*w*L, 0}, {i*w*L, 0} })) end\n"
           "else local p = { {-n*w*L, -L}, {n*w*L, -L} }\n  for i = n, -n, -1 do p[#p + 1] = {i*w*L, 0} end\n"
           "  lay('', polygon(way(p)))\nend\n"
           "simulate { duration = %.17g, method = 'stepping', step = %.17g }\n",
           p->L, p->side, (int)p->floor, p->tile, p->x, p->height, p->v, p->w, p->e, p->mu, p->duration,
           p->step);
  return open_text(text, NULL);
}

/* Place and turn at the end, in lengths and radians, seen from the right. */
static void end_of(const scene *p, double end[3])
{
  session s = open_scene(p);
  go(s, p->duration);
  end[0] = p->side * see(s, "b", -1, "x") / p->L;
  end[1] = see(s, "b", -1, "y") / p->L;
  end[2] = p->side * see(s, "b", -1, "angle");
  leave(s);
}

static double apart(const double a[3], const double b[3])
{
  return fmax(fabs(a[0] - b[0]), fmax(fabs(a[1] - b[1]), fabs(a[2] - b[2])));
}

static scene draw(unsigned long long *seed, int i)
{
  static const double sizes[] = {1e-3, 1, 1e3};
  return (scene){.L = sizes[i % 3],
                 .e = 0.5 + 0.3 * pawl_chance(seed),
                 .mu = i % 2 ? 0 : 0.2 + 0.15 * pawl_chance(seed),
                 .height = 0.25 + 0.1 * pawl_chance(seed),
                 .x = -0.8 + 0.05 * pawl_chance(seed),
                 .v = 0.9 + 0.3 * pawl_chance(seed),
                 .step = 1e-3,
                 .duration = 1.4,
                 .tile = 0.12 + 0.06 * pawl_chance(seed),
                 .side = 1};
}

/* A flat box. */
static void as_on_one_piece(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  double worst = 0;
  int boxes = soak_or(18, 18, 6);
  for (int i = 0; i < boxes; i++) {
    scene p = draw(&seed, i);
    double one[3], other[3];
    end_of(&p, one);
    for (p.floor = ONE_PIECE; p.floor < FLOORS; p.floor++)
      for (p.side = -1; p.side <= 1; p.side += 2) {
        end_of(&p, other);
        worst = fmax(worst, apart(one, other));
        if (!(apart(one, other) < 1e-9))
          fail_msg("scene %d, floor %d to %d: ends at %.12g %.12g %.3g, not %.12g %.12g %.3g", i,
                   (int)p.floor, p.side, other[0], other[1], other[2], one[0], one[1], one[2]);
      }
  }
  print_message("%d flat boxes on three floors, to both sides: apart by %.1e of their size; allowed 1e-9\n",
                boxes, worst);
}

/* With spin but without friction nothing takes speed along: what tiles take goes with the step. */
static void with_spin_they_come_to_it(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  static const double steps[] = {1e-3, 1e-4}, allowed[] = {2e-2, 1e-4};
  for (int i = 0; i < 6; i++) {
    scene p = draw(&seed, i);
    p.mu = 0;
    p.w = 0.3 + 0.6 * pawl_chance(&seed);
    p.floor = TILES;
    p.side = i % 2 ? 1 : -1;
    double off[2];
    for (int k = 0; k < 2; k++) {
      double end[3];
      p.step = steps[k];
      end_of(&p, end);
      off[k] = fabs(end[0] - (p.x + p.v * p.duration));
      if (!(off[k] < allowed[k]))
        fail_msg("scene %d, step %g: off by %g", i, p.step, off[k]);
    }
    print_message("spin %.2f: off by %.1e in steps of 1 ms, %.1e of 0.1 ms\n", p.w, off[0], off[1]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_on_one_piece),
                                     cmocka_unit_test(with_spin_they_come_to_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
