/* The numbers of a page: arrays one after the other, each from a multiple of 8 bytes on. */
#ifndef PAWL_RESULT_PAGE_BLOCK_H
#define PAWL_RESULT_PAGE_BLOCK_H

#include "base/arena.h"
#include "base/json.h"

typedef struct {
  const double *x;
  const size_t *row; /* which of x; NULL: the first `count` */
  size_t count;
  size_t offset; /* bytes */
  bool narrow;   /* as 32 bits */
} pawl_page_array;

typedef struct {
  pawl_arena arena;
  pawl_page_array *list;
  int count, room;
  size_t size; /* bytes */
} pawl_page_block;

void pawl_block_open(pawl_page_block *block);
void pawl_block_close(pawl_page_block *block);
/* The number of the array; block->arena.failed without memory. */
int pawl_block_add(pawl_page_block *block, const double *x, const size_t *row, size_t count, bool narrow);
void pawl_block_json(const pawl_page_block *block, pawl_json *json);
/* Hands all bytes on, in pieces of a multiple of 24: they become whole letters of base64. */
void pawl_block_put(const pawl_page_block *block, void (*put)(void *to, const unsigned char *bytes, size_t n),
                    void *to);
void pawl_base64_put(void *file, const unsigned char *bytes, size_t n);
void pawl_bytes_put(void *file, const unsigned char *bytes, size_t n);

#endif
