/* The groups of a DXF file: a line with a code, a line with its value. */
#include <stdlib.h>
#include <string.h>

#include "parts/curve_dxf.h"

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static pawl_dxf_span next_line(pawl_dxf_scan *scan)
{
  const char *stop = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
  pawl_dxf_span s = {scan->at, stop ? stop : scan->end};
  scan->at = stop ? stop + 1 : scan->end;
  scan->line++;
  while (s.from < s.to && is_blank(*s.from))
    s.from++;
  while (s.to > s.from && is_blank(s.to[-1]))
    s.to--;
  return s;
}

bool pawl_dxf_next(pawl_dxf_scan *scan, pawl_dxf_group *group)
{
  do {
    if (scan->wrong || scan->at >= scan->end)
      return false;
    pawl_dxf_span code = next_line(scan);
    if (code.from == code.to && scan->at >= scan->end)
      return false;
    char text[8] = "", *stop = text;
    if (code.to - code.from < (ptrdiff_t)sizeof text)
      memcpy(text, code.from, (size_t)(code.to - code.from));
    group->code = (int)strtol(text, &stop, 10);
    group->line = scan->line;
    if (stop == text || *stop) {
      scan->wrong = pawl_sentence(scan->functions, "line %d is '%s' where the code of a group is expected",
                                  scan->line, pawl_dxf_word(scan->functions, code));
      return false;
    }
    if (scan->at >= scan->end && group->code != 0) {
      scan->wrong = pawl_sentence(scan->functions, "is cut off in line %d", scan->line);
      return false;
    }
    group->value = next_line(scan);
  } while (group->code == 999);
  return true;
}

bool pawl_dxf_is(pawl_dxf_span span, const char *word)
{
  size_t n = strlen(word);
  return (size_t)(span.to - span.from) == n && memcmp(span.from, word, n) == 0;
}

static char capital(char c)
{
  return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

bool pawl_dxf_same(pawl_dxf_span a, pawl_dxf_span b)
{
  if (a.to - a.from != b.to - b.from)
    return false;
  for (ptrdiff_t i = 0; i < a.to - a.from; i++)
    if (capital(a.from[i]) != capital(b.from[i]))
      return false;
  return true;
}

const char *pawl_dxf_word(const pawl_functions *functions, pawl_dxf_span span)
{
  int n = (int)(span.to - span.from < 40 ? span.to - span.from : 40);
  char text[41];
  for (int i = 0; i < n; i++)
    text[i] = (char)((unsigned char)span.from[i] < ' ' || span.from[i] == 127 ? '?' : span.from[i]);
  text[n] = 0;
  return pawl_sentence(functions, "%s", text);
}

double pawl_dxf_real(pawl_dxf_entity *e, const pawl_dxf_group *group)
{
  char text[64] = "", *stop = text;
  size_t n = (size_t)(group->value.to - group->value.from);
  double value = 0;
  if (n < sizeof text) {
    memcpy(text, group->value.from, n);
    value = strtod(text, &stop);
  }
  if ((stop == text || *stop || !isfinite(value)) && !e->wrong) {
    e->wrong = pawl_sentence(e->functions, "line %d: '%s' is no number", group->line + 1,
                             pawl_dxf_word(e->functions, group->value));
    return 0;
  }
  return value;
}

double pawl_dxf_get(pawl_dxf_entity *e, int code, double fallback)
{
  for (int i = 0; i < e->count; i++)
    if (e->group[i].code == code)
      return pawl_dxf_real(e, e->group + i);
  return fallback;
}
