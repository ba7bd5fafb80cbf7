/* Functions of a model during a run: values, derivatives against differences, and the sentences of wrong ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/error.h"
#include "model/model.h"

static pawl_model *parse(const char *text)
{
  pawl_error e = {0};
  pawl_model *model = NULL;
  if (pawl_model_parse(&model, text, "m.lua", NULL, &e) != PAWL_OK)
    fail_msg("%s: %s\n  from %s", e.where, e.text, text);
  return model;
}

/* A model whose output "f" is the function with that text, written on line 3. */
static pawl_model *model_of(const char *function)
{
  char text[1024];
  snprintf(text, sizeof text, "planar {}  body 'b' { mass = 1 }\nlocal up = 2\noutput 'f' { %s }", function);
  return parse(text);
}

static const pawl_signal *signal_of(const pawl_model *model, const char *name)
{
  return &((const pawl_output *)model->parts[pawl_model_find(model, name)]->fields)->value;
}

/* Channels of the test: "two" is 2, "f" is the model's own function, others are refused. */
static int read_channel(void *context, const char *name, double *value, pawl_error *error)
{
  const pawl_model *model = context;
  *value = 2;
  if (strcmp(name, "two") == 0)
    return 0;
  if (strcmp(name, "silent") == 0)
    return 1;
  if (strcmp(name, "f") == 0 || strcmp(name, "g") == 0) {
    pawl_reader reader = {context, read_channel};
    return pawl_signal_value(model, signal_of(model, name), 1, &reader, value, error) != PAWL_OK;
  }
  return pawl_fail(error, PAWL_BAD_MODEL, NULL, "no channel is called '%s'", name) != PAWL_OK;
}

static void check_error(const pawl_error *e, const char *where, const char *text)
{
  if (e->status != PAWL_BAD_MODEL || strcmp(e->where, where) != 0 || strcmp(e->text, text) != 0)
    fail_msg("\n  expected %s: %s\n  got      %d %s: %s", where, text, e->status, e->where, e->text);
}

/* ---- values ---- */

static double value_of(pawl_model *model, const char *name, double t)
{
  pawl_reader reader = {model, read_channel};
  pawl_error e = {0};
  double value = NAN;
  if (pawl_signal_value(model, signal_of(model, name), t, &reader, &value, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
  return value;
}

static void functions_give_values(void **state)
{
  (void)state;
  pawl_model *model = parse("planar {}  body 'b' { mass = 1 }\n"
                            "output 'f' { function(t, s) return 10*t + s['two'] end }\n"
                            "output 'g' { function(t, s) return s.f + s.two * t end }\n"
                            "output 'c' { 5 }\n"
                            "output 'i' { function() return 7 // 2 end }\n"
                            "output 'k' { math.sin }\n");
  assert_true(value_of(model, "f", 0.5) == 7);
  assert_true(value_of(model, "g", 3) == 18); /* reads f, whose time is 1 */
  assert_true(value_of(model, "c", 3) == 5);
  assert_true(value_of(model, "i", 3) == 3);
  assert_true(fabs(value_of(model, "k", 0.5) - sin(0.5)) < 1e-16);
  pawl_model_free(model);
}

static const struct {
  const char *function, *where, *sentence;
} wrong_values[] = {
    {"function(t) return 0/0 end", "m.lua:3", "output \"f\": the function returned nan at t = -1 s"},
    {"\n\nfunction(t)\n return 1/0 end", "m.lua:5", "output \"f\": the function returned inf at t = -1 s"},
    {"function(t)\n return -1e101 end", "m.lua:3",
     "output \"f\": the function returned -1e+101 (too large to compute with) at t = -1 s"},
    {"math.sqrt", "m.lua:3", "output \"f\": the function returned nan at t = -1 s"},
    {"function(t) return 'x' end", "m.lua:3", "output \"f\": the function returned a string at t = -1 s"},
    {"function(t) end", "m.lua:3", "output \"f\": the function returned nil at t = -1 s"},
    {"function(t, s) return s end", "m.lua:3",
     "output \"f\": the function returned the channels at t = -1 s"},
    {"function(t)\n return t.x end", "m.lua:4", "attempt to index a number value (local 't')"},
    {"function(t) return undefined_name end", "m.lua:3", "unknown name 'undefined_name'"},
    {"function(t, s) return s['hinge.angle'] end", "m.lua:3", "no channel is called 'hinge.angle'"},
    {"function(t, s) return s['silent'] end", "m.lua:3", "a channel cannot be read"},
    {"function(t, s) return s[1] end", "m.lua:3", "the name of a channel must be a string, not a number"},
    {"function(t, s) s.x = 1 end", "m.lua:3", "channels can be read, not written"},
    {"function(t, s) return 1 + s.f end", "m.lua:3",
     "functions call each other too deeply: an endless recursion?"},
    {"function(t) error { t } end", "m.lua:3", "error with a table instead of a string"},
    {"function(t)\n while true do end end", "m.lua:4",
     "a function of the model ran for more than 10 million instructions: an endless loop?"},
    {"function(t) while true do ('a'):rep(100):find('.-.-.-b') end end", "m.lua:3",
     "a function of the model ran for more than 10 million instructions: an endless loop?"},
    {"function(t) local x = {} while true do x = {x, x, x} end end", "m.lua:3",
     "a function of the model ran for more than 10 million instructions: an endless loop?"},
    {"function(t) body 'c' { mass = 1 } end", "m.lua:3",
     "body: only possible while the model is read, not in a function during a run"},
    {"function(t) parameter 'c' { 1 } end", "m.lua:3",
     "parameter: only possible while the model is read, not in a function during a run"},
    {"function(t) include 'c' end", "m.lua:3",
     "include: only possible while the model is read, not in a function during a run"},
    {"function(t) return ground:at{0, 0} end", "m.lua:3",
     "ground:at: only possible while the model is read, not in a function during a run"},
};

static void wrong_values_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof wrong_values / sizeof *wrong_values; i++) {
    pawl_model *model = model_of(wrong_values[i].function);
    pawl_reader reader = {model, read_channel};
    for (int again = 0; again < 2; again++) { /* a failed call leaves nothing behind */
      pawl_error e = {0};
      double value = 42;
      assert_int_equal(pawl_signal_value(model, signal_of(model, "f"), -1, &reader, &value, &e),
                       PAWL_BAD_MODEL);
      assert_true(value == 42);
      check_error(&e, wrong_values[i].where, wrong_values[i].sentence);
    }
    pawl_model_free(model);
  }
}

static void memory_of_a_run_is_limited(void **state)
{
  (void)state;
  pawl_model *model =
      parse("planar {}  body 'b' { mass = 1 }\nlocal kept, n = {}, 0\nlocal k = ('x'):rep(1024)\n"
            "output 'f' { function(t) n = n + 1 kept[n] = k:rep(10*1024) .. n return 1 end }");
  pawl_error e = {0};
  double value;
  int calls = 0;
  while (pawl_signal_value(model, signal_of(model, "f"), 1, NULL, &value, &e) == PAWL_OK)
    assert_true(++calls < 30);
  assert_true(calls >= 20);
  check_error(&e, "m.lua:4", "the model used more than 256 MiB of memory");
  pawl_model_free(model);
}

/* ---- derivatives ---- */

static const char *const smooth[] = {
    "t",
    "3",
    "-t",
    "t + 2 * t - t / 3 - 1 / (1 + t)",
    "t^3 - 2^t + t^t + t^0 + t^1 + t^2 + t^-1.5",
    "5 * math.sin(2 * t) * math.cos(t^2) + math.tan(t / 3)",
    "math.asin(t / 4) + math.acos(t / 5) + math.atan(t) + math.atan(t, 2) + math.atan(2 * t, -t^2) + "
    "math.atan(-1, t)",
    "math.exp(-t) * math.log(t) + math.log(t, 2) + math.log(t, 10) + math.log(2, t + 1) + math.log(t + 1, 3)",
    "math.sqrt(t) + math.abs(t - 5) + math.abs(t + 5) + math.deg(t) + math.rad(t) + math.pow(t, 2.5)",
    "math.min(t^2, t^3, 4) + math.max(t, 2 * t) + math.fmod(t, 0.7) + math.fmod(-t, 0.3)",
    "t % 0.7 + (-t) % 0.7 + t % -0.7 + 5 % t + (t // 0.5) * t + math.floor(t) * t + math.ceil(t) / t",
    "select(2, math.modf(t^2)) * math.modf(10 * t)",
    "(math.tointeger(t) and 1 or 2) * t + (t < 1 and t or 2 * t) + (1 <= t and t^2 or 0) + (t > t^2 and 1 or "
    "t^3)",
    "(type(t) == 'number' and math.type(t) == 'float') and t * up or 0",
    "(t == t and t ~= t + 1) and tonumber(t) * tonumber(tostring(2)) or 0",
    "({1, 5, 9})[math.floor(t) + 1] * t^2",
    "(function() local x = 0 for i = 1, 10 do x = x + math.sin(i * t) / i end return x end)()",
};

static void take_jet(const pawl_model *model, double t, double jet[3])
{
  pawl_error e = {0};
  if (pawl_signal_jet(model, signal_of(model, "f"), t, jet, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
}

/* The value is that of the plain function, bit for bit; each derivative is the central difference of the one
 * before it. */
static void derivatives_are_those_of_differences(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
    char text[512];
    snprintf(text, sizeof text, "function(t) return %s end", smooth[i]);
    pawl_model *model = model_of(text);
    for (double t = 0.3123; t < 2.9; t += 0.4111) {
      const double h = 1e-6;
      double jet[3], left[3], right[3];
      take_jet(model, t, jet);
      take_jet(model, t - h, left);
      take_jet(model, t + h, right);
      assert_true(jet[0] == value_of(model, "f", t));
      for (int k = 0; k < 2; k++) {
        double difference = (right[k] - left[k]) / (2 * h);
        if (!(fabs(jet[k + 1] - difference) < 2e-8 * (1 + fabs(jet[k + 1]) + fabs(jet[k]))))
          fail_msg("%s at %g: derivative %d is %.15g, differences say %.15g", smooth[i], t, k + 1, jet[k + 1],
                   difference);
      }
    }
    pawl_model_free(model);
  }
}

static void known_derivatives(void **state)
{
  (void)state;
  double jet[3];
  pawl_model *model = model_of("function(t) return math.sin(3*t) end");
  take_jet(model, 0, jet);
  assert_true(jet[0] == 0 && jet[1] == 3 && jet[2] == 0);
  pawl_model_free(model);
  model = model_of("4"); /* constants touch no Lua */
  take_jet(model, 9, jet);
  assert_true(jet[0] == 4 && jet[1] == 0 && jet[2] == 0);
  pawl_model_free(model);
  model = model_of("function(t) return t^3 + math.sqrt(0*t) + 0^t end"); /* no 0 * infinity */
  take_jet(model, 1, jet);
  assert_true(jet[0] == 1 && jet[1] == 3 && jet[2] == 6);
  pawl_model_free(model);
}

static const struct {
  const char *function, *where, *sentence;
} wrong_motions[] = {
    {"function(t, s) return s['two'] end", "m.lua:3", "a prescribed motion is a function of time alone"},
    {"function(t, s)\n local x = s.two return t end", "m.lua:4",
     "a prescribed motion is a function of time alone"},
    {"function(t) return math.sqrt(t - 1) end", "m.lua:3",
     "output \"f\": the derivative of the function is inf at t = 1 s"},
    {"function(t) return (t - 1)^1.5 end", "m.lua:3",
     "output \"f\": the second derivative of the function is inf at t = 1 s"},
    {"function(t) return math.log(t - 2) end", "m.lua:3",
     "output \"f\": the function returned nan at t = 1 s"},
    {"function(t) return t + 'x' end", "m.lua:3", "attempt to perform arithmetic on a string value"},
    {"function(t) return t + nil end", "m.lua:3", "attempt to perform arithmetic on a nil value"},
    {"function(t) return t .. 'x' end", "m.lua:3", "attempt to concatenate a number value (local 't')"},
    {"function(t) return {} end", "m.lua:3", "output \"f\": the function returned a table at t = 1 s"},
    {"function(t) return t.x end", "m.lua:3", "attempt to index a number value (local 't')"},
    {"function(t) return math.sin() end", "m.lua:3",
     "bad argument #1 to 'sin' (number expected, got no value)"},
    {"function(t) while true do t = t + 1 end end", "m.lua:3",
     "a function of the model ran for more than 10 million instructions: an endless loop?"},
};

static void wrong_motions_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof wrong_motions / sizeof *wrong_motions; i++) {
    pawl_model *model = model_of(wrong_motions[i].function);
    pawl_error e = {0};
    double jet[3];
    assert_int_equal(pawl_signal_jet(model, signal_of(model, "f"), 1, jet, &e), PAWL_BAD_MODEL);
    check_error(&e, wrong_motions[i].where, wrong_motions[i].sentence);
    pawl_model_free(model);
  }
}

/* ---- memory ---- */

static void *count_calls(void *context, void *old, size_t old_size, size_t size)
{
  (void)old_size;
  ++*(int *)context;
  if (size == 0) {
    free(old);
    return NULL;
  }
  return realloc(old, size);
}

static void plain_values_need_no_memory(void **state)
{
  (void)state;
  int calls = 0;
  pawl_memory memory = {count_calls, &calls};
  pawl_reading how = {.memory = &memory};
  pawl_model *model;
  assert_int_equal(
      pawl_model_parse(&model,
                       "planar {}  body 'b' { mass = 1 }\n"
                       "output 'f' { function(t, s) return 2 - 0.1 * s['two'] * math.sin(t) end }",
                       "m.lua", &how, NULL),
      PAWL_OK);
  value_of(model, "f", 0);
  calls = 0;
  for (int i = 0; i < 1000; i++)
    value_of(model, "f", i);
  assert_int_equal(calls, 0);
  pawl_model_free(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_give_values),       cmocka_unit_test(wrong_values_get_their_sentence),
      cmocka_unit_test(memory_of_a_run_is_limited),  cmocka_unit_test(derivatives_are_those_of_differences),
      cmocka_unit_test(known_derivatives),           cmocka_unit_test(wrong_motions_get_their_sentence),
      cmocka_unit_test(plain_values_need_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
