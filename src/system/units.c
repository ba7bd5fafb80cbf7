/* How large a number with a unit is in the model's own units: "N m" is [M] [L]² / [T]².      theory.md, 1.3 */
#include "system/units.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  int length, mass, time; /* powers */
} dimension;

static const dimension dimensions[] = {{"m", 1, 0, 0},   {"kg", 0, 1, 0},   {"s", 0, 0, 1},
                                       {"N", 1, 1, -2},  {"J", 2, 1, -2},   {"W", 2, 1, -3},
                                       {"Hz", 0, 0, -1}, {"Pa", -1, 1, -2}, {"rad", 0, 0, 0},
                                       {"deg", 0, 0, 0}, {"rpm", 0, 0, -1}};

static double power_of(double x, int n)
{
  double result = 1;
  for (int i = 0; i < abs(n); i++)
    result *= x;
  return n < 0 ? 1 / result : result;
}

static double scale_of(const pawl_scales *s, const char *name, size_t size, int exponent)
{
  for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
    const dimension *d = dimensions + i;
    if (strlen(d->name) == size && strncmp(d->name, name, size) == 0)
      return power_of(s->length, exponent * d->length) * power_of(s->mass, exponent * d->mass) *
             power_of(s->time, exponent * d->time);
  }
  return 1; /* a word that says nothing of size */
}

double pawl_unit_scale(const pawl_scales *scales, const char *unit)
{
  double result = 1;
  int sign = 1;
  for (const char *at = unit; *at;) {
    size_t size = strcspn(at, " */^()");
    if (size == 0) {
      sign = *at == '/' ? -1 : sign;
      at++;
      continue;
    }
    const char *end = at + size;
    int exponent = 1;
    if (*end == '^')
      exponent = (int)strtol(end + 1, (char **)&end, 10);
    result *= scale_of(scales, at, size, sign * exponent);
    at = end;
  }
  return result;
}

/* ---- states ---- */

static const pawl_signal *first_input(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_SIGNAL)
      return (const pawl_signal *)((const char *)part->fields + f->where);
  return NULL;
}

static const char *unit_text(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_TEXT && strcmp(f->name, "unit") == 0)
      return *(const char *const *)((const char *)part->fields + f->where);
  return NULL;
}

/* A signal is as large as its unit says, or what it follows. */
static double signal_scale(const pawl_system *s, const pawl_part *part, int depth)
{
  const char *unit = unit_text(part);
  const pawl_signal *in = first_input(part);
  if (unit && *unit)
    return pawl_unit_scale(&s->scale, unit);
  if (in && in->part > 0 && depth < 8)
    return signal_scale(s, s->model->parts[in->part - 1], depth + 1);
  int channel = in && in->channel ? pawl_channel_find(s, in->channel) : -1;
  return channel >= 0 ? pawl_unit_scale(&s->scale, s->channel.list[channel].unit) : 1;
}

/* The states of a force are lengths, on a joint that turns angles. */
static double load_scale(const pawl_system *s, const pawl_load_use *use)
{
  if (use->contact >= 0)
    return 1e-3 * s->scale.length; /* bristles */
  if (use->joint_count == 0)
    return s->scale.length;
  return pawl_slides(s->model->parts[s->joint.use[use->joint[0]].part]->kind) ? s->scale.length : 1;
}

void pawl_state_scales(const pawl_system *s, double *scale)
{
  for (int i = 0; i < s->signal.count; i++) {
    const pawl_part *part = s->model->parts[s->signal.parts[i].part];
    for (int k = 0; k < part->kind->signal->state_count; k++)
      scale[s->signal.parts[i].state + k] = signal_scale(s, part, 0);
  }
  for (int i = 0; i < s->load.count; i++)
    for (int k = 0; k < s->load.use[i].state_count; k++)
      scale[s->load.use[i].state + k] = load_scale(s, s->load.use + i);
}
