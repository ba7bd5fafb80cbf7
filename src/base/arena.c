/* Arena: a list of blocks, filled from the front. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, BLOCK = 16384 };

struct pawl_block {
  pawl_block *next;
  size_t size, used; /* bytes counted from the start of the block itself */
};

static void *resize_default(void *context, void *old, size_t old_size, size_t size)
{
  (void)context;
  (void)old_size;
  if (size == 0) {
    free(old);
    return NULL;
  }
  return realloc(old, size);
}

pawl_memory pawl_memory_default(void)
{
  return (pawl_memory){resize_default, NULL};
}

void pawl_arena_open(pawl_arena *arena, const pawl_memory *memory)
{
  *arena = (pawl_arena){.memory = memory && memory->resize ? *memory : pawl_memory_default()};
}

/* Offset of the first aligned free byte in a block. */
static size_t place(const pawl_block *block)
{
  uintptr_t free_at = (uintptr_t)block + block->used;
  return block->used + (ALIGN - free_at % ALIGN) % ALIGN;
}

void *pawl_arena_take(pawl_arena *arena, size_t count, size_t size)
{
  if (arena->failed || (size && count > (SIZE_MAX / 4) / size)) {
    arena->failed = true;
    return NULL;
  }
  size_t need = count * size;
  pawl_block *block = arena->blocks;
  if (!block || place(block) + need > block->size) {
    size_t total = sizeof(pawl_block) + ALIGN + (need > BLOCK ? need : BLOCK);
    block = arena->memory.resize(arena->memory.context, NULL, 0, total);
    if (!block) {
      arena->failed = true;
      return NULL;
    }
    *block = (pawl_block){arena->blocks, total, sizeof(pawl_block)};
    arena->blocks = block;
  }
  size_t at = place(block);
  block->used = at + need;
  return memset((char *)block + at, 0, need);
}

char *pawl_arena_text(pawl_arena *arena, const char *text)
{
  size_t length = strlen(text) + 1;
  char *copy = pawl_arena_take(arena, length, 1);
  return copy ? memcpy(copy, text, length) : NULL;
}

void pawl_arena_close(pawl_arena *arena)
{
  pawl_block *block = arena->blocks;
  while (block) {
    pawl_block *next = block->next;
    arena->memory.resize(arena->memory.context, block, block->size, 0);
    block = next;
  }
  arena->blocks = NULL;
}
