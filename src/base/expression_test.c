/* The language of expressions: values, units and sentences; every function of its table against its closed form; random expressions
 * against their own trees. */
#include "base/expression.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"

/* ---- a vocabulary ---- */

static const struct {
  const char *name, *unit;
  double value;
} channels[] = {{"a.x", "m", 3},         {"a.v", "m/s", 2},      {"h.angle", "rad", 0.5},
                {"h.speed", "rad/s", 4}, {"h.torque", "N m", 6}, {"n.mode", "1", 7},
                {"u.v", "V", 9},         {"w.v", "A", 10},       {"cam-1.x", "m", 11},
                {"my column", "", 12},   {"f.kn", "kN", 2},      {"2nd.x", "m", 13},
                {"free", NULL, 14}};
enum { CHANNELS = sizeof channels / sizeof *channels };

static int find(void *context, const char *name, size_t length, const char **unit)
{
  (void)context;
  for (int i = 0; i < CHANNELS; i++)
    if (strlen(channels[i].name) == length && strncmp(channels[i].name, name, length) == 0) {
      *unit = channels[i].unit;
      return i;
    }
  return -1;
}

static const char *part(void *context, const char *name, size_t length)
{
  (void)context;
  static const char *const parts[] = {"hit", "hit-2"};
  for (int i = 0; i < 2; i++)
    if (strlen(parts[i]) == length && strncmp(parts[i], name, length) == 0)
      return parts[i];
  return NULL;
}

static const char *near(void *context, const char *name, bool of_part)
{
  (void)context;
  const char *names[CHANNELS] = {"hit"};
  for (int i = 0; i < CHANNELS && !of_part; i++)
    names[i] = channels[i].name;
  return pawl_nearest(name, names, of_part ? 1 : CHANNELS);
}

static const char *const kinds[] = {"impact", "open", NULL};
static const pawl_vocabulary words = {.find = find, .part = part, .near = near, .kinds = kinds};

static double value_of(const pawl_node *node)
{
  double values[CHANNELS];
  for (int i = 0; i < CHANNELS; i++)
    values[i] = channels[i].value;
  const pawl_row_of row = {.time = 0.25, .values = values};
  return pawl_node_value(node, &row);
}

/* ---- values and units ---- */

static void values_have_units(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double value;
    const char *unit;
  } cases[] = {{"1", 1, ""},
               {" .5e1 ", 5, ""},
               {"2 + 3*4", 14, ""},
               {"(2 + 3)*4", 20, ""},
               {"2^3^2", 512, ""},
               {"-2^2", -4, ""},
               {"2^-1", 0.5, ""},
               {"10 - 4 - 3", 3, ""},
               {"16/4/2", 2, ""},
               {"- -3", 3, ""},
               {"50*cm", 0.5, "m"},
               {"2*kN/cm", 2e5, "N/m"},
               {"180*deg/pi", 1, "rad"},
               {"a.x", 3, "m"},
               {"t", 0.25, "s"},
               {"time", 0.25, "s"},
               {"a.x*2", 6, "m"},
               {"a.x/a.v", 1.5, "s"},
               {"a.x/t + a.v", 14, "m/s"},
               {"a.x^2", 9, "m^2"},
               {"a.x^0.5", 1.7320508075688772, "m^0.5"},
               {"sqrt(a.x*a.x)", 3, "m"},
               {"h.angle/deg", 28.64788975654116, ""},
               {"h.angle*0.5", 0.25, "rad"},
               {"h.angle + 1", 1.5, "rad"},
               {"h.speed*0.3*m", 1.2, "m/s"},
               {"h.speed*0.3*m - a.v", -0.8, "m/s"},
               {"h.torque", 6, "N m"},
               {"h.torque*h.angle", 3, "J"},
               {"h.torque*h.speed", 24, "W"},
               {"h.torque/h.angle", 12, "N m/rad"},
               {"n.mode", 7, ""},
               {"u.v/2", 4.5, "V"},
               {"u.v + u.v", 18, "V"},
               {"u.v*w.v", 90, ""},
               {"cam-1.x", 11, "m"},
               {"cam-1.x-a.x", 8, "m"},
               {"\"my column\"", 12, ""},
               {"'my column'+1", 13, ""},
               {"2nd.x", 13, "m"},
               {"f.kn", 2000, "N"},
               {"f.kn*a.x", 6000, "J"},
               {"free + a.x", 17, "m"},
               {"1/t", 4, "1/s"},
               {"0 + a.x", 3, "m"},
               {"max(a.x, 0)", 3, "m"},
               {"max(a.x, 4*m)", 4, "m"},
               {"atan2(a.x, a.x)", 0.7853981633974483, "rad"},
               {"hypot(a.x, 4*m)", 5, "m"},
               {"sin(30*deg)", 0.5, ""},
               {"sign(-a.v)", -1, ""},
               {"a.x*a.v*kg", 6, "N m s"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pawl_arena arena;
    pawl_error error = {0};
    pawl_expression *e;
    pawl_arena_open(&arena, NULL);
    if (pawl_expression_read(&e, cases[i].text, "--plot", &words, &arena, &error) != PAWL_OK)
      fail_msg("%s", error.text);
    double got = value_of(e->root);
    if (!(fabs(got - cases[i].value) <= 2e-16 * fabs(got)) || strcmp(e->unit, cases[i].unit) != 0)
      fail_msg("%s is %.17g %s, not %.17g %s", cases[i].text, got, e->unit, cases[i].value, cases[i].unit);
    pawl_arena_close(&arena);
  }
}

static void mistakes_are_sentences(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"", "'', column 1: there is nothing"},
      {"1 +", "'1 +', column 4: something is missing at the end"},
      {"(1", "'(1', column 1: this bracket is not closed"},
      {"1)", "'1)', column 2: this bracket was not opened"},
      {"1, 2", "'1, 2', column 2: a comma outside of brackets"},
      {"1 2", "'1 2', column 3: an operator is missing before this"},
      {"(1 2)", "'(1 2)', column 4: a ')' or an operator is missing before this"},
      {"*2", "'*2', column 1: a number, a name or a bracket is missing before this"},
      {"2 $ 3", "'2 $ 3', column 3: an operator is missing before this"},
      {"1.2.3", "'1.2.3', column 1: '1.2.3' is not a number"},
      {"1e999", "'1e999', column 1: this number is too large"},
      {"2cm", "'2cm', column 2: an operator is missing before 'cm': write 2*cm"},
      {"\"a.x", "'\"a.x', column 1: the quoted name does not end"},
      {"a.y", "'a.y', column 1: there is no channel 'a.y'; did you mean 'a.x'?"},
      {"φ.x + 1", "'φ.x + 1', column 1: there is no channel 'φ.x'; did you mean 'a.x'?"},
      {"1 + φ + zzz.zzz", "'1 + φ + zzz.zzz', column 5: there is no channel or unit 'φ'"},
      {"2*kM", "'2*kM', column 3: there is no channel or unit 'kM'; did you mean 'km'?"},
      {"maks(a.x)", "'maks(a.x)', column 1: there is no function 'maks'; did you mean 'max'?"},
      {"qqqqqq(1)", "'qqqqqq(1)', column 1: there is no function 'qqqqqq'"},
      {"abs(1, 2)", "'abs(1, 2)', column 1: abs takes 1 argument, abs(x), not 2"},
      {"max(1, 2, 3)", "'max(1, 2, 3)', column 1: max takes 1 to 2 arguments, not 3"},
      {"max()", "'max()', column 1: max takes 1 to 2 arguments, not 0"},
      {"max(1,)", "'max(1,)', column 7: a number, a name or a bracket is missing before this"},
      {"max(1 2)", "'max(1 2)', column 7: a ',' or ')' is missing before this"},
      {"max(1, 2", "'max(1, 2', column 4: this bracket is not closed"},
      {"a.x + a.v", "'a.x + a.v', column 5: m and m/s cannot be added"},
      {"a.x - 3", "'a.x - 3', column 5: m and a pure number cannot be subtracted"},
      {"1 + 2*(a.x + t)", "'1 + 2*(a.x + t)', column 12: m and s cannot be added"},
      {"u.v + w.v", "'u.v + w.v', column 5: V and A cannot be added"},
      {"max(a.x, t)", "'max(a.x, t)', column 1: m and s cannot be compared"},
      {"sin(a.x)", "'sin(a.x)', column 1: sin wants a pure number, not m"},
      {"acos(a.x)", "'acos(a.x)', column 1: acos wants a pure number, not m"},
      {"2^a.x", "'2^a.x', column 2: an exponent is a pure number, not m"},
      {"a.x^n.mode", "'a.x^n.mode', column 4: m is raised to constant powers only"},
      {"cross(a.x, 2)", "'cross(a.x, 2)', column 1: cross wants a level in m, not a pure number"},
      {"cross(a.x, a.x)",
       "'cross(a.x, a.x)', column 1: the second argument of cross is one number, not one in each row"},
      {"cross(a.x, 0, 0)", "'cross(a.x, 0, 0)', column 1: n is a whole number: 1, 2, …, or -1 for the last"},
      {"cross(a.x, 0, 1.5)",
       "'cross(a.x, 0, 1.5)', column 1: n is a whole number: 1, 2, …, or -1 for the last"},
      {"at(a.x, 3)", "'at(a.x, 3)', column 1: at wants a time, 0.5*s, not a pure number"},
      {"count()", "'count()', column 7: count wants a part: count(hit)"},
      {"count(hot)", "'count(hot)', column 7: there is no part 'hot'; did you mean 'hit'?"},
      {"count(hit-3)", "'count(hit-3)', column 7: there is no part 'hit-3'; did you mean 'hit'?"},
      {"count(hit:impakt)",
       "'count(hit:impakt)', column 11: there are no events of the kind 'impakt'; did you mean 'impact'?"},
      {"lost(hit:open)", "'lost(hit:open)', column 9: a ',' or ')' is missing before this"},
      {"when(hit, 0)", "'when(hit, 0)', column 1: n is a whole number: 1, 2, …, or -1 for the last"},
      {"\033[31m", "'?[31m', column 1: a number, a name or a bracket is missing before this"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pawl_arena arena;
    pawl_error error = {0};
    pawl_expression *e;
    pawl_arena_open(&arena, NULL);
    assert_int_equal(pawl_expression_read(&e, cases[i][0], "", &words, &arena, &error), PAWL_BAD_CALL);
    assert_string_equal(error.text, cases[i][1]);
    assert_null(e);
    pawl_arena_close(&arena);
  }
}

static void depth_and_length_have_limits(void **state)
{
  (void)state;
  static char text[6000];
  static const char *const repeated[] = {"(", "-", "2^", "abs(", "1+", "φ"};
  for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
    pawl_arena arena;
    pawl_error error = {0};
    pawl_expression *e;
    for (size_t most = 300; most < sizeof text; most *= 15) {
      text[0] = 0;
      while (strlen(text) + 8 < most)
        strcat(text, repeated[i]);
      pawl_arena_open(&arena, NULL);
      error = (pawl_error){0};
      assert_int_equal(pawl_expression_read(&e, text, "", &words, &arena, &error), PAWL_BAD_CALL);
      assert_non_null(*error.text ? error.text : NULL);
      pawl_arena_close(&arena);
    }
  }
}

/* ---- every function in a row ---- */

static const struct {
  const char *name;
  long double (*one)(long double);
  double from, to; /* of arguments */
} closed[] = {{"abs", fabsl, -5, 5},   {"sqrt", sqrtl, 0, 9},       {"exp", expl, -9, 9},
              {"log", logl, 1e-3, 50}, {"log10", log10l, 1e-3, 50}, {"sin", sinl, -20, 20},
              {"cos", cosl, -20, 20},  {"tan", tanl, -1.5, 1.5},    {"asin", asinl, -1, 1},
              {"acos", acosl, -1, 1},  {"atan", atanl, -30, 30},    {"floor", floorl, -9, 9},
              {"ceil", ceill, -9, 9},  {"round", roundl, -9, 9}};

static long double two_of(const char *name, long double x, long double y)
{
  if (strcmp(name, "atan2") == 0)
    return atan2l(x, y);
  if (strcmp(name, "hypot") == 0)
    return sqrtl(x * x + y * y);
  if (strcmp(name, "min") == 0)
    return x < y ? x : y;
  if (strcmp(name, "max") == 0)
    return x < y ? y : x;
  if (strcmp(name, "mod") == 0)
    return x - y * floorl(x / y);
  fail_msg("%s has no closed form here", name);
  return 0;
}

static long double one_of(const char *name, double chance, double *x)
{
  *x = 3 * chance;
  if (strcmp(name, "sign") == 0)
    return *x > 0 ? 1 : *x < 0 ? -1 : 0;
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
    if (strcmp(closed[i].name, name) == 0) {
      *x = closed[i].from + (closed[i].to - closed[i].from) * 0.5 * (chance + 1);
      return closed[i].one(*x);
    }
  fail_msg("%s has no closed form here", name);
  return 0;
}

static double number_of(const char *text)
{
  pawl_arena arena;
  pawl_error error = {0};
  pawl_expression *e;
  pawl_arena_open(&arena, NULL);
  if (pawl_expression_read(&e, text, "", &words, &arena, &error) != PAWL_OK)
    fail_msg("%s", error.text);
  double x = value_of(e->root);
  pawl_arena_close(&arena);
  return x;
}

static void every_function_has_its_value(void **state)
{
  (void)state;
  unsigned long long seed = 15;
  for (const pawl_function *f = pawl_functions; f->name; f++)
    for (int i = 0; i < 300; i++) {
      char text[128];
      double x, y = 4 * pawl_chance(&seed), chance = i == 0 ? -1 : i == 1 ? 0 : pawl_chance(&seed);
      long double right = f->one ? one_of(f->name, chance, &x) : two_of(f->name, x = 9 * chance, y);
      snprintf(text, sizeof text, f->one ? "%s(%.17g)" : "%s(%.17g, %.17g)", f->name, x, y);
      double got = number_of(text);
      if (!(fabsl(got - right) <= 4e-16L * fmaxl(1, fabsl(right)) + 4e-16L * fabsl((long double)x)))
        fail_msg("%s = %.17g, not %.17Lg", text, got, right);
    }
}

/* The manual names every function. */
static void the_manual_has_all_functions(void **state)
{
  (void)state;
  static char manual[1 << 16];
  FILE *file = fopen("docs/measures.md", "r");
  assert_non_null(file);
  manual[fread(manual, 1, sizeof manual - 1, file)] = 0;
  fclose(file);
  for (int k = 0; k < 2; k++)
    for (const pawl_function *f = k ? pawl_reductions : pawl_functions; f->name; f++) {
      char call[32];
      snprintf(call, sizeof call, "`%s(", f->name);
      if (!strstr(manual, call))
        fail_msg("docs/measures.md does not name %s", f->name);
      assert_true(*f->doc && *f->arguments && f->least <= f->most);
    }
}

/* ---- random expressions ---- */

typedef struct {
  unsigned long long seed;
  char text[4000];
  size_t used;
} writing;

static void put(writing *w, const char *text)
{
  w->used += (size_t)snprintf(w->text + w->used, sizeof w->text - w->used, "%s%s",
                              pawl_chance(&w->seed) > 0.6 ? " " : "", text);
}

static int below(writing *w, int n)
{
  return (int)(0.5 * (pawl_chance(&w->seed) + 1) * n) % n;
}

/* Writes one and computes it on the way. `level`: 0 a sum may stand here without brackets, 1 a product, 2 a power, 3 a value. */
static double grow(writing *w, int depth, int level)
{
  char text[32];
  int kind = depth <= 0 ? 0 : below(w, 6);
  if (kind == 0) {
    double x = below(w, 1000) / 8.0;
    snprintf(text, sizeof text, "%.10g", x);
    put(w, text);
    return x;
  }
  if (kind == 1) {
    put(w, "(");
    double x = grow(w, depth - 1, 0);
    put(w, ")");
    return x;
  }
  if (kind == 2 && level <= 2) {
    put(w, "-");
    return -grow(w, depth - 1, 2);
  }
  if (kind == 3) {
    put(w, "max(");
    double x = grow(w, depth - 1, 0);
    put(w, ",");
    double y = grow(w, depth - 1, 0);
    put(w, ")");
    return x > y ? x : y;
  }
  bool sum = kind == 4 && level == 0, more = below(w, 2);
  if (!sum && level > 1)
    return grow(w, 0, 3);
  double x = grow(w, depth - 1, sum ? 0 : 1);
  put(w, sum ? more ? "+" : "-" : more ? "*" : "/");
  double y = grow(w, depth - 1, sum ? 1 : 2);
  return sum ? more ? x + y : x - y : more ? x * y : x / y;
}

static void random_expressions_have_their_values(void **state)
{
  (void)state;
  writing w = {.seed = 7};
  for (int i = 0; i < 3000; i++) {
    w.used = 0;
    double right = grow(&w, 6, 0);
    if (w.used > 3000)
      continue;
    double got = number_of(w.text);
    if (got != right && !(isnan(got) && isnan(right)))
      fail_msg("%s is %.17g, not %.17g", w.text, got, right);
  }
}

/* Words at random: each text is read, or has a sentence with a column, and nothing else happens. */
static void garbage_is_refused_or_read(void **state)
{
  (void)state;
  static const char *const pieces[] = {
      "1",     "2.5", "a.x", "t",  "max(",  "min(", "cross(", "count(", "hit",     ":",    "open",
      "(",     ")",   ",",   "+",  "-",     "*",    "/",      "^",      " ",       "m",    "kN",
      "\"",    "'",   ".",   "..", "e",     "1e",   "φ",      "\x80",   "cam-1.x", "sin(", "at(",
      "when(", "#",   "-1",  "0",  "lost(", "1e5",  "atan2(", "u.v",    "impulse("};
  writing w = {.seed = 99};
  int read = 0;
  for (int i = 0; i < 30000; i++) {
    pawl_arena arena;
    pawl_error error = {0};
    pawl_expression *e;
    char text[256] = "", why[PAWL_WHY];
    for (int n = 1 + below(&w, 9); n > 0; n--)
      strcat(text, pieces[below(&w, sizeof pieces / sizeof *pieces)]);
    pawl_arena_open(&arena, NULL);
    if (pawl_expression_read(&e, text, "", &words, &arena, &error) == PAWL_OK) {
      value_of(e->root);
      read++;
    } else if (!strstr(error.text, "', column "))
      fail_msg("%s: %s", text, error.text);
    pawl_arena_close(&arena);
    double x;
    pawl_quantity_read(text, "m", &x, why);
    pawl_expression_is_measure(text);
  }
  assert_true(read > 1000);
}

/* The n-th request for memory fails, n = 1, 2, 3 …: that is said. */
typedef struct {
  int left;
} starving;

static void *starve(void *context, void *old, size_t old_size, size_t size)
{
  starving *s = context;
  (void)old_size;
  if (size == 0) {
    free(old);
    return NULL;
  }
  return s->left-- > 0 ? realloc(old, size) : NULL;
}

static void memory_that_is_missing_is_told(void **state)
{
  (void)state;
  int failed = 0;
  for (int n = 0;; n++) {
    starving s = {n};
    const pawl_memory memory = {starve, &s};
    pawl_arena arena;
    pawl_error error = {0};
    pawl_expression *e;
    pawl_arena_open(&arena, &memory);
    pawl_status status = pawl_expression_read(&e, "max(a.x*2 - cross(a.v, 0)*a.v) + count(hit:open)*m", "",
                                              &words, &arena, &error);
    pawl_arena_close(&arena);
    if (status == PAWL_OK)
      break;
    assert_int_equal(status, PAWL_NO_MEMORY);
    failed++;
  }
  assert_true(failed > 0);
}

/* ---- quantities ---- */

static void quantities_fit_units(void **state)
{
  (void)state;
  static const struct {
    const char *text, *unit;
    double value;    /* NaN: refused */
    const char *why; /* then         */
  } cases[] = {{"50*cm", "m", 0.5, ""},
               {"50*cm", "", 0.5, ""},
               {"5*cm", "mm", 50, ""},
               {"30*deg", "deg", 30, ""},
               {"30*deg", "rad", 0.52359877559829882, ""},
               {"2*3.5", "N", 7, ""},
               {"-1.62", "m/s^2", -1.62, ""},
               {"2*kN/mm", "N/m or N m/rad", 2e6, ""},
               {"2*N*m/rad", "N/m or N m/rad", 2, ""},
               {"3*s", "N/m or N m/rad", NAN, "s is not N/m or N m/rad"},
               {"3*s", "m", NAN, "s is not m"},
               {"3*kg", "V", 3, ""},
               {"2*pi", "", 6.2831853071795862, ""},
               {"sqrt(2)", "", 1.4142135623730951, ""},
               {"2*t", "kg", 2000, ""},
               {"1/0", "", NAN, ""},
               {"abc", "m", NAN, "there is no unit 'abc'"},
               {"2*cmm", "m", NAN, "there is no unit 'cmm'; did you mean 'mm'?"},
               {"max(1)", "", NAN, "max takes 2 arguments, max(x, y), not 1"},
               {"a.x", "m", NAN, "there is no unit 'a.x'"},
               {"", "m", NAN, "there is nothing"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double x = NAN;
    char why[PAWL_WHY];
    bool good = pawl_quantity_read(cases[i].text, cases[i].unit, &x, why);
    if (good == isnan(cases[i].value) || (good && fabs(x - cases[i].value) > 1e-15 * fabs(x)) ||
        strcmp(why, cases[i].why) != 0)
      fail_msg("%s in %s: %.17g, '%s'", cases[i].text, cases[i].unit, x, why);
  }
}

static void units_are_read_and_written(void **state)
{
  (void)state;
  static const char *const same[] = {"",    "m",   "kg",  "s",     "m/s",    "m/s^2",   "N",
                                     "J",   "W",   "N/m", "N s/m", "kg m^2", "Pa",      "1/m",
                                     "m^2", "1/s", "N s", "rad",   "rad/s",  "rad/s^2", "kg/m^3"},
                           *const unknown[] = {"V", "m//s", "m/", "m^", "m^x", "kg*", "m s V"};
  char text[PAWL_UNIT_TEXT];
  pawl_dimension d;
  double factor;
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    assert_true(pawl_unit_read(same[i], &d, &factor) && factor == 1);
    assert_string_equal(pawl_unit_write(&d, text), same[i]);
  }
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    assert_false(pawl_unit_read(unknown[i], &d, &factor));
  assert_true(pawl_unit_read("kN/mm^2", &d, &factor) && fabs(factor - 1e9) < 1);
  assert_string_equal(pawl_unit_write(&d, text), "Pa");
}

static void lists_end_at_commas_outside_of_brackets(void **state)
{
  (void)state;
  assert_int_equal(pawl_expression_end("a.x,b", 0), 3);
  assert_int_equal(pawl_expression_end("max(a,b),c", 0), 8);
  assert_int_equal(pawl_expression_end("\"a,b\",c", 0), 5);
  assert_int_equal(pawl_expression_end("count(hit:open):c", ':'), 15);
  assert_int_equal(pawl_expression_end("a", ':'), 1);
  static const char *const is[] = {"a.x+1", "max(x)", "2*x", "'a b'", "2"}, *const is_not[] = {
                                                                                "a.x", "hit.f*", "*", "a"};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++)
    assert_true(pawl_expression_is(is[i], strlen(is[i])));
  for (size_t i = 0; i < sizeof is_not / sizeof *is_not; i++)
    assert_false(pawl_expression_is(is_not[i], strlen(is_not[i])));
  assert_true(pawl_expression_is_measure("max(x.y)/2"));
  assert_true(pawl_expression_is_measure("count(hit:what)"));
  assert_false(pawl_expression_is_measure("x.y - max(x.y)"));
  assert_false(pawl_expression_is_measure("max(x.y, 2)"));
  assert_false(pawl_expression_is_measure("hinge.angle"));
  assert_false(pawl_expression_is_measure("max("));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(values_have_units),
                                     cmocka_unit_test(mistakes_are_sentences),
                                     cmocka_unit_test(depth_and_length_have_limits),
                                     cmocka_unit_test(every_function_has_its_value),
                                     cmocka_unit_test(the_manual_has_all_functions),
                                     cmocka_unit_test(random_expressions_have_their_values),
                                     cmocka_unit_test(garbage_is_refused_or_read),
                                     cmocka_unit_test(memory_that_is_missing_is_told),
                                     cmocka_unit_test(quantities_fit_units),
                                     cmocka_unit_test(units_are_read_and_written),
                                     cmocka_unit_test(lists_end_at_commas_outside_of_brackets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
