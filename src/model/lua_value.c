/* One Lua value → one field, by the field's type; and the sentence when it will not go. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/lua_side.h"

/* ---- sentences ---- */

/* A part or a place on one. */
static bool is_thing(const pawl_field *field)
{
  return field->type == PAWL_FRAME || field->type == PAWL_JOINT || field->type == PAWL_PROFILE ||
         field->type == PAWL_OWN;
}

/* "'angle' ", or what stands at a position: "the 2nd thing it connects ", "the 1st value "; nothing for all positions. */
static const char *subject(const pawl_field *field, char text[64])
{
  static const char *const endings[] = {"th", "st", "nd", "rd"};
  if (pawl_takes_all(field))
    return "";
  if (!pawl_field_positional(field)) {
    snprintf(text, 64, "'%s' ", field->name);
    return text;
  }
  int n = (int)strtol(field->name, NULL, 10);
  snprintf(text, 64, "the %d%s %s ", n, endings[n < 4 ? n : 0],
           is_thing(field) ? "thing it connects" : "value");
  return text;
}

void pawl_value_wrong(const pawl_taking *x, const char *format, ...)
{
  char what[64], text[PAWL_SENTENCE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  pawl_raise(x->L, PAWL_BAD_MODEL, "%s: %s%s", x->who, subject(x->field, what), text);
}

void pawl_value_wrong_type(const pawl_taking *x, int index, const char *wanted, const char *more)
{
  char what[64];
  const char *unit = x->field->unit, *in = *unit ? " in " : "";
  bool nothing = is_thing(x->field) && lua_isnil(x->L, index);
  pawl_value_wrong(x, "must be %s%s%s%s, not %s%s", wanted, in, unit, more, pawl_what(x->L, index, what),
                   nothing ? ": it is missing, or a variable without a value" : "");
}

const char *pawl_value_who(const pawl_taking *x, char *text, size_t size)
{
  char what[64];
  const char *about = subject(x->field, what);
  int length = (int)strlen(about) - 1; /* without the blank */
  snprintf(text, size, "%s%s%.*s", x->who, *about ? ": " : "", length > 0 ? length : 0, about);
  return text;
}

/* ---- numbers ---- */

static double take_number(const pawl_taking *x, int index, const char *more)
{
  char sentence[128];
  if (lua_type(x->L, index) != LUA_TNUMBER)
    pawl_value_wrong_type(x, index, "a number", more);
  double value = lua_tonumber(x->L, index);
  if (pawl_number_wrong(x->field, value, sentence, sizeof sentence))
    pawl_value_wrong(x, "%s", sentence);
  return value;
}

static void take_real(const pawl_taking *x, int index, void *to)
{
  *(double *)to = take_number(x, index, "");
}

static void take_count(const pawl_taking *x, int index, void *to)
{
  char text[32];
  if (lua_type(x->L, index) != LUA_TNUMBER)
    pawl_value_wrong_type(x, index, "a whole number", "");
  double value = take_number(x, index, "");
  if (value != floor(value) || fabs(value) > INT_MAX)
    pawl_value_wrong(x, "must be a whole number, not %s", pawl_number_text(value, text));
  *(int *)to = (int)value;
}

/* Reads a table of numbers and nothing else; returns how many, or -1 when it is something else. */
static int read_numbers(const pawl_taking *x, int index, double *to, int room)
{
  lua_State *L = x->L;
  if (lua_type(L, index) != LUA_TTABLE)
    return -1;
  int keys = 0, count = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
    if (keys++ > room)
      return lua_pop(L, 2), -1;
  for (; count < room && lua_rawgeti(L, index, count + 1) != LUA_TNIL; count++, lua_pop(L, 1)) {
    char what[64];
    if (lua_type(L, -1) != LUA_TNUMBER)
      pawl_value_wrong(x, "must be a table of numbers, not with %s at place %d", pawl_what(L, -1, what),
                       count + 1);
    to[count] = lua_tonumber(L, -1);
  }
  if (count < room)
    lua_pop(L, 1);
  return keys == count ? count : -1;
}

static void check_numbers(const pawl_taking *x, const double *value, int from, int to)
{
  char sentence[128];
  for (int i = from; i < to; i++)
    if (pawl_number_wrong(x->field, value[i], sentence, sizeof sentence))
      pawl_value_wrong(x, "at place %d %s", i + 1, sentence);
}

/* `count` numbers stand where `shape` should; negative: something else. */
static _Noreturn void wrong_shape(const pawl_taking *x, int index, const char *shape, int count)
{
  if (count >= 0)
    pawl_value_wrong(x, "must be %s in a %s model, not %d number%s", shape,
                     x->worlds == PAWL_PLANAR ? "planar" : "spatial", count, count == 1 ? "" : "s");
  if (lua_type(x->L, index) == LUA_TTABLE)
    pawl_value_wrong(x, "must be %s, numbers and nothing else", shape);
  pawl_value_wrong_type(x, index, shape, "");
}

static void take_vector(const pawl_taking *x, int index, void *to)
{
  double v[6] = {0};
  int size = x->worlds == PAWL_PLANAR ? 2 : 3, count = read_numbers(x, index, v, 6);
  if (count != size)
    wrong_shape(x, index, size == 2 ? "{x, y}" : "{x, y, z}", count);
  check_numbers(x, v, 0, size);
  *(pawl_vec *)to = (pawl_vec){v[0], v[1], v[2]};
}

/* The range is that of the moments; products of inertia can have either sign. */
static void take_inertia(const pawl_taking *x, int index, void *to)
{
  double *inertia = to;
  memset(inertia, 0, 6 * sizeof *inertia);
  if (x->worlds == PAWL_PLANAR) {
    inertia[2] = take_number(x, index, "");
    return;
  }
  int count = read_numbers(x, index, inertia, 6);
  if (count != 3 && count != 6)
    wrong_shape(x, index, "{xx, yy, zz} or {xx, yy, zz, xy, xz, yz}", count);
  check_numbers(x, inertia, 0, 3);
  pawl_field product = *x->field;
  product.min = -INFINITY;
  product.max = INFINITY;
  pawl_taking y = *x;
  y.field = &product;
  check_numbers(&y, inertia, 3, 6);
}

static void take_four(const pawl_taking *x, int index, void *to)
{
  double v[6];
  int count = read_numbers(x, index, v, 6);
  if (count != 4)
    wrong_shape(x, index, "a table of 4 numbers", count);
  memcpy(to, v, 4 * sizeof *v);
  check_numbers(x, v, 0, 4);
}

static void take_gravity(const pawl_taking *x, int index, void *to)
{
  pawl_vec everywhere;
  if (pawl_gravity_take(x->L, index, x->worlds, x->who, to))
    return;
  if (lua_type(x->L, index) != LUA_TTABLE)
    pawl_value_wrong_type(x, index, x->worlds == PAWL_PLANAR ? "{x, y}" : "{x, y, z}", ", or point { … }");
  take_vector(x, index, &everywhere);
  pawl_gravity_set(to, everywhere);
}

/* ---- words ---- */

/* A string without zero bytes, or NULL. */
static const char *text_at(lua_State *L, int index)
{
  size_t length;
  const char *text = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
  return text && strlen(text) == length ? text : NULL;
}

static void take_text(const pawl_taking *x, int index, void *to)
{
  if (lua_type(x->L, index) != LUA_TSTRING)
    pawl_value_wrong_type(x, index, "a string", "");
  const char *text = text_at(x->L, index);
  if (!text)
    pawl_value_wrong(x, "must not contain a zero byte");
  *(const char **)to = pawl_side_keep(x->L, text);
}

static void take_flag(const pawl_taking *x, int index, void *to)
{
  if (lua_type(x->L, index) != LUA_TBOOLEAN)
    pawl_value_wrong_type(x, index, "true or false", "");
  *(bool *)to = lua_toboolean(x->L, index);
}

/* "a, b or c" of "a b c". */
static void list_words(const char *words, char *text, size_t size)
{
  size_t n = 0;
  for (text[0] = 0; *words && n + 1 < size;) {
    size_t length = strcspn(words, " ");
    const char *next = words + length + (words[length] == ' ');
    const char *join = n == 0 ? "" : *next ? ", " : " or ";
    n += (size_t)snprintf(text + n, size - n, "%s%.*s", join, (int)length, words);
    words = next;
  }
}

static void take_choice(const pawl_taking *x, int index, void *to)
{
  char list[256], shown[64];
  const char *words = x->field->choices, *text = text_at(x->L, index);
  for (int i = 0; text && *words; i++) {
    size_t length = strcspn(words, " ");
    if (strlen(text) == length && strncmp(text, words, length) == 0) {
      *(int *)to = i;
      return;
    }
    words += length + (words[length] == ' ');
  }
  list_words(x->field->choices, list, sizeof list);
  if (text)
    pawl_value_wrong(x, "must be %s, not '%s'", list, pawl_shown(text, shown));
  pawl_value_wrong_type(x, index, list, "");
}

static void take_words(const pawl_taking *x, int index, void *to)
{
  lua_State *L = x->L;
  pawl_words *words = to;
  if (lua_type(L, index) != LUA_TTABLE)
    pawl_value_wrong_type(x, index, "a table of strings", "");
  lua_Unsigned count = lua_rawlen(L, index);
  if (count == 0 || count > 1000)
    pawl_value_wrong(x, "must be a table of 1 to 1000 strings, not of %d", (int)count);
  words->word = pawl_side_take(L, (size_t)count * sizeof *words->word);
  words->count = (int)count;
  for (int i = 0; i < words->count; i++) {
    lua_rawgeti(L, index, i + 1);
    const char *word = text_at(L, lua_gettop(L));
    if (!word)
      pawl_value_wrong(x, "must be a table of strings");
    words->word[i] = pawl_side_keep(L, word);
    lua_pop(L, 1);
  }
}

/* ---- parts ---- */

/* The part of that name; the sentence names the nearest of those that `fits`. */
static const pawl_part *named(const pawl_taking *x, const char *name, const char *noun,
                              bool (*fits)(const pawl_part *part))
{
  pawl_side *side = pawl_side_of(x->L);
  char shown[64];
  int found = pawl_model_find(side->model, name);
  if (found >= 0)
    return side->model->parts[found];
  if (strcmp(name, "ground") == 0)
    return &side->ground;
  const char *best = NULL;
  for (int i = 0; i < side->model->part_count; i++)
    if (fits(side->model->parts[i]))
      best = pawl_nearer(pawl_shown(name, shown), best, side->model->parts[i]->name);
  if (best)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: no %s is called '%s'; did you mean '%s'?", x->who, noun,
               pawl_shown(name, shown), best);
  pawl_raise(x->L, PAWL_BAD_MODEL, "%s: no %s is called '%s'", x->who, noun, pawl_shown(name, shown));
}

static bool is_body(const pawl_part *part)
{
  return part->body >= 0;
}

static bool is_joint(const pawl_part *part)
{
  return part->kind->joint || part->kind->spin != NULL;
}

static bool is_signal(const pawl_part *part)
{
  return part->kind->signal;
}

/* The part at `index`, given as itself or by its name; NULL: something else. */
static const pawl_part *part_of(const pawl_taking *x, int index, const char *noun,
                                bool (*fits)(const pawl_part *))
{
  const char *name = text_at(x->L, index);
  const pawl_part *part = name ? named(x, name, noun, fits) : pawl_part_at(x->L, index);
  if (name && !fits(part)) {
    char shown[64];
    pawl_part_push(x->L, part);
    pawl_value_wrong(x, "must be a %s; '%s' is %s", noun, name, pawl_what(x->L, -1, shown));
  }
  return part && fits(part) ? part : NULL;
}

static void take_frame(const pawl_taking *x, int index, void *to)
{
  const pawl_frame *frame = pawl_frame_at(x->L, index);
  const pawl_part *body = frame ? NULL : part_of(x, index, "body", is_body);
  if (!frame && !body)
    pawl_value_wrong_type(x, index, "a body or a frame", "");
  *(pawl_frame *)to = frame ? *frame : pawl_frame_of(body);
}

static void take_frames(const pawl_taking *x, int index, void *to)
{
  pawl_frames *frames = to;
  if (lua_type(x->L, index) != LUA_TTABLE || pawl_frame_at(x->L, index))
    pawl_value_wrong_type(x, index, "a table of bodies or frames", "");
  int count = (int)lua_rawlen(x->L, index);
  if (count < x->field->min || count > x->field->max)
    pawl_value_wrong(x, "must be a table of %g to %g bodies or frames, not of %d", x->field->min,
                     x->field->max, count);
  pawl_frame *frame = pawl_side_take(x->L, (size_t)count * sizeof *frame);
  for (int i = 0; i < count; i++, lua_pop(x->L, 1)) {
    char what[64];
    int type = lua_rawgeti(x->L, index, i + 1);
    bool thing = type == LUA_TSTRING || type == LUA_TUSERDATA || pawl_frame_at(x->L, -1);
    if (!thing)
      pawl_value_wrong(x, "must be a table of bodies or frames, not with %s at place %d",
                       pawl_what(x->L, -1, what), i + 1);
    take_frame(x, lua_gettop(x->L), frame + i);
  }
  *frames = (pawl_frames){count, frame};
}

static void take_joint(const pawl_taking *x, int index, void *to)
{
  const pawl_part *joint = part_of(x, index, "joint", is_joint);
  if (!joint)
    pawl_value_wrong_type(x, index, "a joint", "");
  *(int *)to = joint->index;
}

static bool is_shape(const pawl_part *part)
{
  return part->kind->family == PAWL_SHAPE_KIND;
}

static void take_profile(const pawl_taking *x, int index, void *to)
{
  const pawl_part *shape = part_of(x, index, "shape", is_shape);
  if (!shape)
    pawl_value_wrong_type(x, index, "a shape", "");
  *(int *)to = shape->index;
}

static bool is_own(const pawl_part *part)
{
  return part->kind->family == PAWL_EQUATIONS;
}

static void take_own(const pawl_taking *x, int index, void *to)
{
  const pawl_part *own = part_of(x, index, "lagrangian", is_own);
  if (!own)
    pawl_value_wrong_type(x, index, "a lagrangian", "");
  *(int *)to = own->index;
}

/* ---- functions, files ---- */

bool pawl_is_function(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TFUNCTION && !pawl_constructor_at(L, index);
}

int pawl_function_keep(lua_State *L, int index)
{
  lua_pushvalue(L, index);
  pawl_side_of(L)->model->uses_functions = true;
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static void take_function(const pawl_taking *x, int index, void *to)
{
  if (!pawl_is_function(x->L, index))
    pawl_value_wrong_type(x, index, "a function", "");
  *(int *)to = pawl_function_keep(x->L, index);
}

static void take_graph(const pawl_taking *x, int index, void *to)
{
  pawl_graph *graph = to;
  *graph = (pawl_graph){0};
  if (pawl_is_function(x->L, index))
    graph->function = pawl_function_keep(x->L, index);
  else if (pawl_curve_given(x->L, index) || lua_type(x->L, index) == LUA_TTABLE)
    pawl_curve_take(x, index, &graph->curve);
  else
    graph->value = take_number(x, index, ", a function or a characteristic");
}

static void take_file(const pawl_taking *x, int index, void *to)
{
  int top = lua_gettop(x->L);
  pawl_source *source;
  pawl_text *file = pawl_side_take(x->L, sizeof *file);
  if (lua_type(x->L, index) != LUA_TSTRING)
    pawl_value_wrong_type(x, index, "the name of a file", "");
  file->text = pawl_files_text(x->L, index, x->who, &file->size, &source);
  file->name = source->shown;
  lua_settop(x->L, top);
  *(const pawl_text **)to = file;
}

/* ---- signals ---- */

#define SIGNAL ", a function, a signal, or the name of a signal or a channel"

/* "hinge.angle": a name, a dot, and what can be a channel's name; not "2.5". */
static bool is_channel(lua_State *L, const char *text)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  double number;
  size_t name = strcspn(text, ".");
  return name > 0 && text[name] && text[name + 1] && strspn(text, letters) == strlen(text) &&
         !pawl_number_read(L, text, &number);
}

/* A name that no signal has. */
static _Noreturn void wrong_name(const pawl_taking *x, const char *text)
{
  const pawl_model *model = pawl_side_of(x->L)->model;
  const char *best = NULL, *unit = x->field->unit, *in = *unit ? " in " : "";
  char shown[64], what[64];
  int found = pawl_model_find(model, text);
  pawl_shown(text, shown);
  if (found >= 0) {
    pawl_part_push(x->L, model->parts[found]);
    pawl_value_wrong(x, "must be a number%s%s" SIGNAL "; '%s' is %s", in, unit, shown,
                     pawl_what(x->L, -1, what));
  }
  for (int i = 0; i < model->part_count; i++)
    if (is_signal(model->parts[i]))
      best = pawl_nearer(shown, best, model->parts[i]->name);
  if (best)
    pawl_value_wrong(x, "must be a number%s%s" SIGNAL "; no signal is called '%s'; did you mean '%s'?", in,
                     unit, shown, best);
  pawl_value_wrong(x, "must be a number%s%s" SIGNAL "; no signal is called '%s'", in, unit, shown);
}

/* A channel is looked for when the equations are built: its part may be written further down. */
static void take_signal_text(const pawl_taking *x, const char *text, pawl_signal *to)
{
  const pawl_model *model = pawl_side_of(x->L)->model;
  int found = pawl_model_find(model, text);
  if (found >= 0 && is_signal(model->parts[found]))
    to->part = found + 1;
  else if (is_channel(x->L, text) || x->field->choices)
    to->channel = pawl_side_keep(x->L, text);
  else
    wrong_name(x, text);
}

static void take_signal(const pawl_taking *x, int index, void *to)
{
  pawl_signal *signal = to;
  const pawl_part *part = pawl_part_at(x->L, index);
  const char *text = text_at(x->L, index);
  *signal = (pawl_signal){0};
  if (pawl_is_function(x->L, index))
    signal->function = pawl_function_keep(x->L, index);
  else if (part && is_signal(part))
    signal->part = part->index + 1;
  else if (text)
    take_signal_text(x, text, signal);
  else
    signal->value = take_number(x, index, SIGNAL);
}

void pawl_value_take(const pawl_taking *x, int index, void *to)
{
  static void (*const take[PAWL_TYPES])(const pawl_taking *, int,
                                        void *) = {[PAWL_REAL] = take_real,
                                                   [PAWL_COUNT] = take_count,
                                                   [PAWL_FLAG] = take_flag,
                                                   [PAWL_TEXT] = take_text,
                                                   [PAWL_CHOICE] = take_choice,
                                                   [PAWL_VECTOR] = take_vector,
                                                   [PAWL_INERTIA] = take_inertia,
                                                   [PAWL_SIGNAL] = take_signal,
                                                   [PAWL_FRAME] = take_frame,
                                                   [PAWL_FRAMES] = take_frames,
                                                   [PAWL_JOINT] = take_joint,
                                                   [PAWL_POINTS] = pawl_points_take,
                                                   [PAWL_CURVE] = pawl_curve_take,
                                                   [PAWL_NUMBERS] = pawl_numbers_take,
                                                   [PAWL_CONTROL] = pawl_control_take,
                                                   [PAWL_VALUE] = pawl_nameless_take,
                                                   [PAWL_VALUES] = pawl_nameless_take_all,
                                                   [PAWL_PROFILE] = take_profile,
                                                   [PAWL_FUNCTION] = take_function,
                                                   [PAWL_FILE] = take_file,
                                                   [PAWL_WORDS] = take_words,
                                                   [PAWL_ARRAY] = pawl_array_take,
                                                   [PAWL_POINT_FORCES] = pawl_point_forces_take,
                                                   [PAWL_GRAPH] = take_graph,
                                                   [PAWL_OWN] = take_own,
                                                   [PAWL_GRAVITY] = take_gravity,
                                                   [PAWL_FOUR] = take_four};
  take[x->field->type](x, index, to);
}
