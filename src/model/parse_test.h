/* What tests of model texts share: parsing, fields of a part by name, and the words of an error. */
#ifndef PAWL_MODEL_PARSE_TEST_H
#define PAWL_MODEL_PARSE_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "model/model.h"

static inline pawl_model *parse_with(const char *text, const pawl_setting *settings, int count)
{
  pawl_error e = {0};
  pawl_model *model = NULL;
  pawl_reading how = {.settings = settings, .setting_count = count};
  if (pawl_model_parse(&model, text, "m.lua", &how, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
  return model;
}

static inline pawl_model *parse(const char *text)
{
  return parse_with(text, NULL, 0);
}

static inline const void *fields_of(const pawl_model *model, const char *name)
{
  int i = pawl_model_find(model, name);
  assert_in_range(i, 0, model->part_count - 1);
  return model->parts[i]->fields;
}

static inline void check_error(const pawl_error *e, pawl_status status, const char *where, const char *text)
{
  if (strcmp(e->text, text) != 0 || strcmp(e->where, where) != 0 || e->status != status)
    fail_msg("\n  expected %d %s: %s\n  got      %d %s: %s", status, where, text, e->status, e->where,
             e->text);
}

static inline void near(double found, double wanted)
{
  if (!(fabs(found - wanted) <= 1e-14 * fmax(1, fabs(wanted))))
    fail_msg("%.17g instead of %.17g", found, wanted);
}

#endif
