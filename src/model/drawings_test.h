/* For tests: models that read a drawing from a folder of their own. */
#ifndef PAWL_MODEL_DRAWINGS_TEST_H
#define PAWL_MODEL_DRAWINGS_TEST_H

#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <unistd.h>

#include "model/drawn_test.h"

static inline void write_file(const char *folder, const char *name, const char *text, size_t size)
{
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  fclose(file);
}

/* path { file = 'name', … } of a file in the folder. */
static inline pawl_status read_drawing(const char *folder, const char *name, const char *fields,
                                       pawl_model **model, pawl_error *e)
{
  char text[600], path[256];
  snprintf(
      text, sizeof text,
      "planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\nshape 'c' { b, path { file = '%s'%s%s } }\n",
      name, *fields ? ", " : "", fields);
  write_file(folder, "model.lua", text, strlen(text));
  snprintf(path, sizeof path, "%s/model.lua", folder);
  *e = (pawl_error){0};
  return pawl_model_read(model, path, NULL, e);
}

static inline drawn open_drawing(const char *folder, const char *name, const char *fields)
{
  drawn d = {0};
  pawl_error e;
  if (read_drawing(folder, name, fields, &d.model, &e) != PAWL_OK)
    fail_msg("%s, %s: %s: %s", name, fields, e.where, e.text);
  pawl_arena_open(&d.arena, &d.model->arena.memory);
  d.profile = pawl_shape_profile(d.model, pawl_model_find(d.model, "c"), &d.arena, &e);
  if (!d.profile)
    fail_msg("%s, %s: %s: %s", name, fields, e.where, e.text);
  pawl_profile_range(d.profile, &d.from, &d.to);
  d.size = pawl_profile_size(d.profile);
  return d;
}

/* Refused with the sentence, in which %s is the folder. */
static inline void refuses_drawing(const char *folder, const char *name, const char *fields,
                                   const char *sentence)
{
  pawl_error e;
  pawl_model *model;
  char wanted[400];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(wanted, sizeof wanted, sentence, folder, name);
#pragma GCC diagnostic pop
  pawl_status status = read_drawing(folder, name, fields, &model, &e);
  if (status == PAWL_OK || strcmp(e.text, wanted) != 0)
    fail_msg("%s, %s:\n  expected %s\n  got      %s", name, fields, wanted, e.text);
}

static inline int make_folder(void **state)
{
  static char folder[64];
  snprintf(folder, sizeof folder, "/tmp/pawl_drawings_XXXXXX");
  *state = mkdtemp(folder);
  return *state ? 0 : -1;
}

static inline int remove_folder(void **state)
{
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", (char *)*state);
  return system(command);
}

#endif
