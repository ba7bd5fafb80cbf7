/* pawl matrices: the equations of a model at one instant as dense matrices, as JSON or HDF5. */
#include "matrices.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *model;
  pawl_settings set;
  double at;
  const char *out;
  bool json; /* it is JSON anyway, unless --out says otherwise */
} words;

static void put_names(pawl_json *json, const char *key, const char **names, int count)
{
  pawl_json_open(json, key, '[');
  for (int i = 0; i < count; i++)
    pawl_json_text(json, NULL, names[i]);
  pawl_json_close(json, ']');
}

static void put_table(pawl_json *json, const pawl_table *t)
{
  if (t->columns == 0) {
    pawl_json_numbers(json, t->name, t->x, t->rows);
    return;
  }
  pawl_json_open(json, t->name, '[');
  for (int i = 0; i < t->rows; i++)
    pawl_json_numbers(json, NULL, t->x + (size_t)i * (size_t)t->columns, t->columns);
  pawl_json_close(json, ']');
}

static void put_json(const pawl_matrices *all, FILE *to)
{
  pawl_json json = {.to = to};
  pawl_json_open(&json, NULL, '{');
  pawl_json_text(&json, "model", all->model);
  pawl_json_number(&json, "time", all->time);
  put_names(&json, "coordinates", all->coordinates, all->n);
  put_names(&json, "equations", all->equations, all->m);
  for (int i = 0; i < PAWL_TABLES; i++)
    put_table(&json, all->tables + i);
  pawl_json_close(&json, '}');
}

static pawl_status write_json(const pawl_matrices *all, const char *path, pawl_error *error)
{
  FILE *file = fopen(path, "w");
  bool ok = file != NULL;
  if (file) {
    put_json(all, file);
    ok = !ferror(file);
    ok = fclose(file) == 0 && ok;
  }
  return ok ? PAWL_OK : pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", path, strerror(errno));
}

static bool ends_in(const char *text, const char *end)
{
  size_t a = strlen(text), b = strlen(end);
  return a > b && strcmp(text + a - b, end) == 0;
}

static pawl_status check_name(pawl_call *call, const char *path)
{
  if (!path || ends_in(path, ".json") || ends_in(path, ".h5") || ends_in(path, ".hdf5"))
    return PAWL_OK;
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                   "cannot tell how to write '%s': matrices go to .json or .h5", path);
}

/* To another name first: what is there stays until all is written. */
static pawl_status write_file(pawl_call *call, const pawl_matrices *all, const char *path)
{
  const char *partial = pawl_format(&call->arena, "%s.part", path);
  if (!partial)
    return pawl_fail_memory(&call->error);
  pawl_status status = ends_in(path, ".json") ? write_json(all, partial, &call->error)
                                              : pawl_matrices_hdf5(all, partial, &call->error);
  if (status == PAWL_OK && rename(partial, path) != 0)
    status = pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", path, strerror(errno));
  if (status != PAWL_OK)
    remove(partial);
  return status;
}

static pawl_status compute(pawl_call *call, const words *o, pawl_model *model, pawl_run **run,
                           pawl_matrices *all)
{
  pawl_status status = pawl_run_new(run, model, &call->error);
  if (status == PAWL_OK && !isnan(o->at))
    status = pawl_run_until(*run, o->at, &call->error);
  return status == PAWL_OK ? pawl_matrices_compute(all, *run, &call->arena, &call->error) : status;
}

static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  pawl_model *model = NULL;
  pawl_run *mechanism = NULL;
  pawl_matrices all;
  pawl_status status = check_name(call, o->out);
  if (status == PAWL_OK)
    status = pawl_call_model(call, o->model, &o->set, &model);
  if (status == PAWL_OK)
    status = compute(call, o, model, &mechanism, &all);
  if (status == PAWL_OK && o->out)
    status = write_file(call, &all, o->out);
  else if (status == PAWL_OK)
    put_json(&all, stdout);
  pawl_run_free(mechanism);
  pawl_model_free(model);
  return pawl_exit_of(status);
}

static const pawl_option options[] = {
    {"MODEL", NULL, PAWL_ARGUMENT, offsetof(words, model), 0, 0, "a folder with model.lua, or a file"},
    {"--at", "T", PAWL_OPTION_NUMBER, offsetof(words, at), 0, INFINITY,
     "the instant in seconds; the model is simulated up to it. The start unless given"},
    {"--set", "NAME=VALUE", PAWL_OPTION_SETTINGS, offsetof(words, set), 0, 0,
     "sets a parameter, or a number of a part by path; may be repeated"},
    {"--out", "FILE", PAWL_OPTION_TEXT, offsetof(words, out), 0, 0,
     "FILE.json or FILE.h5; JSON on the standard output unless given"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0, "prints one JSON object"},
    {0}};

const pawl_command pawl_command_matrices = {
    .name = "matrices",
    .doc = "Writes out the equations of a model at one instant.",
    .about = "M a = h + J^T lambda, J a + gamma = 0, J v + phi_t = 0. Coordinates are those of the spanning "
             "tree, with the signs of the joints' channels. `a~.x` is the motion "
             "of the first frame of joint a seen from its second.",
    .size = sizeof(words),
    .options = options,
    .run = run};
