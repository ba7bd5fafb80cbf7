/* Memory for as long as a call lasts: taken from the front of one piece that was laid out before, and given back by going to a mark.
 *
 *     size_t mark = scratch->used;
 *     double *x = PAWL_LEND(scratch, n, double);
 *     …
 *     scratch->used = mark; */
#ifndef PAWL_BASE_SCRATCH_H
#define PAWL_BASE_SCRATCH_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef struct {
  char *at;
  size_t size, used;
} pawl_scratch;

/* Zeroed. There is always enough: what calls take one inside the other is known. */
static inline void *pawl_scratch_take(pawl_scratch *s, size_t bytes)
{
  size_t whole = (bytes + 15) & ~(size_t)15;
  assert(whole <= s->size - s->used);
  void *at = s->at + s->used;
  s->used += whole;
  return memset(at, 0, whole);
}

/* Typed: double *x = PAWL_LEND(scratch, n, double); */
#define PAWL_LEND(scratch, count, type) ((type *)pawl_scratch_take((scratch), (size_t)(count) * sizeof(type)))

#endif
