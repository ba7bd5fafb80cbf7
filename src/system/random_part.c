/* Fields of random parts. A number is so many of the model's own kilograms, metres and seconds as its unit says,
 * times 1/8 to 2, within the field's range; a signal is a number, a function of time, or of a channel. */
#include "system/random_part.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"

enum { TRIES = 1000 };

/* ---- dice ---------------------------------------------------------------------------------------------------- */

/* 2^low … 2^high, as many in each octave; the same bits everywhere, which pow does not promise. */
static double octaves(pawl_draft *m, int low, int high)
{
  int octave = low + pawl_roll_index(m, high - low);
  return ldexp(1 + pawl_roll(m), octave);
}

pawl_vec pawl_roll_vec(pawl_draft *m, double size)
{
  double x = pawl_roll_between(m, -size, size), y = pawl_roll_between(m, -size, size);
  return pawl_v(x, y, m->world == PAWL_PLANAR ? 0 : pawl_roll_between(m, -size, size));
}

pawl_mat pawl_roll_turn(pawl_draft *m, double *angle)
{
  pawl_vec axis = {0, 0, 1};
  *angle = pawl_roll_between(m, -3, 3);
  if (m->world == PAWL_SPATIAL) {
    axis = pawl_roll_vec(m, 1);
    axis = pawl_times(1 / (1e-3 + pawl_norm(axis)), axis);
  }
  return pawl_quat_mat(pawl_quat_exp(pawl_times(*angle, axis)));
}

/* ---- numbers by unit ----------------------------------------------------------------------------------------- */

static bool is_turning(const char *unit)
{
  return strstr(unit, "rad") || strncmp(unit, "N m", 3) == 0;
}

/* Of "N m or N" the one for a joint that turns or slides. */
static const char *unit_for(const char *unit, bool turns, char one[32])
{
  for (const char *rest = unit;; rest = strstr(rest, " or ") + 4) {
    const char *end = strstr(rest, " or ");
    snprintf(one, 32, "%.*s", end ? (int)(end - rest) : (int)strlen(rest), rest);
    if (!end || is_turning(one) == turns)
      return one;
  }
}

bool pawl_unit_fits(const char *unit, bool turns)
{
  char one[32];
  return *unit == 0 || is_turning(unit_for(unit, turns, one)) == turns;
}

static double symbol_size(const pawl_draft *m, const char *symbol, size_t n)
{
  static const char *const names[] = {"m", "kg", "s", "N", "J", "W"};
  double L = m->length, M = m->mass, T = m->time, F = M * L / (T * T);
  const double sizes[] = {L, M, T, F, F * L, F * L / T};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strlen(names[i]) == n && strncmp(names[i], symbol, n) == 0)
      return sizes[i];
  return 1;
}

/* The model's own size of "N m s/rad" or "m/s^2". */
static double unit_size(const pawl_draft *m, const char *unit)
{
  double size = 1;
  bool below = false;
  while (*unit) {
    size_t n = strcspn(unit, " /^");
    double symbol = symbol_size(m, unit, n);
    unit += n;
    int power = *unit == '^' ? unit[1] - '0' : 1;
    unit += *unit == '^' ? 2 : 0;
    for (int i = 0; i < power; i++)
      size = below ? size / symbol : size * symbol;
    below = below || *unit == '/';
    unit += *unit != 0;
  }
  return size;
}

static double roll_number(pawl_draft *m, const pawl_field *f, const char *unit)
{
  if (isfinite(f->min) && isfinite(f->max))
    return pawl_roll_between(m, f->min, f->max);
  double x = unit_size(m, unit) * octaves(m, -3, 1);
  if (f->min < 0 && pawl_roll_chance(m, 0.5))
    x = -x;
  return fmin(fmax(x, f->min), f->max);
}

/* A solid box of random sides, turned: xx yy zz xy xz yz. */
static void roll_inertia(pawl_draft *m, double size, double inertia[6])
{
  double a = octaves(m, -2, 0), b = octaves(m, -2, 0), c = octaves(m, -2, 0), unused;
  double I[3] = {size * (b * b + c * c) / 3, size * (a * a + c * c) / 3, size * (a * a + b * b) / 3};
  pawl_mat R = pawl_roll_turn(m, &unused);
  const double axes[3][3] = {{R.x.x, R.x.y, R.x.z}, {R.y.x, R.y.y, R.y.z}, {R.z.x, R.z.y, R.z.z}};
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) {
    inertia[k] = 0;
    for (int i = 0; i < 3; i++)
      inertia[k] += I[i] * axes[i][row[k]] * axes[i][column[k]];
  }
}

/* ---- points and curves ---------------------------------------------------------------------------------------- */

/* A star around a random place: no two of its edges cross. */
static void roll_points(pawl_draft *m, const pawl_field *f, double size, pawl_draft_part *p, pawl_points *to)
{
  int count = (int)fmin(fmax(3 + pawl_roll_index(m, PAWL_DRAFT_POINTS - 2), f->min), PAWL_DRAFT_POINTS);
  pawl_vec middle = pawl_roll_vec(m, 0.3 * size);
  for (int i = 0; i < count; i++) {
    double s, c, r = size * pawl_roll_between(m, 0.15, 0.5);
    pawl_sincos(6.283185307179586 * (i + pawl_roll_between(m, -0.3, 0.3)) / count, &s, &c);
    p->point[i] = pawl_add(middle, pawl_v(r * c, r * s, 0));
  }
  *to = (pawl_points){count, p->point};
}

/* Which of the part's curves this field is. */
static int curve_index(const pawl_kind *kind, const pawl_field *field)
{
  int n = 0;
  for (const pawl_field *f = kind->fields; f != field; f++)
    n += f->type == PAWL_CURVE;
  return n < PAWL_DRAFT_CURVES ? n : PAWL_DRAFT_CURVES - 1;
}

/* What is the size of x? Tables say the unit of y only; the largest that it can be makes no curve steep. */
static double abscissa(const pawl_draft *m)
{
  double speed = m->length / m->time;
  return fmax(fmax(fmax(m->length, m->time), fmax(speed, 1 / m->time)), 1);
}

/* Through the origin and upwards, as springs and dampers have it, or in some cases anyhow. */
static void roll_curve(pawl_draft *m, const pawl_field *f, double size, pawl_draft_part *p,
                       const pawl_curve **to)
{
  enum { MOST = 7 };
  int count = 3 + pawl_roll_index(m, MOST - 2),
      zero = pawl_roll_chance(m, 0.3) ? 0 : pawl_roll_index(m, count);
  bool anyhow = pawl_roll_chance(m, 0.3);
  double x[MOST], y[MOST], width = abscissa(m);
  x[zero] = y[zero] = 0;
  for (int i = zero + 1; i < count; i++) {
    x[i] = x[i - 1] + width * pawl_roll_between(m, 0.2, 0.7);
    y[i] = y[i - 1] + size * pawl_roll_between(m, anyhow ? -0.5 : 0, 0.5);
  }
  for (int i = zero - 1; i >= 0; i--) {
    x[i] = x[i + 1] - width * pawl_roll_between(m, 0.2, 0.7);
    y[i] = y[i + 1] - size * pawl_roll_between(m, anyhow ? -0.5 : 0, 0.5);
  }
  pawl_curve *curve = (pawl_curve *)(void *)p->curve[curve_index(p->kind, f)];
  int between = PAWL_AKIMA + pawl_roll_index(m, 2), beyond = pawl_roll_index(m, 2);
  *to = pawl_curve_make(curve, count, x, y, (pawl_between)between, (pawl_beyond)beyond) == 0 ? curve : NULL;
}

/* ---- signals ------------------------------------------------------------------------------------------------- */

/* A channel that a function may read, of a part already there; false: none found. */
static bool roll_channel(pawl_draft *m, char name[64], double *size)
{
  for (int i = 0; i < TRIES && m->part_count > 1; i++) {
    const pawl_draft_part *p =
        m->parts + pawl_roll_index(m, m->part_count - 1); /* the last one is in the making */
    int count = 0;
    while (p->kind->channels && p->kind->channels[count].name)
      count++;
    if (count == 0)
      continue;
    const pawl_channel_def *c = p->kind->channels + pawl_roll_index(m, count);
    if (c->level > PAWL_AT_VELOCITY || !pawl_in_world(c->worlds, m->world))
      continue;
    snprintf(name, 64, "%s.%s", p->name, c->name);
    *size = unit_size(m, c->unit);
    return true;
  }
  return false;
}

/* Functions are bounded and keep the sign of their first term, as the field's range may want. */
static void roll_signal(pawl_draft *m, const pawl_field *f, const char *unit, pawl_signal *to,
                        char text[PAWL_DRAFT_LINE])
{
  double base = roll_number(m, f, unit), swing = 0.7 * pawl_roll(m) * base, size;
  double rate = pawl_roll_between(m, 0.5, 2), phase = pawl_roll_between(m, 0, 6);
  char channel[64];
  *to = (pawl_signal){.value = base};
  text[0] = 0;
  if (pawl_roll_chance(m, 0.4))
    return;
  to->function = 1;
  if (pawl_roll_chance(m, 0.5) && roll_channel(m, channel, &size))
    snprintf(text, PAWL_DRAFT_LINE,
             "function(t, s) return %.17g + %.17g*math.sin(%.17g + %.17g*s[\"%s\"]) end", base, swing, phase,
             rate / size, channel);
  else
    snprintf(text, PAWL_DRAFT_LINE, "function(t) return %.17g + %.17g*math.sin(%.17g + %.17g*t) end", base,
             swing, phase, rate / m->time);
}

/* ---- fields -------------------------------------------------------------------------------------------------- */

static int count_words(const char *words)
{
  int n = 1;
  for (; *words; words++)
    n += *words == ' ';
  return n;
}

static void set_number(const pawl_field *f, bool plane, double x, void *to)
{
  if (f->type == PAWL_REAL)
    *(double *)to = x;
  else if (f->type == PAWL_COUNT || f->type == PAWL_CHOICE)
    *(int *)to = isnan(x) ? 0 : (int)x;
  else if (f->type == PAWL_FLAG)
    *(bool *)to = x > 0;
  else if (f->type == PAWL_VECTOR)
    *(pawl_vec *)to = pawl_v(x, x, plane ? 0 : x);
  else if (f->type == PAWL_SIGNAL)
    *(pawl_signal *)to = (pawl_signal){.value = x};
  else if (f->type == PAWL_CURVE)
    *(const pawl_curve **)to = NULL;
}

static void roll_field(pawl_draft *m, const pawl_field *f, const char *unit, pawl_draft_part *p, char *signal)
{
  void *to = p->fields + f->where;
  if (f->type == PAWL_SIGNAL)
    roll_signal(m, f, unit, to, signal);
  else if (f->type == PAWL_POINTS)
    roll_points(m, f, unit_size(m, unit), p, to);
  else if (f->type == PAWL_CURVE)
    roll_curve(m, f, unit_size(m, unit), p, to);
  else if (f->type == PAWL_CHOICE)
    *(int *)to = pawl_roll_index(m, count_words(f->choices));
  else if (f->type == PAWL_FLAG)
    *(bool *)to = pawl_roll_chance(m, 0.5);
  else if (f->type == PAWL_INERTIA)
    roll_inertia(m, unit_size(m, unit), to);
  else if (f->type == PAWL_VECTOR && f->min >= 0) {
    double x = roll_number(m, f, unit), y = roll_number(m, f, unit);
    *(pawl_vec *)to = pawl_v(x, y, m->world == PAWL_PLANAR ? 0 : roll_number(m, f, unit));
  } else if (f->type == PAWL_VECTOR)
    *(pawl_vec *)to = pawl_roll_vec(m, (*unit ? 0.3 : 1) * unit_size(m, unit));
  else
    set_number(f, false, roll_number(m, f, unit), to);
}

typedef enum { DRAWN, START, SPEED, CONNECTED } role;

/* Start values of bodies and joints follow from the poses; frames and joints are the caller's. */
static role role_of(const pawl_kind *kind, const pawl_field *f)
{
  bool body = kind->family == PAWL_BODY, joint = kind->family == PAWL_JOINT_KIND;
  size_t start = body ? offsetof(pawl_body, start) : offsetof(pawl_joint, start);
  size_t speed = body ? offsetof(pawl_body, speed) : offsetof(pawl_joint, speed);
  if (f->type == PAWL_FRAME || f->type == PAWL_JOINT || f->type == PAWL_TEXT)
    return CONNECTED;
  if ((body || joint) && f->where >= start && f->where < start + sizeof(double[7]))
    return START;
  return (body || joint) && f->where >= speed && f->where < speed + sizeof(double[6]) ? SPEED : DRAWN;
}

/* A default that is a number with a unit belongs to machines of our size. */
static bool is_default_fit(const pawl_field *f)
{
  return isfinite(f->fallback) && f->type != PAWL_INERTIA && (f->fallback == 0 || !*f->unit);
}

static void fill_once(pawl_draft *m, pawl_draft_part *p, bool turns, double distance, const pawl_field *only)
{
  int n = 0;
  char one[32], unused[PAWL_DRAFT_LINE], *signal;
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    void *to = p->fields + f->where;
    if (!pawl_in_world(f->worlds, m->world) || role_of(p->kind, f) == CONNECTED)
      continue;
    const char *unit = unit_for(f->unit, turns, one);
    signal = f->type == PAWL_SIGNAL && n < PAWL_DRAFT_SIGNALS ? p->signal[n++] : unused;
    signal[0] = 0;
    bool left_out = isnan(f->fallback) && (only ? f != only : pawl_roll_chance(m, 0.5));
    if (left_out || role_of(p->kind, f) != DRAWN)
      set_number(f, m->world == PAWL_PLANAR, NAN, to);
    else if (is_default_fit(f) && pawl_roll_chance(m, 0.3))
      set_number(f, m->world == PAWL_PLANAR, f->fallback, to);
    else if (f->type == PAWL_REAL && distance > 0 && strcmp(unit, "m") == 0)
      *(double *)to = fmin(fmax(distance * pawl_roll_between(m, 0.7, 1.2), f->min), f->max);
    else
      roll_field(m, f, unit, p, signal);
  }
}

/* A body whose mass follows from its sides may come out far from those around it; machines are not made so. */
static bool is_of_size(const pawl_draft *m, const pawl_draft_part *p)
{
  if (p->kind->family != PAWL_BODY)
    return true;
  const pawl_body *b = (const pawl_body *)(const void *)p->fields;
  double M = m->mass, I = 0.005 * M * m->length * m->length;
  bool plane = m->world == PAWL_PLANAR;
  return b->mass >= 0.1 * M && b->mass <= 2 * M &&
         (p->kind->is_point || (b->inertia[2] >= I && (plane || (b->inertia[0] >= I && b->inertia[1] >= I))));
}

bool pawl_draft_fill(pawl_draft *m, pawl_draft_part *p, bool turns, double distance, const pawl_field *only)
{
  for (int i = 0; i < TRIES; i++) {
    fill_once(m, p, turns, distance, only);
    if ((!p->kind->check || !p->kind->check(p->fields, m->world)) && is_of_size(m, p))
      return true;
  }
  return false;
}

void pawl_draft_speeds(pawl_draft *m, pawl_draft_part *p)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, m->world) && role_of(p->kind, f) == SPEED && pawl_roll_chance(m, 0.6))
      set_number(f, false, roll_number(m, f, f->unit), p->fields + f->where);
}

void pawl_draft_forget(const pawl_draft *m, pawl_draft_part *p, bool places, bool speeds)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    role r = role_of(p->kind, f);
    if (pawl_in_world(f->worlds, m->world) && ((places && r == START) || (speeds && r == SPEED)))
      set_number(f, false, NAN, p->fields + f->where);
  }
}

/* ---- parts --------------------------------------------------------------------------------------------------- */

const pawl_kind *pawl_roll_kind(pawl_draft *m, pawl_family family)
{
  const pawl_kind *found = NULL;
  int count = 0;
  for (int i = 0; pawl_kinds[i]; i++)
    if (pawl_kinds[i]->family == family && pawl_in_world(pawl_kinds[i]->worlds, m->world))
      if (pawl_roll_index(m, ++count) == 0)
        found = pawl_kinds[i];
  return found;
}

pawl_draft_part *pawl_draft_new(pawl_draft *m, const pawl_kind *kind)
{
  if (!kind || kind->size > PAWL_DRAFT_SIZE || m->part_count == PAWL_DRAFT_PARTS)
    return NULL;
  pawl_draft_part *p = m->parts + m->part_count++;
  memset(p, 0, sizeof *p);
  p->kind = kind;
  snprintf(p->name, sizeof p->name, "%.20s%d", kind->name, m->part_count);
  return p;
}

pawl_frame *pawl_draft_frame(const pawl_draft *m, pawl_draft_part *p, int n)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_FRAME && pawl_in_world(f->worlds, m->world) && n-- == 0)
      return (pawl_frame *)(void *)(p->fields + f->where);
  return NULL;
}

/* ---- text ---------------------------------------------------------------------------------------------------- */

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
    if (m->parts[i].kind->family == PAWL_BODY && ++body == f->body)
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

static void say_value(pawl_draft *m, const pawl_field *f, const void *x, const char *signal)
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
  else if (f->type == PAWL_POINTS)
    say_points(m, x);
  else if (f->type == PAWL_CURVE)
    say_curve(m, *(const pawl_curve *const *)x);
  else
    pawl_draft_say(m, "\"%s\"", f->type == PAWL_JOINT ? m->parts[*(const int *)x].name : "text");
}

void pawl_draft_write(pawl_draft *m, const pawl_draft_part *p)
{
  const char *before = "";
  int n = 0;
  if (p->kind->family == PAWL_BODY)
    pawl_draft_say(m, "local %s = ", p->name);
  pawl_draft_say(m, "%s \"%s\" { ", p->kind->name, p->name);
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    if (!pawl_in_world(f->worlds, m->world) || (f->type == PAWL_TEXT && f->fallback != PAWL_REQUIRED))
      continue;
    const char *signal = f->type == PAWL_SIGNAL && n < PAWL_DRAFT_SIGNALS ? p->signal[n++] : "";
    if (!is_given(f, p->fields + f->where))
      continue;
    pawl_draft_say(m, "%s", before);
    if (f->name[0] > '9')
      pawl_draft_say(m, "%s = ", f->name);
    say_value(m, f, p->fields + f->where, signal);
    before = ", ";
  }
  pawl_draft_say(m, " }\n");
}
