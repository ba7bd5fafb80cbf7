/* What tests of `pawl view` share: a model with parameters, saving it, and reading the messages that the page gets. */
#ifndef PAWL_CLI_VIEW_MESSAGE_H
#define PAWL_CLI_VIEW_MESSAGE_H

#include <math.h>

#include "base/json_read.h"
#include "view_trial.h"

/* A run takes a few milliseconds; with a large span, minutes. */
static const char model[] =
    "planar { gravity = {0, -9.81} }\n"
    "local m = parameter \"mass\" { 1, unit = \"kg\", min = 0.1, max = 10 }\n"
    "local l = parameter \"length\" { 0.5, unit = \"m\", min = 0.1, max = 2 }\n"
    "local start = parameter \"start\" { \"side\", choices = {\"side\", \"down\"} }\n"
    "local span = parameter \"span\" { 0.2, unit = \"s\", min = 0 }\n"
    "local bob = body \"bob\" { mass = m, inertia = 0.01*m }\n"
    "revolute \"hinge\" { ground, bob:at{-l, 0}, angle = start == \"side\" and 0 or -1.5 }\n"
    "simulate { duration = span, output = span/20 }\n";

static inline void start_model(view_trial *v)
{
  write_file(v->folder, "model.lua", model);
  rest(0.03); /* a file saved a moment ago counts as saved again: the clock of files may lag */
  start(v, (const char *[]){"model.lua", "--no-open", NULL});
}

/* Writes the model with one piece of it replaced, as editors do: a new file takes the place of the old one. */
static inline void save(const view_trial *v, const char *old, const char *new)
{
  char text[4096], from[128], to[128];
  const char *at = strstr(model, old);
  assert_non_null(at);
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - model), model, new, at + strlen(old));
  write_file(v->folder, "model.lua~", text);
  snprintf(from, sizeof from, "%s/model.lua~", v->folder);
  snprintf(to, sizeof to, "%s/model.lua", v->folder);
  assert_int_equal(rename(from, to), 0);
}

/* ---- messages ---- */

typedef struct {
  pawl_arena arena;
  const pawl_json_value *root;
  const char *numbers;
  size_t size;
} message;

static inline void open_message(message *m, const reply *r)
{
  pawl_error error = {0};
  uint32_t length;
  assert_status(r, 200);
  assert_true(r->size > 16 && memcmp(r->body, "PAWLRUN1", 8) == 0);
  memcpy(&length, r->body + 8, 4);
  assert_true(length % 8 == 0 && 16 + length <= r->size);
  assert_memory_equal(r->body + 12, "\0\0\0\0", 4);
  pawl_arena_open(&m->arena, NULL);
  if (pawl_json_read(&m->root, r->body + 16, length, &m->arena, &error) != PAWL_OK)
    fail_msg("%s", error.text);
  m->numbers = r->body + 16 + length;
  m->size = r->size - 16 - length;
}

static inline const pawl_json_value *element(const pawl_json_value *array, int index)
{
  const pawl_json_value *v = array ? array->first : NULL;
  while (v && index-- > 0)
    v = v->next;
  assert_non_null(v);
  return v;
}

static inline const pawl_json_value *named(const pawl_json_value *array, const char *name)
{
  const pawl_json_value *v = array ? array->first : NULL;
  while (v && strcmp(pawl_json_member(v, "name")->text, name) != 0)
    v = v->next;
  return v;
}

/* The last number of a channel. */
static inline double last_of(const message *m, const char *channel)
{
  const pawl_json_value *c = named(pawl_json_member(m->root, "channels"), channel);
  assert_non_null(c);
  const pawl_json_value *array =
      element(pawl_json_member(m->root, "arrays"), (int)pawl_json_member(c, "array")->number);
  bool is_double = strcmp(pawl_json_member(array, "type")->text, "f64") == 0;
  size_t at = (size_t)pawl_json_member(array, "offset")->number,
         count = (size_t)pawl_json_member(array, "count")->number;
  size_t size = is_double ? 8 : 4;
  double x;
  float y;
  assert_true(count > 0 && at + count * size <= m->size);
  memcpy(&y, m->numbers + at + (count - 1) * size, 4);
  if (is_double)
    memcpy(&x, m->numbers + at + (count - 1) * size, 8);
  return is_double ? x : (double)y;
}

static inline const pawl_json_value *parameter_of(const message *m, const char *name)
{
  return named(pawl_json_member(pawl_json_member(m->root, "model"), "parameters"), name);
}

static inline double run_of(const reply *r)
{
  message m;
  open_message(&m, r);
  double number = pawl_json_member(m.root, "run")->number;
  pawl_arena_close(&m.arena);
  return number;
}

/* A value of the run that is shown now: of a parameter, or the last of a channel with a point in its name. */
static inline double shown(const view_trial *v, const char *name)
{
  reply r;
  message m;
  ask(v, "GET", "/api/run", NULL, &r);
  open_message(&m, &r);
  const pawl_json_value *p = parameter_of(&m, name);
  double x = strchr(name, '.') ? last_of(&m, name) : p ? pawl_json_member(p, "value")->number : NAN;
  pawl_arena_close(&m.arena);
  forget(&r);
  return x;
}

/* A run with these parameters, and its answer's status. */
static inline int run_with(const view_trial *v, const char *parameters, reply *r)
{
  char body[512];
  snprintf(body, sizeof body, "{\"parameters\": {%s}}", parameters);
  return ask(v, "POST", "/api/run", body, r);
}

static inline void run_well(const view_trial *v, const char *parameters)
{
  reply r;
  run_with(v, parameters, &r);
  assert_status(&r, 200);
  forget(&r);
}

/* What `pawl run --set …` records last of a channel. */
static inline double recorded(const view_trial *v, const char *settings, const char *channel)
{
  char line[512], text[8192];
  snprintf(line, sizeof line, "\"$PAWL\" run model.lua %s --quiet --output even --channels %s --out r.csv",
           settings, channel);
  assert_int_equal(shell(v->folder, line), 0);
  read_back(v->folder, "r.csv", text, sizeof text);
  text[strlen(text) - 1] = 0;
  return strtod(strrchr(strrchr(text, '\n'), ',') + 1, NULL);
}

#endif
