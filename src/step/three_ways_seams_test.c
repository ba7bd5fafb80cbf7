/* Seams, slots and corners in the three treatments of contact: nothing stops at an edge of the same height, whether by events, by steps or
 * on a law, and the ways come to one motion with the orders of docs/validation.md.      theory.md, 7.9 and 10.1 */
#include "base/soak_test.h"
#include "step/three_ways_test.h"

/* `head` sets the length L of the scene, m = -1 for its mirror image, and the seed. Outlines keep their material on the left. */
#define DRAW                                                                                                 \
  "local g = 9.81\nplanar { gravity = {0, -g} }\n"                                                           \
  "local function draw(a, b) seed = (seed*16807) % 2147483647; return a + (b - a)*seed/2147483647 end\n"     \
  "local function way(list)\n  if m > 0 then return list end\n  local back = {}\n"                           \
  "  for i = #list, 1, -1 do back[#back + 1] = {-list[i][1], list[i][2]} end\n  return back\nend\n"          \
  "for i = 1, 5 do draw(0, 1) end\nlocal W = L*draw(0.9, 1.2)\nlocal H = W*draw(0.2, 0.5)\n"                 \
  "local speed, law, floors, count = draw(1.4, 2.4)*math.sqrt(g*L), $law, {}, 0\n"                           \
  "local function block(x0, y0, x1, y1) return polygon(way{ {x0, y0}, {x1, y0}, {x1, y1}, {x0, y1} }) end\n" \
  "local function add(curve) count = count + 1; floors[count] = shape(\"f\" .. count) { ground, curve } "    \
  "end\n"
#define TILES                                                                                                \
  "local x = -40*L\nlocal edge = -draw(1.5, 2.5)*L\nwhile x < 14*L do\n  add(block(x, -draw(0.5, 2)*L, "     \
  "edge, 0))\n  x, edge = edge, edge + draw(0.3, 3)*L\nend\n"
/* A slot is narrower than what lets the box tip into it. */
#define SLOTS                                                                                                \
  "local points, x = { {-40*L, 0} }, -draw(1.5, 2.5)*L\nwhile x < 14*L do\n"                                 \
  "  local w, d = draw(0.05, 0.4)*L, draw(0.3, 2)*L\n"                                                       \
  "  for _, p in ipairs{ {x, 0}, {x, -d}, {x + w, -d}, {x + w, 0} } do points[#points + 1] = p end\n"        \
  "  x = x + w + draw(0.6, 3)*L\nend\npoints[#points + 1] = {40*L, 0}\nlocal back = {}\n"                    \
  "for i = #points, 1, -1 do back[#back + 1] = points[i] end\nadd(polyline(way(back)))\n"
/* Down a slope, with a box that lies on it, to a level floor: one outline, or two blocks. */
#define SLOPE                                                                                                \
  "local a = draw(12, 30)*deg\nlocal up, c, s = 2.5*L, math.cos(a), math.sin(a)\n"                           \
  "if seed % 2 == 0 then add(polyline(way{ {40*L, 0}, {0, 0}, {-9*L*c, 9*L*s} }))\n"                         \
  "else add(block(0, -L, 40*L, 0)) add(polygon(way{ {-9*L*c, -L}, {0, -L}, {0, 0}, {-9*L*c, 9*L*s} })) "     \
  "end\n"
#define BOX(name, x, y, rest)                                                                                \
  "local " name " = box \"" name "\" { mass = 1, width = W, height = H, x = m*(" x "), y = " y ", " rest     \
  " }\nlocal o" name " = shape(\"o" name "\") { " name ", polygon { {-W/2, -H/2}, {W/2, -H/2}, {W/2, H/2}, " \
  "{-W/2, H/2} } }\n"
/* The two shapes of a contact in either order. */
#define TOUCH(name, friction)                                                                                \
  "for i, f in ipairs(floors) do\n  local a, b = f, o" name "\n  if draw(0, 1) < 0.5 then a, b = b, a end\n" \
  "  contact(\"" name "\" .. i) { a, b, law = law, friction = " friction " }\nend\n"
#define RUN "simulate { tolerance = 1e-9, $how }\n"

#define SLIDES BOX("b", "-4*L", "H/2", "vx = m*speed") TOUCH("b", "0.1") RUN
#define DROPPED BOX("b", "-4.4*L", "H/2 + 0.2*L", "vx = m*speed") TOUCH("b", "0") RUN
#define STACKED                                                                                              \
  BOX("b", "-4*L", "H/2", "vx = m*speed")                                                                    \
  BOX("d", "-4.1*L", "1.5*H", "vx = m*speed")                                                                \
  TOUCH("b", "0.1")                                                                                          \
  "contact \"lid\" { ob, od, law = law, "                                                                    \
  "friction = 0.3 }\n" RUN
#define GLIDES BOX("b", "-up*c + s*H/2", "up*s + c*H/2", "angle = -m*a") TOUCH("b", "0") RUN

static const model models[] = {
    {.name = "box over seams", .text = DRAW TILES SLIDES, .damping = 1, .order = 1},
    {.name = "box over slots", .text = DRAW SLOTS SLIDES, .damping = 1, .order = 1},
    {.name = "two boxes over seams",
     .text = DRAW TILES STACKED,
     .damping = 1,
     .order = 1,
     .watched = {"b.x", "d.x", "d.y"}},
    {.name = "box dropped on tiles", .text = DRAW TILES DROPPED, .damping = 8, .order = 1},
    {.name = "down a slope to a floor", .text = DRAW SLOPE GLIDES, .damping = 8, .order = 1, .steps = 4},
};
enum { COUNT = sizeof models / sizeof *models };

/* One of them, of a length, to one side, from a seed; `head` has room for its numbers. */
static model scene(int i, double L, int side, int seed, char head[200])
{
  model m = models[i];
  snprintf(head, 200, "local L, m, seed = %.17g, %d, %d\n", L, side, seed);
  m.head = head;
  if (!m.rigid)
    m.rigid = "rigid {}", m.soft = "linear { stiffness = stiff, damping = damp }";
  if (!m.watched[0])
    m.watched[0] = "b.x", m.watched[1] = "b.y";
  m.length = L;
  m.duration = 3.5 * sqrt(L / 9.81);
  m.stiffness = 5e4 * 9.81 / L; /* 1 kg sinks by 2e-5 L */
  m.steps = m.steps ? m.steps : 1;
  return m;
}

static void all_ways_lead_over_seams(void **state)
{
  (void)state;
  char head[200];
  print_message("| model | step | error | order | stiffness | error | order | derived |\n"
                "|---|---|---|---|---|---|---|---|\n");
  for (int i = 0; i < COUNT; i += soak_or(1, 1, 2)) {
    const model m = scene(i, 0.06, i % 2 ? -1 : 1, 7 + i, head);
    motion exact;
    double h[LEVELS], soft[LEVELS], e_h[LEVELS], e_soft[LEVELS];
    move(&m, 0, 0, &exact);
    by_steps(&m, &exact, h, e_h);
    by_stiffness(&m, &exact, soft, e_soft);
    const double order[2] = {slope(h, e_h, LEVELS), slope(soft, e_soft, LEVELS)};
    put_row(&m, h, e_h, soft, e_soft, order);
    /* sliding alone, under a constant force, is exact whatever the step is, and what does not come back lands */
    assert_true(e_h[0] < 1e-9 || (order[0] > 0.9 && e_h[LEVELS - 1] < 5e-3));
    assert_true(fabs(order[1] - m.order) < 0.1 && e_soft[LEVELS - 1] < 2.5e-3);
  }
}

/* Of other lengths, to both sides, with boxes and tiles of other sizes: with one step and one stiffness. */
static void siblings_go_the_same_way(void **state)
{
  (void)state;
  static const double lengths[] = {0.06, 1e-3, 30};
  char head[200];
  double worst[COUNT][2] = {{0}};
  int which[COUNT][2] = {{0}};
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < soak_or(8, 6, 1); k++) {
      const model m = scene(i, lengths[k % 3], k % 2 ? -1 : 1, 100 + k, head);
      motion exact, got;
      move(&m, 0, 0, &exact);
      move(&m, 0, m.duration / MOMENTS / 53, &got);
      note(worst[i], which[i], distance(&m, &got, &exact), k);
      move(&m, 50 * m.stiffness, 0, &got);
      note(worst[i] + 1, which[i] + 1, distance(&m, &got, &exact), k);
    }
  for (int i = 0; i < COUNT; i++) {
    print_message("%s: %.1e by steps (%d), %.1e on a law (%d)\n", models[i].name, worst[i][0], which[i][0],
                  worst[i][1], which[i][1]);
    assert_true(worst[i][0] < (models[i].steps ? 2e-3 : 1e-7)); /* it comes to the floor within a step */
    assert_true(worst[i][1] < 1e-5);
  }
}

/* The next tile is higher, or lower, by more than the law gives way: the box stops before it, or falls on it. */
static void real_steps_are_noticed(void **state)
{
  (void)state;
  static const double heights[] = {-0.03, 1e-2, 1e-3};
  for (int side = -1; side <= 1; side += 2)
    for (int i = 0; i < 3; i++) {
      char head[200];
      model m = scene(0, 0.06, side, 1, head);
      char text[TEXT_SIZE];
      snprintf(text, sizeof text, "%slocal up = %g*L\n%s", DRAW, heights[i],
               "add(block(-40*L, -L, 0, 0)) add(block(0, -L, 40*L, up))\n" SLIDES);
      m.text = text;
      for (int how = 0; how < 3; how++) {
        motion got;
        move(&m, how == 1 ? 10 * m.stiffness : 0, how == 2 ? m.duration / MOMENTS / 50 : 0, &got);
        double front = side * got.at[MOMENTS - 1][0] / m.length;
        assert_true(heights[i] > 0 ? front < -0.4 && front > -2 : front > 1);
      }
    }
}

/* Overlaps are looked for anew: what is still there after a step in which nothing has moved ends the run. */
static void overlaps_by_steps_are_said(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, -9.81} }\n"
                "local b = box \"b\" { mass = 1, width = 0.2, height = 0.1, y = 0.05 }\n"
                "local floor = shape \"floor\" { ground, polygon { {-1, -1}, {1, -1}, {1, 0}, {-1, 0} } }\n"
                "contact \"c\" { floor, shape \"o\" { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, "
                "{-0.1, 0.05} } }, law = rigid {} }\n"
                "simulate { duration = 1, method = \"stepping\", step = 1e-3 }\n",
                NULL);
  pawl_error error = {0};
  go(s, 0.1);
  s.run->y[1] -= 0.01;
  for (int look = 0; look < 2; look++) {
    assert_int_equal(pawl_system_rows(&s.run->system, s.run->t, s.run->y,
                                      s.run->y + s.run->system.tree.dof_count, s.run->base),
                     PAWL_OK);
    pawl_status status = pawl_judge_contacts(s.run, &error);
    assert_int_equal(status, look ? PAWL_BAD_NUMBERS : PAWL_OK); /* at first it has come that far */
  }
  assert_string_equal(error.text,
                      "contact \"c\": its shapes overlap by 0.01 m at t = 0.1 s, which rigid shapes must "
                      "not; results from here on would be wrong; try a smaller step, or projection = false");
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_ways_lead_over_seams), cmocka_unit_test(siblings_go_the_same_way),
      cmocka_unit_test(real_steps_are_noticed), cmocka_unit_test(overlaps_by_steps_are_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
