/* The JSON writer: texts that need care, numbers that come back, nothing that JSON does not know. */
#define _XOPEN_SOURCE 700
#include "base/json.h"

#include <math.h>

#include "trial.h"

/* What is written between begin and end. */
static void begin(pawl_json *json)
{
  *json = (pawl_json){.to = tmpfile()};
  assert_non_null(json->to);
}

static const char *end(pawl_json *json, char *text, size_t size)
{
  rewind(json->to);
  text[fread(text, 1, size - 1, json->to)] = 0;
  fclose(json->to);
  assert_json(text);
  return text;
}

static void texts_are_escaped(void **state)
{
  (void)state;
  pawl_json json;
  char text[256];
  begin(&json);
  pawl_json_text(&json, NULL, "a\"b\\c\n\x01 ±\x7F");
  assert_string_equal(end(&json, text, sizeof text), "\"a\\\"b\\\\c\\n\\u0001 ±\\u007f\"");
}

static void what_is_not_utf8_is_replaced(void **state)
{
  (void)state;
  pawl_json json;
  char text[256];
  begin(&json);
  pawl_json_text(&json, NULL, "\xFF|\xC3|\xC0\x80|\xED\xA0\x80|\xF0\x9F\x98\x80|\xE2\x82");
  assert_string_equal(
      end(&json, text, sizeof text),
      "\"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|\xF0\x9F\x98\x80|\\ufffd\\ufffd\"");
}

static void numbers_come_back(void **state)
{
  (void)state;
  static const double numbers[] = {0, -1, 0.1, 1.0 / 3, 1e300, 5e-324, 9007199254740993.0, -0.0, 2e5};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    pawl_json json;
    char text[64];
    begin(&json);
    pawl_json_number(&json, NULL, numbers[i]);
    assert_true(strtod(end(&json, text, sizeof text), NULL) == numbers[i]);
  }
}

static void json_has_no_nan(void **state)
{
  (void)state;
  pawl_json json;
  char text[64];
  const double x[] = {NAN, 1, -INFINITY};
  begin(&json);
  pawl_json_numbers(&json, NULL, x, 3);
  assert_string_equal(end(&json, text, sizeof text), "[null, 1, null]\n");
}

static void values_nest(void **state)
{
  (void)state;
  pawl_json json;
  char text[256];
  const double x[] = {1, 2};
  begin(&json);
  pawl_json_open(&json, NULL, '{');
  pawl_json_open(&json, "empty", '[');
  pawl_json_close(&json, ']');
  pawl_json_open(&json, "rows", '[');
  pawl_json_numbers(&json, NULL, x, 2);
  pawl_json_numbers(&json, NULL, x, 0);
  pawl_json_close(&json, ']');
  pawl_json_flag(&json, "yes", true);
  pawl_json_text(&json, "none", NULL);
  pawl_json_close(&json, '}');
  assert_string_equal(end(&json, text, sizeof text),
                      "{\n  \"empty\": [],\n  \"rows\": [\n    [1, 2],\n    []\n  ],\n"
                      "  \"yes\": true,\n  \"none\": null\n}\n");
}

static void a_failure_has_its_place(void **state)
{
  (void)state;
  pawl_json json;
  char text[256];
  pawl_error error = {.status = PAWL_BAD_MODEL, .time = 0.5, .where = "x.lua:3", .text = "wrong"};
  begin(&json);
  pawl_json_open(&json, NULL, '{');
  pawl_json_outcome(&json, 1, &error);
  pawl_json_close(&json, '}');
  end(&json, text, sizeof text);
  assert_has(text, "\"status\": 1");
  assert_has(text, "\"where\": \"x.lua:3\"");
  assert_has(text, "\"time\": 0.5");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_escaped), cmocka_unit_test(what_is_not_utf8_is_replaced),
      cmocka_unit_test(numbers_come_back), cmocka_unit_test(json_has_no_nan),
      cmocka_unit_test(values_nest),       cmocka_unit_test(a_failure_has_its_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
