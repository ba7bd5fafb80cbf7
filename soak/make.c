/* Building scenes: bodies, shapes, contacts added one by one. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "scene.h"

double soak_norm(soak_xy a)
{
  return sqrt(soak_dot(a, a));
}

soak_xy soak_turn(soak_xy a, double angle)
{
  double s, c;
  pawl_sincos(angle, &s, &c);
  return soak_v(c * a.x - s * a.y, s * a.x + c * a.y);
}

soak_xy soak_there(const soak_body *body, soak_xy p)
{
  return soak_add(body->place, soak_turn(p, body->angle));
}

int soak_add_body(soak_scene *scene, double mass, double inertia)
{
  assert(scene->body_count < SOAK_BODIES);
  scene->body[scene->body_count] = (soak_body){.mass = mass, .inertia = inertia};
  return scene->body_count++;
}

int soak_add_shape(soak_scene *scene, int body, soak_curve curve, const soak_xy *point, int count)
{
  assert(scene->shape_count < SOAK_SHAPES && count <= SOAK_POINTS);
  soak_shape *shape = scene->shape + scene->shape_count;
  *shape = (soak_shape){.curve = curve, .body = body, .count = count, .all = count};
  if (count)
    memcpy(shape->point, point, (size_t)count * sizeof *point);
  return scene->shape_count++;
}

int soak_add_way(soak_scene *scene, int body, const soak_xy *point, int count, const soak_xy *behind,
                 int behind_count)
{
  int i = soak_add_shape(scene, body, SOAK_POLYLINE, point, count);
  assert(count + behind_count <= SOAK_POINTS);
  memcpy(scene->shape[i].point + count, behind, (size_t)behind_count * sizeof *behind);
  scene->shape[i].all = count + behind_count;
  return i;
}

void soak_add_contact(soak_scene *scene, int a, int b, double restitution, double friction)
{
  assert(scene->contact_count < SOAK_CONTACTS);
  scene->contact[scene->contact_count++] =
      (soak_contact){.a = a, .b = b, .restitution = restitution, .friction = friction};
}
