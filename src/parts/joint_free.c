/* Free joint: no constraint; the second frame's place and turn against the first are the coordinates. Bodies on
 * no joint get one against the ground by themselves; written out, it gives start values against a moving body.      theory.md, 3.1 */
#include "parts/joint.h"
#include "parts/rows.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pawl_joint, a), PAWL_REQUIRED, 0, 0,
     "the frame that motion is counted from"},
    {"2", "", PAWL_FRAME, offsetof(pawl_joint, b), PAWL_REQUIRED, 0, 0, "the frame that moves"},
    {"x", "m", PAWL_REAL, offsetof(pawl_joint, start[0]), PAWL_UNSET, -INFINITY, INFINITY, "x at the start"},
    {"y", "m", PAWL_REAL, offsetof(pawl_joint, start[1]), PAWL_UNSET, -INFINITY, INFINITY, "y at the start"},
    {"angle", "rad", PAWL_REAL, offsetof(pawl_joint, start[2]), PAWL_UNSET, -INFINITY, INFINITY,
     "angle at the start", 0, PAWL_PLANAR},
    {"z", "m", PAWL_REAL, offsetof(pawl_joint, start[2]), PAWL_UNSET, -INFINITY, INFINITY, "z at the start",
     0, PAWL_SPATIAL},
    {"e0", "", PAWL_REAL, offsetof(pawl_joint, start[3]), PAWL_UNSET, -1, 1,
     "orientation at the start: unit quaternion, scalar part", 0, PAWL_SPATIAL},
    {"e1", "", PAWL_REAL, offsetof(pawl_joint, start[4]), PAWL_UNSET, -1, 1, "its first component", 0,
     PAWL_SPATIAL},
    {"e2", "", PAWL_REAL, offsetof(pawl_joint, start[5]), PAWL_UNSET, -1, 1, "its second component", 0,
     PAWL_SPATIAL},
    {"e3", "", PAWL_REAL, offsetof(pawl_joint, start[6]), PAWL_UNSET, -1, 1, "its third component", 0,
     PAWL_SPATIAL},
    {"vx", "m/s", PAWL_REAL, offsetof(pawl_joint, speed[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "speed along x"},
    {"vy", "m/s", PAWL_REAL, offsetof(pawl_joint, speed[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "speed along y"},
    {"omega", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[2]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of turn", 0, PAWL_PLANAR},
    {"vz", "m/s", PAWL_REAL, offsetof(pawl_joint, speed[2]), PAWL_UNSET, -INFINITY, INFINITY, "speed along z",
     0, PAWL_SPATIAL},
    {"wx", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[3]), PAWL_UNSET, -INFINITY, INFINITY,
     "rate of turn about the second frame's own x axis", 0, PAWL_SPATIAL},
    {"wy", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[4]), PAWL_UNSET, -INFINITY, INFINITY,
     "about its y axis", 0, PAWL_SPATIAL},
    {"wz", "rad/s", PAWL_REAL, offsetof(pawl_joint, speed[5]), PAWL_UNSET, -INFINITY, INFINITY,
     "about its z axis", 0, PAWL_SPATIAL},
    PAWL_PREFER_FIELD,
    {0}};

static const pawl_channel_def channels[] = {
    {"x", "m", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION, "x of the second frame in the first"},
    {"y", "m", PAWL_SEEN(coordinate[1]), PAWL_AT_POSITION, "y of the second frame in the first"},
    {"angle", "rad", PAWL_SEEN(coordinate[2]), PAWL_AT_POSITION, "its turn", PAWL_PLANAR},
    {"z", "m", PAWL_SEEN(coordinate[2]), PAWL_AT_POSITION, "z of the second frame in the first",
     PAWL_SPATIAL},
    {"e0", "", PAWL_SEEN(coordinate[3]), PAWL_AT_POSITION, "orientation, scalar part", PAWL_SPATIAL},
    {"e1", "", PAWL_SEEN(coordinate[4]), PAWL_AT_POSITION, "its first component", PAWL_SPATIAL},
    {"e2", "", PAWL_SEEN(coordinate[5]), PAWL_AT_POSITION, "its second component", PAWL_SPATIAL},
    {"e3", "", PAWL_SEEN(coordinate[6]), PAWL_AT_POSITION, "its third component", PAWL_SPATIAL},
    {"vx", "m/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "rate of x"},
    {"vy", "m/s", PAWL_SEEN(speed[1]), PAWL_AT_VELOCITY, "rate of y"},
    {"omega", "rad/s", PAWL_SEEN(speed[2]), PAWL_AT_VELOCITY, "rate of turn", PAWL_PLANAR},
    {"vz", "m/s", PAWL_SEEN(speed[2]), PAWL_AT_VELOCITY, "rate of z", PAWL_SPATIAL},
    {"wx", "rad/s", PAWL_SEEN(speed[3]), PAWL_AT_VELOCITY, "rate of turn about the own x axis", PAWL_SPATIAL},
    {"wy", "rad/s", PAWL_SEEN(speed[4]), PAWL_AT_VELOCITY, "about the own y axis", PAWL_SPATIAL},
    {"wz", "rad/s", PAWL_SEEN(speed[5]), PAWL_AT_VELOCITY, "about the own z axis", PAWL_SPATIAL},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  return worlds == PAWL_PLANAR || pawl_make_quaternion(((pawl_joint *)part)->start + 3)
             ? NULL
             : "'e0', 'e1', 'e2', 'e3' must be given together and have length 1";
}

const pawl_kind pawl_joint_free = {
    .name = "free",
    .family = PAWL_JOINT_KIND,
    .doc = "No constraint at all: says from which frame a body's motion is counted, and "
           "where it starts.",
    .equations = "planar:  q = (x, y, angle) of b in a, v = q'\n"
                 "spatial: place and unit quaternion e of b in a;   v = place', and turning rates about the "
                 "axes of b\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local disc = cylinder \"disc\" { mass = 0.2, radius = 0.1 }\n"
               "free \"flight\" { ground, disc, x = 0.2, y = 0.2, vx = 3, vy = 2, omega = 10 }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(pawl_joint),
    .fields = fields,
    .channels = channels,
    .check = check,
    .joint = &(const pawl_joint_table){.mobility = PAWL_FLOATS}};
