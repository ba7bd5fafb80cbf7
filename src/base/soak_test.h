/* How much of a campaign is tried: `make soak` sets PAWL_SOAK=1 and tries all of it, `make test` a thinned part. */
#ifndef PAWL_BASE_SOAK_TEST_H
#define PAWL_BASE_SOAK_TEST_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool is_soak(void)
{
  const char *value = getenv("PAWL_SOAK");
  return value && *value && strcmp(value, "0") != 0;
}

/* So many: with sanitizers, each takes ten times as long. */
static inline int soak_or(int all, int some, int with_sanitizers)
{
#ifdef __SANITIZE_ADDRESS__
  some = with_sanitizers;
#else
  (void)with_sanitizers;
#endif
  return is_soak() ? all : some;
}

#endif
