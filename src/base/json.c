/* A tiny writer of JSON: objects over several lines, arrays of numbers on one. What is not UTF-8 becomes
 * U+FFFD. */
#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

void pawl_json_put(FILE *to, const char *text, bool inside_html)
{
  for (const unsigned char *s = (const unsigned char *)text; *s;) {
    int n = pawl_utf8_length((const char *)s);
    if (*s == '"' || *s == '\\')
      fprintf(to, "\\%c", *s);
    else if (*s == '\n')
      fputs("\\n", to);
    else if (*s < 0x20 || *s == 0x7F || (inside_html && strchr("<>&", *s)))
      fprintf(to, "\\u%04x", *s);
    else if (n == 0)
      fputs("\\ufffd", to);
    else
      fwrite(s, 1, (size_t)n, to);
    s += n ? n : 1;
  }
}

static void put_text(const pawl_json *json, const char *text)
{
  fputc('"', json->to);
  pawl_json_put(json->to, text, json->inside);
  fputc('"', json->to);
}

const char *pawl_digits(double x, char text[32])
{
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, 32, "%.*g", digits, x);
    if (strtod(text, NULL) == x)
      break;
  }
  return text;
}

static void new_line(const pawl_json *json)
{
  fprintf(json->to, "\n%*s", 2 * json->depth, "");
}

/* What stands before a value: a comma, a line, its key. */
static void begin(pawl_json *json, const char *key)
{
  if (json->started)
    fputc(',', json->to);
  if (json->flat && json->started)
    fputc(' ', json->to);
  else if (!json->flat && json->depth > 0)
    new_line(json);
  if (key) {
    put_text(json, key);
    fputs(": ", json->to);
  }
  json->started = true;
}

void pawl_json_open(pawl_json *json, const char *key, char bracket)
{
  begin(json, key);
  fputc(bracket, json->to);
  json->depth++;
  json->started = false;
}

void pawl_json_close(pawl_json *json, char bracket)
{
  json->depth--;
  if (json->started && !json->flat)
    new_line(json);
  fputc(bracket, json->to);
  json->started = true;
  if (json->depth == 0)
    fputc('\n', json->to);
}

void pawl_json_text(pawl_json *json, const char *key, const char *text)
{
  begin(json, key);
  if (text)
    put_text(json, text);
  else
    fputs("null", json->to);
}

void pawl_json_number(pawl_json *json, const char *key, double x)
{
  char text[32];
  begin(json, key);
  fputs(isfinite(x) ? pawl_digits(x, text) : "null", json->to);
}

void pawl_json_raw(pawl_json *json, const char *key)
{
  begin(json, key);
}

void pawl_json_count(pawl_json *json, const char *key, long n)
{
  begin(json, key);
  fprintf(json->to, "%ld", n);
}

void pawl_json_flag(pawl_json *json, const char *key, bool yes)
{
  begin(json, key);
  fputs(yes ? "true" : "false", json->to);
}

void pawl_json_numbers(pawl_json *json, const char *key, const double *x, int count)
{
  pawl_json_open(json, key, '[');
  bool flat = json->flat;
  json->flat = true;
  for (int i = 0; i < count; i++)
    pawl_json_number(json, NULL, x[i]);
  pawl_json_close(json, ']');
  json->flat = flat;
}

void pawl_json_outcome(pawl_json *json, int status, const pawl_error *error)
{
  pawl_json_count(json, "status", status);
  if (error->status == PAWL_OK)
    return;
  pawl_json_open(json, "error", '{');
  pawl_json_text(json, "where", error->where);
  pawl_json_text(json, "text", error->text);
  pawl_json_number(json, "time", error->time);
  pawl_json_close(json, '}');
}
