/* For tests: boxes and discs on straight ground, without a model. */
#ifndef PAWL_STEP_PILE_SCENE_TEST_H
#define PAWL_STEP_PILE_SCENE_TEST_H

#include <math.h>

#include "base/chance.h"
#include "step/stepping_pile.h"

typedef struct {
  pawl_arena arena;
  pawl_pile p;
  pawl_pile_law law;
  double work;
  int bodies, shapes;
} test_scene;

static inline void test_scene_open(test_scene *s, int bodies, int grounds, double mu, double e)
{
  pawl_memory memory = pawl_memory_default();
  *s = (test_scene){.law = {mu, e}};
  pawl_arena_open(&s->arena, &memory);
  pawl_pile_open(&s->p, bodies, bodies + grounds, &s->arena);
  s->p.law = &s->law;
  s->p.work = &s->work;
  s->p.options.skin = 1e-5;
}

static inline void test_scene_close(test_scene *s)
{
  pawl_arena_close(&s->arena);
}

static inline void test_add_shape(test_scene *s, int body, int count, const pawl_xy *corner, double radius)
{
  pawl_convex *c = s->p.shape + s->shapes++;
  pawl_xy *p = PAWL_TAKE(&s->arena, count, pawl_xy), *n = PAWL_TAKE(&s->arena, count, pawl_xy);
  *c = (pawl_convex){.body = body, .count = count, .radius = radius, .sets = 1, .corner = p, .normal = n};
  c->at = PAWL_TAKE(&s->arena, count, pawl_xy);
  c->out = PAWL_TAKE(&s->arena, count, pawl_xy);
  c->open = c->bare[0] = c->bare[1] = count == 2;
  for (int i = 0; i < count; i++) {
    pawl_xy a = corner[i], b = corner[(i + 1) % count];
    double l = hypot(b.x - a.x, b.y - a.y);
    p[i] = a;
    n[i] = count == 1             ? (pawl_xy){1, 0}
           : count == 2 && i == 1 ? n[0]
                                  : (pawl_xy){(b.y - a.y) / l, -(b.x - a.x) / l};
    c->size = fmax(c->size, hypot(a.x, a.y) + radius);
  }
}

static inline void test_add_ground(test_scene *s, double x0, double y0, double x1, double y1)
{
  test_add_shape(s, 0, 2, (pawl_xy[]){{x0, y0}, {x1, y1}}, 0);
}

static inline int test_add_body(test_scene *s, double mass, double inertia, double x, double y, double angle)
{
  int b = ++s->bodies;
  s->p.mass[b] = mass;
  s->p.inertia[b] = inertia;
  s->p.inverse_mass[b] = 1 / mass;
  s->p.inverse_inertia[b] = 1 / inertia;
  s->p.at[b] = (pawl_pile_move){x, y, angle, 0};
  s->p.rate[b] = (pawl_pile_move){0, -9.81, 0, 0};
  return b;
}

/* Half sides a, b; one kilogram for each square metre. */
static inline int test_add_box(test_scene *s, double a, double b, double x, double y, double angle)
{
  double mass = 4 * a * b;
  int body = test_add_body(s, mass, mass * (a * a + b * b) / 3, x, y, angle);
  test_add_shape(s, body, 4, (pawl_xy[]){{-a, -b}, {a, -b}, {a, b}, {-a, b}}, 0);
  return body;
}

static inline int test_add_disc(test_scene *s, double r, double x, double y)
{
  double mass = 3.14159265358979 * r * r;
  int body = test_add_body(s, mass, 0.5 * mass * r * r, x, y, 0);
  test_add_shape(s, body, 1, &(pawl_xy){0, 0}, r);
  return body;
}

static inline void test_run(test_scene *s, int steps, double h)
{
  for (int k = 0; k < steps; k++)
    pawl_pile_step(&s->p, h);
}

static inline double test_energy(const test_scene *s)
{
  double sum = 0;
  for (int i = 1; i < s->p.bodies; i++) {
    const pawl_pile_move *v = s->p.speed + i, *q = s->p.at + i, *a = s->p.rate + i;
    sum += 0.5 * s->p.mass[i] * (v->x * v->x + v->y * v->y) + 0.5 * s->p.inertia[i] * v->w * v->w -
           s->p.mass[i] * (a->x * q->x + a->y * q->y);
  }
  return sum;
}

/* `n` boxes above a bin, in rows of `columns`, turned at random. */
static inline void test_pile_in_bin(test_scene *s, int n, int columns, double tilt)
{
  unsigned long long seed = 3;
  double wide = 0.36 * columns + 0.1;
  test_scene_open(s, n, 3, 0.5, 0);
  test_add_ground(s, wide, 0, 0, 0);
  test_add_ground(s, 0, 0, 0, 30);
  test_add_ground(s, wide, 30, wide, 0);
  for (int i = 0; i < n; i++) {
    double r = 0.1 + 0.02 * pawl_chance(&seed), shift = 0.005 * pawl_chance(&seed);
    test_add_box(s, r, r, 0.23 + 0.36 * (i % columns) + shift, 0.2 + 0.36 * (i / columns),
                 tilt * pawl_chance(&seed));
  }
}

#endif
