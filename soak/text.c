/* A scene as the text of a model. All digits are written, so that the text has the scene's very numbers. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "scene.h"

typedef struct {
  char *text;
  size_t room, used;
} page;

static void say(page *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(page *to, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(to->used < to->room ? to->text + to->used : NULL,
                    to->used < to->room ? to->room - to->used : 0, format, arguments);
  va_end(arguments);
  to->used += n > 0 ? (size_t)n : 0;
}

static void say_motion(page *to, const char *name, double begin, double rate)
{
  if (rate == 0)
    say(to, "%s = %.17g", name, begin);
  else
    say(to, "%s = function(t) return %.17g + %.17g*t end", name, begin, rate);
}

/* What hangs on a joint starts as the joint says. */
static bool hangs(const soak_scene *scene, int body)
{
  for (int i = 0; i < scene->link_count; i++)
    if (scene->link[i].joint != SOAK_ROD && scene->link[i].b == body)
      return true;
  return false;
}

static void say_body(page *to, const soak_scene *scene, int i)
{
  const soak_body *b = scene->body + i;
  if (b->driven) {
    say(to, "local b%d = base \"b%d\" { ", i, i);
    say_motion(to, "x", b->place.x, b->velocity.x);
    say_motion(to, ", y", b->place.y, b->velocity.y);
    say_motion(to, ", angle", b->angle, b->spin);
    say(to, " }\n");
    return;
  }
  say(to, "local b%d = body \"b%d\" { mass = %.17g, inertia = %.17g", i, i, b->mass, b->inertia);
  if (hangs(scene, i)) {
    say(to, " }\n");
    return;
  }
  say(to, ",\n  x = %.17g, y = %.17g, angle = %.17g, vx = %.17g, vy = %.17g, omega = %.17g }\n", b->place.x,
      b->place.y, b->angle, b->velocity.x, b->velocity.y, b->spin);
}

static void say_place(page *to, int body)
{
  if (body == SOAK_GROUND)
    say(to, "ground");
  else
    say(to, "b%d", body);
}

static void say_points(page *to, const soak_shape *s)
{
  for (int i = 0; i < s->count; i++)
    say(to, "%s{%.17g, %.17g}", i ? ", " : "", s->point[i].x, s->point[i].y);
}

static void say_shape(page *to, const soak_shape *s, int i)
{
  say(to, "local s%d = shape \"s%d\" { ", i, i);
  say_place(to, s->body);
  if (s->curve == SOAK_ELLIPSE)
    say(to, ":at{%.17g, %.17g, angle = %.17g}", s->at.x, s->at.y, s->angle);
  switch (s->curve) {
  case SOAK_POLYGON:
    say(to, ", polygon { ");
    say_points(to, s);
    if (s->rounding > 0)
      say(to, ", rounding = %.17g", s->rounding);
    break;
  case SOAK_POLYLINE:
    say(to, ", polyline { ");
    say_points(to, s);
    break;
  case SOAK_SPLINE:
    say(to, ", spline { ");
    say_points(to, s);
    say(to, ", closed = true");
    break;
  case SOAK_DISC:
  case SOAK_HOLE:
    say(to, ", circle { radius = %.17g, at = {%.17g, %.17g}", s->a, s->at.x, s->at.y);
    break;
  case SOAK_ELLIPSE:
    say(to, ", ellipse { a = %.17g, b = %.17g", s->a, s->b);
    break;
  case SOAK_VERTEX:
    say(to, ", vertex { {%.17g, %.17g}", s->at.x, s->at.y);
    break;
  }
  say(to, " }%s }\n", s->curve == SOAK_HOLE ? ", flip = true" : "");
}

static void say_law(page *to, const soak_contact *c)
{
  static const char *const words[] = {"rigid", "linear", "hunt_crossley", "restitution", "hertz", "impact"};
  say(to, "%s { ", words[c->law]);
  if (c->law == SOAK_RIGID)
    say(to, "restitution = %.17g", c->restitution);
  else
    say(to, "stiffness = %.17g", c->stiffness);
  if (c->law == SOAK_HUNT_CROSSLEY || c->law == SOAK_REBOUND || c->law == SOAK_IMPACT)
    say(to, ", exponent = %.17g", c->exponent);
  if (c->law == SOAK_REBOUND)
    say(to, ", e = %.17g", c->restitution);
  else if (c->law != SOAK_RIGID)
    say(to, ", damping = %.17g", c->damping);
  if (c->law == SOAK_IMPACT)
    say(to, ", depth = %.17g", c->depth);
  say(to, " }");
}

static void say_contact(page *to, const soak_contact *c, int i)
{
  say(to, "contact \"c%d\" { s%d, s%d, law = ", i, c->a, c->b);
  say_law(to, c);
  if (c->friction > 0 && c->stick_speed > 0)
    say(to, ", friction = regularised { mu = %.17g, stick_speed = %.17g }", c->friction, c->stick_speed);
  else if (c->hold > 0 || c->cohesion > 0 || c->viscous > 0)
    say(to, ", friction = coulomb { mu = %.17g, mu_static = %.17g, cohesion = %.17g, viscous = %.17g }",
        c->friction, c->friction * (1 + c->hold), c->cohesion, c->viscous);
  else if (c->friction > 0)
    say(to, ", friction = %.17g", c->friction);
  say(to, " }\n");
}

/* Angle, velocity and spin of what a link is on. */
static soak_body holder(const soak_scene *scene, int body)
{
  return body == SOAK_GROUND ? (soak_body){.driven = true} : scene->body[body];
}

static soak_xy speed_at(const soak_body *b, soak_xy at)
{
  soak_xy r = soak_turn(at, b->angle);
  return soak_add(b->velocity, soak_v(-b->spin * r.y, b->spin * r.x));
}

/* The start of a joint is what its two bodies have at the start. */
static void say_link(page *to, const soak_scene *scene, const soak_link *l, int i)
{
  static const char *const words[] = {"revolute", "rod", "prismatic"};
  soak_body a = holder(scene, l->a), b = holder(scene, l->b);
  soak_xy from = soak_there(&a, l->at_a), way = soak_sub(soak_there(&b, l->at_b), from);
  double s = a.angle + l->along;
  say(to, "local l%d = %s \"l%d\" { ", i, words[l->joint], i);
  say_place(to, l->a);
  say(to, ":at{%.17g, %.17g", l->at_a.x, l->at_a.y);
  if (l->joint == SOAK_PRISMATIC)
    say(to, ", angle = %.17g", l->along);
  say(to, "}, ");
  say_place(to, l->b);
  say(to, ":at{%.17g, %.17g", l->at_b.x, l->at_b.y);
  if (l->joint == SOAK_PRISMATIC) {
    soak_xy axis = soak_turn(soak_v(1, 0), s);
    soak_xy rate = soak_sub(speed_at(&b, l->at_b), speed_at(&a, l->at_a));
    say(to, ", angle = %.17g}, position = %.17g, speed = %.17g }\n", s - b.angle, soak_dot(way, axis),
        soak_dot(rate, axis));
  } else if (l->joint == SOAK_REVOLUTE)
    say(to, "}, angle = %.17g, speed = %.17g }\n", b.angle - a.angle, b.spin - a.spin);
  else
    say(to, "}, length = %.17g }\n", soak_norm(way));
  if (l->stopped)
    say(to, "stop \"e%d\" { \"l%d\", min = %.17g, max = %.17g, restitution = %.17g }\n", i, i, l->min, l->max,
        l->restitution);
}

size_t soak_write(const soak_scene *scene, char *text, size_t room)
{
  page to = {text, room, 0};
  say(&to, "planar { gravity = {%.17g, %.17g} }\n", scene->gravity.x, scene->gravity.y);
  for (int i = 0; i < scene->body_count; i++)
    say_body(&to, scene, i);
  for (int i = 0; i < scene->shape_count; i++)
    say_shape(&to, scene->shape + i, i);
  for (int i = 0; i < scene->link_count; i++)
    say_link(&to, scene, scene->link + i, i);
  for (int i = 0; i < scene->contact_count; i++)
    say_contact(&to, scene->contact + i, i);
  say(&to, "simulate { duration = %.17g, tolerance = %g }\n", scene->duration, scene->tolerance);
  return to.used;
}
