/* Who may ask, and for what. Refused here is what need not be read any further.
 *
 * Other programs on this machine and pages of other sites can reach the port. What keeps them out: the token, which
 * they cannot guess; the Host, which is wrong when a foreign name was made to lead here; the Origin, which browsers
 * send with what other pages ask for. */
#define _GNU_SOURCE
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server_request.h"

/* In the same time wherever the first difference is. */
static bool is_token(const pawl_server *server, const char *said)
{
  unsigned char difference = 0;
  if (!said || strlen(said) != 2 * PAWL_SERVER_TOKEN)
    return false;
  for (int i = 0; i < 2 * PAWL_SERVER_TOKEN; i++)
    difference |= (unsigned char)(said[i] ^ server->token[i]);
  return difference == 0;
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool is_host(const pawl_server *server, const char *said)
{
  return said && (strcasecmp(said, server->host[0]) == 0 || strcasecmp(said, server->host[1]) == 0);
}

static bool is_origin(const pawl_server *server, const char *said)
{
  return !said || (strncmp(said, "http://", 7) == 0 && is_host(server, said + 7));
}

/* The call, or NULL: *others then says whether the path is there with other methods. */
static const pawl_server_call *find_call(const pawl_server *server, const char *method, const char *path,
                                         bool *others)
{
  *others = false;
  for (const pawl_server_call *call = server->calls; call->path; call++) {
    bool here = strcmp(call->path, path) == 0;
    if (here && strcmp(call->method, method) == 0)
      return call;
    *others = *others || here;
  }
  return NULL;
}

static bool has_token(const pawl_request *request)
{
  struct MHD_Connection *c = request->connection;
  return is_token(request->server, request->call->is_page
                                       ? MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "token")
                                       : header(c, "X-Pawl-Token"));
}

static bool says_too_large(struct MHD_Connection *connection)
{
  const char *length = header(connection, "Content-Length");
  return length && strtoull(length, NULL, 10) > PAWL_SERVER_LARGEST;
}

/* 405 names what the path can do. */
static void refuse_method(pawl_request *request, const char *path)
{
  char methods[64] = "";
  for (const pawl_server_call *call = request->server->calls; call->path; call++)
    if (strcmp(call->path, path) == 0 && strlen(methods) + strlen(call->method) + 3 < sizeof methods)
      strcat(strcat(methods, *methods ? ", " : ""), call->method);
  pawl_request_say(request, MHD_HTTP_METHOD_NOT_ALLOWED, "this cannot be asked for in this way");
  if (request->content)
    MHD_add_response_header(request->content->response, "Allow", methods);
}

static enum MHD_Result count_host(void *context, enum MHD_ValueKind kind, const char *key, const char *value)
{
  (void)kind, (void)value;
  *(int *)context += strcasecmp(key, "Host") == 0;
  return MHD_YES;
}

/* Two of them are a request that means one thing to one reader and another to the next. */
static bool has_one_host(struct MHD_Connection *connection)
{
  int count = 0;
  MHD_get_connection_values(connection, MHD_HEADER_KIND, count_host, &count);
  return count == 1;
}

void pawl_request_admit(pawl_request *request, const char *method, const char *path)
{
  const pawl_server *server = request->server;
  bool others;
  request->call = find_call(server, method, path, &others);
  if (!has_one_host(request->connection) || !is_host(server, header(request->connection, "Host")))
    pawl_request_say(request, MHD_HTTP_FORBIDDEN, "the Host is not this server");
  else if (!is_origin(server, header(request->connection, "Origin")))
    pawl_request_say(request, MHD_HTTP_FORBIDDEN, "another page cannot ask this server");
  else if (!request->call && !others)
    pawl_request_say(request, MHD_HTTP_NOT_FOUND, "there is nothing here");
  else if (!request->call)
    refuse_method(request, path);
  else if (!has_token(request))
    pawl_request_say(request, MHD_HTTP_FORBIDDEN,
                     "the token is missing or wrong: open the address that pawl view has printed");
  else if (says_too_large(request->connection))
    pawl_request_say(request, MHD_HTTP_CONTENT_TOO_LARGE, "the request is larger than 1 MB");
}
