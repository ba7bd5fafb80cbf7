/* For tests: the example of a kind as a whole model, with the bodies, joints and markers that it names. */
#ifndef PAWL_PARTS_EXAMPLES_TEST_H
#define PAWL_PARTS_EXAMPLES_TEST_H

#include <stdio.h>
#include <string.h>

#include "parts/part.h"

static inline size_t pawl_example_word(const char *s)
{
  return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

/* The names at the example's positions are bodies or joints, as the table of fields says. */
static inline void pawl_example_names(FILE *out, const pawl_kind *kind, const char *body, const char *joint)
{
  const pawl_field *f = kind->fields;
  int depth = 0;
  for (const char *s = strchr(kind->example, '{'); s && *s && f->name; s++) {
    depth += (*s == '{' || *s == '(') - (*s == '}' || *s == ')');
    if (depth != 1 || (*s != '{' && *s != ','))
      continue;
    const char *word = s + 1 + strspn(s + 1, " ");
    int n = (int)pawl_example_word(word);
    bool name = n > 0 && strncmp(word, "ground", 6) != 0 && f->name[0] >= '0' && f->name[0] <= '9';
    if (name && f->type == PAWL_FRAME)
      fprintf(out, "local %.*s = body 'body%s' %s\n", n, word, f->name, body);
    else if (name && f->type == PAWL_JOINT)
      fprintf(out, "local %.*s = %s 'joint%s' { ground, some }\n", n, word, joint, f->name);
    f++;
  }
}

/* Strings like "tip.x" are channels: of a marker, so that there is something to read. */
static inline void pawl_example_markers(FILE *out, const char *example)
{
  for (const char *s = strchr(example, '"'); s; s = strchr(s + 1, '"')) {
    size_t n = pawl_example_word(s + 1);
    if (n > 0 && s[1 + n] == '.')
      fprintf(out, "marker '%.*s' { some }\n", (int)n, s + 1);
  }
}

/* The example and what it needs around it. `joint` is the kind of joint for those it names. Written for a plane unless
 * the kind lives in space only. */
static inline void pawl_example_model(FILE *out, const pawl_kind *kind, const char *joint)
{
  bool space = kind->worlds == PAWL_SPATIAL || strcmp(kind->name, "spatial") == 0;
  bool world = strcmp(kind->name, "planar") == 0 || strcmp(kind->name, "spatial") == 0;
  const char *body = space ? "{ mass = 1, inertia = {1, 1, 1} }" : "{ mass = 1, inertia = 1 }";
  const char *first = space ? "spatial {}" : "planar {}";
  fprintf(out, "%s\nlocal some = body 'some' %s\n", world ? kind->example : first, body);
  pawl_example_names(out, kind, body, joint);
  pawl_example_markers(out, kind->example);
  fprintf(out, "%s\n", world ? "" : kind->example);
}

#endif
