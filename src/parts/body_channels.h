/* What all bodies share: where they start, and the channels of their motion. A body's struct begins with pawl_body;
 * its `check` fills mass, inertia and centre of mass from the fields of its own. */
#ifndef PAWL_PARTS_BODY_CHANNELS_H
#define PAWL_PARTS_BODY_CHANNELS_H

#include "parts/part.h"
#include "parts/rows.h"

/* clang-format off */
#define PAWL_START_FIELDS \
  {"x", "m", PAWL_REAL, offsetof(pawl_body, start[0]), PAWL_UNSET, -INFINITY, INFINITY, "where its own frame starts: x in the world"}, \
  {"y", "m", PAWL_REAL, offsetof(pawl_body, start[1]), PAWL_UNSET, -INFINITY, INFINITY, "y in the world"}, \
  {"angle", "rad", PAWL_REAL, offsetof(pawl_body, start[2]), PAWL_UNSET, -INFINITY, INFINITY, "turn at the start", 0, PAWL_PLANAR}, \
  {"z", "m", PAWL_REAL, offsetof(pawl_body, start[2]), PAWL_UNSET, -INFINITY, INFINITY, "z in the world", 0, PAWL_SPATIAL}, \
  {"e0", "", PAWL_REAL, offsetof(pawl_body, start[3]), PAWL_UNSET, -1, 1, "orientation at the start: unit quaternion, scalar part", 0, PAWL_SPATIAL}, \
  {"e1", "", PAWL_REAL, offsetof(pawl_body, start[4]), PAWL_UNSET, -1, 1, "its first component", 0, PAWL_SPATIAL}, \
  {"e2", "", PAWL_REAL, offsetof(pawl_body, start[5]), PAWL_UNSET, -1, 1, "its second component", 0, PAWL_SPATIAL}, \
  {"e3", "", PAWL_REAL, offsetof(pawl_body, start[6]), PAWL_UNSET, -1, 1, "its third component", 0, PAWL_SPATIAL}, \
  {"vx", "m/s", PAWL_REAL, offsetof(pawl_body, speed[0]), PAWL_UNSET, -INFINITY, INFINITY, "velocity of its own frame at the start: x"}, \
  {"vy", "m/s", PAWL_REAL, offsetof(pawl_body, speed[1]), PAWL_UNSET, -INFINITY, INFINITY, "y"}, \
  {"omega", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[2]), PAWL_UNSET, -INFINITY, INFINITY, "rate of turn at the start", 0, PAWL_PLANAR}, \
  {"vz", "m/s", PAWL_REAL, offsetof(pawl_body, speed[2]), PAWL_UNSET, -INFINITY, INFINITY, "z", 0, PAWL_SPATIAL}, \
  {"wx", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[3]), PAWL_UNSET, -INFINITY, INFINITY, "rate of turn at the start about the body's own x axis", 0, PAWL_SPATIAL}, \
  {"wy", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[4]), PAWL_UNSET, -INFINITY, INFINITY, "about its y axis", 0, PAWL_SPATIAL}, \
  {"wz", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[5]), PAWL_UNSET, -INFINITY, INFINITY, "about its z axis", 0, PAWL_SPATIAL}, \
  {"prefer", "", PAWL_FLAG, offsetof(pawl_body, prefer), 0, 0, 1, "true: its place in the world is to be the model's coordinates, and its joints are cut"}

#define PAWL_MOTION_CHANNELS \
  {"x", "m", PAWL_SEEN(r.x), PAWL_AT_POSITION, "origin of the body's own frame in the world, x"}, \
  {"y", "m", PAWL_SEEN(r.y), PAWL_AT_POSITION, "y"}, \
  {"z", "m", PAWL_SEEN(r.z), PAWL_AT_POSITION, "z", PAWL_SPATIAL}, \
  {"angle", "rad", PAWL_SEEN(angle), PAWL_AT_POSITION, "turn in the world, not wrapped", PAWL_PLANAR}, \
  {"e0", "", PAWL_SEEN(e.w), PAWL_AT_POSITION, "orientation in the world: unit quaternion, scalar part", PAWL_SPATIAL}, \
  {"e1", "", PAWL_SEEN(e.x), PAWL_AT_POSITION, "its first component", PAWL_SPATIAL}, \
  {"e2", "", PAWL_SEEN(e.y), PAWL_AT_POSITION, "its second component", PAWL_SPATIAL}, \
  {"e3", "", PAWL_SEEN(e.z), PAWL_AT_POSITION, "its third component", PAWL_SPATIAL}, \
  {"vx", "m/s", PAWL_SEEN(v.x), PAWL_AT_VELOCITY, "velocity of the origin, x"}, \
  {"vy", "m/s", PAWL_SEEN(v.y), PAWL_AT_VELOCITY, "y"}, \
  {"vz", "m/s", PAWL_SEEN(v.z), PAWL_AT_VELOCITY, "z", PAWL_SPATIAL}, \
  {"omega", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "rate of turn", PAWL_PLANAR}, \
  {"wx", "rad/s", PAWL_SEEN(w.x), PAWL_AT_VELOCITY, "rate of turn, world axes, x", PAWL_SPATIAL}, \
  {"wy", "rad/s", PAWL_SEEN(w.y), PAWL_AT_VELOCITY, "y", PAWL_SPATIAL}, \
  {"wz", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "z", PAWL_SPATIAL}, \
  {"ax", "m/s^2", PAWL_SEEN(acc.x), PAWL_AT_ACCELERATION, "acceleration of the origin, x"}, \
  {"ay", "m/s^2", PAWL_SEEN(acc.y), PAWL_AT_ACCELERATION, "y"}, \
  {"az", "m/s^2", PAWL_SEEN(acc.z), PAWL_AT_ACCELERATION, "z", PAWL_SPATIAL}, \
  {"alpha", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "angular acceleration", PAWL_PLANAR}, \
  {"alphax", "rad/s^2", PAWL_SEEN(alpha.x), PAWL_AT_ACCELERATION, "angular acceleration, world axes, x", PAWL_SPATIAL}, \
  {"alphay", "rad/s^2", PAWL_SEEN(alpha.y), PAWL_AT_ACCELERATION, "y", PAWL_SPATIAL}, \
  {"alphaz", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "z", PAWL_SPATIAL}
/* clang-format on */

/* Of every kind of body: motion, and that of the centre of mass. In body_rigid.c. */
extern const pawl_channel_def pawl_body_channels[];

/* What is wrong with where a body starts, or NULL. */
static inline const char *pawl_start_wrong(pawl_body *body, unsigned worlds)
{
  if (worlds == PAWL_SPATIAL && !pawl_make_quaternion(body->start + 3))
    return "'e0', 'e1', 'e2', 'e3' must be given together and have length 1";
  return NULL;
}

/* The mass as given, or that of a volume; returns what is wrong, or NULL. */
static inline const char *pawl_set_mass(pawl_body *body, double mass, double density, double volume)
{
  if (isnan(mass) == isnan(density))
    return "needs either 'mass' or 'density'";
  body->mass = isnan(mass) ? density * volume : mass;
  return NULL;
}

/* Moments about the centre of mass and the product xy; in a plane only the moment about z counts. Returns what is
 * wrong, or NULL. */
static inline const char *pawl_set_inertia(pawl_body *body, unsigned worlds, double xx, double yy, double zz,
                                           double xy)
{
  bool space = worlds == PAWL_SPATIAL, finite = isfinite(body->mass);
  const double all[6] = {space ? xx : 0, space ? yy : 0, zz, space ? xy : 0, 0, 0};
  for (int i = 0; i < 6; i++) {
    body->inertia[i] = all[i];
    finite = finite && isfinite(all[i]);
  }
  return finite ? NULL : "its mass or its inertia is too large a number";
}

/* The first of what may be wrong, or NULL; and where the body starts. */
static inline const char *pawl_body_wrong(pawl_body *body, unsigned worlds, const char *mass,
                                          const char *inertia)
{
  return mass ? mass : inertia ? inertia : pawl_start_wrong(body, worlds);
}

#endif
