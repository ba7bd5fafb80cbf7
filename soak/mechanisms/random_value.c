/* Values of random fields. A number is so many of the model's own kilograms, metres and seconds as its unit says,
 * times 1/8 to 2, within the field's range; a signal is a number, a function of time or of a channel, a signal part or a
 * channel itself. */
#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "mechanisms/random_part.h"

enum { TRIES = 100 };

/* 2^low … 2^high, as many in each octave; the same bits everywhere, which pow does not promise. */
static double octaves(pawl_draft *m, int low, int high)
{
  int octave = low + pawl_roll_index(m, high - low);
  return ldexp(1 + pawl_roll(m), octave);
}

/* ---- numbers by unit ----------------------------------------------------------------------------------------- */

static bool is_turning(const char *unit)
{
  return strstr(unit, "rad") || strncmp(unit, "N m", 3) == 0;
}

/* Of "N m or N" the one for a joint that turns or slides. */
const char *pawl_unit_for(const char *unit, bool turns, char one[32])
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
  return *unit == 0 || is_turning(pawl_unit_for(unit, turns, one)) == turns;
}

static double symbol_size(const pawl_draft *m, const char *symbol, size_t n)
{
  static const char *const names[] = {"m", "kg", "s", "N", "J", "W", "Hz"};
  double L = m->length, M = m->mass, T = m->time, F = M * L / (T * T);
  const double sizes[] = {L, M, T, F, F * L, F * L / T, 1 / T};
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
  if (f->type == PAWL_COUNT && !isfinite(f->max))
    return fmax(f->min, 0) + pawl_roll_index(m, 40);
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

/* The name of a signal part that is there already; false: there is none. */
static bool roll_part(pawl_draft *m, char name[64])
{
  int found = -1, count = 0;
  for (int i = 0; i < m->part_count - 1; i++)
    if (m->parts[i].kind->family == PAWL_SIGNAL_KIND && pawl_roll_index(m, ++count) == 0)
      found = i;
  if (found >= 0)
    snprintf(name, 64, "%s", m->parts[found].name);
  return found >= 0;
}

/* As it is, in a model where all sizes are about 1; signals may follow anything anyhow. */
static bool roll_direct(pawl_draft *m, const pawl_field *f, bool for_signal, char text[PAWL_DRAFT_LINE])
{
  char name[64];
  double size;
  if (!(m->plain || for_signal) || f->min > -INFINITY || pawl_roll_chance(m, 0.5))
    return false;
  bool part = pawl_roll_chance(m, 0.6);
  if (!(part ? roll_part(m, name) : roll_channel(m, name, &size)))
    return false;
  snprintf(text, PAWL_DRAFT_LINE, "\"%s\"", name);
  return true;
}

/* Functions are bounded and keep the sign of their first term, as the field's range may want. */
static void roll_signal(pawl_draft *m, const pawl_field *f, const char *unit, bool for_signal,
                        pawl_signal *to, char text[PAWL_DRAFT_LINE])
{
  double base = roll_number(m, f, unit), swing = 0.7 * pawl_roll(m) * base, size;
  double rate = pawl_roll_between(m, 0.5, 2), phase = pawl_roll_between(m, 0, 6);
  char channel[64];
  *to = (pawl_signal){.value = base};
  text[0] = 0;
  if (pawl_roll_chance(m, 0.4))
    return;
  to->function = 1;
  if (roll_direct(m, f, for_signal, text))
    return;
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

void pawl_set_number(const pawl_field *f, bool plane, double x, void *to)
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

void pawl_roll_field(pawl_draft *m, const pawl_field *f, const char *unit, pawl_draft_part *p, char *signal)
{
  void *to = p->fields + f->where;
  if (f->type == PAWL_SIGNAL)
    roll_signal(m, f, unit, p->kind->signal, to, signal);
  else if (f->type == PAWL_POINTS)
    roll_points(m, f, unit_size(m, unit), p, to);
  else if (f->type == PAWL_CURVE)
    roll_curve(m, f, unit_size(m, unit), p, to);
  else if (f->type == PAWL_VALUE && strcmp(f->choices, "curve") == 0)
    pawl_roll_curve(m, m->length * pawl_roll_between(m, 0.1, 0.5), p->value);
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
    pawl_set_number(f, false, roll_number(m, f, unit), to);
}
