/* Functions that are recorded: to the last bit what Lua computes, and only of functions that can be. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/lua_tape.h"

/* A model with a lagrangian "own" of two coordinates whose force is the function with that text. */
static pawl_model *model_of(const char *before, const char *function)
{
  char text[8192];
  pawl_error e = {0};
  pawl_model *model = NULL;
  snprintf(
      text, sizeof text,
      "planar {}\n%s\nlagrangian 'own' { coordinates = {'x', 'y'}, mass = {{1, 0}, {0, 1}}, force =\n%s }\n",
      before, function);
  if (pawl_model_parse(&model, text, "m.lua", NULL, &e) != PAWL_OK)
    fail_msg("%s: %s\n  from %s", e.where, e.text, text);
  return model;
}

static const pawl_lagrangian *own_of(const pawl_model *model)
{
  return model->parts[pawl_model_find(model, "own")]->fields;
}

static pawl_status ask(const pawl_model *model, const pawl_jet x[5], bool plain, pawl_jet out[2],
                       pawl_error *e)
{
  const pawl_part *part = model->parts[pawl_model_find(model, "own")];
  const pawl_lagrangian *own = part->fields;
  pawl_own_at at = {part, &own->coordinates, x, x + 2, x[4], plain};
  return pawl_own_call(model, own->force.function, "force", &at, NULL, 1, 2, out, e);
}

static bool is_recorded(const pawl_model *model)
{
  const pawl_taped *taped = pawl_taped_at(pawl_side_of(model->lua), own_of(model)->force.function);
  assert_true(taped && taped->tried);
  return taped->tape != NULL;
}

static double roll(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 4294967296.0;
}

/* The pattern with a and b in the place of # and @. */
static void fill(char *to, size_t size, const char *pattern, const char *a, const char *b)
{
  size_t at = 0;
  for (const char *c = pattern; *c && at + 1 < size; c++) {
    const char one[2] = {*c, 0}, *text = *c == '#' ? a : *c == '@' ? b : one;
    at += (size_t)snprintf(to + at, size - at, "%s", text);
  }
}

/* A random expression of q, v, t and constants. */
static void write(char *to, size_t size, unsigned *seed, int depth)
{
  static const char *const leaves[] = {"q[1]", "q.y", "v.x", "v[2]", "t", "c", "2", "0.37", "(-1.5)"};
  static const char *const inner[] = {
      "(# + @)",          "(# - @)",          "(# * @)",        "(# / (3 + @))", "(# ^ 2 - @)",
      "min(#, @)",        "max(#, @, 0)",     "atan(#, @)",     "(abs(#) ^ @)",  "pow(abs(#), @)",
      "sin(#)",           "cos(#)",           "tan(#)",         "(-#)",          "abs(#)",
      "exp(-(#) ^ 2)",    "sqrt(1 + # ^ 2)",  "log(2 + # ^ 2)", "rad(#)",        "deg(#)",
      "asin(sin(#) / 2)", "acos(cos(#) / 2)", "twice(#)"};
  char a[2000], b[2000];
  if (depth == 0) {
    snprintf(to, size, "%s", leaves[(int)(9 * roll(seed))]);
    return;
  }
  write(a, sizeof a, seed, depth - 1);
  write(b, sizeof b, seed, roll(seed) < 0.5 ? depth - 1 : 0);
  fill(to, size, inner[(int)(23 * roll(seed))], a, b);
}

static const char names[] =
    "local c = 0.77\nlocal function twice(x) return x + x end\n"
    "local sin, cos, tan, abs, exp, sqrt, log = math.sin, math.cos, math.tan, math.abs, "
    "math.exp, math.sqrt, math.log\n"
    "local rad, deg, asin, acos, atan, min, max, pow = math.rad, math.deg, math.asin, "
    "math.acos, math.atan, math.min, math.max, math.pow";

static bool same(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

/* Both models at a random place, with and without derivatives. Returns how many numbers were compared. */
static int compare(const pawl_model *taped, const pawl_model *plain, unsigned *seed, const char *function)
{
  int compared = 0;
  for (int k = 0; k < 20; k++) {
    pawl_jet x[5], a[2], b[2];
    pawl_error ea = {0}, eb = {0};
    for (int i = 0; i < 5; i++)
      x[i] = (pawl_jet){4 * roll(seed) - 2, 2 * roll(seed) - 1, 2 * roll(seed) - 1, 2 * roll(seed) - 1};
    pawl_status first = ask(taped, x, k % 2, a, &ea), second = ask(plain, x, k % 2, b, &eb);
    assert_int_equal(first, second);
    assert_string_equal(ea.text, eb.text);
    for (int i = 0; i < 2 && first == PAWL_OK; i++, compared++)
      if (!same(a[i].v, b[i].v) || !same(a[i].d, b[i].d) || !same(a[i].dd, b[i].dd) || !same(a[i].e, b[i].e))
        fail_msg("%.17g %.17g %.17g\n%.17g %.17g %.17g of %s", a[i].v, a[i].d, a[i].dd, b[i].v, b[i].d,
                 b[i].dd, function);
  }
  return compared;
}

static void a_recording_is_the_function(void **state)
{
  (void)state;
  int recorded = 0, compared = 0;
  for (unsigned s = 1; s <= 300; s++) {
    unsigned seed = s * 7919;
    char first[2000], second[2000], function[4200], branches[4300];
    write(first, sizeof first, &seed, 1 + (int)s % 5);
    write(second, sizeof second, &seed, 2);
    snprintf(function, sizeof function, "function(q, v, t) return { %s, %s } end", first, second);
    snprintf(branches, sizeof branches,
             "function(q, v, t) if q[1] < -1e300 then return 0 end return { %s, %s } end", first, second);
    pawl_model *a = model_of(names, function), *b = model_of(names, branches);
    compared += compare(a, b, &seed, function);
    recorded += is_recorded(a);
    assert_false(is_recorded(b));
    pawl_model_free(a);
    pawl_model_free(b);
  }
  print_message("%d of 300 functions recorded, %d numbers the same\n", recorded, compared);
  assert_true(recorded > 280 && compared > 9000);
}

/* What decides, counts, or looks into a number is asked of Lua at every call. */
static void what_decides_is_not_recorded(void **state)
{
  (void)state;
  static const struct {
    const char *before, *function;
    bool recorded;
  } cases[] = {
      {"", "function(q, v, t) return {q[1] * 2, -v[2]} end", true},
      {"", "function(q) return {1, 2} end", true},
      {"", "function(q, v, t) local s = 0 for i, x in ipairs(q) do s = s + i * x end return {s, t} end",
       true},
      {"local k = {a = 2}", "function(q) return {k.a * q.x, math.max(0, q.y)} end", true},
      {"", "function(q) return {q[1] > 0 and 1 or 2, 0} end", false},
      {"", "function(q) return {q[1] == 0 and 1 or 2, 0} end", false},
      {"", "function(q) if q[1] ~= 0 then return {1, 1} end return {0, 0} end", false},
      {"", "function(q) if q[1] == q[2] then return {1, 1} end return {0, 0} end", false},
      {"local function hit(x)\n  return x == 0\nend",
       "function(q)\n if hit(q[1]) then return {1, 1} end\n return {0, 0} end", false},
      {"", "function(q) return {q[1] % 1, 0} end", false},
      {"", "function(q) return {q[1] // 1, 0} end", false},
      {"", "function(q) return {math.floor(q[1]), 0} end", false},
      {"", "function(q) return {math.fmod(q[1], 2), 0} end", false},
      {"", "function(q) return {tonumber(q[1]) or 7, 0} end", true}, /* the number itself */
      {"", "function(q) return {#tostring(q[1]), 0} end", false},
      {"local n = 0", "function(q) n = n + 1 return {n * q[1], 0} end", false},
      {"local old = 0", "function(q) local x = old * 1 old = q[1] return {x, q[1]} end", false},
      {"local t = {[0.25] = 3}", "function(q) local s = 0 for i = 1, q[1] do s = s + i end return {s, 0} end",
       false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pawl_model *model = model_of(cases[i].before, cases[i].function);
    pawl_jet x[5] = {{0.25, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, out[2];
    pawl_error e = {0};
    if (ask(model, x, true, out, &e) != PAWL_OK)
      fail_msg("%s: %s", cases[i].function, e.text);
    if (is_recorded(model) != cases[i].recorded)
      fail_msg("%s is %s", cases[i].function, cases[i].recorded ? "not recorded" : "recorded");
    pawl_model_free(model);
  }
}

/* The value at zero of a function that asks for it exactly. */
static void equality_is_seen(void **state)
{
  (void)state;
  pawl_model *model =
      model_of("", "function(q) if q[1] == 0 then return {1, 0} end return {math.sin(q[1])/q[1], 0} end");
  pawl_jet x[5] = {{0.5, 0, 0}}, out[2];
  pawl_error e = {0};
  assert_int_equal(ask(model, x, true, out, &e), PAWL_OK);
  assert_true(fabs(out[0].v - sin(0.5) / 0.5) < 1e-15);
  x[0].v = 0;
  assert_int_equal(ask(model, x, true, out, &e), PAWL_OK);
  assert_true(out[0].v == 1);
  pawl_model_free(model);
}

/* Sums of constants and multiples of the arguments, however they are written, and nothing else. */
static void what_is_linear_is_known(void **state)
{
  (void)state;
  static const struct {
    const char *function;
    bool linear;
  } cases[] = {
      {"function(q, v, t) return {2*q[1] - v.x/3, -(q.y - t) + 5} end", true},
      {"function(q) return {1, 2} end", true},
      {"function(q) return {q[1], math.sin(1)*q.y} end", true},
      {"function(q, v, t) local s = 0 for i = 1, #q do s = s + i*(q[i] - 2*v[i])/7 end return {s, "
       "math.rad(t)} end",
       true},
      {"function(q, v, t) return {q[1]*v[1], 0} end", false},
      {"function(q, v, t) return {0, 1/(3 + t)} end", false},
      {"function(q) return {q[1]^2, 0} end", false},
      {"function(q) return {0, math.abs(q[1])} end", false},
      {"function(q) return {math.max(0, q[1]), 0} end", false},
      {"function(q, v, t) return {math.exp(-(t - 3)^2), q[1]} end", false},
      {"function(q) return {0, 2^q[1]} end", false},
      {"function(q) return {q[1] > 0 and 1 or 2, 0} end", false}, /* is not recorded */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pawl_model *model = model_of("", cases[i].function);
    const int function = own_of(model)->force.function;
    pawl_jet x[5] = {{0.25, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, out[2];
    pawl_error e = {0};
    assert_false(pawl_function_is_linear(model, function)); /* not known yet */
    assert_int_equal(ask(model, x, true, out, &e), PAWL_OK);
    if (pawl_function_is_linear(model, function) != cases[i].linear)
      fail_msg("%s is %s", cases[i].function, cases[i].linear ? "not linear" : "linear");
    pawl_model_free(model);
  }
}

/* Second differences of what counts as linear are rounding, at random places; and some of 300 random functions do. */
static void linear_functions_are_straight(void **state)
{
  (void)state;
  int linear = 0;
  for (unsigned s = 1; s <= 300; s++) {
    unsigned seed = s * 104729;
    char first[2000], second[2000], function[4200];
    write(first, sizeof first, &seed, (int)s % 3);
    write(second, sizeof second, &seed, 1);
    snprintf(function, sizeof function, "function(q, v, t) return { %s, %s } end", first, second);
    pawl_model *model = model_of(names, function);
    pawl_jet x[3][5], out[3][2];
    for (int i = 0; i < 5; i++) {
      double at = 4 * roll(&seed) - 2, way = 4 * roll(&seed) - 2;
      for (int k = 0; k < 3; k++)
        x[k][i] = (pawl_jet){at + k * way, 0, 0, 0};
    }
    pawl_error e = {0};
    bool good = true;
    for (int k = 0; k < 3; k++)
      good = good && ask(model, x[k], true, out[k], &e) == PAWL_OK;
    bool said = pawl_function_is_linear(model, own_of(model)->force.function);
    for (int i = 0; i < 2 && said && good; i++) {
      double bend = out[0][i].v - 2 * out[1][i].v + out[2][i].v, size = fabs(out[1][i].v) + fabs(out[2][i].v);
      if (!(fabs(bend) <= 1e-13 * (1 + size)))
        fail_msg("%s bends by %g", function, bend);
    }
    linear += said;
    pawl_model_free(model);
  }
  print_message("%d of 300 functions are linear\n", linear);
  assert_true(linear > 10 && linear < 200);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_recording_is_the_function),
      cmocka_unit_test(what_decides_is_not_recorded),
      cmocka_unit_test(equality_is_seen),
      cmocka_unit_test(what_is_linear_is_known),
      cmocka_unit_test(linear_functions_are_straight),
  };
  return cmocka_run_group_tests_name("model/tape", tests, NULL, NULL);
}
