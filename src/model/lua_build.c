/* Constructors: kind "name" { … } makes a part, kind { … } a statement or a value. All come from the tables of kinds. */
#include <stdio.h>
#include <string.h>

#include "model/lua_side.h"
#include "model/shape.h"
#include "parts/frames.h"

#define FIRST "a model begins with planar { … } or spatial { … }"

void pawl_only_reading(lua_State *L, const char *what)
{
  if (!pawl_side_of(L)->reading)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: only possible while the model is read, not in a function during a run",
               what);
}

static bool good_name(const char *name, size_t length)
{
  const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return length > 0 && length <= 60 && strspn(name, letters) == length;
}

static const char *kind_name(const pawl_kind *kind)
{
  return kind ? kind->name : "parameter";
}

/* Argument 1 as a name. */
static const char *take_name(lua_State *L, const char *kind)
{
  static const char *const reserved[] = {"ground", "energy", "time"};
  char shown[64], what[64];
  size_t length;
  if (lua_type(L, 1) == LUA_TTABLE)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: needs a name: %s \"name\" { … }", kind, kind);
  if (lua_type(L, 1) != LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: a name must be a string, not %s", kind, pawl_what(L, 1, what));
  const char *name = lua_tolstring(L, 1, &length);
  if (!good_name(name, length))
    pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": a name is made of 1 to 60 letters, digits, _ and -", kind,
               pawl_shown(name, shown));
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (strcmp(name, reserved[i]) == 0)
      pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": the name is taken by Pawl itself", kind, name);
  return pawl_side_keep(L, name);
}

static const char *keep_where(lua_State *L)
{
  char where[PAWL_WHERE];
  pawl_side_where(L, where);
  return pawl_side_keep(L, where);
}

void pawl_build_later(lua_State *L, const pawl_kind *kind, lua_CFunction finish)
{
  pawl_side *side = pawl_side_of(L);
  pawl_pending *pending = pawl_side_take(L, sizeof *pending);
  *pending = (pawl_pending){.kind = kind, .name = take_name(L, kind_name(kind)), .where = keep_where(L)};
  pending->next = side->pending;
  side->pending = pending;
  lua_pushlightuserdata(L, pending);
  lua_pushcclosure(L, finish, 1);
}

/* ---- fields ---- */

/* Two shapes at the first two positions must be two, on two bodies. */
static void check_shapes(lua_State *L, const char *who, const int *a, const int *b)
{
  const pawl_model *model = pawl_side_of(L)->model;
  const pawl_part *pa = model->parts[*a], *pb = model->parts[*b];
  int body = ((const pawl_shape_part *)pa->fields)->frame.body;
  if (*a == *b || body != ((const pawl_shape_part *)pb->fields)->frame.body)
    return;
  if (body == 0)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: shapes \"%s\" and \"%s\" are both on the ground", who, pa->name,
               pb->name);
  pawl_raise(L, PAWL_BAD_MODEL, "%s: shapes \"%s\" and \"%s\" are both on body '%s'", who, pa->name, pb->name,
             model->parts[model->body_part[body]]->name);
}

/* Whether it leads from end to end by way of others. */
static bool leads_round(const pawl_kind *kind, const void *fields)
{
  const pawl_frame *first;
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (f->type == PAWL_FRAMES && pawl_frames_in(f, fields, &first) > 0)
      return true;
  return false;
}

/* Two frames at the first two positions must be on two bodies. */
static void check_ends(lua_State *L, const pawl_kind *kind, unsigned worlds, const char *who,
                       const void *fields)
{
  const pawl_field *a = pawl_field_find(kind->fields, worlds, "1"),
                   *b = pawl_field_find(kind->fields, worlds, "2");
  if (a && b && a->type == PAWL_PROFILE && b->type == PAWL_PROFILE)
    check_shapes(L, who, (const void *)((const char *)fields + a->where),
                 (const void *)((const char *)fields + b->where));
  if (!a || !b || a->type != PAWL_FRAME || b->type != PAWL_FRAME)
    return;
  if (leads_round(kind, fields))
    return;
  const pawl_frame *fa = (const void *)((const char *)fields + a->where);
  const pawl_frame *fb = (const void *)((const char *)fields + b->where);
  if (fa->body != fb->body || fa->body < 0)
    return;
  const pawl_model *model = pawl_side_of(L)->model;
  if (fa->body == 0)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: connects the ground with itself", who);
  pawl_raise(L, PAWL_BAD_MODEL, "%s: connects body '%s' with itself", who,
             model->parts[model->body_part[fa->body]]->name);
}

/* A default ratio of the speeds of two joints is of joints of one kind: between rad/s and m/s it is a length, which any machine has
 * another one of. */
static void check_ratio(lua_State *L, const pawl_kind *kind, unsigned worlds, const char *who,
                        const void *fields)
{
  const pawl_field *a = pawl_field_find(kind->fields, worlds, "1"),
                   *b = pawl_field_find(kind->fields, worlds, "2"),
                   *ratio = pawl_field_find(kind->fields, worlds, "ratio");
  if (!a || !b || !ratio || a->type != PAWL_JOINT || b->type != PAWL_JOINT || !isfinite(ratio->fallback))
    return;
  const pawl_model *model = pawl_side_of(L)->model;
  const pawl_part *joint[2] = {
      model->parts[*(const int *)(const void *)((const char *)fields + a->where)],
      model->parts[*(const int *)(const void *)((const char *)fields + b->where)],
  };
  bool slides[2] = {pawl_slides(joint[0]->kind), pawl_slides(joint[1]->kind)};
  lua_getfield(L, 1, "ratio");
  bool written = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (slides[0] != slides[1] && !written)
    pawl_raise(
        L, PAWL_BAD_MODEL,
        "%s: \"%s\" %s and \"%s\" %s, so write 'ratio', the speed of the first over that of the second in %s",
        who, joint[0]->name, slides[0] ? "slides" : "turns", joint[1]->name, slides[1] ? "slides" : "turns",
        slides[0] ? "m" : "1/m");
}

static unsigned world_of(const pawl_kind *kind)
{
  if (strcmp(kind->name, "planar") == 0)
    return PAWL_PLANAR;
  return strcmp(kind->name, "spatial") == 0 ? PAWL_SPATIAL : 0;
}

/* Fills the struct at `fields` from the table at argument 1 and checks it. */
static void take_fields(lua_State *L, const pawl_kind *kind, unsigned worlds, const char *who, void *fields)
{
  if ((kind->family == PAWL_STATEMENT && !world_of(kind)) || pawl_value_family(kind))
    pawl_fields_take(L, 1, kind->fields, worlds, who, fields);
  else
    pawl_fields_take_part(L, 1, kind->fields, worlds, who, fields);
  check_ends(L, kind, worlds, who, fields);
  check_ratio(L, kind, worlds, who, fields);
  const char *wrong = kind->check ? kind->check(fields, worlds) : NULL;
  if (wrong)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: %s", who, wrong);
}

/* ---- statements ---- */

static void set_world(lua_State *L, const pawl_kind *kind, const char *where)
{
  pawl_model *model = pawl_side_of(L)->model;
  if (model->worlds)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: the model is already %s, see %s", kind->name,
               model->worlds == PAWL_PLANAR ? "planar" : "spatial", model->world_where);
  take_fields(L, kind, world_of(kind), kind->name, &model->world);
  model->look = pawl_look_take(L, 1, kind->name);
  model->worlds = world_of(kind);
  model->world_where = where;
}

/* What is written of stepping: by another method it does nothing, which is worth a word. */
static const char *list_steps(lua_State *L)
{
  static const char *const names[] = {"step", "theta", "sleep"};
  char text[80] = "";
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t used = strlen(text);
    lua_pushstring(L, names[i]);
    if (lua_rawget(L, 1) != LUA_TNIL)
      snprintf(text + used, sizeof text - used, "%s'%s'", used ? " and " : "", names[i]);
    lua_pop(L, 1);
  }
  return *text ? pawl_side_keep(L, text) : NULL;
}

static void set_plan(lua_State *L, const pawl_kind *kind, const char *where)
{
  pawl_model *model = pawl_side_of(L)->model;
  if (model->plan_where)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: already said, see %s", kind->name, model->plan_where);
  take_fields(L, kind, model->worlds, kind->name, &model->plan);
  model->plan_where = where;
  model->plan_steps = list_steps(L);
}

/* ---- parts ---- */

/* The fields of a new part. */
static void *take_part(lua_State *L, const pawl_kind *kind, const char *who)
{
  unsigned worlds = pawl_side_of(L)->model->worlds;
  if (!worlds)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: " FIRST, who);
  if (!pawl_in_world(kind->worlds, worlds))
    pawl_raise(L, PAWL_BAD_MODEL, "%s: not available in a %s model", who,
               worlds == PAWL_PLANAR ? "planar" : "spatial");
  void *fields = pawl_side_take(L, kind->size);
  take_fields(L, kind, worlds, who, fields);
  return fields;
}

static pawl_part *add_part(lua_State *L, const pawl_kind *kind, const char *name, const char *where,
                           void *fields)
{
  pawl_part *part = pawl_side_take(L, sizeof *part);
  *part = (pawl_part){.kind = kind, .name = name, .where = where, .fields = fields};
  if (!pawl_model_add_part(pawl_side_of(L)->model, part)) {
    pawl_side_of(L)->refusal = PAWL_REFUSED_BY_SYSTEM;
    pawl_raise_memory(L);
  }
  return part;
}

/* kind { … } has no name. */
static void refuse_name(lua_State *L, const pawl_kind *kind)
{
  if (lua_type(L, 1) == LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: takes no name: %s { … }", kind->name, kind->name);
}

static void make_statement(lua_State *L, const pawl_kind *kind)
{
  refuse_name(L, kind);
  const char *where = keep_where(L);
  if (world_of(kind))
    set_world(L, kind, where);
  else if (!pawl_side_of(L)->model->worlds)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: " FIRST, kind->name);
  else if (strcmp(kind->name, "simulate") == 0)
    set_plan(L, kind, where);
  else
    add_part(L, kind, kind->name, where, take_part(L, kind, kind->name));
}

/* Leaves the value. */
static void make_value(lua_State *L, const pawl_kind *kind)
{
  refuse_name(L, kind);
  const pawl_value value = {kind, take_part(L, kind, kind->name), keep_where(L)};
  pawl_nameless_push(L, &value);
}

/* A shape must have an outline. */
static void check_shape(lua_State *L, const pawl_part *part)
{
  pawl_side *side = pawl_side_of(L);
  pawl_error wrong;
  pawl_error_clear(&wrong);
  side->reading = false; /* its functions make no parts */
  pawl_status status = pawl_shape_check(side->model, part, &wrong);
  side->reading = true;
  if (status != PAWL_OK)
    pawl_raise_at(L, status, wrong.where, "%s", wrong.text);
}

/* The second call of kind "name" { … }. Upvalue: what the first one left. */
static int finish_part(lua_State *L)
{
  pawl_pending *pending = lua_touserdata(L, lua_upvalueindex(1));
  pawl_model *model = pawl_side_of(L)->model;
  char who[160];
  snprintf(who, sizeof who, "%s \"%s\"", pending->kind->name, pending->name);
  pawl_only_reading(L, who);
  lua_settop(L, 1);
  int first = pawl_model_find(model, pending->name);
  if (first >= 0)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: the name is already used, see %s", who, model->parts[first]->where);
  void *fields = take_part(L, pending->kind, who);
  pawl_part *part = add_part(L, pending->kind, pending->name, pending->where, fields);
  part->look = pawl_look_take(L, 1, who);
  if (!pawl_model_expand(model, part)) {
    pawl_side_of(L)->refusal = PAWL_REFUSED_BY_SYSTEM;
    pawl_raise_memory(L);
  }
  if (part->kind->family == PAWL_SHAPE_KIND)
    check_shape(L, part);
  pawl_part_push(L, part);
  pending->done = true;
  return 1;
}

/* kind "name", to be called with the table; or a whole statement. Upvalue: the kind. */
static int construct(lua_State *L)
{
  const pawl_kind *kind = lua_touserdata(L, lua_upvalueindex(1));
  pawl_only_reading(L, kind->name);
  lua_settop(L, 1);
  if (kind->family == PAWL_STATEMENT) {
    make_statement(L, kind);
    return 0;
  }
  if (pawl_value_family(kind)) {
    make_value(L, kind);
    return 1;
  }
  pawl_build_later(L, kind, finish_part);
  return 1;
}

const pawl_kind *pawl_constructor_at(lua_State *L, int index)
{
  if (lua_tocfunction(L, index) != construct || !lua_getupvalue(L, index, 1))
    return NULL;
  const pawl_kind *kind = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return kind;
}

void pawl_build_open(lua_State *L, int globals)
{
  for (int i = 0; pawl_kinds[i]; i++) {
    lua_pushlightuserdata(L, (void *)pawl_kinds[i]);
    lua_pushcclosure(L, construct, 1);
    lua_setfield(L, globals, pawl_kinds[i]->name);
  }
}

/* After the last line: nothing is half made, there is something to move, and a plan. */
void pawl_build_finish(lua_State *L)
{
  pawl_side *side = pawl_side_of(L);
  const pawl_pending *open = NULL;
  for (const pawl_pending *p = side->pending; p; p = p->next)
    if (!p->done)
      open = p; /* the list begins with the last one */
  if (open)
    pawl_raise_at(L, PAWL_BAD_MODEL, open->where, "%s \"%s\": its table { … } is missing",
                  kind_name(open->kind), open->name);
  if (!side->model->worlds)
    pawl_raise_at(L, PAWL_BAD_MODEL, side->model->path, FIRST);
  bool moves = side->model->body_count > 0;
  for (int i = 0; i < side->model->part_count; i++)
    moves |=
        side->model->parts[i]->kind->spin != NULL || side->model->parts[i]->kind->family == PAWL_EQUATIONS;
  if (!moves)
    pawl_raise_at(L, PAWL_BAD_MODEL, side->model->path, "the model has no bodies");
  const pawl_kind *simulate = pawl_kind_find("simulate");
  if (!side->model->plan_where && simulate)
    pawl_fields_default(simulate->fields, side->model->worlds, &side->model->plan);
}
