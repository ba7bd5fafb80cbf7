/* A reader of JSON by recursive descent. It sees nothing beyond the last byte, and takes memory in proportion to
 * the text. */
#define _XOPEN_SOURCE 700
#include "base/json_read.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

enum { DEEPEST = 32, MOST = 4096 };

typedef struct {
  const char *begin, *at, *end;
  int depth, count; /* of values so far */
  pawl_arena *arena;
  pawl_error *error;
} reading;

static bool read_value(reading *r, pawl_json_value *value);

/* Always false, so that callers can return it. */
static bool refuse(reading *r, const char *sentence)
{
  pawl_fail(r->error, PAWL_BAD_CALL, NULL, "the JSON is wrong at byte %zu: %s",
            (size_t)(r->at - r->begin) + 1, sentence);
  return false;
}

static bool starve(reading *r)
{
  pawl_fail_memory(r->error);
  return false;
}

/* The next byte, 0 at the end: there it is refused, too. */
static char next(const reading *r)
{
  return r->at < r->end ? *r->at : 0;
}

static void skip_blanks(reading *r)
{
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
    r->at++;
}

static bool skip(reading *r, char wanted)
{
  bool there = next(r) == wanted && r->at < r->end;
  r->at += there;
  return there;
}

/* ---- texts ---- */

/* Four hexadecimal digits, or -1. */
static int read_hex(reading *r)
{
  int code = 0;
  for (int i = 0; i < 4; i++, r->at++) {
    char c = next(r);
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    if (digit < 0)
      return -1;
    code = 16 * code + digit;
  }
  return code;
}

/* What follows "\u"; beyond U+FFFF in two halves. 0: refused. */
static unsigned read_code(reading *r)
{
  int code = read_hex(r);
  if (code < 0)
    return refuse(r, "\\u wants four hexadecimal digits"), 0;
  if (code == 0)
    return refuse(r, "the character U+0000 cannot be in a text"), 0;
  if (code < 0xD800 || code > 0xDFFF)
    return (unsigned)code;
  int low = code < 0xDC00 && skip(r, '\\') && skip(r, 'u') ? read_hex(r) : -1;
  if (low < 0xDC00 || low > 0xDFFF)
    return refuse(r, "half a surrogate pair"), 0;
  return 0x10000u + ((unsigned)(code - 0xD800) << 10) + (unsigned)(low - 0xDC00);
}

static char *put_utf8(char *to, unsigned code)
{
  int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
  *to++ = (char)(lead[more] | code >> 6 * more);
  while (more-- > 0)
    *to++ = (char)(0x80 | (code >> 6 * more & 0x3F));
  return to;
}

/* What follows a backslash. */
static char *put_escape(reading *r, char *to)
{
  static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char *found = next(r) ? strchr(names, next(r)) : NULL;
  if (found) {
    r->at++;
    *to++ = meant[found - names];
    return to;
  }
  if (!skip(r, 'u'))
    return refuse(r, "an unknown character after \\"), NULL;
  unsigned code = read_code(r);
  return code ? put_utf8(to, code) : NULL;
}

/* One character, which a quote stands behind somewhere: no character of several bytes reaches beyond the end. */
static char *put_character(reading *r, char *to)
{
  if (skip(r, '\\'))
    return put_escape(r, to);
  int n = (unsigned char)*r->at < 0x20 ? 0 : pawl_utf8_length(r->at);
  if (n == 0)
    return refuse(r, (unsigned char)*r->at < 0x20 ? "a control character in a text" : "not UTF-8"), NULL;
  memcpy(to, r->at, (size_t)n);
  r->at += n;
  return to + n;
}

/* The quote that ends the text. */
static const char *find_quote(const reading *r)
{
  for (const char *s = r->at; s < r->end; s += *s == '\\' ? 2 : 1)
    if (*s == '"')
      return s;
  return NULL;
}

static bool read_text(reading *r, const char **text)
{
  if (!skip(r, '"'))
    return refuse(r, "a text in quotes should stand here");
  const char *quote = find_quote(r);
  if (!quote)
    return refuse(r, "the text that begins here has no end");
  char *to = PAWL_TAKE(r->arena, quote - r->at + 1, char); /* escapes are longer than what they mean */
  if (!to)
    return starve(r);
  *text = to;
  while (r->at < quote)
    if (!(to = put_character(r, to)))
      return false;
  r->at = quote + 1;
  return true;
}

/* ---- numbers and words ---- */

static bool skip_digits(reading *r)
{
  const char *begin = r->at;
  while (next(r) >= '0' && next(r) <= '9')
    r->at++;
  return r->at > begin;
}

static bool skip_number(reading *r)
{
  skip(r, '-');
  if (!skip(r, '0') && !skip_digits(r))
    return false;
  if (skip(r, '.') && !skip_digits(r))
    return false;
  if (!skip(r, 'e') && !skip(r, 'E'))
    return true;
  if (!skip(r, '+'))
    skip(r, '-');
  return skip_digits(r);
}

static bool read_number(reading *r, double *number)
{
  const char *begin = r->at;
  if (!skip_number(r))
    return refuse(r, "not a value");
  size_t size = (size_t)(r->at - begin);
  char *copy = PAWL_TAKE(r->arena, size + 1, char);
  if (!copy)
    return starve(r);
  *number = strtod(memcpy(copy, begin, size), NULL);
  r->at = isfinite(*number) ? r->at : begin;
  return isfinite(*number) || refuse(r, "the number is too large");
}

static bool skip_word(reading *r, const char *word)
{
  size_t length = strlen(word);
  bool there = (size_t)(r->end - r->at) >= length && memcmp(r->at, word, length) == 0;
  r->at += there ? length : 0;
  return there;
}

static bool read_plain(reading *r, pawl_json_value *value)
{
  value->flag = skip_word(r, "true");
  if (value->flag || skip_word(r, "false")) {
    value->type = PAWL_JSON_FLAG;
    return true;
  }
  value->type = PAWL_JSON_NULL;
  if (skip_word(r, "null"))
    return true;
  value->type = PAWL_JSON_NUMBER;
  return read_number(r, &value->number);
}

/* ---- arrays and objects ---- */

static bool read_key(reading *r, const pawl_json_value *object, pawl_json_value *member)
{
  const char *begin = r->at, *key;
  if (!read_text(r, &key))
    return false;
  if (pawl_json_member(object, key)) {
    r->at = begin;
    return refuse(r, "this key stands in the object twice");
  }
  member->key = key;
  skip_blanks(r);
  if (!skip(r, ':'))
    return refuse(r, "a colon should stand here");
  skip_blanks(r);
  return true;
}

/* Members are linked in when they are complete, so that a key is only compared with those before it. */
static bool read_inside(reading *r, pawl_json_value *value, char close)
{
  const pawl_json_value **link = &value->first;
  for (;;) {
    pawl_json_value *inner = PAWL_TAKE(r->arena, 1, pawl_json_value);
    if (!inner)
      return starve(r);
    if ((close == '}' && !read_key(r, value, inner)) || !read_value(r, inner))
      return false;
    *link = inner;
    link = &inner->next;
    skip_blanks(r);
    if (skip(r, close))
      return true;
    if (!skip(r, ','))
      return refuse(r, close == '}' ? "a comma or } should stand here" : "a comma or ] should stand here");
    skip_blanks(r);
  }
}

static bool read_list(reading *r, pawl_json_value *value)
{
  char close = next(r) == '{' ? '}' : ']';
  value->type = close == '}' ? PAWL_JSON_OBJECT : PAWL_JSON_ARRAY;
  if (r->depth == DEEPEST)
    return refuse(r, "nested too deeply");
  r->at++;
  skip_blanks(r);
  if (skip(r, close))
    return true;
  r->depth++;
  bool good = read_inside(r, value, close);
  r->depth--;
  return good;
}

static bool read_value(reading *r, pawl_json_value *value)
{
  if (r->count++ == MOST)
    return refuse(r, "too many values");
  if (next(r) == '{' || next(r) == '[')
    return read_list(r, value);
  if (next(r) != '"')
    return read_plain(r, value);
  value->type = PAWL_JSON_TEXT;
  return read_text(r, &value->text);
}

static bool read_all(reading *r, pawl_json_value *value)
{
  skip_blanks(r);
  if (!read_value(r, value))
    return false;
  skip_blanks(r);
  return r->at == r->end || refuse(r, "something stands after the value");
}

pawl_status pawl_json_read(const pawl_json_value **value, const char *text, size_t size, pawl_arena *arena,
                           pawl_error *error)
{
  pawl_error unheard = {0};
  reading r = {
      .begin = text, .at = text, .end = text + size, .arena = arena, .error = error ? error : &unheard};
  pawl_json_value *root = PAWL_TAKE(arena, 1, pawl_json_value);
  locale_t plain = root ? newlocale(LC_ALL_MASK, "C", (locale_t)0) : (locale_t)0; /* a decimal point */
  *value = NULL;
  if (!plain)
    return pawl_fail_memory(error);
  locale_t before = uselocale(plain);
  bool good = read_all(&r, root);
  uselocale(before);
  freelocale(plain);
  *value = good ? root : NULL;
  return good ? PAWL_OK : r.error->status;
}

const pawl_json_value *pawl_json_member(const pawl_json_value *object, const char *key)
{
  const pawl_json_value *member = object && object->type == PAWL_JSON_OBJECT ? object->first : NULL;
  while (member && strcmp(member->key, key) != 0)
    member = member->next;
  return member;
}
