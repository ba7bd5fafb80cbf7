/* For tests: piles of boxes in rows, with random widths, masses and speeds. W is sparse: contacts couple
 * through the boxes they share. Two contacts where two boxes touch, so walls are redundant many times
 * over. */
#ifndef PAWL_CONTACT_PILE_TEST_H
#define PAWL_CONTACT_PILE_TEST_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/chance.h"
#include "contact/problem.h"

typedef struct {
  double x, y, width, height; /* centre */
  double mass, inertia, v[3];
} test_box;

typedef struct {
  int body[2];       /* -1: ground  */
  double J[2][2][3]; /* body, N or T */
} test_touch;

typedef struct {
  pawl_problem p;
  pawl_block_rows rows;
  int *start, *column, boxes;
  double *value, *b, *mu;
  test_box *box;
  test_touch *touch;
} test_pile;

/* A touch at a point: `above` is pushed along (nx, ny), `below` the other way. */
static inline void test_touch_at(test_pile *t, int above, int below, double x, double y, double nx, double ny)
{
  test_touch *c = t->touch + t->p.n++;
  *c = (test_touch){.body = {above, below}};
  for (int k = 0; k < 2; k++) {
    if (c->body[k] < 0)
      continue;
    const test_box *o = t->box + c->body[k];
    double sign = k ? -1 : 1, rx = x - o->x, ry = y - o->y, tx = ny, ty = -nx;
    double N[3] = {nx, ny, rx * ny - ry * nx}, T[3] = {tx, ty, rx * ty - ry * tx};
    for (int d = 0; d < 3; d++)
      c->J[k][0][d] = sign * N[d], c->J[k][1][d] = sign * T[d];
  }
}

static inline void test_block(double *w, const test_pile *t, const test_touch *a, const test_touch *b)
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (a->body[i] >= 0 && a->body[i] == b->body[j]) {
        const test_box *o = t->box + a->body[i];
        for (int r = 0; r < 2; r++)
          for (int c = 0; c < 2; c++)
            w[2 * r + c] += (a->J[i][r][0] * b->J[j][c][0] + a->J[i][r][1] * b->J[j][c][1]) / o->mass +
                            a->J[i][r][2] * b->J[j][c][2] / o->inertia;
      }
}

static inline bool test_coupled(const test_touch *a, const test_touch *b)
{
  for (int i = 0; i < 4; i++)
    if (a->body[i / 2] >= 0 && a->body[i / 2] == b->body[i % 2])
      return true;
  return false;
}

static inline void test_pile_matrix(test_pile *t)
{
  int n = t->p.n, count = 0;
  for (int pass = 0; pass < 2; pass++) {
    count = 0;
    for (int i = 0; i < n; i++) {
      t->start[i] = count;
      for (int j = 0; j < n; j++)
        if (i == j || test_coupled(t->touch + i, t->touch + j)) {
          if (pass) {
            t->column[count] = j;
            test_block(t->value + 4 * (size_t)count, t, t->touch + i, t->touch + j);
          }
          count++;
        }
    }
    t->start[n] = count;
    if (!pass) {
      t->column = calloc((size_t)count, sizeof(int));
      t->value = calloc(4 * (size_t)count, sizeof(double));
    }
  }
}

/* `rows` courses of `columns` boxes; speeds after one step of free fall, and `shake` of their own. */
static inline void test_pile_new(test_pile *t, int rows, int columns, double mu, double shake,
                                 unsigned long long seed)
{
  int most = 4 * rows * (columns + 1) * 2;
  memset(t, 0, sizeof *t);
  t->box = calloc((size_t)rows * (size_t)columns, sizeof *t->box);
  t->touch = calloc((size_t)most, sizeof *t->touch);
  t->start = calloc((size_t)most + 1, sizeof(int));
  t->b = calloc(2 * (size_t)most, sizeof(double));
  t->mu = calloc((size_t)most, sizeof(double));
  for (int r = 0; r < rows; r++) {
    double x = 0.5 * pawl_chance(&seed);
    for (int c = 0; c < columns; c++) {
      test_box *o = t->box + t->boxes++;
      double width = 1 + 0.3 * pawl_chance(&seed), mass = 1 + 0.5 * pawl_chance(&seed);
      *o = (test_box){
          x + width / 2,
          r + 0.5,
          width,
          1,
          mass,
          mass * (width * width + 1) / 12,
          {shake * pawl_chance(&seed), shake * pawl_chance(&seed) - 0.0981, shake * pawl_chance(&seed)}};
      x += width;
      if (c > 0) {
        test_touch_at(t, t->boxes - 1, t->boxes - 2, o->x - width / 2, r + 0.05, 1, 0);
        test_touch_at(t, t->boxes - 1, t->boxes - 2, o->x - width / 2, r + 0.95, 1, 0);
      }
      double left = o->x - width / 2, right = o->x + width / 2;
      if (r == 0) {
        test_touch_at(t, t->boxes - 1, -1, left, 0, 0, 1);
        test_touch_at(t, t->boxes - 1, -1, right, 0, 0, 1);
      }
      for (int k = 0; r > 0 && k < columns; k++) {
        const test_box *u = t->box + (r - 1) * columns + k;
        double from = fmax(left, u->x - u->width / 2), to = fmin(right, u->x + u->width / 2);
        if (from < to - 1e-3) {
          test_touch_at(t, t->boxes - 1, (r - 1) * columns + k, from, r, 0, 1);
          test_touch_at(t, t->boxes - 1, (r - 1) * columns + k, to, r, 0, 1);
        }
      }
    }
  }
  test_pile_matrix(t);
  for (int i = 0; i < t->p.n; i++) {
    t->mu[i] = mu;
    for (int k = 0; k < 2; k++)
      for (int d = 0; t->touch[i].body[k] >= 0 && d < 3; d++)
        for (int r = 0; r < 2; r++)
          t->b[2 * i + r] += t->touch[i].J[k][r][d] * t->box[t->touch[i].body[k]].v[d];
  }
  t->rows = (pawl_block_rows){t->start, t->column, t->value};
  t->p = (pawl_problem){.n = t->p.n, .rows = &t->rows, .b = t->b, .mu = t->mu};
}

static inline void test_pile_free(test_pile *t)
{
  free(t->box), free(t->touch), free(t->start), free(t->column), free(t->value), free(t->b), free(t->mu);
}

#endif
