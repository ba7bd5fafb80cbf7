/* Own equations while they are evaluated: the place, and directions of (q, v, t) along which functions are
 * differentiated.      theory.md, 5.14 */
#ifndef PAWL_SYSTEM_OWN_INSTANT_H
#define PAWL_SYSTEM_OWN_INSTANT_H

#include <string.h>

#include "system/own.h"

static inline const pawl_lagrangian *pawl_own_fields(const pawl_system *s, const pawl_own_use *own)
{
  return s->model->parts[own->part]->fields;
}

/* Everything that an evaluation works with. */
typedef struct {
  pawl_system *s;
  pawl_own_use *own;
  const pawl_lagrangian *p;
  int n;
  double t;
  const double *q, *v;
  pawl_own_at at;
} pawl_own_instant;

/* v NULL: at rest. */
static inline pawl_own_instant pawl_own_begin(pawl_system *s, pawl_own_use *own, double t, const double *q,
                                              const double *v)
{
  pawl_own_instant x = {
      .s = s, .own = own, .p = pawl_own_fields(s, own), .n = own->n, .t = t, .q = q, .v = v};
  x.at =
      (pawl_own_at){.part = s->model->parts[own->part], .names = &x.p->coordinates, .q = own->q, .v = own->v};
  if (!v) {
    memset(own->spare, 0, sizeof(double) * (size_t)own->n);
    x.v = own->spare;
  }
  return x;
}

/* A direction: by one coordinate, by one speed, along the motion. -1: none. */
typedef struct {
  int q, v;
  bool along; /* q' = v and t' = 1 */
  bool plain; /* no derivatives    */
} pawl_own_direction;

#define PAWL_NOWHERE ((pawl_own_direction){.q = -1, .v = -1, .plain = true})
#define PAWL_ALONG ((pawl_own_direction){.q = -1, .v = -1, .along = true})
#define PAWL_BY(k) ((pawl_own_direction){.q = (k), .v = -1})
#define PAWL_BY_SPEED(k) ((pawl_own_direction){.q = -1, .v = (k)})

static inline double pawl_own_part(const pawl_own_instant *x, pawl_own_direction d, int k)
{
  return (k == d.q) + (d.along ? x->v[k] : 0);
}

/* Derivatives along d, along e, and along both. */
static inline void pawl_own_point_both(pawl_own_instant *x, pawl_own_direction d, pawl_own_direction e)
{
  for (int k = 0; k < x->n; k++) {
    x->own->q[k] = (pawl_jet){x->q[k], pawl_own_part(x, d, k), 0, pawl_own_part(x, e, k)};
    x->own->v[k] = (pawl_jet){x->v[k], k == d.v, 0, k == e.v};
  }
  x->at.t = (pawl_jet){x->t, d.along, 0, e.along};
  x->at.plain = d.plain;
}

static inline void pawl_own_point(pawl_own_instant *x, pawl_own_direction d)
{
  pawl_own_point_both(x, d, d);
}

/* What L, T and U add to M, to h and to the books; to M alone. */
pawl_status pawl_own_add_lagrangian(pawl_own_instant *x, double *h);
pawl_status pawl_own_add_inertia(pawl_own_instant *x);

/* own.c: M, h and accelerations at (t, q, v), kept in `own`; the kinetic energy of what is kept. */
pawl_status pawl_own_move(pawl_system *system, pawl_own_use *own, double t, const double *q, const double *v);
double pawl_own_kinetic(const pawl_own_use *own, const double *v);

#endif
