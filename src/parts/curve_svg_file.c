/* Finds an outline in an SVG file. Only as much of XML as that needs: tags with attributes, comments, what is open. */
#include <string.h>

#include "parts/curve_svg.h"

typedef pawl_svg_data span;

typedef struct {
  span name, attributes;
  bool closes, alone; /* </x>, <x/> */
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

/* To the '>' of a tag; `wanted` NULL: none of its attributes, else the value of that one. */
static const char *pass_attributes(const char *at, const char *end, const char *wanted, span *found,
                                   bool *alone)
{
  while (at < end && *at != '>') {
    if (is_blank(*at) || *at == '/') {
      *alone = *at == '/';
      at++;
      continue;
    }
    span value, name = read_attribute(&at, end, &value);
    if (name.to == name.from)
      at++;
    else if (wanted && is(name, wanted))
      *found = value;
  }
  return at;
}

static span attribute(const void *of, const char *name)
{
  const tag *t = of;
  span value = {NULL, NULL};
  bool alone;
  pass_attributes(t->attributes.from, t->attributes.to, name, &value, &alone);
  return value;
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
  t->attributes.from = *at;
  *at = pass_attributes(*at, end, NULL, NULL, &t->alone);
  t->attributes.to = *at;
  return true;
}

/* What is in there is not drawn where it stands. */
static bool hides(span name)
{
  static const char *const words[] = {"defs", "clipPath", "mask", "marker", "pattern", "symbol"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is(name, words[i]))
      return true;
  return false;
}

/* ---- what is open ---- */

/* The axes inside of an element; wrong: why they are not known. */
typedef struct {
  pawl_affine map;
  const char *wrong;
  bool hidden;
} place;

typedef struct {
  place *open; /* [0]: the drawing's own */
  int depth, room;
} nesting;

static bool says(span text, const char *word)
{
  return text.from && after(text.from, text.to, word) != text.to;
}

static place place_of(const place *outer, const tag *t, bool outermost, const pawl_functions *functions)
{
  place p = *outer;
  span text = attribute(t, "transform");
  if (text.from && !pawl_svg_transform(text, &p.map)) {
    int size = (int)(text.to - text.from);
    p.wrong = pawl_sentence(functions, "transform \"%.*s\" is none", size < 60 ? size : 60, text.from);
  }
  if (says(attribute(t, "style"), "transform:"))
    p.wrong = "a transform in a style is not read: write it as an attribute of its own";
  if (is(t->name, "svg") && !outermost)
    p.wrong = "an svg inside of an svg is not read";
  p.hidden = p.hidden || hides(t->name);
  return p;
}

static bool go_in(nesting *n, const place *inside, pawl_arena *arena)
{
  if (n->depth + 1 == n->room) {
    place *more = PAWL_TAKE(arena, 2 * n->room, place);
    if (!more)
      return false;
    memcpy(more, n->open, (size_t)n->room * sizeof *more);
    n->open = more;
    n->room *= 2;
  }
  n->open[++n->depth] = *inside;
  return true;
}

/* ---- the outline ---- */

static bool draws(const tag *t)
{
  return is(t->name, "path") ? attribute(t, "d").from != NULL : pawl_svg_is_shape(t->name);
}

typedef struct {
  tag tag;
  place place;
  int count;
} finding;

static bool is_wanted(const tag *t, const place *p, const pawl_svg_wanted *wanted)
{
  if (t->closes || !draws(t))
    return false;
  span id = attribute(t, "id");
  return wanted->id ? id.from && is(id, wanted->id) : !p->hidden;
}

static const char *search(const pawl_text *file, const pawl_svg_wanted *wanted,
                          const pawl_functions *functions, finding *found)
{
  const char *at = file->text, *end = file->text + file->size;
  nesting n = {.open = PAWL_TAKE(functions->arena, 16, place), .room = 16};
  if (!n.open)
    return "out of memory";
  n.open[0] = (place){.map = {{wanted->scale, 0, 0, -wanted->scale, 0, 0}}};
  for (tag t; next_tag(&at, end, &t);) {
    if (t.closes) {
      n.depth -= n.depth > 0;
      continue;
    }
    place inside = place_of(n.open + n.depth, &t, n.depth == 0, functions);
    if (is_wanted(&t, &inside, wanted) && (++found->count == wanted->number || wanted->number == 0)) {
      found->tag = t;
      found->place = inside;
    }
    if (!t.alone && !go_in(&n, &inside, functions->arena))
      return "out of memory";
  }
  return NULL;
}

#define KINDS "path, rect, circle, ellipse, line, polyline, polygon"

static const char *miscounted(const char *name, const pawl_svg_wanted *wanted, int count,
                              const pawl_functions *functions)
{
  if (count == 0)
    return wanted->id ? pawl_sentence(functions, "%s has no outline with the id '%.40s'", name, wanted->id)
                      : pawl_sentence(functions, "%s has no outline (%s)", name, KINDS);
  if (wanted->number > count)
    return pawl_sentence(functions, "%s has no outline number %d: it has %d", name, wanted->number, count);
  if (wanted->number == 0 && count > 1)
    return pawl_sentence(functions, "%s has %d outlines%s: 'id' or 'number' names the one that is meant",
                         name, count, wanted->id ? " with this id" : "");
  return NULL;
}

static const char *draw(const finding *found, const pawl_functions *functions, pawl_draft *draft)
{
  const pawl_affine *map = &found->place.map;
  const double *m = map->m;
  if (found->place.wrong)
    return found->place.wrong;
  double det = m[0] * m[3] - m[1] * m[2];
  if (!isfinite(det + m[4] + m[5]) ||
      fabs(det) < 1e-12 * (m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3]))
    return "its transform leaves it no width";
  return is(found->tag.name, "path")
             ? pawl_svg_read(attribute(&found->tag, "d"), map, functions, draft)
             : pawl_svg_shape(found->tag.name, attribute, &found->tag, map, functions, draft);
}

const char *pawl_svg_file(const pawl_text *file, const pawl_svg_wanted *wanted,
                          const pawl_functions *functions, pawl_draft *draft)
{
  finding found = {.count = 0};
  const char *wrong;
  if (!memchr(file->text, '<', file->size)) {
    pawl_affine map = {{wanted->scale, 0, 0, -wanted->scale, 0, 0}};
    if (wanted->id)
      return pawl_sentence(functions, "%s has no tags, so nothing has an 'id'", file->name);
    wrong = pawl_svg_read((span){file->text, file->text + file->size}, &map, functions, draft);
  } else {
    wrong = search(file, wanted, functions, &found);
    if (!wrong && (wrong = miscounted(file->name, wanted, found.count, functions)))
      return wrong;
    wrong = wrong ? wrong : draw(&found, functions, draft);
  }
  return wrong ? pawl_sentence(functions, "%s: %s", file->name, wrong) : NULL;
}
