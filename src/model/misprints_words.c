/* The name of a unit alone in place of a number: mass = m is 1 kg, as m is 1. A number does not tell how it was written, so the text is
 * read once more: `kind "name" { …, field = unit, … }`. Nothing is said where the unit is the field's own (length = m), or where the
 * text gives the name another meaning (local m = 3). */
#include <stdio.h>
#include <string.h>

#include "base/dimension.h"
#include "model/misprints.h"

typedef struct {
  enum { END, WORD, TEXT, OTHER } type;
  const char *from;
  int length, line;
} token;

typedef struct {
  const char *at, *end;
  int line;
} scanner;

/* ---- words of Lua ---- */

static bool begins_word(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool goes_on(char c)
{
  return begins_word(c) || (c >= '0' && c <= '9');
}

/* Of a long bracket [==[ at s->at: how many =; -1: it is none. */
static int level_of(const scanner *s)
{
  const char *c = s->at + 1;
  while (c < s->end && *c == '=')
    c++;
  return c < s->end && *c == '[' ? (int)(c - s->at - 1) : -1;
}

static void pass(scanner *s, int count)
{
  for (; count > 0 && s->at < s->end; count--, s->at++)
    s->line += *s->at == '\n';
}

static void pass_long(scanner *s, int level)
{
  pass(s, level + 2);
  while (s->at < s->end) {
    if (*s->at == ']') {
      const char *c = s->at + 1;
      while (c < s->end && *c == '=')
        c++;
      if (c < s->end && *c == ']' && c - s->at - 1 == level) {
        pass(s, level + 2);
        return;
      }
    }
    pass(s, 1);
  }
}

static void pass_blanks(scanner *s)
{
  while (s->at < s->end) {
    if (s->end - s->at >= 2 && s->at[0] == '-' && s->at[1] == '-') {
      pass(s, 2);
      int level = s->at < s->end && *s->at == '[' ? level_of(s) : -1;
      if (level >= 0)
        pass_long(s, level);
      else
        while (s->at < s->end && *s->at != '\n')
          s->at++;
    } else if (*s->at == ' ' || *s->at == '\t' || *s->at == '\r' || *s->at == '\n')
      pass(s, 1);
    else
      return;
  }
}

static void pass_quoted(scanner *s)
{
  char quote = *s->at;
  pass(s, 1);
  while (s->at < s->end && *s->at != quote)
    pass(s, *s->at == '\\' ? 2 : 1);
  pass(s, 1);
}

static token next(scanner *s)
{
  pass_blanks(s);
  token t = {END, s->at, 0, s->line};
  if (s->at == s->end)
    return t;
  char c = *s->at;
  int level = c == '[' ? level_of(s) : -1;
  t.type = begins_word(c) ? WORD : OTHER;
  if (goes_on(c) || (c == '.' && s->at + 1 < s->end && s->at[1] >= '0' && s->at[1] <= '9'))
    while (s->at < s->end && (goes_on(*s->at) || (t.type == OTHER && *s->at == '.')))
      s->at++;
  else if (c == '"' || c == '\'' || level >= 0) {
    t.type = TEXT;
    if (level >= 0)
      pass_long(s, level);
    else
      pass_quoted(s);
  } else if (s->end - s->at >= 2 && s->at[1] == '=' && strchr("=~<>", c))
    s->at += 2;
  else
    s->at++;
  t.length = (int)(s->at - t.from);
  return t;
}

static bool is(token t, const char *text)
{
  return (size_t)t.length == strlen(text) && memcmp(t.from, text, (size_t)t.length) == 0;
}

/* ---- units ---- */

enum { UNITS = 64 }; /* there are fewer */

/* Its place in the list of units; -1: it is none, as pi. */
static int unit_at(token t)
{
  const pawl_unit *unit = t.type == WORD ? pawl_unit_find(t.from, (size_t)t.length) : NULL;
  bool plain = true;
  for (int i = 0; unit && i < PAWL_BASES; i++)
    plain = plain && unit->power[i] == 0;
  return plain || unit - pawl_unit_names >= UNITS ? -1 : (int)(unit - pawl_unit_names);
}

static bool is_measured_by(const char *text, const pawl_unit *unit)
{
  pawl_dimension dimension;
  double factor;
  return pawl_unit_read(text, &dimension, &factor) &&
         memcmp(dimension.power, unit->power, sizeof unit->power) == 0;
}

/* "rad or m" is measured in m, too. */
static bool measures(const char *text, const pawl_unit *unit)
{
  char one[64];
  while (*text) {
    const char *end = strstr(text, " or ");
    int length = end ? (int)(end - text) : (int)strlen(text);
    snprintf(one, sizeof one, "%.*s", length, text);
    if (is_measured_by(one, unit))
      return true;
    text += length + (end ? 4 : 0);
  }
  return false;
}

/* ---- names that the text gives another meaning ---- */

/* After `local` and `for`, between the parentheses of a function, and before the = of an assignment. */
static void find_meanings(const char *text, size_t size, bool taken[UNITS])
{
  scanner s = {text, text + size, 1};
  token before = {END, text, 0, 1};
  int depth = 0; /* of braces: there a = is a field */
  bool names = false, heads = false;
  for (token t = next(&s); t.type != END; before = t, t = next(&s)) {
    int unit = unit_at(t);
    if (is(t, "local") || is(t, "for"))
      names = true;
    else if (is(t, "function"))
      names = heads = true;
    else if (heads ? is(t, ")") : names && (is(t, "=") || is(t, "in")))
      names = heads = false;
    else if (!heads && names && t.type == WORD && before.type == WORD && !is(before, "local") &&
             !is(before, "for"))
      names = false; /* local x y: the next statement */
    depth += is(t, "{") - is(t, "}");
    if (unit >= 0 && (names || is(before, "local")))
      taken[unit] = true;
    if (is(t, "=") && depth == 0 && unit_at(before) >= 0)
      taken[unit_at(before)] = true;
  }
}

/* ---- fields ---- */

enum { DEEP = 64 };

static const pawl_kind *kind_of(token word)
{
  char name[64];
  if (word.type != WORD || word.length >= (int)sizeof name)
    return NULL;
  memcpy(name, word.from, (size_t)word.length);
  name[word.length] = 0;
  return pawl_kind_find(name);
}

static const pawl_field *field_of(const pawl_kind *kind, token word)
{
  for (const pawl_field *f = kind ? kind->fields : NULL; f && f->name; f++)
    if (is(word, f->name))
      return f;
  return NULL;
}

static bool is_number(const pawl_field *f)
{
  return f->type == PAWL_REAL || f->type == PAWL_COUNT || f->type == PAWL_SIGNAL || f->type == PAWL_INERTIA ||
         f->type == PAWL_GRAPH || f->type == PAWL_VALUE;
}

/* Where in `field = unit` the text is. */
typedef struct {
  enum { ELSEWHERE, BEGUN, NAMED, ASSIGNED, GIVEN } state;
  token field;
  int unit;
} reading;

static void judge(pawl_misprints *list, const char *path, const pawl_kind *kind, const reading *r)
{
  const pawl_field *field = field_of(kind, r->field);
  char where[256];
  if (!field || !is_number(field) || measures(field->unit, pawl_unit_names + r->unit))
    return;
  snprintf(where, sizeof where, "%s:%d", path, r->field.line);
  pawl_misprints_add(list, where, "%s: '%s = %s' is the unit %s alone in place of a number%s%s", kind->name,
                     field->name, pawl_unit_names[r->unit].name, pawl_unit_names[r->unit].name,
                     *field->unit ? " in " : "", field->unit);
}

static void read_on(reading *r, token t, const bool taken[UNITS])
{
  int unit = unit_at(t);
  if (is(t, "{") || is(t, ",") || is(t, ";"))
    r->state = BEGUN;
  else if (r->state == BEGUN && t.type == WORD) {
    r->state = NAMED;
    r->field = t;
  } else if (r->state == NAMED && is(t, "="))
    r->state = ASSIGNED;
  else if (r->state == ASSIGNED && unit >= 0 && !taken[unit]) {
    r->state = GIVEN;
    r->unit = unit;
  } else
    r->state = ELSEWHERE;
}

void pawl_misprints_read(pawl_misprints *list, const char *path, const char *text, size_t size)
{
  bool taken[UNITS] = {false};
  const pawl_kind *open[DEEP] = {NULL},
                  *called = NULL; /* called: kind("name"), behind whose parentheses a brace may stand */
  int depth = 0;
  scanner s = {text, text + size, 1};
  token before[2] = {{END, text, 0, 1}, {END, text, 0, 1}};
  reading r = {ELSEWHERE, before[0], -1};
  find_meanings(text, size, taken);
  for (token t = next(&s); t.type != END; t = next(&s)) {
    if (is(t, "(") && kind_of(before[1]))
      called = kind_of(before[1]);
    bool ends = is(t, ",") || is(t, ";") || is(t, "}");
    if (ends && r.state == GIVEN && depth > 0 && depth < DEEP)
      judge(list, path, open[depth], &r);
    if (is(t, "{") && ++depth < DEEP)
      open[depth] = before[1].type == TEXT ? kind_of(before[0])
                    : is(before[1], ")")   ? called
                                           : kind_of(before[1]);
    depth -= is(t, "}") && depth > 0;
    read_on(&r, t, taken);
    before[0] = before[1];
    before[1] = t;
  }
}
