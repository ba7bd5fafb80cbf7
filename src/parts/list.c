/* The list of all kinds: one line each. */
#include <string.h>

#include "parts/part.h"

/* clang-format off */
extern const pawl_kind pawl_statement_planar, pawl_statement_spatial, pawl_statement_simulate,
    pawl_statement_expect, pawl_sensor_output, pawl_sensor_input, pawl_sensor_marker, pawl_body_rigid,
    pawl_joint_revolute, pawl_joint_prismatic, pawl_joint_weld, pawl_joint_free, pawl_joint_spherical, pawl_link_rod,
    pawl_force_spring, pawl_force_torsion, pawl_force_force, pawl_force_torque, pawl_drive_motor;

const pawl_kind *const pawl_kinds[] = {
    &pawl_statement_planar,
    &pawl_statement_spatial,
    &pawl_body_rigid,
    &pawl_joint_revolute,
    &pawl_joint_prismatic,
    &pawl_joint_weld,
    &pawl_joint_free,
    &pawl_joint_spherical,
    &pawl_link_rod,
    &pawl_force_spring,
    &pawl_force_torsion,
    &pawl_force_force,
    &pawl_force_torque,
    &pawl_drive_motor,
    &pawl_sensor_marker,
    &pawl_sensor_output,
    &pawl_sensor_input,
    &pawl_statement_simulate,
    &pawl_statement_expect,
    NULL};
/* clang-format on */

const pawl_kind *pawl_kind_find(const char *name)
{
  for (int i = 0; pawl_kinds[i]; i++)
    if (strcmp(pawl_kinds[i]->name, name) == 0)
      return pawl_kinds[i];
  return NULL;
}
