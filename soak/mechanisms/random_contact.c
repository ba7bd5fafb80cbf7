/* Random contacts and curve joints, as text. A round shape sits on the outline of another one, at a point where that is
 * known: with a gap p, of which a curve joint has none,
 *   centre = outline(s) + (radius + p) n(s)
 * or two shapes of any kind are near each other. Laws are about as stiff as lets the model's own forces press by a hundredth of
 * its length. */
#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "mechanisms/random_plan.h"

/* ---- laws and frictions -------------------------------------------------------------------------------------- */

/* K of F = K δ^n. */
static double roll_stiffness(pawl_draft *m, double exponent)
{
  double force = m->mass * m->length / (m->time * m->time) * pawl_roll_between(m, 1, 20);
  return force / pow(0.02 * m->length, exponent);
}

static void say_law(pawl_draft *m, char *to, size_t room)
{
  double L = m->length, T = m->time, n = pawl_roll_between(m, 1, 2), e = pawl_roll_between(m, 0.2, 1);
  double v = L / T, K = roll_stiffness(m, n), E = roll_stiffness(m, 1.5) / sqrt(0.1 * L);
  static const char *const own[] = {
      "linear", "hertz",       "hertz_line",  "impact", "hunt_crossley", "lankarani_nikravesh",
      "flores", "restitution", "contact_law", NULL};
  const pawl_kind *other = pawl_roll_other(m, PAWL_LAW_VALUE, own);
  if (other && pawl_roll_chance(m, 0.1) && pawl_draft_example(other, to, room))
    return;
  static const char *const rebounds[] = {"hunt_crossley", "lankarani_nikravesh", "flores"};
  int which = pawl_roll_index(m, 9);
  if (which == 0)
    snprintf(to, room, "linear { stiffness = %.17g, damping = %.17g }", roll_stiffness(m, 1),
             m->mass / T * pawl_roll_between(m, 0, 5));
  else if (which == 1)
    snprintf(to, room, "hertz { modulus = %.17g, radius = %.17g, damping = %.17g }", E, 0.1 * L,
             pawl_roll_between(m, 0, 0.5) / v);
  else if (which == 2)
    snprintf(to, room, "hertz_line { modulus = %.17g, thickness = %.17g, size = %.17g }", 0.2 * E, 0.1 * L,
             L);
  else if (which == 3)
    snprintf(to, room, "impact { stiffness = %.17g, exponent = %.17g, damping = %.17g, depth = %.17g }", K, n,
             m->mass / T * pawl_roll_between(m, 0, 5), 1e-3 * L * pawl_roll_between(m, 1, 10));
  else if (which < 7)
    snprintf(to, room, "%s { restitution = %.17g, stiffness = %.17g, exponent = %.17g }", rebounds[which - 4],
             fmax(e, 0.5), K, n);
  else if (which == 7)
    snprintf(to, room, "restitution { e = %.17g, stiffness = %.17g, exponent = %.17g, least_speed = %.17g }",
             e, K, n, 0.1 * v);
  else
    snprintf(to, room, "contact_law { function(d, v) return %.17g*d*(1 + %.17g*v) end }",
             roll_stiffness(m, 1), 0.2 / v);
}

static void say_friction(pawl_draft *m, char *to, size_t room)
{
  double v = m->length / m->time, mu = pawl_roll_between(m, 0, 0.6);
  static const char *const own[] = {"regularised", "stribeck", "lugre", NULL};
  const pawl_kind *other = pawl_roll_other(m, PAWL_FRICTION_VALUE, own);
  int which = pawl_roll_index(m, other ? 5 : 4), head = 0;
  to[0] = 0;
  if (which == 4) {
    head = snprintf(to, room, ", friction = ");
    if (!pawl_draft_example(other, to + head, room - (size_t)head))
      to[0] = 0;
  }
  if (which == 1)
    snprintf(to, room, ", friction = regularised { mu = %.17g, stick_speed = %.17g }", mu,
             v * pawl_roll_between(m, 0.05, 0.3));
  else if (which == 2)
    snprintf(to, room,
             ", friction = stribeck { mu = %.17g, mu_static = %.17g, stribeck_speed = %.17g, stick_speed = "
             "%.17g }",
             mu, 1.3 * mu, 0.5 * v, 0.1 * v);
  else if (which == 3)
    snprintf(to, room, ", friction = lugre { mu = %.17g, stiffness = %.17g, damping = %.17g }", mu,
             pawl_roll_between(m, 20, 100) / m->length, 0.5 / v);
}

/* ---- shapes -------------------------------------------------------------------------------------------------- */

static pawl_draft_part *new_shape(pawl_plan_of *x, int body, const pawl_pose *place)
{
  pawl_draft_part *p = pawl_draft_new(&x->draft, pawl_roll_kind(&x->draft, PAWL_SHAPE_KIND));
  if (p && !pawl_may_hold(x, p->kind, body)) {
    x->draft.part_count--;
    return NULL;
  }
  if (p)
    *pawl_draft_frame(&x->draft, p, 0) = pawl_place_frame(x, body, place);
  x->held[body] = true;
  return p;
}

/* An ellipse, a circle or a line and a place on it: where, in the shape's axes, and which way it looks. The line's ends are bare: what comes in over them is in each
 * other at once, so `beyond` that place it goes on for so many of its lengths a, which are a tenth of the model's at least. */
static void roll_outline(pawl_draft *m, double beyond, char *text, pawl_vec *at, pawl_vec *n)
{
  double a = m->length * pawl_roll_between(m, 0.1, 0.4), b = a * pawl_roll_between(m, 0.5, 1), s, c;
  pawl_sincos(pawl_roll_between(m, -3, 3), &s, &c);
  int which = pawl_roll_index(m, 3);
  if (which == 0) {
    snprintf(text, PAWL_DRAFT_VALUE, "line { {%.17g, 0}, {%.17g, 0} }", -(2 + beyond) * a, (2 + beyond) * a);
    *at = pawl_v(2 * a * c, 0, 0), *n = pawl_v(0, -1, 0);
    return;
  }
  b = which == 1 ? a : b;
  if (which == 1)
    snprintf(text, PAWL_DRAFT_VALUE, "circle { radius = %.17g }", a);
  else
    snprintf(text, PAWL_DRAFT_VALUE, "ellipse { a = %.17g, b = %.17g }", a, b);
  double size = sqrt(b * b * c * c + a * a * s * s);
  *at = pawl_v(a * c, b * s, 0), *n = pawl_v(b * c / size, a * s / size, 0);
}

/* Two shapes with that gap on bodies a and b; their places among the parts. */
static bool add_pair(pawl_plan_of *x, int a, int b, double gap, double beyond, int shape[2])
{
  pawl_draft *m = &x->draft;
  pawl_pose first = pawl_place_roll(x, a, 0), second = pawl_place_roll(x, b, 0);
  pawl_vec at, n;
  int before = m->part_count;
  pawl_draft_part *p = new_shape(x, a, &first), *q = p ? new_shape(x, b, &second) : NULL;
  if (!q) {
    m->part_count = before;
    return false;
  }
  shape[0] = before, shape[1] = before + 1;
  roll_outline(m, beyond, p->value, &at, &n);
  bool sharp = pawl_roll_chance(m, 0.2);
  double radius = sharp ? 0 : m->length * pawl_roll_between(m, 0.03, 0.2);
  second.r = pawl_add(first.r, pawl_turn(&first.R, pawl_add(at, pawl_times(radius + gap, n))));
  *pawl_draft_frame(m, q, 0) = pawl_place_frame(x, b, &second);
  if (sharp)
    snprintf(q->value, sizeof q->value, "vertex { {0, 0} }");
  else
    snprintf(q->value, sizeof q->value, "circle { radius = %.17g }", radius);
  return true;
}

/* ---- parts ---------------------------------------------------------------------------------------------------- */

/* Two bodies that can have shapes and may move against each other; false: none found. */
static bool roll_bodies(pawl_plan_of *x, int *a, int *b)
{
  for (int i = 0; i < 20; i++) {
    *a = pawl_roll_index(&x->draft, x->bodies + 1);
    *b = 1 + pawl_roll_index(&x->draft, x->bodies);
    if (*a != *b && !x->point[*a] && !x->point[*b] && !(x->base[*b] && (*a == 0 || x->base[*a])))
      return true;
  }
  return false;
}

/* What begins in each other needs a law that pushes. */
static void write_contact(pawl_draft *m, const int shape[2], bool pressed)
{
  char law[300], friction[300];
  bool turned = pawl_roll_chance(m, 0.5);
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, PAWL_CONTACT));
  do
    say_law(m, law, sizeof law);
  while (pressed && strncmp(law, "rigid", 5) == 0);
  say_friction(m, friction, sizeof friction);
  if (p)
    snprintf(p->value, sizeof p->value, "\"%s\", \"%s\", law = %s%s", m->parts[shape[turned]].name,
             m->parts[shape[!turned]].name, law, friction);
}

/* A short line's bare ends would let the other shape in: a segment has corners there. */
static void close_ends(char text[PAWL_DRAFT_VALUE])
{
  char rest[PAWL_DRAFT_VALUE];
  if (strncmp(text, "line ", 5) != 0)
    return;
  snprintf(rest, sizeof rest, "%s", text + 5);
  snprintf(text, PAWL_DRAFT_VALUE, "segment %.*s", PAWL_DRAFT_VALUE - 9, rest);
}

static bool is_point(const char *text)
{
  return strncmp(text, "vertex ", 7) == 0;
}

/* Two shapes of any kind but for two points, so far from each other that they do not overlap at the start. */
static bool add_any(pawl_plan_of *x, int a, int b)
{
  pawl_draft *m = &x->draft;
  double size[2] = {m->length * pawl_roll_between(m, 0.05, 0.2), m->length * pawl_roll_between(m, 0.05, 0.2)},
         s, c;
  pawl_pose place[2] = {pawl_place_roll(x, a, 0), pawl_place_roll(x, b, 0)};
  pawl_sincos(pawl_roll_between(m, -3, 3), &s, &c);
  place[1].r = pawl_add(place[0].r, pawl_times(2.5 * (size[0] + size[1]), pawl_v(c, s, 0)));
  for (int i = 0; i < 2; i++) {
    pawl_draft_part *p = new_shape(x, i ? b : a, place + i);
    if (!p)
      return false;
    do
      pawl_roll_curve(m, size[i], p->value);
    while (i && is_point(p->value) && is_point(p[-1].value));
    close_ends(p->value);
  }
  return true;
}

void pawl_add_contact(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  int a, b, shape[2] = {m->part_count, m->part_count + 1};
  if (m->part_count + 3 > PAWL_DRAFT_PARTS || !roll_bodies(x, &a, &b))
    return;
  bool any = pawl_roll_chance(m, 0.3);
  double gap = any ? 1 : pawl_roll_between(m, -0.005, 0.05);
  if (any ? add_any(x, a, b) : add_pair(x, a, b, m->length * gap, 10, shape))
    write_contact(m, shape, gap < 0);
}

void pawl_add_curve_joint(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  int a, b, shape[2], rows = pawl_roll_chance(m, 0.3) ? 2 : 1;
  if (m->part_count + 3 > PAWL_DRAFT_PARTS || !roll_bodies(x, &a, &b) || !pawl_take_freedoms(x, rows, a, b) ||
      !add_pair(x, a, b, 0, 1, shape))
    return;
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, PAWL_CURVE_JOINT));
  if (p)
    snprintf(p->value, sizeof p->value, "\"%s\", \"%s\"%s", m->parts[shape[0]].name, m->parts[shape[1]].name,
             rows == 2 ? ", rolling = true" : "");
}
