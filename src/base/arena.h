/* An arena: memory with one lifetime. Sizes come from a counting pass, everything goes at once.
 * All memory is zeroed and aligned to 64 bytes. A failed allocation is remembered: callers may allocate a
 * series and test `failed` once. */
#ifndef PAWL_BASE_ARENA_H
#define PAWL_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "pawl.h"

typedef struct pawl_block pawl_block;

typedef struct {
  pawl_memory memory;
  pawl_block *blocks;
  bool failed;
} pawl_arena;

/* The C library's realloc and free. */
pawl_memory pawl_memory_default(void);

void pawl_arena_open(pawl_arena *arena, const pawl_memory *memory);
void *pawl_arena_take(pawl_arena *arena, size_t count, size_t size);
char *pawl_arena_text(pawl_arena *arena, const char *text);
void pawl_arena_close(pawl_arena *arena);

/* Typed: double *x = PAWL_TAKE(arena, n, double); */
#define PAWL_TAKE(arena, count, type) ((type *)pawl_arena_take((arena), (size_t)(count), sizeof(type)))

#endif
