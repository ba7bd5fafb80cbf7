/* The reactions that every joint publishes: what it does to its second body, about the origin of the second
 * frame, in world axes. Efforts of motors and torsion springs along the joint's own coordinate are not in it.      theory.md, 4.6 */
#ifndef PAWL_PARTS_JOINT_CHANNELS_H
#define PAWL_PARTS_JOINT_CHANNELS_H

#include "parts/part.h"

/* clang-format off */
#define PAWL_REACTION_CHANNELS                                                                                        \
  {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "reaction force on the second body, along the world's x"},      \
  {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "reaction force on the second body, along the world's y"},      \
  {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_ACCELERATION, "reaction force on the second body, along the world's z", PAWL_SPATIAL}, \
  {"tx", "N m", PAWL_SEEN(t.x), PAWL_AT_ACCELERATION, "reaction torque on the second body, about x", PAWL_SPATIAL},   \
  {"ty", "N m", PAWL_SEEN(t.y), PAWL_AT_ACCELERATION, "reaction torque on the second body, about y", PAWL_SPATIAL},   \
  {"tz", "N m", PAWL_SEEN(t.z), PAWL_AT_ACCELERATION, "reaction torque on the second body, about z"}
/* clang-format on */

#endif
