/* For tests of laws: a value by its kind and the numbers of its fields, as the model would make it. */
#ifndef PAWL_PARTS_VALUE_TEST_H
#define PAWL_PARTS_VALUE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "parts/part.h"

typedef struct {
  pawl_value value;
  const char *wrong; /* what `check` says */
  double room[32];
} made;

static inline double *field_of(made *m, const char *name)
{
  for (const pawl_field *f = m->value.kind->fields; f->name; f++)
    if (strcmp(f->name, name) == 0)
      return (double *)((char *)m->room + f->where);
  fail_msg("%s has no field '%s'", m->value.kind->name, name);
  return NULL;
}

/* make(&m, "linear", "stiffness", 1e5, "damping", 2.0, NULL): all numbers double. */
static inline const pawl_value *make(made *m, const char *kind, ...)
{
  memset(m, 0, sizeof *m);
  m->value = (pawl_value){.kind = pawl_kind_find(kind), .fields = m->room, .where = "test"};
  if (!m->value.kind || m->value.kind->size > sizeof m->room)
    fail_msg("no kind '%s', or one that is too large", kind);
  for (const pawl_field *f = m->value.kind->fields; f->name; f++)
    if (f->type == PAWL_REAL)
      *(double *)((char *)m->room + f->where) = f->fallback == PAWL_REQUIRED ? NAN : f->fallback;
  va_list list;
  va_start(list, kind);
  for (const char *name; (name = va_arg(list, const char *));)
    *field_of(m, name) = va_arg(list, double);
  va_end(list);
  m->wrong = m->value.kind->check ? m->value.kind->check(m->room, PAWL_PLANAR) : NULL;
  return &m->value;
}

static inline const pawl_value *again(made *m)
{
  m->value.fields = m->room;
  m->wrong = m->value.kind->check ? m->value.kind->check(m->room, PAWL_PLANAR) : NULL;
  return &m->value;
}

static inline pawl_push press(const pawl_value *law, const pawl_press *x)
{
  pawl_push out = {0};
  law->kind->law->press(law->fields, x, &out);
  return out;
}

static inline pawl_drag rub(const pawl_value *friction, double normal, double speed, double state)
{
  const pawl_rub x = {normal, speed, &state};
  pawl_drag out = {0};
  friction->kind->friction->rub(friction->fields, &x, &out);
  return out;
}

static inline void assert_near(double got, double wanted, double tolerance, const char *what)
{
  if (!(fabs(got - wanted) <= tolerance))
    fail_msg("%s: %.17g instead of %.17g, off by %.2g", what, got, wanted, got - wanted);
}

/* What `check` said, word for word. */
static inline void assert_wrong(const made *m, const char *sentence)
{
  if (!m->wrong || strcmp(m->wrong, sentence) != 0)
    fail_msg("%s says '%s', not '%s'", m->value.kind->name, m->wrong ? m->wrong : "nothing", sentence);
}

#endif
