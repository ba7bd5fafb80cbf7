/* How tests talk to `pawl view`: the command as a child in a folder of its own, and plain sockets. Needs
 * _GNU_SOURCE. */
#ifndef PAWL_CLI_VIEW_TRIAL_H
#define PAWL_CLI_VIEW_TRIAL_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>

#include "trial.h"

typedef struct {
  char folder[64];
  pid_t child; /* 0: none */
  int out;     /* what it prints */
  int port;
  char token[64], host[32];
  char address[128];
} view_trial;

typedef struct {
  int status; /* 0: there was no answer; -1: it was cut short */
  char head[4096];
  char *body; /* with a 0 behind it; to be freed by forget */
  size_t size;
} reply;

static inline double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void rest(double seconds)
{
  struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
  nanosleep(&t, NULL);
}

/* s: how long anything is waited for that must come. Others may use the machine, too, so that no test tells by a
 * clock whether something is fast. */
enum { PATIENCE = 120 };

/* ---- the child ---- */

/* What the child prints up to the n-th line feed, or to its end. */
static inline void read_lines(view_trial *v, int lines, char *text, size_t size)
{
  size_t length = 0;
  double until = seconds_now() + PATIENCE;
  while (lines > 0 && length + 1 < size && seconds_now() < until) {
    struct pollfd p = {v->out, POLLIN, 0};
    if (poll(&p, 1, 100) <= 0)
      continue;
    if (read(v->out, text + length, 1) != 1)
      break;
    lines -= text[length++] == '\n';
  }
  text[length] = 0;
}

/* Signals as after a login, whatever the test itself was started with; little of what is freed is kept back by
 * the sanitizer, so that memory can be measured. */
static inline void become_pawl(const view_trial *v, int out, const char *const *words)
{
  const char *options = getenv("ASAN_OPTIONS");
  char all[512];
  snprintf(all, sizeof all, "%s%squarantine_size_mb=1:malloc_context_size=4", options ? options : "",
           options ? ":" : "");
  setenv("ASAN_OPTIONS", all, 1);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  int err = open("/dev/null", O_WRONLY);
  if (chdir(v->folder) == 0) {
    int kept = open(".err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    err = kept >= 0 ? kept : err;
  }
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  execv(getenv("PAWL"), (char *const *)words);
  _exit(127);
}

/* pawl view …; the words end with NULL. */
static inline void start_child(view_trial *v, const char *const *words)
{
  int ends[2];
  const char *all[24] = {"pawl", "view"};
  for (int i = 0; words[i] && i < 20; i++)
    all[2 + i] = words[i];
  assert_non_null(getenv("PAWL"));
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  v->child = fork();
  if (v->child == 0)
    become_pawl(v, ends[1], all);
  close(ends[1]);
  v->out = ends[0];
}

/* … and its address. */
static inline void start(view_trial *v, const char *const *words)
{
  char said[512], err[4096];
  start_child(v, words);
  read_lines(v, 2, said, sizeof said);
  if (sscanf(said, "http://127.0.0.1:%d/?token=%32[0-9a-f]", &v->port, v->token) != 2) {
    read_back(v->folder, ".err", err, sizeof err);
    fail_msg("it said: %s%s", said, err);
  }
  assert_int_equal(strlen(v->token), 32);
  assert_has(said, "Ctrl-C ends the server");
  snprintf(v->host, sizeof v->host, "127.0.0.1:%d", v->port);
  snprintf(v->address, sizeof v->address, "http://%s/?token=%s\n", v->host, v->token);
  assert_int_equal(strncmp(said, v->address, strlen(v->address)), 0);
}

/* The exit status, 128 and the signal, or -1 when it does not end. */
static inline int await_child(view_trial *v)
{
  int status;
  double until = seconds_now() + PATIENCE;
  pid_t gone;
  while ((gone = waitpid(v->child, &status, WNOHANG)) == 0 && seconds_now() < until)
    rest(0.005);
  if (gone != v->child)
    return -1;
  v->child = 0;
  close(v->out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline int end(view_trial *v, int with)
{
  kill(v->child, with);
  return await_child(v);
}

/* Good runs end well: nothing is leaked, no sanitizer complains. */
static inline void end_well(view_trial *v)
{
  char err[8192];
  int status = end(v, SIGINT);
  read_back(v->folder, ".err", err, sizeof err);
  if (status != 0)
    fail_msg("exit status %d\n%s", status, err);
}

static inline int open_trial(void **state)
{
  view_trial *v = calloc(1, sizeof *v);
  *state = v;
  strcpy(v->folder, "/tmp/pawl-view-XXXXXX");
  return mkdtemp(v->folder) ? 0 : -1;
}

static inline int close_trial(void **state)
{
  view_trial *v = *state;
  char command[96];
  if (v->child) {
    kill(v->child, SIGKILL);
    waitpid(v->child, NULL, 0);
  }
  snprintf(command, sizeof command, "rm -rf '%s'", v->folder);
  int status = system(command);
  free(v);
  return status;
}

/* ---- HTTP ---- */

static inline int dial(int port)
{
  struct sockaddr_in at = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  struct timeval patience = {PATIENCE, 0};
  int yes = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_true(s >= 0);
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  assert_int_equal(connect(s, (struct sockaddr *)&at, sizeof at), 0);
  return s;
}

/* False: the other side has closed. */
static inline bool put(int s, const char *bytes, size_t size)
{
  while (size > 0) {
    ssize_t n = send(s, bytes, size, MSG_NOSIGNAL);
    if (n <= 0)
      return false;
    bytes += n;
    size -= (size_t)n;
  }
  return true;
}

static inline bool put_text(int s, const char *text)
{
  return put(s, text, strlen(text));
}

static inline void forget(reply *r)
{
  free(r->body);
  *r = (reply){0};
}

/* One answer. */
static inline void hear(int s, reply *r)
{
  size_t n = 0;
  *r = (reply){.body = calloc(1, 1)};
  while (n + 1 < sizeof r->head && recv(s, r->head + n, 1, 0) == 1) {
    n++;
    if (n >= 4 && memcmp(r->head + n - 4, "\r\n\r\n", 4) == 0)
      break;
  }
  if (sscanf(r->head, "HTTP/1.%*d %d", &r->status) != 1) {
    r->status = 0;
    return;
  }
  const char *length = strcasestr(r->head, "\r\nContent-Length: ");
  size_t size = length ? strtoul(length + 18, NULL, 10) : 0;
  free(r->body);
  r->body = calloc(1, size + 1);
  assert_non_null(r->body);
  while (r->size < size) {
    ssize_t got = recv(s, r->body + r->size, size - r->size, 0);
    if (got <= 0)
      break;
    r->size += (size_t)got;
  }
  if (r->size > 0 && r->size < size)
    r->status = -1;
}

/* A request with the right Host and token, on an open connection; `body` NULL: none. */
static inline void request(const view_trial *v, int s, const char *method, const char *path, const char *body)
{
  char head[512];
  int n = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: %s\r\nX-Pawl-Token: %s\r\n", method, path,
                   v->host, v->token);
  if (body)
    n += snprintf(head + n, sizeof head - (size_t)n, "Content-Length: %zu\r\n", strlen(body));
  snprintf(head + n, sizeof head - (size_t)n, "\r\n");
  put_text(s, head);
  if (body)
    put_text(s, body);
}

/* … on one of its own. */
static inline int ask(const view_trial *v, const char *method, const char *path, const char *body, reply *r)
{
  int s = dial(v->port);
  request(v, s, method, path, body);
  hear(s, r);
  close(s);
  return r->status;
}

/* A request as it is written; the status. */
static inline int ask_raw(const view_trial *v, const char *text)
{
  reply r;
  int s = dial(v->port);
  put_text(s, text);
  hear(s, &r);
  close(s);
  int status = r.status;
  forget(&r);
  return status;
}

#define assert_status(r, wanted)                                                                             \
  do {                                                                                                       \
    if ((r)->status != (wanted))                                                                             \
      fail_msg("%d instead of %d: %.300s", (r)->status, (wanted), (r)->body);                                \
  } while (0)

/* ---- what the page would do ---- */

static inline void get_status(const view_trial *v, reply *r)
{
  ask(v, "GET", "/api/status", NULL, r);
  assert_status(r, 200);
  assert_json(r->body);
}

static inline long run_number(const view_trial *v)
{
  reply r;
  get_status(v, &r);
  long run = (long)json_number(r.body, "run");
  forget(&r);
  return run;
}

/* Waits until the status holds a text. */
static inline void await_status(const view_trial *v, const char *text)
{
  reply r;
  double until = seconds_now() + PATIENCE;
  for (;;) {
    get_status(v, &r);
    if (strstr(r.body, text))
      break;
    if (seconds_now() > until)
      fail_msg("'%s' did not come: %s", text, r.body);
    forget(&r);
    rest(0.01);
  }
  forget(&r);
}

/* Waits until the run under way makes steps. */
static inline void await_steps(const view_trial *v)
{
  double until = seconds_now() + PATIENCE;
  bool begun = false;
  for (; !begun && seconds_now() < until; rest(0.005)) {
    reply r;
    get_status(v, &r);
    begun = !strstr(r.body, "\"time\": null");
    forget(&r);
  }
  assert_true(begun);
}

static inline void await_run(const view_trial *v, long number)
{
  char text[32];
  snprintf(text, sizeof text, "\"run\": %ld,", number);
  await_status(v, text);
}

#endif
