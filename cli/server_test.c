/* The server of pawl view against all who are not its page: wrong tokens, foreign pages, paths, methods, sizes,
 * garbage, half requests, and ten thousand requests. */
#define _GNU_SOURCE
#include <ifaddrs.h>

#include "base/chance.h"
#include "view_trial.h"

static const char model[] = "planar { gravity = {0, -9.81} }\n"
                            "local m = parameter \"mass\" { 1, unit = \"kg\", min = 0.1, max = 10 }\n"
                            "local bob = body \"bob\" { mass = m, com = {1, 0} }\n"
                            "revolute \"hinge\" { ground, bob }\n"
                            "simulate { duration = 0.2, output = 0.01 }\n";

static void start_small(view_trial *v)
{
  write_file(v->folder, "model.lua", model);
  start(v, (const char *[]){"model.lua", "--no-open", NULL});
}

static int ask_with(const view_trial *v, const char *line, const char *headers)
{
  char text[1024];
  snprintf(text, sizeof text, "%s HTTP/1.1\r\n%s\r\n", line, headers);
  return ask_raw(v, text);
}

/* ---- who ---- */

static void without_the_token_there_is_nothing(void **state)
{
  view_trial *v = *state;
  char line[128], headers[256], wrong[33];
  start_small(v);
  snprintf(line, sizeof line, "GET /?token=%s", v->token);
  snprintf(headers, sizeof headers, "Host: %s\r\n", v->host);
  assert_int_equal(ask_with(v, line, headers), 200);
  assert_int_equal(ask_with(v, "GET /", headers), 403);
  assert_int_equal(ask_with(v, "GET /?token=", headers), 403);
  assert_int_equal(ask_with(v, "GET /?tok=1", headers), 403);
  for (int i = 0; i < 33; i += 4) { /* one digit changed, or one too few, or one too many */
    strcpy(wrong, v->token);
    wrong[i < 32 ? i : 31] ^= i < 32 ? 1 : wrong[31];
    snprintf(line, sizeof line, "GET /?token=%s", wrong);
    assert_int_equal(ask_with(v, line, headers), 403);
  }
  snprintf(line, sizeof line, "GET /?token=%s0", v->token);
  assert_int_equal(ask_with(v, line, headers), 403);
  assert_int_equal(ask_with(v, "GET /api/run", headers), 403);
  snprintf(line, sizeof line, "GET /api/run?token=%s", v->token);
  assert_int_equal(ask_with(v, line, headers), 403); /* in the header only */
  snprintf(headers, sizeof headers, "Host: %s\r\nX-Pawl-Token: %s\r\n", v->host, v->token);
  assert_int_equal(ask_with(v, "GET /api/run", headers), 200);
  assert_int_equal(ask_with(v, "GET /", headers), 403); /* in the address only */
  end_well(v);
}

static void two_servers_have_two_tokens(void **state)
{
  view_trial *v = *state, other = *v;
  start_small(v);
  start_small(&other);
  assert_int_not_equal(v->port, other.port);
  assert_string_not_equal(v->token, other.token);
  strcpy(other.token, v->token);
  reply r;
  assert_int_equal(ask(&other, "GET", "/api/status", NULL, &r), 403);
  forget(&r);
  end_well(&other);
  end_well(v);
}

static void the_host_and_the_origin_are_its_own(void **state)
{
  view_trial *v = *state;
  start_small(v);
  const struct {
    const char *host, *origin;
    int status;
  } cases[] = {{"127.0.0.1:%d", NULL, 200},
               {"localhost:%d", NULL, 200},
               {"LocalHost:%d", NULL, 200},
               {"127.0.0.1", NULL, 403},
               {"127.0.0.1:1%d", NULL, 403},
               {"evil.example:%d", NULL, 403},
               {"127.0.0.1.evil.example:%d", NULL, 403},
               {"[::1]:%d", NULL, 403},
               {"0.0.0.0:%d", NULL, 403},
               {"", NULL, 403},
               {"127.0.0.1:%d", "http://127.0.0.1:%d", 200},
               {"127.0.0.1:%d", "http://localhost:%d", 200},
               {"127.0.0.1:%d", "https://127.0.0.1:%d", 403},
               {"127.0.0.1:%d", "http://evil.example", 403},
               {"127.0.0.1:%d", "http://evil.example:%d", 403},
               {"127.0.0.1:%d", "http://127.0.0.1:%d.evil.example", 403},
               {"127.0.0.1:%d", "null", 403},
               {"127.0.0.1:%d", "", 403}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char host[64], origin[64] = "", text[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(host, sizeof host, cases[i].host, v->port);
    if (cases[i].origin)
      snprintf(origin, sizeof origin, cases[i].origin, v->port);
#pragma GCC diagnostic pop
    snprintf(text, sizeof text, "Host: %s\r\nX-Pawl-Token: %s\r\n%s%s%s", host, v->token,
             cases[i].origin ? "Origin: " : "", origin, cases[i].origin ? "\r\n" : "");
    int status = ask_with(v, "GET /api/status", text);
    if (status != cases[i].status)
      fail_msg("%s gives %d instead of %d", text, status, cases[i].status);
  }
  char text[128];
  snprintf(text, sizeof text, "GET /api/status HTTP/1.0\r\nX-Pawl-Token: %s\r\n\r\n", v->token);
  assert_int_equal(ask_raw(v, text), 403); /* no Host at all */
  char twice[256];
  snprintf(twice, sizeof twice, "Host: %s\r\nHost: elsewhere\r\nX-Pawl-Token: %s\r\n", v->host, v->token);
  int status = ask_with(v, "GET /api/status", twice);
  assert_true(status == 400 || status == 403);
  end_well(v);
}

/* ---- what ---- */

static void there_is_nothing_else(void **state)
{
  view_trial *v = *state;
  static const char *const paths[] = {"/index.html",
                                      "/favicon.ico",
                                      "/api",
                                      "/api/",
                                      "/api/run/",
                                      "/api/Run",
                                      "//",
                                      "//api/run",
                                      "/../etc/passwd",
                                      "/../../../../etc/passwd",
                                      "/%2e%2e/etc/passwd",
                                      "/..%2fetc%2fpasswd",
                                      "/api/../api/run",
                                      "/api/%72un",
                                      "/api/run%00",
                                      "/./api/run",
                                      "/api/run;x",
                                      "/model.lua",
                                      "http://127.0.0.1/",
                                      "http://evil.example/api/run",
                                      "*",
                                      "/\\..\\x",
                                      "/%",
                                      "/%zz",
                                      "/api/run#x"};
  char headers[256], line[256];
  start_small(v);
  snprintf(headers, sizeof headers, "Host: %s\r\nX-Pawl-Token: %s\r\n", v->host, v->token);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    snprintf(line, sizeof line, "GET %s", paths[i]);
    int status = ask_with(v, line, headers);
    if (status != 404)
      fail_msg("%s gives %d", line, status);
  }
  snprintf(line, sizeof line, "GET http://%s/api/run", v->host);
  assert_int_equal(ask_with(v, line, headers), 404);
  assert_int_equal(ask_with(v, "GET /api/status?x=1", headers), 200);
  end_well(v);
}

static void other_methods_are_refused(void **state)
{
  view_trial *v = *state;
  static const char *const cases[][2] = {
      {"POST", "/"},           {"PUT", "/api/run"},    {"DELETE", "/api/run"},
      {"OPTIONS", "/api/run"}, {"GET", "/api/cancel"}, {"POST", "/api/status"},
      {"TRACE", "/api/run"},   {"get", "/api/run"},    {"PROPFIND", "/api/run"}};
  reply r;
  start_small(v);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ask(v, cases[i][0], cases[i][1], NULL, &r);
    if (r.status != 405)
      fail_msg("%s %s gives %d", cases[i][0], cases[i][1], r.status);
    forget(&r);
  }
  char text[256];
  snprintf(text, sizeof text, "HEAD /?token=%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", v->token,
           v->host);
  assert_int_equal(ask_raw(v, text), 405);
  ask(v, "PUT", "/api/run", NULL, &r);
  assert_has(r.head, "\r\nAllow: GET, POST\r\n");
  forget(&r);
  end_well(v);
}

static void every_answer_is_guarded(void **state)
{
  view_trial *v = *state;
  static const char *const guards[] = {
      "\r\nCache-Control: no-store\r\n", "\r\nX-Content-Type-Options: nosniff\r\n",
      "\r\nReferrer-Policy: no-referrer\r\n", "\r\nX-Frame-Options: DENY\r\n",
      "\r\nContent-Security-Policy: frame-ancestors 'none'\r\n"};
  char page[128];
  start_small(v);
  snprintf(page, sizeof page, "/?token=%s", v->token);
  const struct {
    const char *method, *path, *body;
    int status;
    const char *type;
  } cases[] = {{"GET", page, NULL, 200, "text/html; charset=utf-8"},
               {"GET", "/api/run", NULL, 200, "application/octet-stream"},
               {"GET", "/api/status", NULL, 200, "application/json"},
               {"POST", "/api/run", "{\"parameters\":{\"mass\":2}}", 200, "application/octet-stream"},
               {"POST", "/api/run", "{\"parameters\":{\"mass\":-2}}", 422, "application/json"},
               {"POST", "/api/run", "x", 400, "application/json"},
               {"POST", "/api/cancel", "", 204, NULL},
               {"GET", "/x", NULL, 404, "application/json"},
               {"PUT", "/", NULL, 405, "application/json"},
               {"GET", "/", NULL, 403, "application/json"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    reply r;
    ask(v, cases[i].method, cases[i].path, cases[i].body, &r);
    assert_status(&r, cases[i].status);
    for (size_t j = 0; j < sizeof guards / sizeof *guards; j++)
      assert_has(r.head, guards[j]);
    if (cases[i].type)
      assert_has(r.head, cases[i].type);
    assert_lacks(r.head, "Access-Control");
    if (cases[i].status >= 400) {
      assert_json(r.body);
      assert_has(r.body, "\"text\": \"");
    }
    forget(&r);
  }
  end_well(v);
}

/* ---- how much ---- */

static void chunked(const view_trial *v, size_t chunks, reply *r)
{
  static char chunk[8 + 65536 + 2];
  char head[256];
  int s = dial(v->port), n = sprintf(chunk, "10000\r\n");
  memset(chunk + n, ' ', 65536);
  memcpy(chunk + n + 65536, "\r\n", 2);
  snprintf(head, sizeof head,
           "POST /api/run HTTP/1.1\r\nHost: %s\r\nX-Pawl-Token: %s\r\nTransfer-Encoding: chunked\r\n\r\n",
           v->host, v->token);
  put_text(s, head);
  while (chunks-- > 0 && put(s, chunk, (size_t)n + 65536 + 2))
    ;
  put_text(s, "0\r\n\r\n");
  hear(s, r);
  close(s);
}

static void more_than_a_megabyte_is_refused(void **state)
{
  view_trial *v = *state;
  char head[256];
  reply r;
  start_small(v);
  static const char *const lengths[] = {"1048577", "4294967296", "9223372036854775807",
                                        "18446744073709551615", "99999999999999999999999"};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) { /* before a byte of it is sent */
    snprintf(head, sizeof head,
             "POST /api/run HTTP/1.1\r\nHost: %s\r\nX-Pawl-Token: %s\r\nContent-Length: %s\r\n\r\n", v->host,
             v->token, lengths[i]);
    int status = ask_raw(v, head);
    if (status != 413)
      fail_msg("%s gives %d", lengths[i], status);
  }
  static const char *const wrong[] = {"-1", "x", "1x", "0x10", "1.5", ""};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(head, sizeof head,
             "POST /api/run HTTP/1.1\r\nHost: %s\r\nX-Pawl-Token: %s\r\nContent-Length: %s\r\n\r\n", v->host,
             v->token, wrong[i]);
    int status = ask_raw(v, head);
    if (status != 400)
      fail_msg("'%s' gives %d", wrong[i], status);
  }
  chunked(v, 17, &r);
  assert_status(&r, 413);
  forget(&r);
  chunked(v, 16, &r); /* one megabyte of blanks is read, and is no JSON */
  assert_status(&r, 400);
  forget(&r);
  chunked(v, 4096, &r); /* what does not end is cut off */
  assert_true(r.status == 0);
  forget(&r);
  char *most = malloc((1 << 20) + 1);
  memset(most, ' ', 1 << 20);
  memcpy(most, "{\"parameters\":{}}", 17);
  most[1 << 20] = 0;
  ask(v, "POST", "/api/run", most, &r);
  assert_status(&r, 200);
  forget(&r);
  free(most);
  char *long_line = malloc(100001);
  memset(long_line, 'a', 100000);
  long_line[100000] = 0;
  int s = dial(v->port);
  put_text(s, "GET /");
  put_text(s, long_line);
  put_text(s, " HTTP/1.1\r\n\r\n");
  hear(s, &r);
  assert_true(r.status == 414 || r.status == 431 || r.status == 0);
  forget(&r);
  close(s);
  free(long_line);
  end_well(v);
}

/* ---- in what shape ---- */

static void garbage_and_half_requests(void **state)
{
  view_trial *v = *state;
  char head[256];
  unsigned long long seed = 4711;
  start_small(v);
  snprintf(head, sizeof head,
           "POST /api/run HTTP/1.1\r\nHost: %s\r\nX-Pawl-Token: %s\r\nContent-Length: "
           "26\r\n\r\n{\"parameters\":{\"mass\":2.5}}",
           v->host, v->token);
  size_t whole = strlen(head) - 1;
  for (size_t n = 0; n < whole; n++) { /* every beginning of a request, then nothing */
    int s = dial(v->port);
    put(s, head, n);
    if (n % 3 == 0)
      shutdown(s, SHUT_WR);
    close(s);
  }
  for (int i = 0; i < 300; i++) { /* bytes by chance, alone and inside a request */
    char text[512];
    size_t size = whole;
    memcpy(text, head, whole);
    for (int hits = i % 7; hits >= 0; hits--)
      text[(size_t)((pawl_chance(&seed) + 1) / 2 * (double)size) % size] =
          (char)((pawl_chance(&seed) + 1) * 128);
    if (i % 5 == 0)
      for (size_t j = 0; j < size; j++)
        text[j] = (char)((pawl_chance(&seed) + 1) * 128);
    int s = dial(v->port);
    put(s, text, size);
    shutdown(s, SHUT_WR);
    reply r;
    hear(s, &r);
    forget(&r);
    close(s);
  }
  reply r;
  assert_int_equal(ask(v, "GET", "/api/status", NULL, &r), 200);
  forget(&r);
  end_well(v);
}

static void several_requests_at_once(void **state)
{
  view_trial *v = *state;
  char text[2048];
  start_small(v);
  int n = 0, s = dial(v->port);
  static const char *const bodies[] = {"{\"parameters\":{\"mass\":2}}", "[]",
                                       "{\"parameters\":{\"mass\":3}}"};
  for (int i = 0; i < 3; i++)
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "POST /api/run HTTP/1.1\r\nHost: %s\r\nX-Pawl-Token: %s\r\nContent-Length: %zu\r\n\r\n%s",
                  v->host, v->token, strlen(bodies[i]), bodies[i]);
  put(s, text, (size_t)n); /* all in one piece; the answers come in order */
  reply r;
  hear(s, &r);
  assert_status(&r, 200);
  assert_non_null(memmem(r.body, r.size, "\"value\": 2,", 11));
  forget(&r);
  hear(s, &r);
  assert_status(&r, 400);
  forget(&r);
  hear(s, &r);
  assert_status(&r, 200);
  assert_non_null(memmem(r.body, r.size, "\"value\": 3,", 11));
  forget(&r);
  close(s);
  for (int i = 0; i < n; i++) { /* and byte by byte */
    if (i == 0)
      s = dial(v->port);
    put(s, text + i, 1);
  }
  hear(s, &r);
  assert_status(&r, 200);
  forget(&r);
  close(s);
  end_well(v);
}

/* More connections than there are places: those beyond are let go, and as soon as it is noticed that the others are gone
 * there is room again. */
static void many_connections(void **state)
{
  view_trial *v = *state;
  int s[100];
  reply r;
  start_small(v);
  for (int i = 0; i < 100; i++)
    s[i] = dial(v->port);
  for (int i = 0; i < 100; i++)
    close(s[i]);
  double until = seconds_now() + PATIENCE;
  int status = ask(v, "GET", "/api/status", NULL, &r);
  while (status != 200 && seconds_now() < until) {
    forget(&r);
    rest(0.01);
    status = ask(v, "GET", "/api/status", NULL, &r);
  }
  assert_int_equal(status, 200);
  forget(&r);
  end_well(v);
}

/* ---- where ---- */

static void lines_of(const char *file, int port, char *found, size_t size)
{
  char line[256], wanted[16];
  FILE *list = fopen(file, "r");
  found[0] = 0;
  snprintf(wanted, sizeof wanted, ":%04X ", port);
  while (list && fgets(line, sizeof line, list)) {
    char *local = strchr(line, ':'), *place = local ? strstr(local, wanted) : NULL;
    if (place && strstr(place, " 0A ") && strlen(found) + strlen(line) < size) /* 0A: listens */
      strcat(found, line);
  }
  if (list)
    fclose(list);
}

static void it_listens_on_this_machine_alone(void **state)
{
  view_trial *v = *state;
  char found[1024];
  start_small(v);
  lines_of("/proc/net/tcp", v->port, found, sizeof found);
  assert_has(found, " 0100007F:");
  assert_null(strchr(strchr(found, '\n') + 1, '\n')); /* once */
  lines_of("/proc/net/tcp6", v->port, found, sizeof found);
  assert_string_equal(found, "");
  struct ifaddrs *all, *one;
  assert_int_equal(getifaddrs(&all), 0);
  for (one = all; one; one = one->ifa_next) { /* no other address of this machine leads to it */
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET)
      continue;
    struct sockaddr_in at = *(struct sockaddr_in *)one->ifa_addr;
    if (at.sin_addr.s_addr == htonl(INADDR_LOOPBACK))
      continue;
    at.sin_port = htons((uint16_t)v->port);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_not_equal(connect(s, (struct sockaddr *)&at, sizeof at), 0);
    close(s);
  }
  freeifaddrs(all);
  end_well(v);
}

static void ports(void **state)
{
  view_trial *v = *state, other = *v;
  char port[16], err[1024], wanted[64];
  start_small(v);
  snprintf(port, sizeof port, "%d", v->port);
  start_child(&other, (const char *[]){"model.lua", "--no-open", "--port", port, NULL});
  assert_int_equal(await_child(&other), 4);
  read_back(v->folder, ".err", err, sizeof err);
  snprintf(wanted, sizeof wanted, "pawl: port %d is in use: choose another", v->port);
  assert_has(err, wanted);
  int number = v->port;
  assert_int_equal(end(v, SIGTERM), 0);
  start(v, (const char *[]){"model.lua", "--no-open", "--port", port, NULL}); /* free again at once */
  assert_int_equal(v->port, number);
  end_well(v);
  static const char *const wrong[] = {"65536", "-1", "http", "80.5"};
  for (int i = 0; i < 4; i++) {
    start_child(v, (const char *[]){"model.lua", "--no-open", "--port", wrong[i], NULL});
    assert_int_equal(await_child(v), 2);
  }
}

/* ---- how often ---- */

static long resident(const view_trial *v)
{
  char path[64];
  long size, pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)v->child);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%ld %ld", &size, &pages), 2);
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024); /* KiB */
}

/* All kinds of requests, on one connection and on new ones. */
static void ask_often(const view_trial *v, int count)
{
  int s = dial(v->port);
  reply r;
  for (int i = 0; i < count; i++) {
    if (i % 50 == 0) {
      request(v, s, "POST", "/api/run",
              i % 100 ? "{\"parameters\":{\"mass\":2}}" : "{\"parameters\":{\"mass\":3}}");
      hear(s, &r);
      assert_status(&r, 200);
    } else if (i % 50 == 7) {
      request(v, s, "POST", "/api/run",
              i % 100 == 7 ? "{\"parameters\":{\"mass\":99}}" : "{\"parameters\":{\"mess\":99}}");
      hear(s, &r);
      assert_status(&r, 422);
    } else if (i % 50 == 13) {
      close(s);
      s = dial(v->port);
      request(v, s, "GET", "/nothing", NULL);
      hear(s, &r);
      assert_status(&r, 404);
    } else {
      request(v, s, "GET", i % 10 == 1 ? "/api/run" : "/api/status", NULL);
      hear(s, &r);
      assert_status(&r, 200);
    }
    forget(&r);
  }
  close(s);
}

static void ten_thousand_requests_take_no_memory(void **state)
{
  view_trial *v = *state;
  start_small(v);
  ask_often(v, 4000);
  long before = resident(v);
  ask_often(v, 10000);
  long after = resident(v);
  print_message("resident memory: %ld KiB before, %ld KiB after 10,000 requests\n", before, after);
  assert_true(after - before < 1536); /* 0.15 KiB for each would be seen */
  end_well(v);
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, open_trial, close_trial)

int main(void)
{
  const struct CMUnitTest tests[] = {
      WITH_SERVER(without_the_token_there_is_nothing),
      WITH_SERVER(two_servers_have_two_tokens),
      WITH_SERVER(the_host_and_the_origin_are_its_own),
      WITH_SERVER(there_is_nothing_else),
      WITH_SERVER(other_methods_are_refused),
      WITH_SERVER(every_answer_is_guarded),
      WITH_SERVER(more_than_a_megabyte_is_refused),
      WITH_SERVER(garbage_and_half_requests),
      WITH_SERVER(several_requests_at_once),
      WITH_SERVER(many_connections),
      WITH_SERVER(it_listens_on_this_machine_alone),
      WITH_SERVER(ports),
      WITH_SERVER(ten_thousand_requests_take_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
