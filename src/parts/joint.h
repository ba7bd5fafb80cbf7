/* What joints share: a field, and the reactions that all publish. */
#ifndef PAWL_PARTS_JOINT_H
#define PAWL_PARTS_JOINT_H

#include "parts/part.h"

/* clang-format off */
#define PAWL_PREFER_FIELD                                                                                             \
  {"prefer", "", PAWL_FLAG, offsetof(pawl_joint, prefer), 0, 0, 1,                                                    \
   "true: its coordinates are to be the model's own, so that in a loop it is cut last"}

/* What a joint does to its second body, about the origin of the second frame, in world axes. Efforts of motors and torsion
 * springs along the joint's own coordinate are not in it.      theory.md, 4.6 */
#define PAWL_REACTION_CHANNELS                                                                                        \
  {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "reaction force on the second body, along the world's x"},      \
  {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "reaction force on the second body, along the world's y"},      \
  {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_ACCELERATION, "reaction force on the second body, along the world's z", PAWL_SPATIAL}, \
  {"tx", "N m", PAWL_SEEN(t.x), PAWL_AT_ACCELERATION, "reaction torque on the second body, about x", PAWL_SPATIAL},   \
  {"ty", "N m", PAWL_SEEN(t.y), PAWL_AT_ACCELERATION, "reaction torque on the second body, about y", PAWL_SPATIAL},   \
  {"tz", "N m", PAWL_SEEN(t.z), PAWL_AT_ACCELERATION, "reaction torque on the second body, about z"}
/* clang-format on */

#endif
