/* The model's own length, mass and time, from what is written in it.      theory.md, 1.3 */
#include <string.h>

#include "base/error.h"
#include "parts/frames.h"
#include "system/contacts.h"
#include "system/own.h"

/* Covariant: only maxima and square roots of squares, so that scaling by powers of two keeps all bits. */
typedef struct {
  double length, mass, moment;
  double rate2;   /* 1/T² from gravity, speeds, forces          */
  double spring2; /* 1/T² from springs, when nothing else moves */
} guess;

/* Of the size of shapes; a power of two, which keeps bits. */
#define LEAST_OF_SHAPES 0.0078125

static void widen(double *most, double x)
{
  if (isfinite(x) && fabs(x) > *most)
    *most = fabs(x);
}

static void measure_place(const pawl_model *model, const pawl_frame **first, const pawl_frame *x, guess *g)
{
  const pawl_body *b = x->body ? model->parts[model->body_part[x->body]]->fields : NULL;
  if (first[x->body])
    widen(&g->length, pawl_norm(pawl_sub(x->at, first[x->body]->at)));
  else if (b)
    widen(&g->length, pawl_norm(pawl_sub(x->at, b->com)));
  first[x->body] = first[x->body] ? first[x->body] : x;
}

/* Distances between places on the same body: where its frame lies does not matter. `first` has room per body. */
static void measure_lengths(const pawl_model *model, const pawl_frame **first, guess *g)
{
  for (int body = 1; body <= model->body_count; body++) {
    const pawl_body *b = model->parts[model->body_part[body]]->fields;
    widen(&g->mass, b->mass);
    for (int k = 0; k < 3; k++) {
      widen(&g->moment, b->inertia[k]);
      if (b->mass > 0)
        widen(&g->length, sqrt(b->inertia[k] / b->mass));
    }
  }
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++) {
      const pawl_frame *x;
      for (int n = pawl_frames_in(f, model->parts[i]->fields, &x); n > 0; n--, x++)
        measure_place(model, first, x, g);
    }
}

/* Of "N m or N" the second on a joint that slides, else the first; true when that is `unit`. */
static bool is_unit(const pawl_model *model, const pawl_part *part, const pawl_field *f, const char *unit)
{
  const char * or = strstr(f->unit, " or "), *from = f->unit;
  size_t size = or ? (size_t)(or -from) : strlen(from);
  for (const pawl_field *x = part->kind->fields; or &&x->name; x++) {
    int joint = x->type == PAWL_JOINT ? *(const int *)((const char *)part->fields + x->where) : -1;
    if (joint < 0 || !pawl_slides(model->parts[joint]->kind))
      continue;
    from = or +4;
    size = strlen(from);
  }
  return strlen(unit) == size && strncmp(from, unit, size) == 0;
}

static double field_number(const pawl_part *part, const pawl_field *f)
{
  const char *at = (const char *)part->fields + f->where;
  if (f->type == PAWL_REAL)
    return *(const double *)at;
  if (f->type == PAWL_SIGNAL && ((const pawl_signal *)at)->function == 0 &&
      !((const pawl_signal *)at)->channel)
    return ((const pawl_signal *)at)->part ? NAN : ((const pawl_signal *)at)->value;
  return NAN;
}

static void measure_fields(const pawl_model *model, guess *g)
{
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++) {
      const pawl_part *part = model->parts[i];
      if (part->kind->family == PAWL_BODY || part->kind->family == PAWL_DRAWING ||
          !pawl_in_world(f->worlds, model->worlds))
        continue;
      double *most = is_unit(model, part, f, "m")        ? &g->length
                     : is_unit(model, part, f, "kg")     ? &g->mass
                     : is_unit(model, part, f, "kg m^2") ? &g->moment
                                                         : NULL;
      if (most)
        widen(most, field_number(part, f));
    }
}

static void measure_rates(const pawl_model *model, guess *g)
{
  double L = g->length, M = g->mass;
  g->rate2 = pawl_norm(model->world.gravity) / L;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++) {
      double x = fabs(field_number(model->parts[i], f));
      if (!isfinite(x) || x == 0 || !pawl_in_world(f->worlds, model->worlds))
        continue;
      if (is_unit(model, model->parts[i], f, "rad/s"))
        widen(&g->rate2, x * x);
      else if (is_unit(model, model->parts[i], f, "m/s"))
        widen(&g->rate2, (x / L) * (x / L));
      else if (is_unit(model, model->parts[i], f, "N"))
        widen(&g->rate2, x / (M * L));
      else if (is_unit(model, model->parts[i], f, "N m"))
        widen(&g->rate2, x / (M * L * L));
      else if (is_unit(model, model->parts[i], f, "N/m"))
        widen(&g->spring2, x / M);
      else if (is_unit(model, model->parts[i], f, "N m/rad"))
        widen(&g->spring2, x / (M * L * L));
    }
}

/* Shapes matter where nothing else has a length, or where all else is so small beside them (a wheel with its mass in the hub) that
 * tolerances would ask for what no number of the shapes' size can tell. A floor says nothing of what stands on it: the smaller of two
 * shapes does. */
static void measure_shapes(const pawl_system *s, guess *g)
{
  double large = 0, small = 0;
  s->contact_ops->measure(s, &large, &small);
  g->length = g->length > 0 ? fmax(g->length, LEAST_OF_SHAPES * small) : large;
}

pawl_status pawl_system_scales(pawl_system *s, pawl_error *error)
{
  const pawl_frame **first = PAWL_TAKE(s->arena, s->model->body_count + 1, const pawl_frame *);
  if (!first)
    return pawl_fail_memory(error);
  const pawl_model *model = s->model;
  guess g = {0};
  double duration = model->plan.duration > 0 ? model->plan.duration : 1,
         fall = pawl_norm(model->world.gravity);
  measure_lengths(model, first, &g);
  measure_fields(model, &g);
  if (pawl_own_sizes(s, &g.length, &g.mass, &g.moment) != PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  measure_shapes(s, &g);
  if (g.length == 0) /* points in a field: how far they fall */
    g.length = fall > 0 ? fall * duration * duration : 1;
  if (g.mass == 0)
    g.mass = g.moment > 0 ? g.moment / (g.length * g.length) : 1;
  measure_rates(model, &g);
  if (pawl_own_rates(s, g.length, &g.rate2) != PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  double rate2 = g.rate2 > 0 ? g.rate2 : g.spring2;
  double time = rate2 > 0 ? 1 / sqrt(rate2) : duration;
  s->scale = (pawl_scales){g.length, g.mass, time < duration ? time : duration};
  return PAWL_OK;
}
