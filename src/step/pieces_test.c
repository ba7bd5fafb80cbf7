/* Grounds that are cut into pieces move bodies as one polygon does, and as their mirror images do.      theory.md, 7.4, 7.9 */
#include "base/soak_test.h"
#include "step/sessions_test.h"

enum { ROOM = 4096 };

typedef struct {
  double x, y, angle;
} place;

/* A model of one body "b" with the shape `outline`, on pieces of ground that Lua lists: p(x, y) is a point, mirrored and of the size L, and
 * seg(p, q), way{…}, poly{…} are drawn to the same side of the material when mirrored. */
static place run_on(const char *pieces, const char *body, const char *outline, const char *law, double side,
                    double size, double duration, double tolerance, double lean)
{
  char text[ROOM];
  snprintf(
      text, sizeof text,
      "local m, L, lean = %g, %g, %g\nplanar { gravity = {0, -9.81*L} }\n"
      "local function p(x, y) return {m*L*x, L*y} end\n"
      "local function way(l)\n  local r = {}\n  for i = 1, #l do r[i] = m > 0 and l[i] or l[#l + 1 - i] end\n"
      "  return r\nend\n"
      "local function seg(a, b) return polyline(way {a, b}) end\n"
      "local function poly(l) return polygon(way(l)) end\n"
      "local b = body 'b' { %s }\nlocal s = shape 's' { b, poly { %s } }\n"
      "for i, w in ipairs { %s } do\n  contact('c' .. i) { shape('w' .. i) { ground, w }, s, %s }\nend\n"
      "simulate { duration = %g, tolerance = %g }\n",
      side, size, lean, body, outline, pieces, law, duration, tolerance);
  session s = open_text(text, NULL);
  go(s, duration);
  place at = {side * see(s, "b", -1, "x") / size, see(s, "b", -1, "y") / size,
              side * see(s, "b", -1, "angle")};
  leave(s);
  return at;
}

static double apart(place a, place b)
{
  return fmax(fmax(fabs(a.x - b.x), fabs(a.y - b.y)), fabs(a.angle - b.angle));
}

static const char *const tables[] = {
    "poly { p(-5, -3), p(0, -3), p(0, 0), p(-5, 0) }", "seg(p(0, 0), p(-5, 0)), seg(p(0, -3), p(0, 0))",
    "seg(p(0, 0), p(-0.4, 0)), seg(p(-0.4, 0), p(-5, 0)), seg(p(0, -3), p(0, 0))",
    "poly { p(-5, -1), p(0, -1), p(0, 0), p(-5, 0) }, poly { p(-5, -3), p(0, -3), p(0, -1), p(-5, -1) }"};

/* A box lies over the edge of a table, tips and slides off it. Its bottom touches the upper end of the side, and its corner is behind it; where
 * its last corner comes to that of the table it is held no longer. */
static void boxes_slide_off_tables_of_pieces(void **state)
{
  (void)state;
  static const double sizes[] = {1, 1e-5, 1e3};
  for (int k = 0; k < 120; k += soak_or(1, 1, 7)) {
    char body[256];
    double speed = 0.5 + 0.9 * (k / 4 % 10), back = 0.1 + 0.04 * (k / 40 * 4 + k % 4), side = k & 1 ? -1 : 1;
    double size = sizes[k / 2 % 3];
    snprintf(body, sizeof body, "mass = 1, inertia = 0.087*L*L, x = -m*L*%.17g, y = 0.1*L, vx = m*L*%.17g",
             back, speed);
    place whole = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
      place at = run_on(tables[i], body, "p(-0.5, -0.1), p(0.5, -0.1), p(0.5, 0.1), p(-0.5, 0.1)",
                        "law = rigid { restitution = 0.3 }, friction = 0.1", side, size, 0.6, 1e-10, 0);
      if (i == 0)
        whole = at;
      if (!(apart(at, whole) < 1e-8))
        fail_msg("speed %g, back %g, side %g, size %g, %s: %g", speed, back, side, size, tables[i],
                 apart(at, whole));
    }
  }
}

/* A box comes down on one corner, tips, and slaps flat over seams: whichever piece its other end is on, it takes part in the impact. */
static void boxes_slap_down_over_seams(void **state)
{
  (void)state;
  for (int k = 0; k < 60; k += soak_or(1, 1, 7)) {
    char body[256], floor[3][512], law[128];
    double tilt = 1.3678 + 0.003 * (k % 7), seam = -1.3 + 0.01 * k, side = k & 1 ? -1 : 1;
    double size = k % 3 ? 1 : 1e-3;
    snprintf(body, sizeof body,
             "mass = 1, inertia = 0.10771*L*L, x = -0.12547*m*L, y = 0.65*L, angle = m*%.17g, vx = "
             "-3.32*m*L, omega = "
             "-0.974*m",
             tilt);
    snprintf(law, sizeof law, "law = rigid { restitution = %g }, friction = 0.0872", k % 3 ? 0 : 0.02);
    snprintf(floor[0], sizeof floor[0], "seg(p(5, 0), p(-5, 0))");
    snprintf(floor[1], sizeof floor[1],
             "poly { p(-5, -1), p(%.17g, -1), p(%.17g, 0), p(-5, 0) }, poly { p(%.17g, -1), p(5, -1), p(5, "
             "0), p(%.17g, 0) }",
             seam, seam, seam, seam);
    snprintf(floor[2], sizeof floor[2], "seg(p(%.17g, 0), p(-5, 0)), seg(p(5, 0), p(%.17g, 0))", seam, seam);
    place whole = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
      place at = run_on(floor[i], body, "p(-0.5, -0.27), p(0.5, -0.27), p(0.5, 0.27), p(-0.5, 0.27)", law,
                        side, size, 0.55, k % 4 ? 1e-8 : 1e-7, 0);
      if (i == 0)
        whole = at;
      if (!(apart(at, whole) < 1e-7))
        fail_msg("tilt %g, seam %g, side %g, size %g, %s: %g", tilt, seam, side, size, floor[i],
                 apart(at, whole));
    }
  }
}

/* A body with a tip slides along a floor into the corner with a wall: where the floor ends the wall holds it, and the floor holds it still. */
static void tips_slide_into_corners(void **state)
{
  (void)state;
  static const char *const trays[] = {
      "poly { p(-2, -1), p(2, -1), p(2, 1), p(lean, 1), p(1, 0), p(-1, 0), p(-2, 1) }",
      "seg(p(1, 0), p(-1, 0)), seg(p(-1, 0), p(-2, 1)), seg(p(2, 1), p(lean, 1)), seg(p(lean, 1), p(1, 0))",
      "polyline(way { p(2, 1), p(lean, 1), p(1, 0) }), polyline(way { p(1, 0), p(-1, 0), p(-2, 1) })",
      "poly { p(-1, -1), p(1, -1), p(1, 0), p(-1, 0) }, poly { p(-2, -1), p(-1, -1), p(-1, 0), p(-2, 1) }, "
      "poly { p(1, -1), p(2, -1), p(2, 1), p(lean, 1), p(1, 0) }",
      "poly { p(-2, -1), p(2, -1), p(2, 0), p(-2, 0) }, poly { p(-2, 0), p(-1, 0), p(-2, 1) }, "
      "poly { p(1, 0), p(2, 0), p(2, 1), p(lean, 1) }"};
  for (int k = 0; k < 60; k += soak_or(1, 1, 7)) {
    char body[256];
    double speed = 1.5 + 0.05 * (k % 11), lean = 1 + 0.1 * (k % 6), side = k & 1 ? -1 : 1,
           size = k % 3 ? 1 : 1e-4;
    snprintf(body, sizeof body, "mass = 1, inertia = 0.03*L*L, x = 0.4*m*L, y = 0.2*L, vx = m*L*%.17g",
             speed);
    place whole = {0, 0, 0};
    for (int i = 0; i < 5; i++) {
      place at = run_on(trays[i], body, "p(-0.2, -0.2), p(0.3, -0.2), p(0.1, 0.1), p(-0.1, 0.2)",
                        "law = rigid {}, friction = 0.2", side, size, 1, 1e-10, lean);
      if (i == 0)
        whole = at;
      if (!(apart(at, whole) < 1e-8))
        fail_msg("speed %g, side %g, lean %g, size %g, %s: %g", speed, side, lean, size, trays[i],
                 apart(at, whole));
    }
  }
}

/* A tip hits a wall, stays at it and comes down into the corner with the floor: the end of the floor is no corner of its own there, whether
 * it goes on below the wall, ends at it, or is a line. Under a law it sinks into both. */
static void tips_come_down_into_corners(void **state)
{
  (void)state;
  static const char *const corners[] = {
      "poly { p(-2, -2), p(3, -2), p(3, 0), p(0, 0), p(lean, 1), p(-2, 1) }",
      "poly { p(-2, -2), p(0, -2), p(0, 0), p(lean, 1), p(-2, 1) }, poly { p(0, -2), p(3, -2), p(3, 0), p(0, "
      "0) }",
      "poly { p(-2, -2), p(3, -2), p(3, 0), p(-2, 0) }, poly { p(-2, 0), p(0, 0), p(lean, 1), p(-2, 1) }",
      "seg(p(3, 0), p(0, 0)), poly { p(-2, -2), p(0, -2), p(0, 0), p(lean, 1), p(-2, 1) }",
      "seg(p(3, 0), p(0, 0)), seg(p(0, 0), p(lean, 1))"};
  static const char *const laws[] = {
      "law = rigid {}, friction = 0.06", "law = rigid { restitution = 0.2 }, friction = 0.3",
      "law = linear { stiffness = 2e5, damping = 400 }",
      "law = linear { stiffness = 2e5, damping = 400 }, friction = regularised { mu = 0.3, stick_speed = "
      "1e-3*L }"};
  for (int k = 0; k < 48; k += soak_or(1, 1, 5)) {
    char body[256];
    double side = k & 1 ? -1 : 1, lean = k / 4 % 3 ? 0 : -0.1, size = k < 24 ? 1 : 1e-3;
    snprintf(body, sizeof body,
             "mass = 1, inertia = 0.005*L*L, x = 0.26*m*L, y = 0.3*L, angle = m*%.17g, vx = -2*m*L, omega = "
             "m*%.17g",
             0.1 + 0.05 * (k / 2 % 6), 0.3 * (k % 5));
    place whole = {0, 0, 0};
    for (int i = 0; i < 5; i++) {
      if (i == 3 && lean < 0) /* what sinks into a line meets the block below it, which turns there */
        continue;
      place at = run_on(corners[i], body, "p(-0.2, -0.1), p(0.12, -0.02), p(0, 0.1)", laws[k % 4], side, size,
                        0.4, 1e-10, lean);
      if (i == 0)
        whole = at;
      if (!(apart(at, whole) < 1e-7))
        fail_msg("%d, %s, %s: %g", k, laws[k % 4], corners[i], apart(at, whole));
    }
  }
}

/* Outside of a tray with a thin wall: the floor goes on into the wall a little, and not through it. */
static void thin_walls_have_no_ledge_behind(void **state)
{
  (void)state;
  static const char *const trays[] = {
      "poly { p(5, 0), p(-5, 0), p(-5, 1), p(lean, 1), p(lean, -3), p(-7, -3), p(-7, -4), p(5, -4) }",
      "poly { p(5, 0), p(-5, 0), p(-5, -4), p(5, -4) }, poly { p(-5, -4), p(-5, 1), p(lean, 1), p(lean, -4) "
      "}, poly { p(lean, -4), p(lean, -3), p(-7, -3), p(-7, -4) }"};
  for (int k = 0; k < 8; k++) {
    place at[2];
    for (int i = 0; i < 2; i++)
      at[i] =
          run_on(trays[i], "mass = 1, inertia = 0.01*L*L, x = -5.13*m*L, y = L, angle = 0.3*m",
                 "p(-0.05, -0.05), p(0.05, -0.05), p(0.05, 0.05), p(-0.05, 0.05)",
                 k & 4 ? "law = linear { stiffness = 1e5, damping = 100 }" : "law = rigid {}, friction = 0.1",
                 k & 1 ? -1 : 1, k & 2 ? 1e-4 : 1, 1.2, 1e-9, -5.02);
    if (!(at[0].y < -2 && apart(at[0], at[1]) < 1e-7))
      fail_msg("%d: at %g, %g; %g", k, at[0].x, at[0].y, apart(at[0], at[1]));
  }
}

/* A triangle between teeth: behind the flank that holds it lie others, and touches through them are not shown. */
static void channels_speak_of_real_touches(void **state)
{
  (void)state;
  for (int k = 0; k < 6; k++) {
    char text[ROOM];
    double size = k < 3 ? 1 : 1e-5, least = 0;
    snprintf(text, sizeof text,
             "local L = %g\nplanar { gravity = {0, -98.1*L} }\n"
             "local b = body 'b' { mass = 1, inertia = 0.343*L*L, x = L, y = 4*L, angle = -2.4856 + %g, vx = "
             "9.62*L, "
             "omega = 4.748 }\n"
             "local l = { {-8*L, -2*L}, {8*L, -2*L} }\n"
             "for i = 16, -16, -1 do l[#l + 1] = {0.5*i*L, i %% 2 == 0 and 0 or 0.6*L} end\n"
             "contact 'c' { shape 'teeth' { ground, polygon(l) }, shape 's' { b, polygon { {0.98149*L, 0}, "
             "{-0.49074*L, "
             "0.85*L}, {-0.49074*L, -0.85*L} } }, law = rigid { restitution = 0.3 }, friction = 0.1 }\n"
             "simulate { duration = 1 }\n",
             size, 0.05 * (k % 3));
    session s = open_text(text, NULL);
    for (int i = 1; i <= 200; i++) {
      go(s, 0.005 * i);
      least = fmin(least, see(s, "c", -1, "gap"));
      least = fmin(least, -see(s, "c", -1, "penetration"));
    }
    const pawl_contact_pair *pair = s.run->system.contact->pair;
    if (!(-least < 1e-8 * size && pair->log.deepest < 1e-8 * size && pair->log.late == 0))
      fail_msg("%s: gap %g, deepest %g, late %g", text, least, pair->log.deepest, pair->log.late);
    leave(s);
  }
}

/* A hook rolls about its corner in the corner of a tray until its side lies along the wall: floor and wall hold it on, whichever shape is the first. */
static void corners_in_corners_are_held_by_both(void **state)
{
  (void)state;
  for (int k = 0; k < 24; k += soak_or(1, 1, 5)) {
    place at[2];
    double size = k % 3 == 2 ? 1 : 1e-5, side = k / 3 & 1 ? -1 : 1;
    for (int i = 0; i < 2; i++) {
      char text[ROOM];
      snprintf(text, sizeof text,
               "local L, m = %g, %g\nplanar { gravity = {0, -981000*L} }\n"
               "local function way(l)\n  local r = {}\n  for i = 1, #l do\n    local p = m > 0 and l[i] or "
               "l[#l + 1 - i]\n"
               "    r[i] = {m*L*p[1], L*p[2]}\n  end\n  return polygon(r)\nend\n"
               "local b = body 'b' { mass = 452971.1880144486, inertia = 36729.892983421896*L*L, x = "
               "-0.791913418060431*m*L, y = 4*L, angle = m*(1.9352528202113461 + %g), vx = "
               "851.13496706602*m*L, omega = "
               "-603.9522468292859*m }\n"
               "local tray = shape 'tray' { ground, way { {-8, -3}, {8, -3}, {8, 1}, {1.4, 1}, {1.1, -1}, "
               "{-1.1, -1}, "
               "{-1.4, 1}, {-8, 1} } }\n"
               "local hook = shape 'hook' { b, way { {-0.19757433868423887, -0.490234886475878}, "
               "{0.36611037398837346, "
               "-0.490234886475878}, {0.36611037398837346, -0.029038303380104}, {0.21237817962311556, "
               "-0.029038303380104}, "
               "{0.21237817962311556, -0.3365026921106201}, {0.007401920469438, -0.3365026921106201}, "
               "{0.007401920469438, 0.7396226684461851}, {-0.19757433868423887, 0.7396226684461851} } }\n"
               "contact 'c' { %s, law = rigid {} }\nsimulate { duration = 0.0075, tolerance = 1e-9 }\n",
               size, side, 2e-5 * (k / 6), i ? "hook, tray" : "tray, hook");
      session s = open_text(text, NULL);
      go(s, 0.0075);
      at[i] = (place){see(s, "b", -1, "x") / size, see(s, "b", -1, "y") / size, see(s, "b", -1, "angle")};
      leave(s);
    }
    if (!(apart(at[0], at[1]) < 1e-7))
      fail_msg("%d: %g", k, apart(at[0], at[1]));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_slide_off_tables_of_pieces),
                                     cmocka_unit_test(boxes_slap_down_over_seams),
                                     cmocka_unit_test(tips_slide_into_corners),
                                     cmocka_unit_test(tips_come_down_into_corners),
                                     cmocka_unit_test(thin_walls_have_no_ledge_behind),
                                     cmocka_unit_test(channels_speak_of_real_touches),
                                     cmocka_unit_test(corners_in_corners_are_held_by_both)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
