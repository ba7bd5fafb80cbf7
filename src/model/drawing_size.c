/* The places that parts use on each body, and the size that symbols should have beside them. Before a run nothing is
 * known of where bodies are, so a model's size is that of its largest body, not of the room it moves in: links of a
 * long chain are drawn by their own length. */
#include "model/drawing_size.h"

#include <string.h>

#include "parts/frames.h"

static const void *field_at(const pawl_part *part, const pawl_field *f)
{
  return (const char *)part->fields + f->where;
}

/* ---- places ---- */

/* Calls for each place of each part, or counts: with frame NULL only next[] goes on. */
static void list_places(const pawl_model *model, int *next, pawl_frame *frame)
{
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    if (part->kind->family == PAWL_DRAWING)
      continue;
    for (const pawl_field *f = part->kind->fields; f->name; f++) {
      const pawl_frame *at;
      int n = pawl_in_world(f->worlds, model->worlds) ? pawl_frames_in(f, part->fields, &at) : 0;
      for (; n > 0; n--, at++) {
        if (at->body < 0 || at->body > model->body_count)
          continue;
        if (frame)
          frame[next[at->body]] = *at;
        next[at->body]++;
      }
    }
  }
}

bool pawl_places_find(pawl_places *places, const pawl_model *model, pawl_arena *arena)
{
  int bodies = model->body_count + 1, total = 0;
  int *first = PAWL_TAKE(arena, bodies + 1, int), *next = PAWL_TAKE(arena, bodies, int);
  if (!first || !next)
    return false;
  list_places(model, next, NULL);
  for (int i = 0; i < bodies; i++) {
    first[i] = total;
    total += next[i];
    next[i] = first[i];
  }
  first[bodies] = total;
  pawl_frame *frame = PAWL_TAKE(arena, total > 0 ? total : 1, pawl_frame);
  if (!frame)
    return false;
  list_places(model, next, frame);
  *places = (pawl_places){.first = first, .frame = frame};
  return true;
}

const pawl_frame *pawl_places_on(const pawl_places *places, int body, int *count)
{
  *count = places->first[body + 1] - places->first[body];
  return places->frame + places->first[body];
}

/* ---- size ---- */

typedef struct {
  pawl_vec low, high;
} bounds;

static const bounds nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void include(bounds *b, pawl_vec p)
{
  b->low = pawl_v(fmin(b->low.x, p.x), fmin(b->low.y, p.y), fmin(b->low.z, p.z));
  b->high = pawl_v(fmax(b->high.x, p.x), fmax(b->high.y, p.y), fmax(b->high.z, p.z));
}

static double diagonal(const bounds *b)
{
  return b->low.x <= b->high.x ? pawl_norm(pawl_sub(b->high, b->low)) : 0;
}

static double extent_of(const pawl_places *places, int body, const pawl_vec *com)
{
  bounds b = nothing;
  int count;
  const pawl_frame *frame = pawl_places_on(places, body, &count);
  for (int i = 0; i < count; i++)
    include(&b, frame[i].at);
  if (com)
    include(&b, *com);
  return diagonal(&b);
}

/* Where a body or joint starts; other numbers in metres are lengths. */
static bool is_coordinate(const pawl_part *part, const pawl_field *f)
{
  return part->kind->joint || (strlen(f->name) == 1 && strchr("xyz", f->name[0]));
}

/* The largest length, or coordinate at the start, among a part's fields. */
static double length_of(const pawl_model *model, const pawl_part *part, bool coordinates)
{
  double largest = 0;
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    if (!pawl_in_world(f->worlds, model->worlds) || strcmp(f->unit, "m") != 0)
      continue;
    if (f->type == PAWL_REAL && is_coordinate(part, f) == coordinates)
      largest = fmax(largest, fabs(*(const double *)field_at(part, f))); /* NaN, not given: does not count */
    if (f->type == PAWL_POINTS && !coordinates) {
      const pawl_points *points = field_at(part, f);
      bounds b = nothing;
      for (int i = 0; i < points->count; i++)
        include(&b, points->point[i]);
      largest = fmax(largest, diagonal(&b));
    }
  }
  return largest;
}

static double largest_length(const pawl_model *model, bool coordinates)
{
  double largest = 0;
  for (int i = 0; i < model->part_count; i++) {
    pawl_family family = model->parts[i]->kind->family;
    if (family != PAWL_DRAWING && family != PAWL_STATEMENT)
      largest = fmax(largest, length_of(model, model->parts[i], coordinates));
  }
  return largest;
}

double pawl_places_size(const pawl_places *places, const pawl_model *model)
{
  const double share = 0.03;
  double extent = fmax(largest_length(model, false), places->shapes[0]);
  for (int i = 1; i <= model->body_count; i++)
    extent =
        fmax(extent, extent_of(places, i, &((pawl_body *)model->parts[model->body_part[i]]->fields)->com));
  if (!(extent > 0))
    extent = fmax(extent_of(places, 0, NULL), places->shapes[1]);
  if (!(extent > 0))
    extent = largest_length(model, true);
  return extent > 0 && extent < INFINITY ? share * extent : share;
}
