/* For tests: the example of a kind, which is a whole model. */
#ifndef PAWL_PARTS_EXAMPLES_TEST_H
#define PAWL_PARTS_EXAMPLES_TEST_H

#include <stdio.h>

#include "parts/part.h"

static inline void pawl_example_model(FILE *out, const pawl_kind *kind, const char *joint)
{
  (void)joint;
  fputs(kind->example, out);
}

#endif
