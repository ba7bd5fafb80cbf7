/* The calls of the page, as viewer/DATA.md describes them. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "view.h"

static void give_page(void *context, pawl_request *request, const char *body, size_t size)
{
  const pawl_viewing *view = context;
  (void)body;
  (void)size;
  pawl_request_give(request, 200, view->page);
}

/* ---- the last run, and how the next one gets on ---- */

static void say_waiting(const pawl_viewing *view, pawl_request *request)
{
  double part, time;
  char sentence[64];
  pawl_worker_progress(view->worker, &part, &time);
  if (part > 0)
    snprintf(sentence, sizeof sentence, "The first run is under way: %.0f %%.", floor(100 * part));
  else
    snprintf(sentence, sizeof sentence, "The first run is under way.");
  pawl_request_say(request, 422, sentence);
}

static void give_run(void *context, pawl_request *request, const char *body, size_t size)
{
  const pawl_viewing *view = context;
  (void)body;
  (void)size;
  if (view->last)
    pawl_request_give(request, 200, view->last);
  else if (view->error.status != PAWL_OK)
    pawl_request_fail(request, 422, &view->error);
  else
    say_waiting(view, request);
}

static void put_status(pawl_json *json, const pawl_viewing *view)
{
  double part = NAN, time = NAN;
  bool running = view->running || view->next;
  if (view->running)
    pawl_worker_progress(view->worker, &part, &time);
  pawl_json_open(json, NULL, '{');
  pawl_json_count(json, "run", view->run);
  pawl_json_flag(json, "running", running);
  pawl_json_number(json, "progress", part);
  pawl_json_number(json, "time", time);
  pawl_server_put_error(json, &view->error);
  pawl_json_close(json, '}');
}

static void give_status(void *context, pawl_request *request, const char *body, size_t size)
{
  char *text = NULL;
  size_t length = 0;
  FILE *to = open_memstream(&text, &length);
  pawl_json json = {.to = to};
  (void)body;
  (void)size;
  if (to)
    put_status(&json, context);
  bool whole = to && fclose(to) == 0;
  pawl_content *content = whole ? pawl_content_new(text, length, "application/json") : NULL;
  if (!whole)
    free(text);
  pawl_request_give(request, 200, content);
  pawl_content_drop(content);
}

/* ---- another run ---- */

/* {"parameters": {"k": 2e5, "start": "hang"}} as settings. */
static pawl_status read_wishes(pawl_rerun *run, const char *body, size_t size)
{
  pawl_arena *arena = &run->call.arena;
  pawl_error *error = &run->call.error;
  const pawl_json_value *root;
  char digits[32];
  int count = 0;
  if (pawl_json_read(&root, body, size, arena, error) != PAWL_OK)
    return error->status;
  const pawl_json_value *wishes = pawl_json_member(root, "parameters");
  if (!wishes || wishes->type != PAWL_JSON_OBJECT || root->first->next)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "the request must be {\"parameters\": {…}}");
  for (const pawl_json_value *w = wishes->first; w; w = w->next)
    count++;
  run->wanted.items = PAWL_TAKE(arena, count + 1, pawl_setting);
  for (const pawl_json_value *w = wishes->first; w && run->wanted.items; w = w->next) {
    if (w->type != PAWL_JSON_NUMBER && w->type != PAWL_JSON_TEXT)
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "%s must be a number or a text", w->key);
    const char *value =
        w->type == PAWL_JSON_TEXT ? w->text : pawl_arena_text(arena, pawl_digits(w->number, digits));
    run->wanted.items[run->wanted.count++] = (pawl_setting){w->key, value};
  }
  return arena->failed ? pawl_fail_memory(error) : PAWL_OK;
}

static void ask_for_run(void *context, pawl_request *request, const char *body, size_t size)
{
  pawl_viewing *view = context;
  if (!view->can_run && view->of_result) {
    pawl_request_say(request, 422, "the result holds no model that can be run again");
    return;
  }
  pawl_rerun *run = pawl_rerun_new();
  if (run && read_wishes(run, body, size) == PAWL_OK) {
    pawl_viewing_ask(view, run, request);
    return;
  }
  if (run)
    pawl_request_fail(request, run->call.error.status == PAWL_NO_MEMORY ? 503 : 400, &run->call.error);
  else
    pawl_request_say(request, 503, "out of memory");
  pawl_rerun_free(run);
}

static void cancel(void *context, pawl_request *request, const char *body, size_t size)
{
  (void)body;
  (void)size;
  pawl_viewing_cancel(context);
  pawl_request_nothing(request);
}

const pawl_server_call pawl_viewing_calls[] = {
    /* method, path,      page, answer       */
    {"GET", "/", true, give_page},
    {"GET", "/api/run", false, give_run},
    {"POST", "/api/run", false, ask_for_run},
    {"POST", "/api/cancel", false, cancel},
    {"GET", "/api/status", false, give_status},
    {0}};
