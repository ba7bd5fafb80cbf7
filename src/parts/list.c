/* The list of all kinds: one line each. */
#include <string.h>

#include "parts/part.h"

/* clang-format off */
extern const pawl_kind pawl_statement_planar, pawl_statement_spatial, pawl_statement_simulate,
    pawl_statement_expect, pawl_sensor_output, pawl_sensor_input, pawl_sensor_marker, pawl_body_rigid,
    pawl_joint_revolute, pawl_joint_prismatic, pawl_joint_weld, pawl_joint_free, pawl_joint_spherical, pawl_link_rod,
    pawl_force_spring, pawl_force_torsion, pawl_force_force, pawl_force_torque, pawl_drive_motor,
    pawl_body_box, pawl_body_cylinder, pawl_body_plate, pawl_body_point, pawl_body_base,
    pawl_drawing_picture;

extern const pawl_kind pawl_signal_constant, pawl_signal_ramp, pawl_signal_step, pawl_signal_sine, pawl_signal_pulse,
    pawl_signal_lookup, pawl_signal_formula, pawl_signal_gain, pawl_signal_sum, pawl_signal_product, pawl_signal_limit,
    pawl_signal_lag, pawl_signal_second_order, pawl_signal_integrator, pawl_signal_derivative, pawl_signal_pid,
    pawl_drive_servo, pawl_sensor_relative, pawl_sensor_distance, pawl_sensor_cut_force, pawl_sensor_power,
    pawl_sensor_counter;
extern const pawl_kind pawl_link_pin_in_slot, pawl_link_point_on_line, pawl_link_gear,
    pawl_link_internal_gear, pawl_link_rack, pawl_link_belt, pawl_link_rolling, pawl_link_shaft,
    pawl_wheel_ideal, pawl_wheel_friction, pawl_wheel_slip, pawl_wheel_dry_rolling,
    pawl_coupling_coupling, pawl_coupling_differential;
extern const pawl_kind pawl_force_damper, pawl_force_series, pawl_force_bushing, pawl_force_line_force,
    pawl_force_force_between, pawl_force_torque_between, pawl_force_drag, pawl_force_joint_spring,
    pawl_force_joint_damper, pawl_force_joint_series, pawl_force_stop, pawl_force_brake, pawl_force_clutch;
extern const pawl_kind pawl_composite_telescope;
extern const pawl_kind pawl_link_rod_with_mass, pawl_link_line_mass;

const pawl_kind *const pawl_kinds[] = {
    &pawl_statement_planar,
    &pawl_statement_spatial,
    &pawl_body_rigid,
    &pawl_body_box,
    &pawl_body_cylinder,
    &pawl_body_plate,
    &pawl_body_point,
    &pawl_body_base,
    &pawl_joint_revolute,
    &pawl_joint_prismatic,
    &pawl_joint_weld,
    &pawl_joint_free,
    &pawl_joint_spherical,
    &pawl_link_rod,
    &pawl_link_rod_with_mass,
    &pawl_link_line_mass,
    &pawl_link_pin_in_slot,
    &pawl_link_point_on_line,
    &pawl_link_gear,
    &pawl_link_internal_gear,
    &pawl_link_rack,
    &pawl_link_belt,
    &pawl_link_rolling,
    &pawl_link_shaft,
    &pawl_wheel_ideal,
    &pawl_wheel_friction,
    &pawl_wheel_slip,
    &pawl_wheel_dry_rolling,
    &pawl_coupling_coupling,
    &pawl_coupling_differential,
    &pawl_force_spring,
    &pawl_force_damper,
    &pawl_force_series,
    &pawl_force_bushing,
    &pawl_force_line_force,
    &pawl_force_force,
    &pawl_force_torque,
    &pawl_force_force_between,
    &pawl_force_torque_between,
    &pawl_force_drag,
    &pawl_force_torsion,
    &pawl_force_joint_spring,
    &pawl_force_joint_damper,
    &pawl_force_joint_series,
    &pawl_force_stop,
    &pawl_force_brake,
    &pawl_force_clutch,
    &pawl_drive_motor,
    &pawl_drive_servo,
    &pawl_signal_constant,
    &pawl_signal_ramp,
    &pawl_signal_step,
    &pawl_signal_sine,
    &pawl_signal_pulse,
    &pawl_signal_lookup,
    &pawl_signal_formula,
    &pawl_signal_gain,
    &pawl_signal_sum,
    &pawl_signal_product,
    &pawl_signal_limit,
    &pawl_signal_lag,
    &pawl_signal_second_order,
    &pawl_signal_integrator,
    &pawl_signal_derivative,
    &pawl_signal_pid,
    &pawl_sensor_marker,
    &pawl_sensor_relative,
    &pawl_sensor_distance,
    &pawl_sensor_cut_force,
    &pawl_sensor_power,
    &pawl_sensor_counter,
    &pawl_sensor_output,
    &pawl_sensor_input,
    &pawl_drawing_picture,
    &pawl_composite_telescope,
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
