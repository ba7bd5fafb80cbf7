/* Finds a path in an SVG file. Only as much of XML as that needs: tags with attributes, comments, what is open. */
#include <string.h>

#include "parts/curve_svg.h"

typedef struct {
  const char *from, *to;
} span;

typedef struct {
  span name, id, d;
  bool closes, alone, moved; /* </x>, <x/>; has a transform */
} tag;

static bool is(span s, const char *word)
{
  size_t n = strlen(word);
  return (size_t)(s.to - s.from) == n && memcmp(s.from, word, n) == 0;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool ends_name(char c)
{
  return is_blank(c) || c == '>' || c == '/' || c == '=';
}

/* After `word`, or the end of the text. */
static const char *after(const char *at, const char *end, const char *word)
{
  size_t n = strlen(word);
  for (; at + n <= end; at++)
    if (memcmp(at, word, n) == 0)
      return at + n;
  return end;
}

static span read_name(const char **at, const char *end)
{
  span s = {*at, *at};
  while (s.to < end && !ends_name(*s.to))
    s.to++;
  *at = s.to;
  return s;
}

/* name="value" at *at, or nothing that begins like a name. */
static span read_attribute(const char **at, const char *end, span *value)
{
  span name = read_name(at, end);
  while (*at < end && (is_blank(**at) || **at == '='))
    ++*at;
  *value = (span){*at, *at};
  if (*at < end && (**at == '"' || **at == '\'')) {
    const char *stop = memchr(*at + 1, **at, (size_t)(end - *at - 1));
    *value = (span){*at + 1, stop ? stop : end};
    *at = stop ? stop + 1 : end;
  }
  return name;
}

static const char *read_attributes(const char *at, const char *end, tag *t)
{
  while (at < end && *at != '>') {
    if (is_blank(*at) || *at == '/') {
      t->alone = *at == '/';
      at++;
      continue;
    }
    span value, name = read_attribute(&at, end, &value);
    if (name.to == name.from)
      at++;
    else if (is(name, "id"))
      t->id = value;
    else if (is(name, "d"))
      t->d = value;
    else if (is(name, "transform"))
      t->moved = true;
  }
  return at;
}

/* The next tag from *at on; false: there is none. */
static bool next_tag(const char **at, const char *end, tag *t)
{
  for (;;) {
    const char *open = *at < end ? memchr(*at, '<', (size_t)(end - *at)) : NULL;
    if (!open || open + 1 >= end)
      return false;
    *at = open + 1;
    if (end - *at >= 3 && memcmp(*at, "!--", 3) == 0)
      *at = after(*at, end, "-->");
    else if (end - *at >= 8 && memcmp(*at, "![CDATA[", 8) == 0)
      *at = after(*at, end, "]]>");
    else if (**at == '!' || **at == '?')
      *at = after(*at, end, ">");
    else
      break;
  }
  *t = (tag){.closes = **at == '/'};
  *at += t->closes;
  t->name = read_name(at, end);
  *at = read_attributes(*at, end, t);
  return true;
}

/* Paths in there are not drawn where they stand. */
static bool hides(span name)
{
  static const char *const words[] = {"defs", "clipPath", "mask", "marker", "pattern", "symbol"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is(name, words[i]))
      return true;
  return false;
}

typedef struct {
  int depth, moved, hidden; /* depth at which the outermost of them begins; 0: none is open */
} nesting;

static void go_in(nesting *n, const tag *t)
{
  n->depth++;
  if (t->moved && !n->moved)
    n->moved = n->depth;
  if (hides(t->name) && !n->hidden)
    n->hidden = n->depth;
}

static void go_out(nesting *n)
{
  n->moved = n->moved == n->depth ? 0 : n->moved;
  n->hidden = n->hidden == n->depth ? 0 : n->hidden;
  n->depth -= n->depth > 0;
}

static const char *name_of(const pawl_functions *functions, const tag *t)
{
  int size = (int)(t->id.to - t->id.from);
  return size > 0 ? pawl_sentence(functions, "the path '%.*s'", size < 40 ? size : 40, t->id.from)
                  : "its path";
}

const char *pawl_svg_find(const pawl_text *file, const char *id, const pawl_functions *functions,
                          pawl_svg_data *data)
{
  const char *at = file->text, *end = file->text + file->size;
  tag t, found = {.closes = false};
  nesting n = {0};
  int count = 0;
  bool moved = false;
  *data = (pawl_svg_data){file->text, end};
  if (!memchr(file->text, '<', file->size))
    return id ? pawl_sentence(functions, "%s has no tags, so no path has an 'id'", file->name) : NULL;
  while (next_tag(&at, end, &t)) {
    bool path = is(t.name, "path") && !t.closes && t.d.from && (id ? t.id.from && is(t.id, id) : !n.hidden);
    if (path) {
      found = t;
      moved = t.moved || n.moved;
      count++;
    }
    if (t.closes)
      go_out(&n);
    else if (!t.alone)
      go_in(&n, &t);
  }
  if (count == 0)
    return id ? pawl_sentence(functions, "%s has no path with the id '%.40s'", file->name, id)
              : pawl_sentence(functions, "%s has no path", file->name);
  if (count > 1)
    return pawl_sentence(functions, "%s has %d paths%s: 'id' names the one that is meant", file->name, count,
                         id ? " with this id" : "");
  if (moved)
    return pawl_sentence(functions,
                         "%s: %s has a transform, which is not read: apply it in the drawing program",
                         file->name, name_of(functions, &found));
  *data = (pawl_svg_data){found.d.from, found.d.to};
  return NULL;
}
