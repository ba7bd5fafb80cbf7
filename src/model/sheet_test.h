/* For tests: a model from its text, with its drawing. */
#ifndef PAWL_MODEL_SHEET_TEST_H
#define PAWL_MODEL_SHEET_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/drawing.h"

typedef struct {
  pawl_model *model;
  pawl_arena arena;
  pawl_drawing drawing;
} sheet;

static inline bool open_sheet(sheet *s, const char *text, pawl_error *e)
{
  *s = (sheet){0};
  *e = (pawl_error){0};
  pawl_arena_open(&s->arena, NULL);
  return pawl_model_parse(&s->model, text, "m.lua", NULL, e) == PAWL_OK &&
         pawl_drawing_collect(s->model, &s->arena, &s->drawing, e) == PAWL_OK;
}

static inline void close_sheet(sheet *s)
{
  pawl_arena_close(&s->arena);
  pawl_model_free(s->model);
}

static inline sheet draw(const char *text)
{
  sheet s;
  pawl_error e;
  if (!open_sheet(&s, text, &e))
    fail_msg("%s: %s\n%s", e.where, e.text, text);
  return s;
}

/* The n-th primitive of a part, or NULL. */
static inline const pawl_drawn *find(const sheet *s, const char *part, pawl_draw draw_as, int n)
{
  int index = pawl_model_find(s->model, part);
  for (int i = 0; i < s->drawing.count; i++)
    if (s->drawing.item[i].part == index && s->drawing.item[i].primitive.draw == draw_as && n-- == 0)
      return &s->drawing.item[i];
  return NULL;
}

static inline double to_segment(pawl_vec p, pawl_vec a, pawl_vec b)
{
  pawl_vec d = pawl_sub(b, a);
  double u = fmin(fmax(pawl_dot(pawl_sub(p, a), d) / pawl_dot(d, d), 0), 1);
  return pawl_norm(pawl_sub(p, pawl_add(a, pawl_times(u, d))));
}

static inline double area(const pawl_vec *p, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += 0.5 * pawl_cross(p[i], p[(i + 1) % count]).z;
  return sum;
}

#endif
