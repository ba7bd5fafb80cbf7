/* Outputs that are expressions over channels (base/expression.h). They are computed when all other channels are known, so they can read
 * forces and accelerations; and each other, those that come later the earlier ones. */
#include <stdio.h>
#include <string.h>

#include "base/expression.h"
#include "system/system.h"

typedef struct {
  pawl_system *s;
  int before; /* outputs of expressions from this channel on cannot be read */
} scope;

static const char *text_of(const pawl_part *part)
{
  bool output = part->kind->family == PAWL_SENSOR && part->kind == pawl_kind_find("output");
  return output ? ((const pawl_output *)part->fields)->value.channel : NULL;
}

static int find(void *context, const char *name, size_t length, const char **unit)
{
  const scope *x = context;
  char whole[256];
  if (length >= sizeof whole)
    return -1;
  snprintf(whole, sizeof whole, "%.*s", (int)length, name);
  int i = pawl_channel_find(x->s, whole);
  if (i < 0 || (i >= x->before && text_of(x->s->model->parts[x->s->channel.list[i].part])))
    return -1;
  *unit = x->s->channel.list[i].unit;
  return i;
}

static const char *near(void *context, const char *name, bool part)
{
  (void)part;
  return pawl_channel_near(((const scope *)context)->s, name);
}

/* In the unit that is asked for, if it is known and measures the same; the unit of what nobody knows is a name. */
static pawl_status set_unit(pawl_channel_use *use, const pawl_part *part, const pawl_expression *formula,
                            pawl_error *error)
{
  pawl_dimension own, asked;
  double size, wanted;
  use->factor = 1;
  if (!*use->unit) {
    use->unit = formula->unit;
    return PAWL_OK;
  }
  if (!pawl_unit_read(formula->unit, &own, &size) || !pawl_unit_read(use->unit, &asked, &wanted))
    return PAWL_OK;
  if (!pawl_dimension_fits(&own, &asked))
    return pawl_fail(error, PAWL_BAD_MODEL, part->where, "output \"%s\": its values are in %s, not in %s",
                     part->name, *formula->unit ? formula->unit : "numbers", use->unit);
  use->factor = size / wanted;
  return PAWL_OK;
}

static pawl_status build(pawl_system *s, int channel, const char *text, pawl_error *error)
{
  pawl_channel_use *use = s->channel.list + channel;
  const pawl_part *part = s->model->parts[use->part];
  scope x = {s, channel};
  const pawl_vocabulary words = {.find = find, .near = near, .context = &x};
  pawl_expression *formula = NULL;
  pawl_error wrong = {0};
  char who[96];
  snprintf(who, sizeof who, "output \"%s\":", part->name);
  pawl_status status = pawl_expression_read(&formula, text, who, &words, s->arena, &wrong);
  if (status == PAWL_OK && formula->over_run)
    status = pawl_fail(&wrong, PAWL_BAD_MODEL, NULL,
                       "%s '%s' has a value in each row, and parts of it are known when the run is over", who,
                       text);
  if (status != PAWL_OK)
    return pawl_fail(error, status == PAWL_NO_MEMORY ? status : PAWL_BAD_MODEL, part->where, "%s",
                     wrong.text);
  use->formula = formula;
  s->channel.formulas++;
  return set_unit(use, part, formula, error);
}

pawl_status pawl_formulas_build(pawl_system *s, pawl_error *error)
{
  for (int i = 0; i < s->channel.count; i++) {
    const char *text = text_of(s->model->parts[s->channel.list[i].part]);
    if (text && build(s, i, text, error) != PAWL_OK)
      return error->status;
  }
  return PAWL_OK;
}

void pawl_formulas_read(const pawl_system *s, double *values)
{
  const pawl_row_of row = {.time = s->at.t, .values = values};
  for (int i = 0; s->channel.formulas && i < s->channel.count; i++)
    if (s->channel.list[i].formula) {
      values[i] = s->channel.list[i].factor * pawl_node_value(s->channel.list[i].formula->root, &row);
      s->passed.outputs[s->channel.list[i].part] = values[i];
    }
}
