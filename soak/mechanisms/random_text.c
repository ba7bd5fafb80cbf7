/* Random parts as text of a model: one line of Lua each. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mechanisms/random_part.h"

/* Text that does not fit is cut off; `used` then says how much room there should have been. */
void pawl_draft_say(pawl_draft *m, const char *format, ...)
{
  size_t at = m->used < PAWL_DRAFT_TEXT ? m->used : PAWL_DRAFT_TEXT;
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(m->text + at, PAWL_DRAFT_TEXT - at, format, arguments);
  va_end(arguments);
  m->used += n > 0 ? (size_t)n : 0;
}

static void say_numbers(pawl_draft *m, const char *before, const double *x, int count)
{
  pawl_draft_say(m, "%s{", before);
  for (int i = 0; i < count; i++)
    pawl_draft_say(m, "%s%.17g", i ? ", " : "", x[i]);
  pawl_draft_say(m, "}");
}

static void say_frame(pawl_draft *m, const pawl_frame *f)
{
  bool plane = m->world == PAWL_PLANAR;
  pawl_quat q = pawl_mat_quat(&f->turn);
  const char *name = f->body ? NULL : "ground";
  for (int i = 0, body = 0; !name && i < m->part_count; i++)
    if (m->parts[i].kind->body && ++body == f->body)
      name = m->parts[i].name;
  pawl_draft_say(m, "%s", name);
  if (f->at.x == 0 && f->at.y == 0 && f->at.z == 0 && f->angle == 0 && q.w == 1)
    return;
  if (plane)
    pawl_draft_say(m, ":at{%.17g, %.17g, angle = %.17g}", f->at.x, f->at.y, f->angle);
  else
    pawl_draft_say(m, ":at{%.17g, %.17g, %.17g, quaternion = {%.17g, %.17g, %.17g, %.17g}}", f->at.x, f->at.y,
                   f->at.z, q.w, q.x, q.y, q.z);
}

static void say_frames(pawl_draft *m, const pawl_frames *list)
{
  for (int i = 0; i < list->count; i++) {
    pawl_draft_say(m, i ? ", " : "{");
    say_frame(m, list->frame + i);
  }
  pawl_draft_say(m, "}");
}

static void say_word(pawl_draft *m, const char *words, int index)
{
  while (index-- > 0)
    words += strcspn(words, " ") + 1;
  pawl_draft_say(m, "\"%.*s\"", (int)strcspn(words, " "), words);
}

static bool is_given(const pawl_field *f, const void *x)
{
  if (f->type == PAWL_SIGNAL)
    return ((const pawl_signal *)x)->function > 0 || !isnan(((const pawl_signal *)x)->value);
  if (f->type == PAWL_FRAMES)
    return ((const pawl_frames *)x)->count > 0;
  if (f->type == PAWL_NUMBERS)
    return ((const pawl_numbers *)x)->count > 0;
  if (f->type == PAWL_CURVE)
    return *(const pawl_curve *const *)x != NULL;
  if (f->type == PAWL_JOINT)
    return *(const int *)x >= 0;
  return (f->type != PAWL_REAL && f->type != PAWL_VECTOR) || !isnan(*(const double *)x);
}

static void say_points(pawl_draft *m, const pawl_points *p)
{
  pawl_draft_say(m, "{");
  for (int i = 0; i < p->count; i++)
    say_numbers(m, i ? ", " : "", &p->point[i].x, m->world == PAWL_PLANAR ? 2 : 3);
  pawl_draft_say(m, "}");
}

static void say_curve(pawl_draft *m, const pawl_curve *c)
{
  static const char *const between[] = {"linear", "akima", "monotone"}, *const beyond[] = {"straight",
                                                                                           "hold"};
  pawl_draft_say(m, "characteristic { ");
  for (int i = 1; i <= c->count; i++)
    pawl_draft_say(m, "{%.17g, %.17g}, ", c->piece[i].from, c->piece[i].c[0]);
  pawl_draft_say(m, "between = \"%s\", beyond = \"%s\" }", between[c->between], beyond[c->beyond]);
}

static void say_value(pawl_draft *m, const pawl_draft_part *p, const pawl_field *f, const void *x,
                      const char *signal)
{
  bool plane = m->world == PAWL_PLANAR;
  if (f->type == PAWL_REAL)
    pawl_draft_say(m, "%.17g", *(const double *)x);
  else if (f->type == PAWL_COUNT)
    pawl_draft_say(m, "%d", *(const int *)x);
  else if (f->type == PAWL_FLAG)
    pawl_draft_say(m, "%s", *(const bool *)x ? "true" : "false");
  else if (f->type == PAWL_CHOICE)
    say_word(m, f->choices, *(const int *)x);
  else if (f->type == PAWL_VECTOR)
    say_numbers(m, "", x, plane ? 2 : 3);
  else if (f->type == PAWL_INERTIA && plane)
    pawl_draft_say(m, "%.17g", ((const double *)x)[2]);
  else if (f->type == PAWL_INERTIA)
    say_numbers(m, "", x, 6);
  else if (f->type == PAWL_SIGNAL && *signal)
    pawl_draft_say(m, "%s", signal);
  else if (f->type == PAWL_SIGNAL)
    pawl_draft_say(m, "%.17g", ((const pawl_signal *)x)->value);
  else if (f->type == PAWL_FRAME)
    say_frame(m, x);
  else if (f->type == PAWL_FRAMES)
    say_frames(m, x);
  else if (f->type == PAWL_POINTS)
    say_points(m, x);
  else if (f->type == PAWL_CURVE)
    say_curve(m, *(const pawl_curve *const *)x);
  else if (f->type == PAWL_JOINT)
    pawl_draft_say(m, "\"%s\"", m->parts[*(const int *)x].name);
  else if (f->type == PAWL_VALUE)
    pawl_draft_say(m, "%s", p->value);
  else
    pawl_draft_say(m, "\"%s\"", *(const char *const *)x ? *(const char *const *)x : "text");
}

void pawl_draft_write(pawl_draft *m, const pawl_draft_part *p)
{
  const char *before = "";
  int n = 0;
  if (p->kind->body)
    pawl_draft_say(m, "local %s = ", p->name);
  pawl_draft_say(m, "%s \"%s\" { ", p->kind->name, p->name);
  if (p->kind->family == PAWL_CONTACT || p->kind->family == PAWL_CURVE_JOINT) {
    pawl_draft_say(m, "%s }\n", p->value);
    return;
  }
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    if (!pawl_in_world(f->worlds, m->world) || (f->type == PAWL_TEXT && f->fallback != PAWL_REQUIRED))
      continue;
    const char *signal = f->type == PAWL_SIGNAL && n < PAWL_DRAFT_SIGNALS ? p->signal[n++] : "";
    if (!is_given(f, p->fields + f->where))
      continue;
    pawl_draft_say(m, "%s", before);
    if (f->name[0] > '9')
      pawl_draft_say(m, "%s = ", f->name);
    say_value(m, p, f, p->fields + f->where, signal);
    before = ", ";
  }
  pawl_draft_say(m, " }\n");
}
