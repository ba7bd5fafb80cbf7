/* The server: requests piece by piece, and for how long. Everything runs in one thread; libmicrohttpd reads requests
 * and writes answers. */
#define _GNU_SOURCE
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "server_request.h"

enum {
  HEADER = 32 << 10, /* bytes that MHD has for a connection: its headers                  */
  CONNECTIONS = 64,  /* at once                                                           */
  IDLE = 15,         /* s without a byte                                                  */
  RECEIVE = 20,      /* s for a whole request, so that nobody can hold a place by dripping */
  SEND = 120         /* s for a whole answer                                              */
};

typedef struct pawl_server_line {
  struct pawl_server_line *next;
  int socket;
  enum { RECEIVING, WAITING, SENDING } phase;
  double since;
} line;

/* ---- a request, piece by piece ---- */

static line *line_of(struct MHD_Connection *c)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void enter(pawl_request *request, int phase)
{
  line *l = line_of(request->connection);
  if (l) {
    l->phase = phase;
    l->since = request->server->now;
  }
}

/* What is not in memory counts as no answer: the connection is closed. */
static enum MHD_Result send_answer(pawl_request *request)
{
  enter(request, SENDING);
  if (!request->content)
    return MHD_NO;
  return MHD_queue_response(request->connection, request->status, request->content->response);
}

static bool append(pawl_request *request, const char *data, size_t size)
{
  request->received += size;
  if (request->received > PAWL_SERVER_LARGEST)
    return request->received <=
           8 * (size_t)PAWL_SERVER_LARGEST; /* read to its end and refused, but not for ever */
  if (request->size + size >= request->room) {
    size_t room = 2 * (request->size + size) + 256;
    char *larger = realloc(request->body, room);
    if (!larger)
      return false;
    request->body = larger;
    request->room = room;
  }
  memcpy(request->body + request->size, data, size);
  request->size += size;
  request->body[request->size] = 0;
  return true;
}

static void ask(pawl_request *request)
{
  request->asked = true;
  enter(request, WAITING);
  if (request->received > PAWL_SERVER_LARGEST)
    pawl_request_say(request, MHD_HTTP_CONTENT_TOO_LARGE, "the request is larger than 1 MB");
  else
    request->call->answer(request->server->context, request, request->body ? request->body : "",
                          request->size);
}

/* A refusal before the body saves reading it, but costs the connection. */
static bool has_body(struct MHD_Connection *c)
{
  const char *length = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Content-Length");
  return (length && strcmp(length, "0") != 0) ||
         MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Transfer-Encoding");
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *data, size_t *size,
                              void **state)
{
  pawl_request *request = *state;
  (void)version;
  if (!request) { /* the headers are there */
    request = *state = calloc(1, sizeof *request);
    if (!request)
      return MHD_NO;
    *request = (pawl_request){.server = context, .connection = connection};
    pawl_request_admit(request, method, path);
    return request->answered && has_body(connection) ? send_answer(request) : MHD_YES;
  }
  if (*size > 0) {
    bool good = append(request, data, *size);
    *size = 0;
    return good ? MHD_YES : MHD_NO;
  }
  if (!request->asked && !request->answered)
    ask(request);
  if (request->answered)
    return send_answer(request);
  MHD_suspend_connection(connection);
  request->waits = true;
  return MHD_YES;
}

void pawl_request_resume(pawl_request *request)
{
  request->waits = false;
  MHD_resume_connection(request->connection);
}

static void complete(void *context, struct MHD_Connection *c, void **state,
                     enum MHD_RequestTerminationCode why)
{
  pawl_request *request = *state;
  (void)context;
  (void)c;
  (void)why;
  if (!request)
    return;
  enter(request, RECEIVING);
  pawl_content_drop(request->content);
  free(request->body);
  free(request);
  *state = NULL;
}

/* Paths are compared as they were sent: nothing is hidden behind a %. */
static size_t keep_escapes(void *context, struct MHD_Connection *c, char *text)
{
  (void)context;
  (void)c;
  return strlen(text);
}

/* ---- connections, and those that take too long ---- */

static void add_line(pawl_server *server, struct MHD_Connection *c, void **own)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
  line *new = info ? malloc(sizeof *new) : NULL;
  *own = new;
  if (!new)
    return;
  *new = (line){server->lines, info->connect_fd, RECEIVING, server->now};
  server->lines = new;
}

static void remove_line(pawl_server *server, line *old)
{
  line **link = &server->lines;
  while (*link && *link != old)
    link = &(*link)->next;
  if (*link)
    *link = old->next;
  free(old);
}

static void note_line(void *context, struct MHD_Connection *c, void **own,
                      enum MHD_ConnectionNotificationCode what)
{
  if (what == MHD_CONNECTION_NOTIFY_STARTED)
    add_line(context, c, own);
  else if (*own)
    remove_line(context, *own);
}

/* MHD sees that its other end is gone, and tidies up. */
static void end_slow(pawl_server *server)
{
  server->checked = server->now;
  for (line *l = server->lines; l; l = l->next) {
    double most = l->phase == RECEIVING ? RECEIVE : SEND;
    if (l->phase != WAITING && server->now - l->since > most)
      shutdown(l->socket, SHUT_RDWR);
  }
}

/* ---- opening ---- */

static pawl_status fail(pawl_error *error, const char *what, int code)
{
  return pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot %s: %s", what, strerror(code));
}

static pawl_status make_token(pawl_server *server, pawl_error *error)
{
  unsigned char chance[PAWL_SERVER_TOKEN];
  ssize_t got;
  do
    got = getrandom(chance, sizeof chance, 0);
  while (got < 0 && errno == EINTR);
  if (got != (ssize_t)sizeof chance)
    return fail(error, "get random numbers from the system", errno);
  for (int i = 0; i < PAWL_SERVER_TOKEN; i++)
    snprintf(server->token + 2 * i, 3, "%02x", chance[i]);
  return PAWL_OK;
}

/* A socket that only this machine reaches; *port becomes its port. */
static pawl_status listen_here(int *listener, int *port, pawl_error *error)
{
  struct sockaddr_in at = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)*port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof at;
  int yes = 1, s = *listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (s < 0)
    return fail(error, "open a socket", errno);
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes,
             sizeof yes); /* not to wait for connections of the last call */
  if (bind(s, (struct sockaddr *)&at, size) == 0 && listen(s, CONNECTIONS) == 0 &&
      getsockname(s, (struct sockaddr *)&at, &size) == 0) {
    *port = ntohs(at.sin_port);
    return PAWL_OK;
  }
  int code = errno;
  close(s);
  if (code == EADDRINUSE)
    return pawl_fail(error, PAWL_BAD_FILE, NULL,
                     "port %d is in use: choose another --port, or leave it to the system", *port);
  return pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot listen on port %d: %s", *port, strerror(code));
}

static pawl_status start(pawl_server *server, int listener, pawl_error *error)
{
  server->daemon = MHD_start_daemon(
      MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server, MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_COMPLETED, complete, NULL, MHD_OPTION_NOTIFY_CONNECTION, note_line, server,
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_END);
  return server->daemon ? PAWL_OK : fail(error, "start the server", errno);
}

pawl_status pawl_server_open(pawl_server **server, int port, const pawl_server_call *calls, void *context,
                             pawl_error *error)
{
  pawl_server *s = *server = calloc(1, sizeof *s);
  int listener = -1;
  if (!s)
    return pawl_fail_memory(error);
  s->calls = calls;
  s->context = context;
  s->now = s->checked = pawl_clock();
  pawl_status status = make_token(s, error);
  if (status == PAWL_OK)
    status = listen_here(&listener, &port, error);
  snprintf(s->host[0], sizeof s->host[0], "127.0.0.1:%d", port);
  snprintf(s->host[1], sizeof s->host[1], "localhost:%d", port);
  snprintf(s->address, sizeof s->address, "http://%s/?token=%s", s->host[0], s->token);
  if (status == PAWL_OK)
    status = start(s, listener, error);
  if (status != PAWL_OK) {
    pawl_server_close(s);
    *server = NULL;
  }
  return status;
}

void pawl_server_close(pawl_server *server)
{
  if (!server)
    return;
  if (server->daemon)
    MHD_stop_daemon(server->daemon);
  free(server);
}

/* ---- serving ---- */

const char *pawl_server_address(const pawl_server *server)
{
  return server->address;
}

double pawl_server_await(const pawl_server *server, pawl_ready *ready)
{
  MHD_UNSIGNED_LONG_LONG wait;
  MHD_get_fdset(server->daemon, &ready->read, &ready->write, &ready->except, &ready->largest);
  return MHD_get_timeout(server->daemon, &wait) == MHD_YES && wait < 1000 ? 1e-3 * (double)wait : 1;
}

void pawl_server_serve(pawl_server *server, const pawl_ready *ready, double now)
{
  server->now = now;
  MHD_run_from_select(server->daemon, &ready->read, &ready->write, &ready->except);
  if (now - server->checked >= 1)
    end_slow(server);
}
