/* The reader of JSON: what it takes, what it refuses and where, and texts that were damaged by chance. */
#define _XOPEN_SOURCE 700
#include "base/json_read.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"
#include "base/json.h"

typedef struct {
  pawl_arena arena;
  pawl_error error;
  const pawl_json_value *value;
} read;

/* Of a block that ends with the last byte, so that the sanitizer sees one byte too far. */
static pawl_status read_bytes(read *r, const char *text, size_t size)
{
  char *exact = malloc(size ? size : 1);
  assert_non_null(exact);
  memcpy(exact, text, size);
  *r = (read){0};
  pawl_arena_open(&r->arena, NULL);
  pawl_status status = pawl_json_read(&r->value, exact, size, &r->arena, &r->error);
  free(exact); /* what was read does not point into it */
  assert_int_equal(status, r->error.status);
  assert_true((status == PAWL_OK) == (r->value != NULL));
  return status;
}

static const pawl_json_value *take(read *r, const char *text)
{
  if (read_bytes(r, text, strlen(text)) != PAWL_OK)
    fail_msg("%s: %s", text, r->error.text);
  return r->value;
}

static void refuse(const char *text, size_t size, const char *sentence)
{
  read r;
  if (read_bytes(&r, text, size) == PAWL_OK)
    fail_msg("taken: %s", text);
  assert_int_equal(r.error.status, PAWL_BAD_CALL);
  if (sentence && !strstr(r.error.text, sentence))
    fail_msg("%s: %s", text, r.error.text);
  pawl_arena_close(&r.arena);
}

static void what_a_page_sends(void **state)
{
  (void)state;
  read r;
  const pawl_json_value *v =
      take(&r, " {\"parameters\": {\"k\": 2e5, \"start\":\"hang\"}, \"more\":[true,null,-0.5]} \n");
  const pawl_json_value *p = pawl_json_member(v, "parameters"), *more = pawl_json_member(v, "more");
  assert_int_equal(p->type, PAWL_JSON_OBJECT);
  assert_true(pawl_json_member(p, "k")->number == 2e5);
  assert_string_equal(pawl_json_member(p, "start")->text, "hang");
  assert_null(pawl_json_member(p, "m"));
  assert_null(pawl_json_member(more, "k"));
  assert_null(pawl_json_member(NULL, "k"));
  assert_true(more->type == PAWL_JSON_ARRAY && more->first->type == PAWL_JSON_FLAG && more->first->flag);
  assert_int_equal(more->first->next->type, PAWL_JSON_NULL);
  assert_true(more->first->next->next->number == -0.5 && !more->first->next->next->next);
  pawl_arena_close(&r.arena);
}

static void numbers(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double number;
  } good[] = {{"0", 0},       {"-0", -0.0},
              {"10", 10},     {"1.5e3", 1500},
              {"1E-2", 0.01}, {"0e+1", 0},
              {"1e-999", 0},  {"123456789012345678901234567890", 123456789012345678901234567890.0},
              {"2.5", 2.5},   {"1.7976931348623157e308", 1.7976931348623157e308}};
  static const char *const bad[] = {"01",        "-",    "+1",    ".5",    "1.",  "1e",   "1e+",
                                    "--1",       "0x10", "1 2",   "NaN",   "nan", "-NaN", "Infinity",
                                    "-Infinity", "inf",  "1e5.0", "1_000", "1,",  "٣"};
  static const char *const large[] = {"1e999", "-1e999", "1.8e308", "[1e400]"};
  read r;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_true(take(&r, good[i].text)->number == good[i].number);
    assert_true(signbit(r.value->number) == signbit(good[i].number));
    pawl_arena_close(&r.arena);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    refuse(bad[i], strlen(bad[i]), NULL);
  for (size_t i = 0; i < sizeof large / sizeof *large; i++)
    refuse(large[i], strlen(large[i]), "too large");
}

static void texts(void **state)
{
  (void)state;
  static const struct {
    const char *text, *meant;
  } good[] = {{"\"\"", ""},
              {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
              {"\"\\u00e9\\u20AC\\ud83d\\uDE00\"", "é€😀"},
              {"\"é€😀\x7f\"", "é€😀\x7f"},
              {"\"\\u0001\"", "\x01"},
              {"\"</script>\"", "</script>"}};
  static const struct {
    const char *text, *sentence;
  } bad[] = {{"\"", "no end"},
             {"\"\\\"", "no end"},
             {"\"a\nb\"", "control character"},
             {"\"\\x\"", "unknown character"},
             {"\"\\u12\"", "four hexadecimal"},
             {"\"\\u12G4\"", "four hexadecimal"},
             {"\"\\u0000\"", "U+0000"},
             {"\"\\ud800\"", "half a surrogate"},
             {"\"\\ud800x\"", "half a surrogate"},
             {"\"\\ud800\\n\"", "half a surrogate"},
             {"\"\\ud800\\u0041\"", "half a surrogate"},
             {"\"\\udc00\\ud800\"", "half a surrogate"},
             {"\"\xff\"", "byte 2: not UTF-8"},
             {"\"\xc3\"", "not UTF-8"},
             {"\"\xc0\x80\"", "not UTF-8"},
             {"\"\xed\xa0\x80\"", "not UTF-8"},
             {"\"\xf4\x90\x80\x80\"", "not UTF-8"},
             {"'a'", "not a value"}};
  read r;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_string_equal(take(&r, good[i].text)->text, good[i].meant);
    pawl_arena_close(&r.arena);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    refuse(bad[i].text, strlen(bad[i].text), bad[i].sentence);
  refuse("\"a\0b\"", 5, "control character");
}

static void structures(void **state)
{
  (void)state;
  static const char *const bad[] = {"",
                                    " ",
                                    "{",
                                    "[",
                                    "]",
                                    "}",
                                    "[1,]",
                                    "[,1]",
                                    "[1 2]",
                                    "{,}",
                                    "{\"a\"}",
                                    "{\"a\":}",
                                    "{\"a\":1,}",
                                    "{a:1}",
                                    "{1:1}",
                                    "[1}",
                                    "{]",
                                    "truex",
                                    "tru",
                                    "nul",
                                    "True",
                                    "[1],",
                                    "[] []",
                                    "/**/1",
                                    "\xEF\xBB\xBF{}",
                                    "{\"a\":1 \"b\":2}",
                                    "\f1",
                                    "1\v"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    refuse(bad[i], strlen(bad[i]), "the JSON is wrong at byte ");
  refuse("1\0", 2, "after the value");
  refuse("{\"a\": 1, \"b\": 2, \"\\u0061\": 3}", 29, "byte 18: this key stands in the object twice");
  read r;
  take(&r, "{\"a\": {\"a\": [{\"a\": 1}, {\"a\": 1}]}}");
  pawl_arena_close(&r.arena);
}

static char *repeat(const char *head, const char *unit, int count, const char *tail)
{
  size_t length = strlen(unit);
  char *text = malloc(strlen(head) + (size_t)count * length + strlen(tail) + 1), *at = text;
  assert_non_null(text);
  at += sprintf(at, "%s", head);
  for (int i = 0; i < count; i++, at += length)
    memcpy(at, unit, length);
  strcpy(at, tail);
  return text;
}

static void limits(void **state)
{
  (void)state;
  read r;
  char *deep = repeat("", "[", 32, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"),
       *deeper = repeat("", "[", 1 << 20, "");
  char *many = repeat("[0", ",1", 4094, "]"), *more = repeat("[0", ",1", 4095, "]");
  take(&r, deep);
  pawl_arena_close(&r.arena);
  refuse(deeper, strlen(deeper), "byte 33: nested too deeply");
  take(&r, many);
  pawl_arena_close(&r.arena);
  refuse(more, strlen(more), "too many values");
  free(deep);
  free(deeper);
  free(many);
  free(more);
}

static void the_locale_does_not_matter(void **state)
{
  (void)state;
  static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
  for (int i = 0; i < 3; i++)
    if (setlocale(LC_ALL, with_comma[i]))
      break;
  read r;
  assert_true(take(&r, "2.5")->number == 2.5);
  pawl_arena_close(&r.arena);
  setlocale(LC_ALL, "C");
}

/* ---- without memory ---- */

static void *resize_some(void *context, void *old, size_t old_size, size_t size)
{
  int *left = context;
  (void)old_size;
  if (size && (*left)-- <= 0)
    return NULL;
  if (size)
    return realloc(old, size);
  free(old);
  return NULL;
}

static void memory_that_ends(void **state)
{
  (void)state;
  char *text = repeat("[\"x\"", ",\"\\u00e9\",{\"k\":1}", 600, "]");
  pawl_status status = PAWL_NO_MEMORY;
  int n = 0;
  for (; status != PAWL_OK && n < 100; n++) {
    int left = n;
    pawl_memory memory = {resize_some, &left};
    pawl_arena arena;
    pawl_error error = {0};
    const pawl_json_value *value;
    pawl_arena_open(&arena, &memory);
    status = pawl_json_read(&value, text, strlen(text), &arena, &error);
    assert_true(status == PAWL_OK || (status == PAWL_NO_MEMORY && !value));
    pawl_arena_close(&arena);
  }
  assert_in_range(n, 3, 99);
  free(text);
}

/* ---- by chance ---- */

static void write_again(pawl_json *json, const pawl_json_value *v)
{
  if (v->type == PAWL_JSON_NULL)
    pawl_json_text(json, v->key, NULL);
  else if (v->type == PAWL_JSON_FLAG)
    pawl_json_flag(json, v->key, v->flag);
  else if (v->type == PAWL_JSON_NUMBER)
    pawl_json_number(json, v->key, v->number);
  else if (v->type == PAWL_JSON_TEXT)
    pawl_json_text(json, v->key, v->text);
  if (v->type < PAWL_JSON_ARRAY)
    return;
  pawl_json_open(json, v->key, v->type == PAWL_JSON_OBJECT ? '{' : '[');
  for (const pawl_json_value *inner = v->first; inner; inner = inner->next)
    write_again(json, inner);
  pawl_json_close(json, v->type == PAWL_JSON_OBJECT ? '}' : ']');
}

static void assert_same(const pawl_json_value *a, const pawl_json_value *b)
{
  for (; a && b; a = a->next, b = b->next) {
    assert_true(a->type == b->type && a->flag == b->flag && a->number == b->number);
    assert_true(!a->text == !b->text && (!a->text || strcmp(a->text, b->text) == 0));
    assert_true(!a->key == !b->key && (!a->key || strcmp(a->key, b->key) == 0));
    assert_same(a->first, b->first);
  }
  assert_true(!a && !b);
}

/* What was taken, written and read again is the same. */
static void check_round(const read *r)
{
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  pawl_json json = {.to = to};
  write_again(&json, r->value);
  fclose(to);
  read again;
  assert_same(r->value, take(&again, text));
  pawl_arena_close(&again.arena);
  free(text);
}

static size_t pick(unsigned long long *seed, size_t n)
{
  return (size_t)((pawl_chance(seed) + 1) / 2 * (double)n) % n;
}

/* Bytes changed, cut out or doubled, mostly into what means something. */
static size_t damage(unsigned long long *seed, char *text, size_t size, size_t room)
{
  static const char telling[] = "{}[]\",:\\u0019eE+-.dD8aftn \n\x80\xc3\xed\xf4\xff";
  for (size_t hits = 1 + pick(seed, 3); hits-- > 0 && size > 1;) {
    size_t at = pick(seed, size), n = 1 + pick(seed, size - at > 8 ? 8 : size - at);
    switch (pick(seed, 4)) {
    case 0:
      text[at] = telling[pick(seed, sizeof telling)];
      break;
    case 1:
      text[at] = (char)pick(seed, 256);
      break;
    case 2:
      memmove(text + at, text + at + n, size - at - n);
      size -= n;
      break;
    default:
      if (size + n > room || at + n > size)
        break;
      memmove(text + at + n, text + at, size - at);
      size += n;
    }
  }
  return size;
}

static void damaged_by_chance(void **state)
{
  (void)state;
  static const char *const seeds[] = {
      "{\"parameters\": {\"k\": 2e5, \"start\": \"hang\", \"x\": -0.25e-3}}",
      "[[[]], {}, {\"a\": {\"b\": [true, false, null]}}, \"\\ud83d\\ude00\\n\\\"\"]",
      "{\"é\": \"€😀\", \"n\": [0, -1, 1.5, 1e300, 12345678901234567890]}", " \"plain\\u00e9 text\\/\" "};
  unsigned long long seed = 20260401;
  int taken = 0;
  for (int i = 0; i < 40000; i++) {
    char text[256];
    size_t size = strlen(seeds[i % 4]);
    memcpy(text, seeds[i % 4], size);
    size = damage(&seed, text, size, sizeof text);
    read r;
    if (read_bytes(&r, text, size) == PAWL_OK) {
      check_round(&r);
      taken++;
    }
    pawl_arena_close(&r.arena);
  }
  assert_in_range(taken, 2000, 38000); /* both ends are tried */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_page_sends),
      cmocka_unit_test(numbers),
      cmocka_unit_test(texts),
      cmocka_unit_test(structures),
      cmocka_unit_test(limits),
      cmocka_unit_test(the_locale_does_not_matter),
      cmocka_unit_test(memory_that_ends),
      cmocka_unit_test(damaged_by_chance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
