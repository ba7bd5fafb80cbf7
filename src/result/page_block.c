/* Arrays of numbers as bytes, little endian, plain or as base64. */
#include "result/page_block.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PIECE = 24 * 512 };

void pawl_block_open(pawl_page_block *block)
{
  *block = (pawl_page_block){0};
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&block->arena, &memory);
}

void pawl_block_close(pawl_page_block *block)
{
  pawl_arena_close(&block->arena);
}

int pawl_block_add(pawl_page_block *block, const double *x, const size_t *row, size_t count, bool narrow)
{
  if (block->count == block->room) {
    int room = block->room ? 2 * block->room : 64;
    pawl_page_array *list = PAWL_TAKE(&block->arena, room, pawl_page_array);
    if (!list)
      return 0;
    if (block->count)
      memcpy(list, block->list, (size_t)block->count * sizeof *list);
    block->list = list;
    block->room = room;
  }
  block->list[block->count] = (pawl_page_array){x, row, count, block->size, narrow};
  block->size += (count * (narrow ? 4 : 8) + 7) / 8 * 8;
  return block->count++;
}

void pawl_block_json(const pawl_page_block *block, pawl_json *json)
{
  pawl_json_open(json, "arrays", '[');
  for (int i = 0; i < block->count; i++) {
    const pawl_page_array *a = block->list + i;
    pawl_json_raw(json, NULL);
    fprintf(json->to, "{\"type\": \"%s\", \"offset\": %zu, \"count\": %zu}", a->narrow ? "f32" : "f64",
            a->offset, a->count);
  }
  pawl_json_close(json, ']');
}

/* ---- bytes ---- */

typedef struct {
  unsigned char bytes[PIECE];
  size_t filled;
  void (*put)(void *to, const unsigned char *bytes, size_t n);
  void *to;
} piece;

static void add(piece *p, uint64_t bits, int size)
{
  for (int i = 0; i < size; i++)
    p->bytes[p->filled++] = (unsigned char)(bits >> 8 * i);
  if (p->filled == PIECE) {
    p->put(p->to, p->bytes, p->filled);
    p->filled = 0;
  }
}

static void add_number(piece *p, double x, bool narrow)
{
  if (narrow) {
    float f = isfinite(x) && fabs(x) > FLT_MAX ? copysignf(FLT_MAX, (float)(x > 0 ? 1 : -1)) : (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    add(p, bits, 4);
  } else {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add(p, bits, 8);
  }
}

void pawl_block_put(const pawl_page_block *block, void (*put)(void *to, const unsigned char *bytes, size_t n),
                    void *to)
{
  piece p = {.put = put, .to = to};
  for (int i = 0; i < block->count; i++) {
    const pawl_page_array *a = block->list + i;
    for (size_t k = 0; k < a->count; k++)
      add_number(&p, a->x[a->row ? a->row[k] : k], a->narrow);
    if (a->narrow && a->count % 2)
      add(&p, 0, 4);
  }
  if (p.filled)
    put(to, p.bytes, p.filled);
}

void pawl_bytes_put(void *file, const unsigned char *bytes, size_t n)
{
  fwrite(bytes, 1, n, file);
}

void pawl_base64_put(void *file, const unsigned char *bytes, size_t n)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char text[PIECE / 3 * 4];
  size_t length = 0;
  for (size_t i = 0; i < n; i += 3) {
    unsigned bits = (unsigned)bytes[i] << 16 | (i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0) |
                    (i + 2 < n ? bytes[i + 2] : 0u);
    for (int k = 0; k < 4; k++)
      text[length++] = i + (size_t)k > n ? '=' : letters[bits >> (18 - 6 * k) & 63];
  }
  fwrite(text, 1, length, file);
}
