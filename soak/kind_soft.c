/* Bodies of all forms fall on grounds with corners, or are shut in a drum, under laws that give way and take energy alone. */
#include <math.h>

#include "base/power.h"
#include "kinds.h"

static const double PI = 3.14159265358979323846;

/* ---- grounds, about the origin; what falls beside them falls on a wide floor ---- */

enum { WIDE = 60 };

static int closed(soak_xy *p, int n)
{
  p[n] = soak_v(-WIDE, p[n - 1].y);
  p[n + 1] = soak_v(-WIDE, -1);
  p[n + 2] = soak_v(WIDE, -1);
  p[n + 3] = soak_v(WIDE, p[0].y);
  return n + 4;
}

/* From the right to the left, `size` that of a body. */
static int teeth(soak_xy *p, soak_lot *lot, double size)
{
  int count = soak_whole(lot, 3, 9), n = 0;
  double wide = size * soak_between(lot, 0.6, 3), high = wide * soak_between(lot, 0.2, 1.2),
         lean = soak_likely(lot, 0.5) ? 0.5 : soak_between(lot, 0.1, 0.9), x = wide * count / 2;
  for (int i = 0; i < count; i++) {
    p[n++] = soak_v(x, 0);
    p[n++] = soak_v(x - wide * lean, high);
    x -= wide;
  }
  p[n++] = soak_v(x, 0);
  return closed(p, n);
}

static int stairs(soak_xy *p, soak_lot *lot, double size)
{
  int count = soak_whole(lot, 2, 6), n = 0;
  double tread = size * soak_between(lot, 0.5, 3), riser = size * soak_between(lot, 0.3, 1.5),
         x = tread * count / 2, y = 0;
  for (int i = 0; i < count; i++) {
    p[n++] = soak_v(x, y);
    y += riser;
    p[n++] = soak_v(x, y);
    x -= tread;
  }
  p[n++] = soak_v(x, y);
  return closed(p, n);
}

static int valley(soak_xy *p, soak_lot *lot, double size)
{
  double wide = size * soak_between(lot, 2, 8), high = wide * soak_between(lot, 0.2, 1.2);
  p[0] = soak_v(wide, high);
  p[1] = soak_v(soak_between(lot, -0.3, 0.3) * wide, 0);
  p[2] = soak_v(-wide, high);
  return closed(p, 3);
}

static int tray(soak_xy *p, soak_lot *lot, double size)
{
  double wide = size * soak_between(lot, 2.5, 5), high = size * soak_between(lot, 0.5, 3),
         thick = size * soak_between(lot, 0.4, 1);
  const soak_xy rim[] = {{wide + thick, 0}, {wide + thick, high}, {wide, high},          {wide, 0},
                         {-wide, 0},        {-wide, high},        {-wide - thick, high}, {-wide - thick, 0}};
  for (int i = 0; i < 8; i++)
    p[i] = rim[i];
  return closed(p, 8);
}

static int level(soak_xy *p, soak_lot *lot, double size)
{
  (void)lot;
  p[0] = soak_v(size, 0);
  return closed(p, 1);
}

/* Clockwise: a hole. */
static int drum(soak_xy *p, soak_lot *lot, double size)
{
  int sides = soak_whole(lot, 3, 9);
  double radius = size * (sides == 3 ? 7 : 5), begin = soak_between(lot, -PI, PI);
  for (int i = 0; i < sides; i++)
    p[i] = soak_turn(soak_v(radius, 0), begin - 2 * PI * i / sides);
  return sides;
}

/* ---- the law ---- */

/* What bodies can bring into one touch, and the mass that does. */
static double energy_of(const soak_scene *s, double lowest, double *mass)
{
  double sum = *mass = 0;
  for (int i = 0; i < s->body_count; i++) {
    const soak_body *b = s->body + i;
    sum += 0.5 * b->mass * soak_dot(b->velocity, b->velocity) + 0.5 * b->inertia * b->spin * b->spin -
           b->mass * s->gravity.y * (b->place.y - lowest);
    *mass += b->mass;
  }
  return sum;
}

/* So stiff that the weight of all presses in by 1e-5 … 1e-2 of the size, and all of the energy by 6 % at most. */
static soak_contact draw_law(const soak_scene *s, soak_lot *lot, double size, double lowest)
{
  soak_contact c = {.law = (soak_law)soak_whole(lot, SOAK_LINEAR, SOAK_IMPACT)};
  double mass, energy = energy_of(s, lowest, &mass), weight = mass * soak_norm(s->gravity),
               still = size * soak_over_powers(lot, 1e-5, 1e-2), deep = 0.06 * size;
  c.exponent = c.law == SOAK_LINEAR ? 1 : c.law == SOAK_HERTZ || soak_likely(lot, 0.5) ? 1.5 : 1;
  double n = c.exponent;
  c.stiffness = fmax(weight / pawl_pow(still, n), (n + 1) * energy / pawl_pow(deep, n + 1));
  deep = pawl_pow((n + 1) * energy / c.stiffness, 1 / (n + 1));
  double speed = sqrt(2 * energy / mass), damped = soak_likely(lot, 0.3) ? 0 : soak_between(lot, 0.05, 0.8);
  bool viscous = c.law == SOAK_LINEAR || c.law == SOAK_IMPACT;
  c.damping = damped * (viscous ? mass * speed / deep : 1 / speed);
  c.depth = 0.1 * deep;
  c.restitution = soak_between(lot, 0.1, 1);
  c.friction = soak_friction(lot);
  c.stick_speed = soak_likely(lot, 0.4) ? 1e-2 * speed : 0;
  return c;
}

/* ---- bodies ---- */

static int draw_body(soak_scene *s, soak_lot *lot, double size, bool blunt)
{
  soak_form form = blunt ? SOAK_BOX : soak_draw_form(lot, SOAK_OVAL);
  int body = soak_draw_body(s, lot, form, size), shape = soak_shape_of(s, body);
  if (blunt)
    soak_bend_sides(s, lot, shape, 0.2);
  else if (form <= SOAK_CONVEX && soak_likely(lot, 0.3))
    s->shape[shape].rounding = soak_draw_rounding(s->shape + shape, lot, size);
  /* one stiffness for all: what is a thousand times lighter would ring for as many steps */
  double lighter = soak_over_powers(lot, 0.1, 1) / s->body[body].mass;
  s->body[body].mass *= lighter;
  s->body[body].inertia *= lighter;
  s->body[body].angle = soak_likely(lot, 0.2) ? 0 : soak_between(lot, -PI, PI);
  s->body[body].spin = soak_likely(lot, 0.3) ? 0 : soak_between(lot, -8, 8);
  s->body[body].velocity.x = soak_likely(lot, 0.3) ? 0 : soak_between(lot, -1, 1);
  s->body[body].velocity.y = soak_likely(lot, 0.5) ? 0 : soak_between(lot, -1, 1);
  return body;
}

static void make_any(soak_scene *s, soak_lot *lot, bool blunt)
{
  static int (*const grounds[])(soak_xy *, soak_lot *, double) = {level, valley, teeth, stairs, tray, drum};
  enum { GROUNDS = sizeof grounds / sizeof *grounds };
  int which = soak_whole(lot, 0, GROUNDS - 1), bodies = soak_likely(lot, 0.6) ? 1 : soak_whole(lot, 2, 3);
  double size = soak_between(lot, 0.04, 0.09), top = -INFINITY, lowest = 0;
  bool inside = grounds[which] == drum;
  soak_xy p[SOAK_POINTS];
  int n = grounds[which](p, lot, size), ground = soak_add_shape(s, SOAK_GROUND, SOAK_POLYGON, p, n);
  for (int i = 0; i < n; i++) {
    top = fmax(top, p[i].y);
    lowest = inside ? fmin(lowest, p[i].y) : 0;
  }
  s->gravity = soak_v(0, inside && soak_likely(lot, 0.3) ? 0 : -soak_over_powers(lot, 1, 30));
  for (int i = 0; i < bodies; i++) {
    int body = draw_body(s, lot, size, blunt);
    soak_body *b = s->body + body;
    b->place.x = size * soak_between(lot, -2, 2);
    if (inside)
      b->place.y = size * soak_between(lot, -2, 2);
    else
      b->place.y = top + b->size + size * soak_over_powers(lot, 0.02, 2);
    top = b->place.y + b->size;
    size *= soak_between(lot, 0.7, 1);
  }
  if (s->gravity.y == 0 && soak_norm(s->body[0].velocity) == 0)
    s->body[0].velocity.x = 0.5;
  soak_contact law = draw_law(s, lot, size, lowest);
  for (int i = 0; i < bodies; i++)
    for (int k = -1; k < i; k++) {
      soak_add_contact(s, k < 0 ? ground : soak_shape_of(s, k), soak_shape_of(s, i), 0, 0);
      soak_contact *c = s->contact + s->contact_count - 1;
      law.a = c->a;
      law.b = c->b;
      *c = law;
    }
  s->duration = soak_between(lot, 0.3, 0.8);
  s->tolerance = fmax(s->tolerance, 1e-10);
}

static void make(soak_scene *s, soak_lot *lot)
{
  make_any(s, lot, false);
}

static void make_blunt(soak_scene *s, soak_lot *lot)
{
  make_any(s, lot, true);
}

const soak_kind soak_kind_soft_blunt = {"soft_blunt", "boxes with blunt keels under laws that give way",
                                        make_blunt, NULL};
const soak_kind soak_kind_soft = {"soft", "bodies on grounds with corners under laws that give way", make,
                                  NULL};
