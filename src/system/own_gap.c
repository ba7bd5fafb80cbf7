/* Gaps and constraints in own coordinates at an instant.      theory.md, 5.14
 * Along the motion, q' = v and t' = 1, one call of g gives g, g' and what g'' is at a = 0; one call by each coordinate
 * gives its derivatives. Of a row w(q, t) the same call gives w and w', and w'·v is what (w·v)' is at a = 0. */
#include <string.h>

#include "base/error.h"
#include "system/own.h"

typedef struct {
  pawl_system *s;
  pawl_own_use *own;
  const double *q, *v;
  pawl_own_at at;
} instant;

static instant begin(pawl_system *s, const pawl_own_gap_use *use, double t, const double *q, const double *v)
{
  pawl_own_use *own = s->own.use + use->own;
  const pawl_lagrangian *p = s->model->parts[own->part]->fields;
  return (instant){
      s, own, q, v, {s->model->parts[use->part], &p->coordinates, own->q, NULL, {t, 0, 0, 0}, false}};
}

/* By coordinate k; along the motion where k is -1. */
static void point(instant *x, int k)
{
  for (int i = 0; i < x->own->n; i++)
    x->own->q[i] = pawl_own_along(x->q[i], k >= 0 ? i == k : x->v ? x->v[i] : 0);
  x->at.t = pawl_own_along(x->at.t.v, k < 0);
}

/* One row of `count` numbers, with derivatives along the motion. */
static pawl_status call(instant *x, const pawl_array *array, const char *field, int count)
{
  pawl_jet *out = x->own->answer;
  for (int i = 0; array->number && i < count; i++)
    out[i] = (pawl_jet){array->number[i], 0, 0, 0};
  if (array->function <= 0)
    return PAWL_OK;
  return pawl_own_call(x->s->model, array->function, field, &x->at, NULL, 1, count, out, &x->s->error);
}

static pawl_status gradient(instant *x, const pawl_array *gap, const char *field, double *out)
{
  for (int k = 0; k < x->own->n; k++) {
    point(x, k);
    if (call(x, gap, field, 1) != PAWL_OK)
      return x->s->error.status;
    out[k] = x->own->answer->d;
  }
  return PAWL_OK;
}

/* Numbers stay as they are. */
static void look_numbers(const instant *x, const double *number, double *w, double *rate)
{
  double sum = 0;
  for (int k = 0; k < x->own->n; k++) {
    w[k] = number[k];
    sum += number[k] * (x->v ? x->v[k] : 0);
  }
  *rate = sum;
}

/* w, and w·v with what its rate is at a = 0. */
static pawl_status look_row(instant *x, const pawl_array *row, const char *field, double *w, double *rate,
                            double *bend)
{
  *rate = *bend = 0;
  if (row->number) {
    look_numbers(x, row->number, w, rate);
    return PAWL_OK;
  }
  point(x, -1);
  if (call(x, row, field, x->own->n) != PAWL_OK)
    return x->s->error.status;
  for (int k = 0; k < x->own->n; k++) {
    double v = x->v ? x->v[k] : 0;
    w[k] = x->own->answer[k].v;
    *rate += w[k] * v;
    *bend += x->own->answer[k].d * v;
  }
  return PAWL_OK;
}

/* The same of each tangent. */
static pawl_status look_tangents(instant *x, const pawl_array *rows, double *w, pawl_gap_seen *out)
{
  int n = x->own->n;
  if (out->tangents == 1)
    return look_row(x, rows, "tangent", w, out->slide, out->bend_t);
  for (int a = 0; rows->number && a < out->tangents; a++)
    look_numbers(x, rows->number + (ptrdiff_t)a * n, w + (ptrdiff_t)a * n, out->slide + a);
  if (rows->number)
    return PAWL_OK;
  pawl_jet *answer = x->own->answer;
  point(x, -1);
  if (pawl_own_call(x->s->model, rows->function, "tangent", &x->at, NULL, out->tangents, n, answer,
                    &x->s->error) != PAWL_OK)
    return x->s->error.status;
  for (int i = 0; i < out->tangents * n; i++) {
    double v = x->v ? x->v[i % n] : 0;
    w[i] = answer[i].v;
    out->slide[i / n] += w[i] * v;
    out->bend_t[i / n] += answer[i].d * v;
  }
  return PAWL_OK;
}

/* One number, or one for each tangent. */
static pawl_status look_drift(instant *x, const pawl_array *drift, int count, double *rate, double *bend)
{
  if (!pawl_array_given(drift))
    return PAWL_OK;
  point(x, -1);
  if (call(x, drift, "drift", count) != PAWL_OK)
    return x->s->error.status;
  for (int a = 0; a < count; a++) {
    rate[a] += x->own->answer[a].v;
    bend[a] += x->own->answer[a].d;
  }
  return PAWL_OK;
}

/* g = c + w·q of numbers, or a function, whose derivative is `row` where that is given. */
static pawl_status look_distance(instant *x, const pawl_array *gap, const pawl_array *row,
                                 const char *const field[2], double *w, pawl_gap_seen *out)
{
  if (gap->number) {
    if (look_row(x, row, field[1], w, &out->gap_rate, &out->bend_n) != PAWL_OK)
      return x->s->error.status;
    double sum = *gap->number;
    for (int k = 0; k < x->own->n; k++)
      sum += w[k] * x->q[k];
    out->gap = sum;
    return PAWL_OK;
  }
  double unused;
  pawl_status status =
      pawl_array_given(row) ? look_row(x, row, field[1], w, &unused, &unused) : gradient(x, gap, field[0], w);
  point(x, -1);
  if (status != PAWL_OK || call(x, gap, field[0], 1) != PAWL_OK)
    return x->s->error.status;
  out->gap = x->own->answer->v;
  out->gap_rate = x->own->answer->d;
  out->bend_n = x->own->answer->dd;
  return PAWL_OK;
}

static pawl_status look_when(instant *x, int function, double *when)
{
  if (function <= 0)
    return PAWL_OK;
  pawl_own_at at = x->at;
  pawl_jet y;
  point(x, -1);
  for (int k = 0; k < x->own->n; k++)
    x->own->v[k] = (pawl_jet){x->v ? x->v[k] : 0, 0, 0, 0};
  at.v = x->own->v;
  at.plain = true;
  if (pawl_own_call(x->s->model, function, "when", &at, NULL, 1, 1, &y, &x->s->error) != PAWL_OK)
    return x->s->error.status;
  *when = y.v;
  return PAWL_OK;
}

static pawl_status look_gap(instant *x, const pawl_gap *g, pawl_own_gap_use *use, pawl_gap_seen *out)
{
  static const char *const field[2] = {"gap", "normal"};
  if (look_when(x, g->when, &out->when) != PAWL_OK ||
      look_distance(x, &g->gap, &g->normal, field, use->normal, out) != PAWL_OK)
    return x->s->error.status;
  out->tangents = pawl_gap_tangents(g);
  for (int a = 0; a < out->tangents; a++)
    out->tangent[a] = use->tangent + (ptrdiff_t)a * x->own->n;
  if (out->tangents == 0)
    return PAWL_OK;
  if (look_tangents(x, &g->tangent, use->tangent, out) != PAWL_OK)
    return x->s->error.status;
  return look_drift(x, &g->drift, out->tangents, out->slide, out->bend_t);
}

static pawl_status look_condition(instant *x, const pawl_condition *c, pawl_own_gap_use *use,
                                  pawl_gap_seen *out)
{
  static const char *const field[2] = {"equation", "rate"};
  if (look_when(x, c->when, &out->when) != PAWL_OK)
    return x->s->error.status;
  if (pawl_array_given(&c->equation))
    return look_distance(x, &c->equation, &c->row, field, use->normal, out);
  if (look_row(x, &c->row, "rate", use->normal, &out->gap_rate, &out->bend_n) != PAWL_OK)
    return x->s->error.status;
  return look_drift(x, &c->drift, 1, &out->gap_rate, &out->bend_n);
}

static bool is_known(const pawl_system *s, const pawl_own_gap_use *use)
{
  return use->stamp == s->signal.stamp && use->t == s->at.t && use->q == s->at.q && use->v == s->at.v;
}

static pawl_status look_anew(pawl_system *s, pawl_own_gap_use *use, pawl_gap_seen *out)
{
  const pawl_own_use *own = s->own.use + use->own;
  instant x = begin(s, use, s->at.t, s->at.q + own->dof, s->at.v ? s->at.v + own->dof : NULL);
  *out =
      (pawl_gap_seen){.own = use->own, .n = own->n, .dof = own->dof, .when = INFINITY, .normal = use->normal};
  const pawl_part *p = s->model->parts[use->part];
  return p->kind->family == PAWL_GAP ? look_gap(&x, p->fields, use, out)
                                     : look_condition(&x, p->fields, use, out);
}

const pawl_gap_seen *pawl_gap_look(pawl_system *s, int part)
{
  pawl_own_gap_use *use = s->own.gaps + s->index.own[part];
  if (is_known(s, use))
    return &use->last;
  use->stamp = -1;
  if (look_anew(s, use, &use->last) != PAWL_OK)
    return NULL;
  use->stamp = s->signal.stamp;
  use->t = s->at.t;
  use->q = s->at.q;
  use->v = s->at.v;
  return &use->last;
}

void pawl_gap_respond(pawl_system *s, int part, int along, const double *w, double *x)
{
  pawl_own_gap_use *use = s->own.gaps + s->index.own[part];
  size_t size = sizeof(double) * (size_t)s->own.use[use->own].n;
  if (!use->responds[along]) {
    pawl_own_respond(s, use->own, w, x);
    use->responds[along] = use->response[along] != NULL;
    if (use->responds[along])
      memcpy(use->response[along], x, size);
  } else
    memcpy(x, use->response[along], size);
}

pawl_status pawl_gap_normals(pawl_system *s, const pawl_own_gap_use *use, double t, const double *q,
                             double *given, double *found)
{
  const pawl_gap *g = s->model->parts[use->part]->fields;
  instant x = begin(s, use, t, q, NULL);
  double unused;
  if (look_row(&x, &g->normal, "normal", given, &unused, &unused) != PAWL_OK)
    return s->error.status;
  return gradient(&x, &g->gap, "gap", found);
}
