/* Whose function it is: the sentence about what a function of the model returned names the part and the field. */
#include <stdio.h>

#include "model/lua_side.h"

typedef struct {
  int function;
  const pawl_part *part;   /* the first that has it */
  const pawl_kind *kind;   /* of the part, or of the value in it */
  const pawl_field *field; /* NULL: nobody has it */
  const char *where;       /* of the value */
  bool shared;             /* several parts have the value */
} owner;

static void look_in(const pawl_part *part, const pawl_kind *kind, const void *fields, const char *where,
                    owner *o);

static void look_at(const pawl_part *part, const pawl_value *value, owner *o)
{
  if (value->kind && value->fields)
    look_in(part, value->kind, value->fields, value->where, o);
}

static void look_in(const pawl_part *part, const pawl_kind *kind, const void *fields, const char *where,
                    owner *o)
{
  for (const pawl_field *f = kind->fields; f && f->name; f++) {
    const void *at = (const char *)fields + f->where;
    const pawl_values *list = at;
    if ((f->type == PAWL_SIGNAL && ((const pawl_signal *)at)->function == o->function) ||
        (f->type == PAWL_GRAPH && ((const pawl_graph *)at)->function == o->function) ||
        (f->type == PAWL_FUNCTION && *(const int *)at == o->function)) {
      o->shared = o->field && o->part != part;
      if (!o->field)
        *o = (owner){o->function, part, kind, f, where, false};
    } else if (f->type == PAWL_VALUE)
      look_at(part, at, o);
    else if (f->type == PAWL_VALUES)
      for (int i = 0; i < list->count; i++)
        look_at(part, list->value + i, o);
  }
}

/* Its field, as the model writes it: 'fx', or "its function" for one that has no name. */
static void say_field(const owner *o, char text[PAWL_BLAME])
{
  bool named = !(o->field->name[0] >= '0' && o->field->name[0] <= '9'),
       inside = o->kind != o->part->kind && !o->shared;
  if (named)
    snprintf(text, PAWL_BLAME, "'%s'", o->field->name);
  else
    snprintf(text, PAWL_BLAME, "the function%s%s", inside ? " of " : "", inside ? o->kind->name : "");
}

void pawl_function_blame(const pawl_model *model, int function, pawl_blame *blame)
{
  owner o = {.function = function};
  *blame = (pawl_blame){.field = "function"};
  for (int i = 0; i < model->part_count; i++)
    look_in(model->parts[i], model->parts[i]->kind, model->parts[i]->fields, model->parts[i]->where, &o);
  if (!o.field)
    return;
  say_field(&o, blame->field);
  blame->where = o.where;
  if (o.shared)
    snprintf(blame->owner, sizeof blame->owner, "%s: ", o.kind->name);
  else
    snprintf(blame->owner, sizeof blame->owner, "%s \"%s\": ", o.part->kind->name, o.part->name);
}
