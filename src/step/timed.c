/* Whether anything that acts in a model depends on time by itself. What rests under such loads has to be looked at, though nothing
 * about its motion asks for it.      theory.md, 9.3 */
#include "step/run.h"

static bool is_timed_array(const pawl_model *m, const pawl_array *x)
{
  return x->function > 0 && pawl_function_is_timed(m, x->function);
}

static bool is_timed_pull(const pawl_model *m, const pawl_point_forces *forces)
{
  bool timed = false;
  for (int i = 0; i < forces->count; i++)
    timed |= pawl_function_is_timed(m, forces->pull[i].at) || is_timed_array(m, &forces->pull[i].force);
  return timed;
}

static bool is_timed_field(const pawl_model *m, const pawl_field *field, const void *fields)
{
  const void *x = (const char *)fields + field->where;
  const pawl_signal *signal = x;
  switch (field->type) {
  case PAWL_SIGNAL: /* signals and channels may depend on anything */
    return signal->function > 0 || signal->part > 0 || signal->channel;
  case PAWL_ARRAY:
    return is_timed_array(m, x);
  case PAWL_FUNCTION:
    return *(const int *)x > 0 && pawl_function_is_timed(m, *(const int *)x);
  case PAWL_POINT_FORCES:
    return is_timed_pull(m, x);
  default:
    return false;
  }
}

/* Whether a function is one of those that are asked for; 0: not given. */
typedef bool counted(const pawl_model *m, int function);

static bool is_any(const pawl_model *m, int function)
{
  (void)m;
  return function > 0;
}

/* What is linear in coordinates, speeds and time has no place that is narrower than the motion. */
static bool may_be_narrow(const pawl_model *m, int function)
{
  return function > 0 && !pawl_function_is_linear(m, function);
}

static bool counts_pull(const pawl_model *m, const pawl_point_forces *forces, counted *counts)
{
  bool any = false;
  for (int i = 0; i < forces->count; i++)
    any |= counts(m, forces->pull[i].at) || counts(m, forces->pull[i].force.function);
  return any;
}

/* Whether a field is given by a function that counts, or by a characteristic, of time or of the state. */
static bool is_given(const pawl_model *m, const pawl_field *field, const void *fields, counted *counts)
{
  const void *x = (const char *)fields + field->where;
  const pawl_value *value = x;
  switch (field->type) {
  case PAWL_ARRAY:
    return counts(m, ((const pawl_array *)x)->function);
  case PAWL_FUNCTION:
    return counts(m, *(const int *)x);
  case PAWL_GRAPH:
    return pawl_graph_bends(x);
  case PAWL_POINT_FORCES:
    return counts_pull(m, x, counts);
  case PAWL_CURVE:
    return *(const pawl_curve *const *)x != NULL;
  case PAWL_VALUE:
    for (const pawl_field *f = value->kind && !value->kind->curve ? value->kind->fields : NULL; f && f->name;
         f++)
      if (is_given(m, f, value->fields, counts))
        return true;
    return false;
  default:
    return is_timed_field(m, field, fields);
  }
}

static bool is_function(const pawl_model *m, const pawl_field *field, const void *fields)
{
  return is_given(m, field, fields, is_any);
}

static bool is_narrow(const pawl_model *m, const pawl_field *field, const void *fields)
{
  return is_given(m, field, fields, may_be_narrow);
}

static bool acts(const pawl_kind *kind)
{
  return kind && kind->family != PAWL_STATEMENT && kind->family != PAWL_SIGNAL_KIND &&
         kind->family != PAWL_SENSOR && kind->family != PAWL_DRAWING;
}

static bool has_field(const pawl_model *m,
                      bool (*is)(const pawl_model *m, const pawl_field *field, const void *fields))
{
  for (int i = 0; i < m->part_count; i++)
    for (const pawl_field *f = acts(m->parts[i]->kind) ? m->parts[i]->kind->fields : NULL; f && f->name; f++)
      if (is(m, f, m->parts[i]->fields))
        return true;
  return false;
}

bool pawl_model_is_timed(const pawl_model *m)
{
  return has_field(m, is_timed_field);
}

bool pawl_model_has_functions(const pawl_model *m)
{
  return has_field(m, is_function);
}

bool pawl_model_may_be_narrow(const pawl_model *m)
{
  return has_field(m, is_narrow);
}
