/* The sandbox: what a model cannot reach, what it cannot use up, and that no input and no lack of memory does more
 * than give a sentence. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "model/lua_side.h"
#include "model/model.h"

#define HEAD "planar {}\nlocal b = body 'b' { mass = 1 }\n"

static pawl_status try_text(const char *text, pawl_error *e)
{
  pawl_model *model = NULL;
  *e = (pawl_error){0};
  pawl_status status = pawl_model_parse(&model, text, "m.lua", NULL, e);
  assert_int_equal(status, e->status);
  assert_int_equal(status == PAWL_OK, model != NULL);
  pawl_model_free(model);
  return status;
}

static void expect_sentence(const char *text, const char *where, const char *sentence)
{
  pawl_error e;
  try_text(text, &e);
  if (e.status != PAWL_BAD_MODEL || strcmp(e.where, where) != 0 || strcmp(e.text, sentence) != 0)
    fail_msg("\n  expected %s: %s\n  got      %s: %s\n  from %.200s", where, sentence, e.where, e.text, text);
}

static void expect_good(const char *text)
{
  pawl_error e;
  if (try_text(text, &e) != PAWL_OK)
    fail_msg("%s: %s\n  from %s", e.where, e.text, text);
}

/* ---- names ---- */

static void what_reaches_outside_is_refused(void **state)
{
  (void)state;
  static const char *const names[] = {"io",           "os",
                                      "require",      "package",
                                      "dofile",       "loadfile",
                                      "load",         "print",
                                      "warn",         "pcall",
                                      "xpcall",       "coroutine",
                                      "debug",        "collectgarbage",
                                      "rawget",       "rawset",
                                      "rawequal",     "setmetatable",
                                      "getmetatable", "next",
                                      "_G",           "rawlen",
                                      "math.random",  "math.randomseed",
                                      "string.dump",  "string.pack",
                                      "string.unpack"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[64], start[64];
    pawl_error e;
    snprintf(text, sizeof text, "\nlocal x = %s", names[i]);
    snprintf(start, sizeof start, "'%s' is not available in a model: ", names[i]);
    assert_int_equal(try_text(text, &e), PAWL_BAD_MODEL);
    assert_string_equal(e.where, "m.lua:2");
    assert_memory_equal(e.text, start, strlen(start));
  }
  expect_sentence(
      "io.open('/etc/passwd')", "m.lua:1",
      "'io' is not available in a model: read_table and include read files below the model's folder");
  expect_sentence(
      "local x = _ENV['os']", "m.lua:1",
      "'os' is not available in a model: read_table and include read files below the model's folder");
  expect_sentence("local s = ('').dump", "m.lua:1",
                  "'string.dump' is not available in a model: functions cannot be stored");
  expect_sentence("local x = _ENV[5]", "m.lua:1", "names are strings, not numbers");
  expect_sentence("local x = '10' + 1", "m.lua:1",
                  "attempt to perform arithmetic on a string value (constant '10')");
  expect_sentence("local x <close> = {}", "m.lua:1", "variable 'x' got a non-closable value");
}

static void what_is_safe_is_there(void **state)
{
  (void)state;
  expect_good(HEAD
              "local keys = ''\n"
              "for k, v in pairs { z = 1, a = 2, [3] = 3, [1] = 4, [2.5] = 5, [true] = 6, [false] = 7 } do\n"
              "  keys = keys .. tostring(k) .. v end\n"
              "assert(keys == 'false7true614' .. '2.55' .. '33' .. 'a2z1', keys)\n"
              "local t = { x = 1, y = 2 }\n"
              "for k in pairs(t) do t.y = nil; assert(k == 'x') end\n"
              "for k in pairs {} do error 'empty' end");
  expect_good(HEAD "local t = {}\n"
                   "for i = 1, 1000 do t[i] = { key = (i * 7919) % 10, i = i } end\n"
                   "table.sort(t, function(a, b) return a.key < b.key end)\n"
                   "for i = 2, 1000 do local a, b = t[i-1], t[i]\n"
                   "  assert(a.key < b.key or (a.key == b.key and a.i < b.i)) end\n"
                   "local s = { 5, 3, 1, 4, 2 } table.sort(s)\n"
                   "assert(table.concat(s, ',') == '1,2,3,4,5')");
  expect_good(
      HEAD
      "assert(tostring({}) == 'table' and tostring(type) == 'function' and tostring(nil) == 'nil')\n"
      "assert(('%5.1f|%s|%s'):format(2.25, b, true) == '  2.2|body \"b\"|true')\n"
      "assert(('a,b;c'):gsub('[,;]', '-') == 'a-b-c' and ('key = 5'):match('(%w+)%s*=%s*(%w+)') == 'key')\n"
      "assert(('x'):rep(3, '-') == 'x-x-x' and #('é') == 2 and utf8.len('é') == 1)\n"
      "local t = { 1, 2, 3 } table.insert(t, 1, 0) table.remove(t) table.insert(t, 9)\n"
      "assert(table.concat(t, ' ') == '0 1 2 9' and select('#', table.unpack(t)) == 4)\n"
      "assert(math.floor(2.7) == 2 and math.type(math.max(1, 2)) == 'integer' and math.pow(2, 3) == 8)\n"
      "assert(type(math.sin(1)) == 'number' and math.abs(-3) == 3 and pi == math.pi)\n"
      "assert(30*deg == math.rad(30) and 2*kN == 2000*N and 1*min == 60*s and 1*bar == 100*kPa)\n"
      "g = 5  assert(g == 5)");
}

/* ---- limits ---- */

#define LOOP "the model ran for more than 200 million instructions: an endless loop?"
#define FULL "the model used more than 256 MiB of memory"
#define DEEP "functions call each other too deeply: an endless recursion?"

#define NESTED "tables, parentheses, functions or operators are nested in each other too deeply"

static void limits_end_a_model(void **state)
{
  (void)state;
  static const struct {
    const char *text, *where, *sentence;
  } bombs[] = {
      {"\nwhile true do end", "m.lua:2", LOOP},
      {"\n::again:: goto again", "m.lua:2", LOOP},
      {"local function f() return f() end\nf()", "m.lua:1", LOOP},
      {"\nlocal function f() return 1 + f() end f()", "m.lua:2", DEEP},
      {"local t = {}\nwhile true do t[#t + 1] = {} end", "m.lua:2", FULL},
      {"local s = 'x'\nwhile true do s = s .. s end", "m.lua:2", FULL},
      {"\nlocal s = ('x'):rep(1e9)", "m.lua:2", FULL},
      {"\nfor i = 1, 1e9 do local s = ('x'):rep(1e8) end", "m.lua:2", LOOP},
      {"\nlocal s = (''):rep(1e18)", "m.lua:2", LOOP},
      {"table.move({}, 1, 1e15, 2)", "m.lua:1", LOOP},
      {"local t = {} for i = 1, 300 do t[i] = i end table.unpack(t, 1, 1e9)", "m.lua:1",
       "too many results to unpack"},
      {"('a'):rep(60):find('.-.-.-.-.-.-.-b')", "m.lua:1",
       "this pattern could take too long on a text of 60 characters"},
      {"('a'):rep(1e5):match('(.-)(.-)b')", "m.lua:1",
       "this pattern could take too long on a text of 100000 characters"},
      {"('a'):rep(40):gsub(('a?'):rep(40) .. 'b', '')", "m.lua:1",
       "this pattern could take too long on a text of 40 characters"},
      {"local x = ('x'):rep(2e6):byte(1, -1)", "m.lua:1", "stack overflow (string slice too long)"},
      {"string.format('%1000d', 1)", "m.lua:1", "invalid conversion specification: '%1000d'"},
      {"string.format('%p', 'x')", "m.lua:1",
       "string.format: '%p' is not available in a model: addresses change from run to run"},
      {"string.format('%s', {})", "m.lua:1",
       "bad argument #2 to 'format' (number or string expected, got table)"},
      {"for k in pairs { [{}] = 1 } do end", "m.lua:1",
       "pairs: keys that are not numbers or strings have no order"},
      {HEAD "for i = 1, 1e7 do expect { 'x', value = 1, tolerance = 1 } end", "m.lua:3", FULL},
      {HEAD "for i = 1, 1e7 do expect { ('x'):rep(1e6), value = 1, tolerance = 1 } end", "m.lua:3", FULL},
      {HEAD "error(('x'):rep(1e6, '\\n'):sub(1, 3))", "m.lua:3", "x x"},
  };
  for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++)
    expect_sentence(bombs[i].text, bombs[i].where, bombs[i].sentence);
}

/* A table with values at 1, 2, 4 … 2^62 has so many elements by Lua's count. */
static void tables_with_holes_end_a_model(void **state)
{
  (void)state;
  static const char *const calls[] = {"table.insert(t, 1, 0)", "table.remove(t, 1)", "table.sort(t)",
                                      "table.concat(t)", "table.concat(t, '', 1, 1 << 62)"};
  for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
    char text[2048] = "local t = {";
    for (int i = 0; i < 63; i++)
      sprintf(text + strlen(text), "[1<<%d]=1,", i);
    sprintf(text + strlen(text), "} assert(#t > 1<<60) %s", calls[c]);
    expect_sentence(text, "m.lua:1", LOOP);
  }
}

static void nesting_in_the_text_is_limited(void **state)
{
  (void)state;
  enum { DEPTH = 100000 };
  char *text = malloc(DEPTH + 16);
  assert_non_null(text);
  memcpy(text, "\n\nx=", 4);
  memset(text + 4, '(', DEPTH);
  text[DEPTH + 4] = 0;
  pawl_error e;
  assert_int_equal(try_text(text, &e), PAWL_BAD_MODEL);
  assert_string_equal(e.text, NESTED);
  assert_string_equal(e.where, "m.lua:3");
  memset(text + 4, '{', DEPTH);
  assert_int_equal(try_text(text, &e), PAWL_BAD_MODEL);
  assert_string_equal(e.text, NESTED);
  assert_string_equal(e.where, "m.lua:3");
  free(text);
}

/* A live set near the limit with much garbage: collecting makes room, the model goes on. */
static void garbage_is_not_counted(void **state)
{
  (void)state;
  expect_good(HEAD "local k = ('x'):rep(1024)\n"
                   "local keep = k:rep(100*1024)\n"
                   "for i = 1, 25 do local s = k:rep(70*1024) end");
}

/* ---- all kinds of wrong values ---- */

static const char *const values[] = {
    "nil",
    "true",
    "false",
    "5",
    "-5",
    "2.5",
    "0/0",
    "1/0",
    "-1/0",
    "1e308",
    "'x'",
    "''",
    "'ground'",
    "'b'",
    "'h'",
    "'a\\0b'",
    "{}",
    "{1}",
    "{1,2}",
    "{1,2,3}",
    "{1,2,3,4}",
    "{1,2,3,4,5,6}",
    "{1,2,3,4,5,6,7}",
    "{{}}",
    "{x=1}",
    "{nil,2}",
    "{0/0,1}",
    "{0/0,0/0,0/0}",
    "function() end",
    "math",
    "math.sin",
    "_ENV",
    "ground",
    "b",
    "h",
    "b:at{0,0}",
    "b:at{0,0,0}",
    "('x'):rep(1e5)",
    "{[{}]=1}",
    "body 'q'",
};

static void check_sentence(const pawl_error *e, const char *kind, const char *text)
{
  bool good = e->status == PAWL_OK || (e->status == PAWL_BAD_MODEL && e->text[0] &&
                                       !strpbrk(e->text, "\n\r\t") && memcmp(e->where, "m.lua", 5) == 0);
  if (!good)
    fail_msg("%s: %d %s: %s\n  from %s", kind, e->status, e->where, e->text, text);
}

/* Every field of every kind gets every value, in both worlds. */
static void every_field_survives_every_value(void **state)
{
  (void)state;
  static const char *const worlds[] = {"planar {}", "spatial {}"};
  int refused = 0;
  for (int w = 0; w < soak_or(2, 2, 1); w++)
    for (int k = 0; pawl_kinds[k]; k++)
      for (const pawl_field *f = pawl_kinds[k]->fields; f->name; f++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
          char text[512];
          bool place = f->name[0] >= '1' && f->name[0] <= '9';
          bool nameless = pawl_kinds[k]->family == PAWL_STATEMENT || pawl_value_family(pawl_kinds[k]);
          snprintf(text, sizeof text,
                   "%s local b = body 'b' { mass = 1 } local h = revolute 'h' { ground, b }\n"
                   "%s%s { %s[%s%s%s] = %s }",
                   worlds[w], pawl_kinds[k]->name, nameless ? "" : " 'p'",
                   place || nameless ? "" : "ground, b, ", place ? "" : "'", f->name, place ? "" : "'",
                   values[v]);
          pawl_error e;
          refused += try_text(text, &e) != PAWL_OK;
          check_sentence(&e, pawl_kinds[k]->name, text);
        }
  assert_in_range(refused, 1000, 100000);
}

static void every_function_survives_every_value(void **state)
{
  (void)state;
  static const char *const calls[] = {
      "include(%s)",
      "read_table(%s)",
      "parameter(%s)",
      "parameter 'k' (%s)",
      "parameter 'k' { %s }",
      "b:at(%s)",
      "b:at{0, 0, angle = %s}",
      "b.at(%s)",
      "local x = b[%s]",
      "local x = _ENV[%s]",
      "b[%s] = 1",
      "body(%s) {}",
      "body 'x' (%s)",
      "planar(%s)",
      "error(%s)",
      "assert(false, %s)",
      "pairs(%s)",
      "ipairs(%s)",
      "tostring(%s)",
      "type(%s)",
      "table.sort(%s)",
      "table.concat(%s)",
      "table.unpack(%s)",
      "table.insert(%s, 1)",
      "table.move(%s, 1, 2, 3)",
      "string.rep(%s, 3)",
      "string.format(%s)",
      "string.find(%s, 'x')",
      "string.find('x', %s)",
      "math.max(%s)",
      "math.atan(%s)",
      "math.sin(%s)",
      "local x = b + %s",
      "local x = b < %s",
      "local x = b == %s",
      "select(%s)",
      "tonumber(%s)",
      "for i = 1, %s do break end",
      "utf8.char(%s)",
      "string.gsub('x', 'x', %s)",
  };
  for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
      char text[512];
      const char *hole = strstr(calls[c], "%s");
      snprintf(text, sizeof text, HEAD "local h = revolute 'h' { ground, b } %.*s%s%s",
               (int)(hole - calls[c]), calls[c], values[v], hole + 2);
      pawl_error e;
      try_text(text, &e);
      check_sentence(&e, calls[c], text);
    }
}

/* ---- damaged text ---- */

static const char good[] =
    "planar { gravity = {0, -9.81} }\n"
    "local k = parameter \"k\" { 2e5, unit = \"N/m\", min = 0, doc = \"stiffness\" }\n"
    "local cam = body \"cam\" { mass = 0.8, inertia = 2e-3, com = {10*mm, 0} }\n"
    "local plate = body 'plate' { mass = 0.3 }\n"
    "local hinge = revolute \"hinge\" { ground:at{0, 0}, cam, angle = 30*deg, speed = 0 }\n"
    "local guide = prismatic \"guide\" { ground:at{0, 50*mm, angle = 90*deg}, plate }\n"
    "marker \"tip\" { cam:at{20*mm, 0} }\n"
    "spring \"return\" { ground:at{0, 0.2}, plate, stiffness = k, length = 60*mm, damping = 3 }\n"
    "motor \"drive\" { hinge, torque = function(t, s) return 2 - 0.1*s[\"hinge.speed\"] end }\n"
    "simulate { duration = 2, tolerance = 1e-9, output = 1*ms }\n"
    "for x, y in pairs { a = 1, b = 2 } do output('o' .. x) { y } end\n"
    "expect { \"guide.position\", at = 0.5, value = 0.0421, tolerance = 1e-6, source = \"a sum\" }\n";

static unsigned dice(unsigned long long *seed, unsigned sides)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(*seed >> 33) % sides;
}

/* Changes, drops or doubles a few stretches of the text. */
static void damage(char *text, unsigned long long *seed)
{
  static const char letters[] = "{}()[]=,.\"'+-*/^%#<>~:;\n 0159eabkmnrtxyz_\\\0\x80\xff";
  for (unsigned n = 1 + dice(seed, 4); n > 0; n--) {
    size_t length = strlen(text), at = dice(seed, (unsigned)length), size = dice(seed, 12);
    if (at + size > length)
      size = length - at;
    switch (dice(seed, 3)) {
    case 0:
      text[at] = letters[dice(seed, sizeof letters - 1)];
      break;
    case 1:
      memmove(text + at, text + at + size, length - at - size + 1);
      break;
    default:
      memmove(text + at + size, text + at, length - at + 1);
    }
    if (strlen(text) < 10)
      return;
  }
}

static void damaged_models_get_a_sentence(void **state)
{
  (void)state;
  expect_good(good);
  unsigned long long seed = 7;
  int wrong = 0, tries = soak_or(5000, 2000, 250);
  for (int i = 0; i < tries; i++) {
    char text[2 * sizeof good];
    strcpy(text, good);
    damage(text, &seed);
    pawl_error e;
    wrong += try_text(text, &e) != PAWL_OK;
    check_sentence(&e, "damaged", text);
  }
  assert_in_range(wrong, 6 * tries / 10, tries);
}

/* ---- a lack of memory ---- */

typedef struct {
  long long count, fail_at, bytes;
  bool for_good; /* all requests after that one fail as well */
  bool failed;
} scarce;

static void *resize_scarce(void *context, void *old, size_t old_size, size_t size)
{
  scarce *memory = context;
  if (size == 0) {
    memory->bytes -= (long long)old_size;
    free(old);
    return NULL;
  }
  memory->count++;
  if (memory->count == memory->fail_at || (memory->for_good && memory->count > memory->fail_at)) {
    memory->failed = true;
    return NULL;
  }
  void *block = realloc(old, size);
  assert_non_null(block);
  memory->bytes += (long long)size - (long long)old_size;
  return block;
}

static pawl_status read_and_call(const char *folder, const pawl_memory *memory, pawl_error *e)
{
  pawl_setting set[] = {{"k", "3"}, {"b.mass", "2"}};
  pawl_reading how = {.settings = set, .setting_count = 2, .memory = memory};
  pawl_model *model = NULL;
  pawl_status status = pawl_model_read(&model, folder, &how, e);
  if (status == PAWL_OK) {
    const pawl_output *output = model->parts[pawl_model_find(model, "o")]->fields;
    double value, jet[3];
    status = pawl_signal_value(model, &output->value, 1, NULL, &value, e);
    if (status == PAWL_OK)
      status = pawl_signal_jet(model, &output->value, 1, jet, e);
    if (status == PAWL_OK)
      assert_true(value == 6 && jet[0] == 6 && jet[1] == 9 && jet[2] == 18);
  }
  pawl_model_free(model);
  return status;
}

static void write_text(const char *folder, const char *name, const char *text)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  char folder[] = "/tmp/pawl_sandbox_XXXXXX", command[64];
  assert_non_null(mkdtemp(folder));
  write_text(folder, "model.lua",
             "planar { gravity = {0, -1} }\n"
             "local k = parameter 'k' { 1, unit = 'm', doc = 'text' }\n"
             "local p = parameter 'p' { 'a', choices = {'a', 'b'} }\n"
             "include 'part.lua'\n"
             "local t = read_table 't.csv'\n"
             "output 'o' { function(t) return k + k * t^2 * t end }\n"
             "for a, b in pairs { x = 1, y = 2 } do marker(a) { 'b' } end\n");
  write_text(folder, "part.lua",
             "body 'b' { mass = 1 }  motor 'm' { revolute 'h' { ground, 'b' }, speed = 1 }");
  write_text(folder, "t.csv", "a,b\n1,2\n3,4\n");
  for (int for_good = 0; for_good < 2; for_good++) {
    long long n = 0;
    int failures = 0;
    scarce memory;
    do {
      memory = (scarce){.fail_at = ++n, .for_good = for_good};
      pawl_memory use = {resize_scarce, &memory};
      pawl_error e = {0};
      pawl_status status = read_and_call(folder, &use, &e);
      if (status != PAWL_OK && (status != PAWL_NO_MEMORY || strcmp(e.text, "out of memory") != 0))
        fail_msg("allocation %lld: %d %s: %s", n, status, e.where, e.text);
      if (memory.bytes != 0)
        fail_msg("allocation %lld: %lld bytes lost", n, memory.bytes);
      failures += status != PAWL_OK;
    } while (memory.failed);
    assert_true(for_good ? failures == n - 1 && n > 500
                         : failures > 0); /* else Lua collects garbage and goes on */
  }
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_reaches_outside_is_refused),
      cmocka_unit_test(what_is_safe_is_there),
      cmocka_unit_test(limits_end_a_model),
      cmocka_unit_test(tables_with_holes_end_a_model),
      cmocka_unit_test(nesting_in_the_text_is_limited),
      cmocka_unit_test(garbage_is_not_counted),
      cmocka_unit_test(every_field_survives_every_value),
      cmocka_unit_test(every_function_survives_every_value),
      cmocka_unit_test(damaged_models_get_a_sentence),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
