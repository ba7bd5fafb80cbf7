/* The judge judged: overlaps that are known, views that go there and back, and scenes that are clear at the start. */
#include "judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "outline.h"

static soak_outline placed(const soak_shape *shape, double x, double y, double angle)
{
  static soak_outline local, there;
  soak_pose pose = {.place = {x, y}, .angle = angle};
  soak_outline_make(&local, shape);
  soak_outline_place(&there, &local, &pose);
  return there;
}

static soak_shape box(double a, double b)
{
  soak_shape s = {.curve = SOAK_POLYGON, .count = 4, .all = 4};
  soak_corners(s.point, a, b);
  return s;
}

static void assert_depth(const soak_shape *a, const soak_shape *b, double x, double y, double angle,
                         double depth)
{
  soak_outline one = placed(a, 0.3, -0.2, 0.7), other;
  soak_xy at = soak_add(soak_v(0.3, -0.2), soak_turn(soak_v(x, y), 0.7));
  other = placed(b, at.x, at.y, 0.7 + angle);
  assert_true(fabs(soak_overlap(&one, &other) - depth) < 1e-12);
  assert_true(fabs(soak_overlap(&other, &one) - depth) < 1e-12);
}

static void overlaps_are_as_deep_as_they_are(void **state)
{
  (void)state;
  soak_shape big = box(1, 1), small = box(0.1, 0.1), bar = box(2, 0.1), disc = {.curve = SOAK_DISC, .a = 0.5},
             hole = {.curve = SOAK_HOLE, .a = 2}, point = {.curve = SOAK_VERTEX},
             way = {
                 .curve = SOAK_POLYLINE, .count = 2, .all = 4, .point = {{5, 1}, {-5, 1}, {-5, -9}, {5, -9}}};
  assert_depth(&big, &small, 0, 1.1 + 1e-9, 0, 0);    /* above it                       */
  assert_depth(&big, &small, 0, 1.1 - 1e-7, 0, 1e-7); /* face in face                   */
  assert_depth(&big, &small, 0, 1 + 0.1 * sqrt(2) - 0.01, 3.14159265358979323846 / 4,
               0.01);                                              /* corner in face */
  assert_depth(&big, &bar, 0, 1.1 - 1e-3, 0, 1e-3);                /* no corner of the bar is inside */
  assert_depth(&bar, &bar, 0, 0, 3.14159265358979323846 / 2, 0.1); /* a cross: no corner at all  */
  assert_depth(&big, &disc, 1.5 - 1e-6, 0, 0, 1e-6);
  assert_depth(&disc, &disc, 0.8, 0.6, 0, 0);
  assert_depth(&disc, &disc, 0.8 - 8e-4, 0.6 - 6e-4, 0, 1e-3);
  assert_depth(&hole, &disc, 1.5 + 1e-6, 0, 0, 1e-6);
  assert_depth(&hole, &disc, 1.4, 0, 0, 0);
  assert_depth(&hole, &big, 1, 0, 0, sqrt(5) - 2);
  assert_depth(&big, &point, 0.25, 0.1, 0, 0.75);
  assert_depth(&way, &small, 0.4, 1.1 - 1e-5, 0, 1e-5);
  small.rounding = 0.05;
  assert_depth(&big, &small, 0, 1.1 - 1e-3, 0, 1e-3);
  assert_depth(&big, &small, 1.1 - 0.05 * (1 - 1 / sqrt(2)), 1.1 - 0.05 * (1 - 1 / sqrt(2)), 0,
               0); /* arc before corner */
}

/* Every view of scenes of every kind: the start, mapped back, is the start. */
static void views_lead_back(void **state)
{
  (void)state;
  for (int k = 0; soak_kinds[k]; k++)
    for (unsigned long long seed = 0; soak_kinds[k]->make && seed < 20; seed++) {
      soak_scene plain, scene;
      soak_kind_scene(soak_kinds[k], seed, &plain);
      for (int i = 0; i < SOAK_VIEWS; i++) {
        soak_view view = soak_view_draw(&plain, i, seed);
        soak_view_apply(&view, &plain, &scene);
        for (int n = 0; n < plain.body_count; n++) {
          const soak_body *a = plain.body + n, *b = scene.body + view.body[n];
          soak_pose back = soak_view_back(&view, (soak_pose){b->place, b->velocity, b->angle, b->spin}, 0);
          double speed = soak_norm(a->velocity) + plain.length / plain.duration;
          assert_true(soak_norm(soak_sub(back.place, a->place)) <
                      1e-12 * (plain.length + soak_norm(a->place)));
          assert_true(soak_norm(soak_sub(back.velocity, a->velocity)) < 1e-12 * speed);
          assert_true(fabs(back.angle - a->angle) < 1e-12);
          assert_true(fabs(back.spin - a->spin) <= 1e-12 * fabs(a->spin));
        }
      }
    }
}

/* A view of a scene has the distances of the scene, so that what overlaps in one does in all. */
static void views_keep_overlaps(void **state)
{
  (void)state;
  int deep = 0;
  for (int k = 0; soak_kinds[k]; k++)
    for (unsigned long long seed = 0; soak_kinds[k]->make && seed < 20; seed++) {
      soak_scene plain, scene;
      double first = 0;
      soak_kind_scene(soak_kinds[k], seed, &plain);
      for (int n = 0; n < plain.body_count; n++) /* into whatever is below */
        plain.body[n].place =
            soak_add(plain.body[n].place,
                     soak_times(0.3 * plain.length / (1e-300 + soak_norm(plain.gravity)), plain.gravity));
      for (int i = 0; i < SOAK_VIEWS; i++) {
        soak_view view = soak_view_draw(&plain, i, seed);
        double worst = 0;
        if (view.joined)
          continue;
        soak_view_apply(&view, &plain, &scene);
        for (int n = 0; n < scene.contact_count; n++) {
          const soak_shape *s[2] = {scene.shape + scene.contact[n].a, scene.shape + scene.contact[n].b};
          soak_outline o[2];
          for (int side = 0; side < 2; side++) {
            const soak_body still = {0},
                            *b = s[side]->body == SOAK_GROUND ? &still : scene.body + s[side]->body;
            o[side] = placed(s[side]->part ? &scene.whole : s[side], b->place.x, b->place.y, b->angle);
          }
          worst = fmax(worst, soak_overlap(o, o + 1) / scene.length);
        }
        if (i == 0)
          first = worst;
        assert_true(fabs(worst - first) < 1e-9);
      }
      deep += first > 1e-3;
    }
  assert_true(deep > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(overlaps_are_as_deep_as_they_are),
      cmocka_unit_test(views_lead_back),
      cmocka_unit_test(views_keep_overlaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
