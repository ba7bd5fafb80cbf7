/* A small HTTP server on this machine alone, for one page that knows its token. It runs in the thread of its
 * caller, who waits for its descriptor. */
#ifndef PAWL_CLI_SERVER_H
#define PAWL_CLI_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/select.h>

#include "base/json.h"
#include "pawl.h"

typedef struct pawl_server pawl_server;
typedef struct pawl_request pawl_request;

/* What is served. A path may stand in several lines, with other methods. */
typedef struct {
  const char *method, *path;
  bool is_page; /* the token is in the address; otherwise in the header X-Pawl-Token */
  /* Answers now, or keeps the request and answers later. `body` has a 0 behind it. */
  void (*answer)(void *context, pawl_request *request, const char *body, size_t size);
} pawl_server_call;

/* Bytes that are sent, possibly to several at once; freed when the last user has dropped them. */
typedef struct pawl_content pawl_content;

/* Listens on 127.0.0.1; port 0: any that is free. `calls` ends with {0}. */
pawl_status pawl_server_open(pawl_server **server, int port, const pawl_server_call *calls, void *context,
                             pawl_error *error);
/* Requests that were kept must have been answered. */
void pawl_server_close(pawl_server *server);
/* With the token: "http://127.0.0.1:4711/?token=…". */
const char *pawl_server_address(const pawl_server *server);

/* Descriptors that a select is to wait for. */
typedef struct {
  fd_set read, write, except;
  int largest;
} pawl_ready;

/* Adds what the server waits for, and returns the seconds after which it is to be served at the latest. */
double pawl_server_await(const pawl_server *server, pawl_ready *ready);
/* Reads and writes what can be without waiting. */
void pawl_server_serve(pawl_server *server, const pawl_ready *ready, double now);

/* `bytes` are from malloc and belong to the content, also after a failure (NULL). The caller is its first user. */
pawl_content *pawl_content_new(char *bytes, size_t size, const char *type);
void pawl_content_drop(pawl_content *content);

/* One of these, once for each request. The request uses the content until it was sent; NULL: no memory. */
void pawl_request_give(pawl_request *request, unsigned status, pawl_content *content);
void pawl_request_fail(pawl_request *request, unsigned status, const pawl_error *error);
void pawl_request_say(pawl_request *request, unsigned status, const char *sentence);
void pawl_request_nothing(pawl_request *request); /* 204 */
/* The member "error" of answers: text, where and time, or null. */
void pawl_server_put_error(pawl_json *json, const pawl_error *error);

#endif
