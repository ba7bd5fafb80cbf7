/* A scene: what a generator makes from a seed, before it becomes the text of a model.
 *
 * Plain numbers, so that a view of it (mirrored, turned, in other units …) is a function of the struct (view.h), and so that
 * the judge can compute distances by itself (outline.h). SI units; angles counter-clockwise. */
#ifndef SOAK_SCENE_H
#define SOAK_SCENE_H

#include <stdbool.h>
#include <stddef.h>

enum {
  SOAK_BODIES = 12,
  SOAK_SHAPES = 24,
  SOAK_POINTS = 48,
  SOAK_CONTACTS = 48,
  SOAK_LINKS = 8,
  SOAK_GROUND = -1
};

typedef struct {
  double x, y;
} soak_xy;

/* POLYGON, SPLINE: closed; counter-clockwise a solid, clockwise a hole. POLYLINE: open, material on the left; the points
 * behind the first `count` close it for the judge, far from everything that moves. DISC, HOLE: of radius a about `at`.
 * ELLIPSE: half axes a, b about `at`, turned by `angle`. VERTEX: the point `at`. */
typedef enum {
  SOAK_POLYGON,
  SOAK_POLYLINE,
  SOAK_SPLINE,
  SOAK_DISC,
  SOAK_HOLE,
  SOAK_ELLIPSE,
  SOAK_VERTEX
} soak_curve;

typedef struct {
  soak_curve curve;
  int body; /* or SOAK_GROUND */
  int count, all;
  soak_xy point[SOAK_POINTS];
  double rounding; /* of a POLYGON's corners, which are all convex then */
  double a, b, angle;
  soak_xy at;
  bool part; /* of the scene's `whole`: what is in it is judged by that */
} soak_shape;

/* Its frame is in its centre of mass. A driven one is a base: place + velocity t, angle + spin t. */
typedef struct {
  bool driven;
  double mass, inertia;
  soak_xy place, velocity;
  double angle, spin;
  double size; /* how far its shapes reach */
} soak_body;

typedef enum { SOAK_RIGID, SOAK_LINEAR, SOAK_HUNT_CROSSLEY, SOAK_REBOUND, SOAK_HERTZ, SOAK_IMPACT } soak_law;

/* A law that gives way stores stiffness depth^(exponent + 1)/(exponent + 1). Its damping is a force by a speed (LINEAR; IMPACT, in full from
 * `depth` on), or one by a speed (HUNT_CROSSLEY, HERTZ). Friction is Coulomb's unless it has a stick speed: a share of the normal force, more
 * at rest by `hold` (0: not more), and what each touch has beside it, always and by its speed. */
typedef struct {
  int a, b; /* shapes */
  double restitution, friction;
  soak_law law;
  double stiffness, exponent, damping, depth, stick_speed;
  double hold, cohesion, viscous;
} soak_contact;

typedef enum { SOAK_REVOLUTE, SOAK_ROD, SOAK_PRISMATIC } soak_joint;

/* Between places on two bodies. The prismatic one slides along `along`, a direction of the first body; a stop keeps
 * the coordinate of a revolute or prismatic one between min and max. */
typedef struct {
  soak_joint joint;
  int a, b; /* bodies, or SOAK_GROUND */
  soak_xy at_a, at_b;
  double along;
  bool stopped;
  double min, max, restitution;
} soak_link;

typedef struct {
  soak_xy gravity;
  double duration, tolerance;
  double length; /* size of the largest body: what errors are measured by */
  bool stands;   /* the ground was given a motion: energy comes and goes */
  int body_count, shape_count, contact_count, link_count;
  int joined; /* the first so many shapes, of the ground, are together as good as the one way `whole` */
  soak_shape whole;
  soak_body body[SOAK_BODIES];
  soak_shape shape[SOAK_SHAPES];
  soak_contact contact[SOAK_CONTACTS];
  soak_link link[SOAK_LINKS];
} soak_scene;

/* Vectors. */
static inline soak_xy soak_v(double x, double y)
{
  return (soak_xy){x, y};
}
static inline soak_xy soak_add(soak_xy a, soak_xy b)
{
  return soak_v(a.x + b.x, a.y + b.y);
}
static inline soak_xy soak_sub(soak_xy a, soak_xy b)
{
  return soak_v(a.x - b.x, a.y - b.y);
}
static inline soak_xy soak_times(double f, soak_xy a)
{
  return soak_v(f * a.x, f * a.y);
}
static inline double soak_dot(soak_xy a, soak_xy b)
{
  return a.x * b.x + a.y * b.y;
}
static inline double soak_cross(soak_xy a, soak_xy b)
{
  return a.x * b.y - a.y * b.x;
}
double soak_norm(soak_xy a);
soak_xy soak_turn(soak_xy a, double angle);

/* What is on a body, in the world. */
soak_xy soak_there(const soak_body *body, soak_xy p);

/* make.c: building scenes. Each returns the index of what it has added. */
int soak_add_body(soak_scene *scene, double mass, double inertia);
int soak_add_shape(soak_scene *scene, int body, soak_curve curve, const soak_xy *point, int count);
void soak_add_contact(soak_scene *scene, int a, int b, double restitution, double friction);
/* Ground of an open polyline, closed for the judge by the points `behind`. */
int soak_add_way(soak_scene *scene, int body, const soak_xy *point, int count, const soak_xy *behind,
                 int behind_count);

/* text.c: the model, as a user would write it. Returns the length that it has or would have. */
size_t soak_write(const soak_scene *scene, char *text, size_t room);

#endif
