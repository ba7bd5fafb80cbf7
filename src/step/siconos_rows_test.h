/* Result files of Siconos, for tests. */
#ifndef PAWL_STEP_SICONOS_ROWS_TEST_H
#define PAWL_STEP_SICONOS_ROWS_TEST_H

#include "base/references_test.h"
#include "step/sessions_test.h"

/* Rows of numbers, of which the first line is left out; NULL: the folder is not there. */
static inline FILE *open_reference(const char *name)
{
  char path[300], line[512];
  snprintf(path, sizeof path, "%s/siconos/%s.ref", references(), name);
  FILE *file = fopen(path, "r");
  if (!file)
    print_message("  %s is not there: skipped\n", path);
  else
    assert_non_null(fgets(line, sizeof line, file));
  return file;
}

#endif
