/* For tests: is a text SVG, and what does it say? */
#ifndef PAWL_RESULT_SVG_TEST_H
#define PAWL_RESULT_SVG_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Tags are balanced, attributes are quoted, numbers are finite. A checker of what we write, not of XML. */
static inline bool is_svg(const char *text)
{
  char open[16][16];
  int depth = 0;
  for (const char *s = text; *s; s++) {
    if (*s == '&' && strncmp(s, "&lt;", 4) != 0 && strncmp(s, "&gt;", 4) != 0 && strncmp(s, "&amp;", 5) != 0)
      return false;
    if (*s != '<')
      continue;
    const char *end = strchr(s, '>');
    size_t n = strcspn(s + 1, " />");
    if (!end)
      return false;
    int quotes = 0;
    for (const char *c = s; c < end; c++)
      quotes += *c == '"';
    if (quotes % 2)
      return false;
    if (s[1] == '/') {
      n = strcspn(s + 2, ">");
      if (depth == 0 || strlen(open[depth - 1]) != n || strncmp(open[--depth], s + 2, n) != 0)
        return false;
    } else if (end[-1] != '/') {
      if (depth == 16 || n >= 16)
        return false;
      snprintf(open[depth++], 16, "%.*s", (int)n, s + 1);
    }
    s = end;
  }
  return depth == 0 && !strstr(text, "nan") && !strstr(text, "inf");
}

/* All that was written to a file without a name, which is closed; to be freed. */
static inline char *text_of(FILE *file)
{
  long size = ftell(file);
  char *text = calloc((size_t)size + 1, 1);
  rewind(file);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, file), size);
  fclose(file);
  return text;
}

static inline double number_after(const char *text, const char *key)
{
  const char *s = strstr(text, key);
  if (!s)
    fail_msg("no %s in:\n%s", key, text);
  return strtod(s + strlen(key), NULL);
}

static inline int count(const char *text, const char *word)
{
  int n = 0;
  for (const char *s = strstr(text, word); s; s = strstr(s + 1, word))
    n++;
  return n;
}

/* All points of paths and circles are inside the frame. */
static inline void check_inside(const char *text)
{
  double width = number_after(text, "width=\""), height = number_after(text, " height=\"");
  for (const char *s = strstr(text, " d=\"M"); s; s = strstr(s + 1, " d=\"M")) {
    const char *c = s + 4;
    while (*c != '"') {
      char *end;
      c += strspn(c, "Mz ");
      if (*c == '"')
        break;
      double x = strtod(c, &end), y = strtod(end, &end);
      assert_true(end > c);
      if (x < 0 || x > width || y < 0 || y > height)
        fail_msg("%g, %g is outside of %g by %g", x, y, width, height);
      c = end;
    }
  }
}

#endif
