/* Answers: bytes with the headers that every answer carries, and errors as JSON. */
#define _GNU_SOURCE
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "server_request.h"

/* Nothing is kept, nothing is taken for what it is not, no other page gets it, frames it or hears of the token. */
static const char *const headers[][2] = {{"Cache-Control", "no-store"},
                                         {"X-Content-Type-Options", "nosniff"},
                                         {"Referrer-Policy", "no-referrer"},
                                         {"X-Frame-Options", "DENY"},
                                         {"Content-Security-Policy", "frame-ancestors 'none'"},
                                         {"Cross-Origin-Resource-Policy", "same-origin"},
                                         {"Cross-Origin-Opener-Policy", "same-origin"}};

static pawl_content *dress(struct MHD_Response *response, const char *type)
{
  pawl_content *content = response ? malloc(sizeof *content) : NULL;
  for (size_t i = 0; content && i < sizeof headers / sizeof *headers; i++)
    MHD_add_response_header(response, headers[i][0], headers[i][1]);
  if (content && type)
    MHD_add_response_header(response, "Content-Type", type);
  if (content)
    *content = (pawl_content){response, 1};
  else if (response)
    MHD_destroy_response(response);
  return content;
}

pawl_content *pawl_content_new(char *bytes, size_t size, const char *type)
{
  struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback(size, bytes, free);
  if (!response)
    free(bytes);
  return dress(response, type);
}

void pawl_content_drop(pawl_content *content)
{
  if (!content || --content->users > 0)
    return;
  MHD_destroy_response(content->response); /* MHD itself keeps what it is still sending */
  free(content);
}

/* ---- JSON ---- */

static pawl_content *error_content(const pawl_error *error)
{
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  pawl_json json = {.to = to};
  pawl_json_open(&json, NULL, '{');
  pawl_server_put_error(&json, error);
  pawl_json_close(&json, '}');
  if (fclose(to) == 0)
    return pawl_content_new(text, size, "application/json");
  free(text);
  return NULL;
}

void pawl_server_put_error(pawl_json *json, const pawl_error *error)
{
  if (error->status == PAWL_OK) {
    pawl_json_text(json, "error", NULL);
    return;
  }
  pawl_json_open(json, "error", '{');
  pawl_json_text(json, "text", error->text);
  pawl_json_text(json, "where", error->where[0] ? error->where : NULL);
  if (error->time != 0)
    pawl_json_number(json, "time", error->time);
  else
    pawl_json_text(json, "time", NULL);
  pawl_json_close(json, '}');
}

/* ---- answering ---- */

/* Takes over one use of the content. */
static void finish(pawl_request *request, unsigned status, pawl_content *content)
{
  request->status = status;
  request->content = content;
  request->answered = true;
  if (request->waits)
    pawl_request_resume(request);
}

void pawl_request_give(pawl_request *request, unsigned status, pawl_content *content)
{
  if (content)
    content->users++;
  finish(request, status, content);
}

void pawl_request_fail(pawl_request *request, unsigned status, const pawl_error *error)
{
  finish(request, status, error_content(error));
}

void pawl_request_say(pawl_request *request, unsigned status, const char *sentence)
{
  pawl_error error = {.status = PAWL_BAD_CALL};
  snprintf(error.text, sizeof error.text, "%s", sentence);
  pawl_request_fail(request, status, &error);
}

void pawl_request_nothing(pawl_request *request)
{
  finish(request, MHD_HTTP_NO_CONTENT,
         dress(MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT), NULL));
}
