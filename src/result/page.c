/* Recordings as a page: the frame that was built, with the description as JSON and the numbers as base64 in their
 * places; or the same two as a message of the server. */
#define _XOPEN_SOURCE 700
#include "result/page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "result/page_run.h"

static const char meta_mark[] = "@PAWL_META@", data_mark[] = "@PAWL_DATA@";

/* ---- the frame ---- */

static const char *find(const pawl_page_frame *frame, const char *mark)
{
  size_t length = strlen(mark);
  for (size_t i = 0; i + length <= frame->size; i++)
    if (frame->html[i] == '@' && memcmp(frame->html + i, mark, length) == 0)
      return frame->html + i;
  return NULL;
}

/* Writes the page around a description and numbers. */
static pawl_status put_page(FILE *to, const pawl_page_frame *frame, const char *description, size_t size,
                            const pawl_page_block *block, pawl_error *error)
{
  const char *meta = find(frame, meta_mark), *data = find(frame, data_mark);
  if (!meta || !data || data < meta)
    return pawl_fail(error, PAWL_BAD_FILE, NULL, "the page that was built into the program is not complete");
  const char *after_meta = meta + strlen(meta_mark), *after_data = data + strlen(data_mark);
  fwrite(frame->html, 1, (size_t)(meta - frame->html), to);
  fwrite(description, 1, size, to);
  fwrite(after_meta, 1, (size_t)(data - after_meta), to);
  if (block)
    pawl_block_put(block, pawl_base64_put, to);
  fwrite(after_data, 1, (size_t)(frame->html + frame->size - after_data), to);
  return ferror(to) ? pawl_fail(error, PAWL_BAD_FILE, NULL, "the page could not be written") : PAWL_OK;
}

/* ---- the description ---- */

/* A text that grows in memory. */
typedef struct {
  FILE *to;
  char *bytes;
  size_t size;
} text;

static bool open_text(text *t)
{
  *t = (text){0};
  t->to = open_memstream(&t->bytes, &t->size);
  return t->to != NULL;
}

/* False: not everything could be kept. */
static bool close_text(text *t)
{
  if (!t->to)
    return false;
  bool good = !ferror(t->to);
  return fclose(t->to) == 0 && good;
}

static void put_failure(pawl_json *json, const pawl_error *failure)
{
  pawl_json_open(json, "error", '{');
  pawl_json_text(json, "text", failure->text);
  pawl_json_text(json, "where", failure->where[0] ? failure->where : NULL);
  pawl_json_close(json, '}');
}

static int cells_of(const pawl_page *page)
{
  int n = 1;
  for (int i = 0; i < page->axis_count; i++)
    n *= page->axis[i].count;
  return page->axis_count ? n : 0;
}

static void put_grid(pawl_json *json, const pawl_page *page, const pawl_page_run *own, pawl_page_run *cells)
{
  pawl_json_open(json, "grid", '{');
  pawl_json_open(json, "axes", '[');
  for (int i = 0; i < page->axis_count; i++) {
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "name", page->axis[i].name);
    pawl_json_numbers(json, "values", page->axis[i].value, page->axis[i].count);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
  pawl_json_open(json, "runs", '[');
  for (int i = 0; i < cells_of(page); i++) {
    pawl_json_open(json, NULL, '{');
    if (!page->cell[i])
      put_failure(json, page->failure + i);
    else if (page->cell[i] != page->run)
      pawl_page_run_json(cells + i, own, json);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
  pawl_json_close(json, '}');
}

/* Plans the arrays of all runs; false: no memory. */
static bool plan(const pawl_page *page, pawl_page_block *block, pawl_page_run *own, pawl_page_run *cells)
{
  double numbers = pawl_page_numbers(page->run, page->rows);
  for (int i = 0; i < cells_of(page); i++)
    if (page->cell[i] && page->cell[i] != page->run)
      numbers += pawl_page_numbers(page->cell[i], page->rows);
  bool narrow = numbers > PAWL_PAGE_NARROW;
  bool ok = pawl_page_run_plan(own, page->run, page->rows, narrow, block);
  for (int i = 0; ok && i < cells_of(page); i++)
    if (page->cell[i] && page->cell[i] != page->run)
      ok = pawl_page_run_plan(cells + i, page->cell[i], page->rows, narrow, block);
  own->axis = page->axis;
  own->axis_count = page->axis_count;
  for (int i = 0; i < cells_of(page); i++) {
    cells[i].axis = page->axis;
    cells[i].axis_count = page->axis_count;
  }
  return ok;
}

static void put_head(pawl_json *json)
{
  pawl_json_text(json, "schema", "pawl-page-1");
  pawl_json_text(json, "version", PAWL_VERSION);
}

pawl_status pawl_page_write(FILE *to, const pawl_page_frame *frame, const pawl_page *page, pawl_error *error)
{
  pawl_page_block block;
  text t = {0};
  pawl_block_open(&block);
  pawl_page_run own = {0};
  pawl_page_run *cells = PAWL_TAKE(&block.arena, cells_of(page) + 1, pawl_page_run);
  bool ok = cells && plan(page, &block, &own, cells) && open_text(&t);
  if (ok) {
    pawl_json json = {.to = t.to, .flat = true, .inside = true};
    pawl_json_open(&json, NULL, '{');
    put_head(&json);
    pawl_page_run_json(&own, NULL, &json);
    if (page->axis_count)
      put_grid(&json, page, &own, cells);
    pawl_block_json(&block, &json);
    pawl_json_close(&json, '}');
  }
  ok = close_text(&t) && ok && !block.arena.failed;
  pawl_status status = ok ? put_page(to, frame, t.bytes, t.size, &block, error) : pawl_fail_memory(error);
  free(t.bytes);
  pawl_page_run_free(&own);
  for (int i = 0; cells && i < cells_of(page); i++)
    pawl_page_run_free(cells + i);
  pawl_block_close(&block);
  return status;
}

/* ---- the server ---- */

pawl_status pawl_page_write_live(FILE *to, const pawl_page_frame *frame, pawl_error *error)
{
  static const char description[] = "{\"schema\": \"pawl-page-1\", \"live\": true}";
  return put_page(to, frame, description, strlen(description), NULL, error);
}

/* The bytes before the JSON, whose length is then known, and the blanks behind it. */
static void put_message(FILE *to, const text *json, const pawl_page_block *block)
{
  uint32_t length = (uint32_t)((json->size + 7) / 8 * 8);
  unsigned char head[16] = {'P', 'A', 'W', 'L', 'R', 'U', 'N', '1'};
  for (int i = 0; i < 4; i++)
    head[8 + i] = (unsigned char)(length >> 8 * i);
  fwrite(head, 1, sizeof head, to);
  fwrite(json->bytes, 1, json->size, to);
  for (size_t i = json->size; i < length; i++)
    fputc(' ', to);
  pawl_block_put(block, pawl_bytes_put, to);
}

static void put_run(FILE *to, pawl_page_run *own, long number, bool can_run, const pawl_page_block *block)
{
  pawl_json json = {.to = to, .flat = true};
  pawl_json_open(&json, NULL, '{');
  put_head(&json);
  pawl_page_run_json(own, NULL, &json);
  pawl_json_count(&json, "run", number);
  pawl_json_flag(&json, "can_run", can_run);
  pawl_json_flag(&json, "live", true);
  pawl_block_json(block, &json);
  pawl_json_close(&json, '}');
}

pawl_status pawl_page_message(const pawl_recording *run, long number, bool can_run, char **bytes,
                              size_t *size, pawl_error *error)
{
  pawl_page_block block;
  text json = {0}, message = {0};
  pawl_page_run own = {0};
  pawl_block_open(&block);
  bool narrow = pawl_page_numbers(run, PAWL_PAGE_ROWS) > 4 * PAWL_PAGE_NARROW;
  bool ok = pawl_page_run_plan(&own, run, PAWL_PAGE_ROWS, narrow, &block) && open_text(&json);
  if (ok)
    put_run(json.to, &own, number, can_run, &block);
  ok = close_text(&json) && ok && !block.arena.failed && open_text(&message);
  if (ok)
    put_message(message.to, &json, &block);
  ok = close_text(&message) && ok;
  *bytes = message.bytes;
  *size = message.size;
  free(json.bytes);
  pawl_page_run_free(&own);
  pawl_block_close(&block);
  if (ok)
    return PAWL_OK;
  free(message.bytes);
  *bytes = NULL;
  return pawl_fail_memory(error);
}
