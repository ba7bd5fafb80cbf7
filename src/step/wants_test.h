/* Models that carry their closed form: want("hinge.angle", size, function(t) … end) makes the channel be
 * compared with the function at all outputs, over its size; where the function gives `unknown` nothing is
 * claimed. Numbers go through unit functions, so that the same model comes in other units, turned, and with
 * other parameters. */
#ifndef PAWL_STEP_WANTS_TEST_H
#define PAWL_STEP_WANTS_TEST_H

#include "step/sessions_test.h"

/* L, M, T, turn and seed are written before it. */
static const char wants_prelude[] =
    "local function vary(x)\n"
    "  if seed == 0 then return x end\n"
    "  seed = seed * 16807 % 2147483647\n"
    "  return x * (0.7 + 0.6 * seed / 2147483647)\n"
    "end\n"
    "local function unit(size) return function(x) return vary(x) * size end end\n"
    "local angle, length, speed, rate = vary, unit(L), unit(L / T), unit(1 / T)\n"
    "local mass, inertia, pull, moment = unit(M), unit(M * L^2), unit(M * L / T^2), unit(M * L^2 / T^2)\n"
    "local cos, sin, sqrt, exp = math.cos, math.sin, math.sqrt, math.exp\n"
    "local function want(channel, size, f)\n"
    "  local name = channel:gsub('%.', '__')\n"
    "  output('want_' .. name) { type(f) == 'number' and function() return f end or f }\n"
    "  output('size_' .. name) { function() return size end }\n"
    "end\n"
    "local unknown = 1e99\n"
    "local g = vary(9.81) * L / T^2\n";

enum { WANTS = 24, WANT_TEXT = 16384, WANT_OUTPUTS = 40 };

typedef struct {
  int channel, want, size;
} wanted;

static inline int find_wants(session s, wanted *found)
{
  int n = 0;
  for (int i = 0; i < pawl_run_channel_count(s.run); i++) {
    const char *name = pawl_run_channel_name(s.run, i);
    char of[96] = "", size[96];
    if (strncmp(name, "want_", 5) != 0)
      continue;
    assert_true(n < WANTS && strlen(name) < sizeof of);
    for (const char *c = name + 5, *end = strrchr(name, '.'); c < end; c++)
      if (c[0] == '_' && c[1] == '_')
        of[strlen(of)] = '.', c++;
      else
        of[strlen(of)] = *c;
    snprintf(size, sizeof size, "size_%s", name + 5);
    found[n] = (wanted){pawl_run_find(s.run, of), i, pawl_run_find(s.run, size)};
    if (found[n].channel < 0)
      fail_msg("there is no channel %s", of);
    n++;
  }
  assert_true(n > 0);
  return n;
}

/* The worst of all comparisons over the run; fails where one is above the limit. */
static inline double meet_wants(session s, double limit, const char *what)
{
  wanted w[WANTS];
  double end = s.model->plan.duration, worst = 0;
  int n = find_wants(s, w);
  double *value = calloc((size_t)pawl_run_channel_count(s.run), sizeof *value);
  pawl_error error = {0};
  bool any[WANTS] = {false};
  assert_non_null(value);
  for (int i = 0; i <= WANT_OUTPUTS; i++) {
    double t = i == WANT_OUTPUTS ? end : i * end / WANT_OUTPUTS;
    while (s.run->t < t)
      if (pawl_run_step(s.run, end, &error) != PAWL_OK)
        fail_msg("%s: t = %g: %s: %s", what, s.run->t, error.where, error.text);
    assert_int_equal(pawl_run_output(s.run, t, value, &error), PAWL_OK);
    for (int k = 0; k < n; k++) {
      double off = fabs(value[w[k].channel] - value[w[k].want]) / value[w[k].size];
      if (value[w[k].want] > 1e98) /* `unknown` in the texts */
        continue;
      any[k] = true;
      worst = off <= worst ? worst : off;
      if (!(off <= limit))
        fail_msg("%s: %s at t = %.9g is %.15g, not %.15g: off by %.2g of its size", what,
                 pawl_run_channel_name(s.run, w[k].channel), t, value[w[k].channel], value[w[k].want], off);
    }
  }
  for (int k = 0; k < n; k++)
    assert_true(any[k]);
  free(value);
  return worst;
}

typedef struct {
  double want, position, velocity, ledger;
} wants_worst;

static inline void run_wants(const char *text, const test_units *u, int seed, const pawl_kernel_ops *kernel,
                             double limit, const char *what, wants_worst *worst)
{
  static const char form[] = "local L, M, T, turn, seed = %.17g, %.17g, %.17g, %.17g, %d\n%s%s";
  char whole[WANT_TEXT];
  int n =
      snprintf(whole, sizeof whole, form, u->length, u->mass, u->time, u->turn, seed, wants_prelude, text);
  assert_true(n > 0 && n < WANT_TEXT);
  pawl_run_options options = {kernel, NAN, -1};
  session s = open_text(whole, &options);
  double off = meet_wants(s, limit, what);
  worst->want = fmax(worst->want, off);
  worst->position = fmax(worst->position, s.run->books.worst_position);
  worst->velocity = fmax(worst->velocity, s.run->books.worst_velocity);
  worst->ledger = fmax(worst->ledger, s.run->books.worst_ledger / s.run->plan.tolerance);
  leave(s);
}

/* As written, and siblings in other units; a planar model through both kernels. `residual` is what
 * constraints may be off, over the model's length. */
static inline void check_wants(const char *what, const char *text, bool planar, double limit, double residual)
{
#ifdef __SANITIZE_ADDRESS__
  enum { SIBLINGS = 4 };
#else
  enum { SIBLINGS = 30 };
#endif
  unsigned long long chance = 7;
  wants_worst worst = {0, 0, 0, 0};
  for (int seed = 0; seed < SIBLINGS; seed++) {
    test_units u = seed == 0 ? as_written : random_units(&chance);
    run_wants(text, &u, 77 * seed, NULL, limit, what, &worst);
    if (planar)
      run_wants(text, &u, 77 * seed, &pawl_kernel_spatial, limit, what, &worst);
  }
  print_message("  %s: off by %.1e of %.0e, residual %.1e and %.1e, ledger %.2g tolerances\n", what,
                worst.want, limit, worst.position, worst.velocity, worst.ledger);
  assert_true(worst.position <= residual);
  assert_true(worst.velocity <= 1e3 * residual);
  assert_true(worst.ledger <= 10);
}

#endif
