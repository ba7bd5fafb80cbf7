/* What single words of expressions mean: numbers, channels, units, parts. */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression_read.h"

/* ---- words ---- */

bool pawl_expression_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || ((unsigned char)c & 0x80) != 0;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

size_t pawl_expression_word(const char *at, bool hyphens)
{
  size_t n = 0;
  while (pawl_expression_letter(at[n]) || is_digit(at[n]) || at[n] == '.' ||
         (hyphens && n > 0 && at[n] == '-'))
    n++;
  return n;
}

size_t pawl_expression_digits(const char *at)
{
  size_t n = 0, digits = 0;
  for (; is_digit(at[n]) || at[n] == '.'; n++)
    digits += is_digit(at[n]);
  if (!digits)
    return 0;
  if (at[n] == 'e' || at[n] == 'E') {
    size_t sign = at[n + 1] == '-' || at[n + 1] == '+', more = strspn(at + n + 1 + sign, "0123456789");
    n += more ? 1 + sign + more : 0;
  }
  return n;
}

typedef int finder(const pawl_reader_of_text *r, const char *name, size_t length, const char **unit);

static int find_channel(const pawl_reader_of_text *r, const char *name, size_t length, const char **unit)
{
  return r->words && r->words->find ? r->words->find(r->words->context, name, length, unit) : -1;
}

static int find_part(const pawl_reader_of_text *r, const char *name, size_t length, const char **kept)
{
  *kept = r->words->part(r->words->context, name, length);
  return *kept ? 0 : -1;
}

/* The longest name here that is known; hyphens belong to it then. 0: none is. */
static size_t known_length(const pawl_reader_of_text *r, finder *find, int *index, const char **unit)
{
  for (size_t n = pawl_expression_word(r->at, true); n > 0; n--) {
    if (n < pawl_expression_word(r->at, true) && r->at[n] != '-')
      continue;
    *index = find(r, r->at, n, unit);
    if (*index >= 0)
      return n;
  }
  return 0;
}

size_t pawl_expression_part(const pawl_reader_of_text *r, const char **part)
{
  int index;
  return known_length(r, find_part, &index, part);
}

bool pawl_expression_knows(const pawl_reader_of_text *r)
{
  int index;
  const char *unit;
  return known_length(r, find_channel, &index, &unit) > 0;
}

const char *pawl_expression_near(pawl_reader_of_text *r, const char *name, size_t length, bool part)
{
  char word[PAWL_NAME_MOST];
  if (!r->words || !r->words->near || length >= sizeof word)
    return NULL;
  memcpy(word, name, length);
  word[length] = 0;
  return r->words->near(r->words->context, word, part);
}

/* ---- values ---- */

pawl_node *pawl_expression_number(pawl_reader_of_text *r, size_t length)
{
  char digits[64];
  const char *from = r->at;
  if (length >= sizeof digits)
    return pawl_expression_wrong(r, from, "this number is too long");
  memcpy(digits, from, length);
  digits[length] = 0;
  char *point = strchr(digits, '.');
  if (point && strchr(point + 1, '.'))
    return pawl_expression_wrong(r, from, "'%s' is not a number", digits);
  if (point)
    *point = *localeconv()->decimal_point; /* whatever the program has set */
  pawl_node *node = pawl_expression_node(r, PAWL_NODE_NUMBER, from);
  if (!node)
    return NULL;
  node->value = strtod(digits, NULL);
  node->known = true;
  r->at += length;
  if (!isfinite(node->value))
    return pawl_expression_wrong(r, from, "this number is too large");
  if (pawl_expression_letter(*r->at))
    return pawl_expression_wrong(r, r->at, "an operator is missing before '%.*s': write %.*s*%.*s",
                                 (int)pawl_expression_word(r->at, false), r->at, (int)length, from,
                                 (int)pawl_expression_word(r->at, false), r->at);
  return node;
}

static pawl_node *channel(pawl_reader_of_text *r, const char *from, int index, const char *unit)
{
  pawl_node *node = pawl_expression_node(r, PAWL_NODE_CHANNEL, from);
  if (!node)
    return NULL;
  node->channel = index;
  node->varies = true;
  node->unit = unit;
  node->dimension.open = !unit || !pawl_unit_read(unit, &node->dimension, &node->factor);
  if (node->dimension.open)
    node->factor = 1;
  if (node->factor != 1 || (unit && !*unit)) /* what comes out is SI */
    node->unit = NULL;
  return node;
}

static pawl_node *unit_of(pawl_reader_of_text *r, size_t length)
{
  const pawl_unit *unit = pawl_unit_find(r->at, length);
  bool pi = length == 2 && strncmp(r->at, "pi", 2) == 0;
  if (!unit && !pi)
    return NULL;
  pawl_node *node = pawl_expression_node(r, PAWL_NODE_NUMBER, r->at);
  if (!node)
    return NULL;
  node->value = pi ? 3.14159265358979323846 : unit->factor;
  node->known = true;
  for (int i = 0; unit && i < PAWL_BASES; i++)
    node->dimension.power[i] = unit->power[i];
  r->at += length;
  return node;
}

static pawl_node *time_of(pawl_reader_of_text *r, size_t length)
{
  pawl_node *node = pawl_expression_node(r, PAWL_NODE_TIME, r->at);
  if (!node)
    return NULL;
  node->varies = true;
  node->dimension.power[PAWL_SECOND] = 1;
  node->unit = "s";
  r->at += length;
  return node;
}

static const char *near_unit(const char *word)
{
  const char *names[64];
  int n = 0;
  for (const pawl_unit *u = pawl_unit_names; u->name && n < 64; u++)
    names[n++] = u->name;
  return pawl_nearest(word, names, n);
}

static pawl_node *unknown(pawl_reader_of_text *r, const char *from, size_t length)
{
  const char *near = pawl_expression_near(r, from, length, false);
  char word[PAWL_NAME_MOST];
  snprintf(word, sizeof word, "%.*s", (int)length, from);
  bool channel = strchr(word, '.') != NULL;
  near = near || channel || length < 2 ? near : near_unit(word);
  return pawl_expression_wrong(r, from, "there is no %s '%s'%s%s%s",
                               !r->words ? "unit"
                               : channel ? "channel"
                                         : "channel or unit",
                               word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* 'my column' */
pawl_node *pawl_expression_quoted(pawl_reader_of_text *r)
{
  const char *from = r->at + 1, *end = strchr(from, *r->at), *unit = NULL;
  if (!end)
    return pawl_expression_wrong(r, r->at, "the quoted name does not end");
  size_t length = (size_t)(end - from);
  int index = r->lenient ? 0 : find_channel(r, from, length, &unit);
  if (index < 0)
    return unknown(r, from, length);
  const char *begin = r->at;
  r->at = end + 1;
  return channel(r, begin, index, unit);
}

pawl_node *pawl_expression_name(pawl_reader_of_text *r)
{
  const char *from = r->at, *unit = NULL;
  int index = -1;
  size_t known = known_length(r, find_channel, &index, &unit), length = pawl_expression_word(from, false);
  if (known) {
    r->at += known;
    return channel(r, from, index, unit);
  }
  if (r->words && ((length == 1 && *from == 't') || (length == 4 && strncmp(from, "time", 4) == 0)))
    return time_of(r, length);
  pawl_node *node = unit_of(r, length);
  if (node || r->error->status != PAWL_OK)
    return node;
  if (!r->lenient)
    return unknown(r, from, length);
  r->at += length;
  return channel(r, from, 0, NULL);
}
