/* What the files of the server share. */
#ifndef PAWL_CLI_SERVER_REQUEST_H
#define PAWL_CLI_SERVER_REQUEST_H

#include "server.h"

enum {
  PAWL_SERVER_LARGEST = 1 << 20, /* bytes of a body */
  PAWL_SERVER_TOKEN = 16         /* bytes of chance */
};

struct pawl_server {
  struct MHD_Daemon *daemon;
  const pawl_server_call *calls;
  void *context;
  struct pawl_server_line *lines; /* the connections */
  double now, checked;            /* s; of the last call of serve, and of the last look at the connections */
  char token[2 * PAWL_SERVER_TOKEN + 1];
  char host[2][32]; /* 127.0.0.1:PORT, localhost:PORT */
  char address[128];
};

struct pawl_content {
  struct MHD_Response *response;
  int users;
};

struct pawl_request {
  pawl_server *server;
  struct MHD_Connection *connection;
  const pawl_server_call *call;
  char *body;
  size_t size, room;
  size_t received; /* more than size when it is too large  */
  bool asked;      /* the call has it                      */
  bool waits;      /* its connection rests until an answer */
  bool answered;
  unsigned status;
  pawl_content *content;
};

/* Answers already when the request is refused. */
void pawl_request_admit(pawl_request *request, const char *method, const char *path);
/* The connection goes on. */
void pawl_request_resume(pawl_request *request);

#endif
