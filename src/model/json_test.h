/* For tests: a checker of the whole grammar of JSON, and a drawing written as it. Needs open_memstream. */
#ifndef PAWL_MODEL_JSON_TEST_H
#define PAWL_MODEL_JSON_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/drawing.h"

static inline const char *past(const char *s)
{
  return s + strspn(s, " \t\r\n");
}

static inline const char *check_value(const char *s);

/* All checkers return what follows, or NULL. */
static inline const char *check_string(const char *s)
{
  if (*s++ != '"')
    return NULL;
  for (; *s && *s != '"'; s++) {
    if ((unsigned char)*s < 0x20 || *s == '<')
      return NULL;
    if (*s != '\\')
      continue;
    s++;
    if (!*s || !strchr("u\"\\/bfnrt", *s) || (*s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") < 4))
      return NULL;
    s += *s == 'u' ? 4 : 0;
  }
  return *s == '"' ? s + 1 : NULL;
}

static inline const char *check_number(const char *s)
{
  s += *s == '-';
  size_t n = strspn(s, "0123456789");
  if (n == 0 || (n > 1 && *s == '0'))
    return NULL;
  s += n;
  if (*s == '.') {
    if ((n = strspn(++s, "0123456789")) == 0)
      return NULL;
    s += n;
  }
  if (*s == 'e' || *s == 'E') {
    s++;
    s += *s == '+' || *s == '-';
    if ((n = strspn(s, "0123456789")) == 0)
      return NULL;
    s += n;
  }
  return s;
}

static inline const char *check_list(const char *s, bool object)
{
  char end = object ? '}' : ']';
  s = past(s + 1);
  if (*s == end)
    return s + 1;
  for (;;) {
    if (object) {
      s = check_string(past(s));
      s = s ? past(s) : NULL;
      if (!s || *s++ != ':')
        return NULL;
    }
    s = check_value(past(s));
    if (!s)
      return NULL;
    s = past(s);
    if (*s == end)
      return s + 1;
    if (*s++ != ',')
      return NULL;
  }
}

static inline const char *check_value(const char *s)
{
  static const char *const words[] = {"true", "false", "null"};
  if (*s == '{' || *s == '[')
    return check_list(s, *s == '{');
  if (*s == '"')
    return check_string(s);
  for (int i = 0; i < 3; i++)
    if (strncmp(s, words[i], strlen(words[i])) == 0)
      return s + strlen(words[i]);
  return check_number(s);
}

static inline bool is_json(const char *text)
{
  const char *end = check_value(past(text));
  return end && *past(end) == 0;
}

/* The caller frees it. */
static inline char *write_json(const pawl_drawing *drawing)
{
  char *text = NULL;
  size_t size;
  pawl_error e = {0};
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  assert_int_equal(pawl_drawing_json(drawing, to, &e), PAWL_OK);
  assert_int_equal(fclose(to), 0);
  if (!is_json(text))
    fail_msg("not JSON: %s", text);
  return text;
}

#endif
