/* The list of all kinds: one line each, in the order in which the page shows those of one family. */
#include <string.h>

#include "parts/part.h"

/* clang-format off */
#define KINDS(KIND) \
  KIND(statement_planar) \
  KIND(statement_spatial) \
  KIND(body_rigid) \
  KIND(body_box) \
  KIND(body_cylinder) \
  KIND(body_plate) \
  KIND(body_point) \
  KIND(body_base) \
  KIND(joint_revolute) \
  KIND(joint_prismatic) \
  KIND(joint_weld) \
  KIND(joint_free) \
  KIND(joint_spherical) \
  KIND(joint_universal) \
  KIND(joint_cylindrical) \
  KIND(link_rod) \
  KIND(link_rod_with_mass) \
  KIND(link_line_mass) \
  KIND(link_pin_in_slot) \
  KIND(link_point_on_line) \
  KIND(link_gear) \
  KIND(link_internal_gear) \
  KIND(link_rack) \
  KIND(link_belt) \
  KIND(link_rolling) \
  KIND(link_shaft) \
  KIND(wheel_ideal) \
  KIND(wheel_friction) \
  KIND(wheel_slip) \
  KIND(wheel_dry_rolling) \
  KIND(coupling_coupling) \
  KIND(coupling_differential) \
  KIND(force_spring) \
  KIND(force_damper) \
  KIND(force_series) \
  KIND(force_bushing) \
  KIND(force_line_force) \
  KIND(force_force) \
  KIND(force_torque) \
  KIND(force_force_between) \
  KIND(force_torque_between) \
  KIND(force_drag) \
  KIND(force_torsion) \
  KIND(force_joint_spring) \
  KIND(force_joint_damper) \
  KIND(force_joint_series) \
  KIND(force_stop) \
  KIND(force_joint_friction) \
  KIND(force_brake) \
  KIND(force_clutch) \
  KIND(drive_motor) \
  KIND(drive_servo) \
  KIND(signal_constant) \
  KIND(signal_ramp) \
  KIND(signal_step) \
  KIND(signal_sine) \
  KIND(signal_pulse) \
  KIND(signal_lookup) \
  KIND(signal_formula) \
  KIND(signal_gain) \
  KIND(signal_sum) \
  KIND(signal_product) \
  KIND(signal_limit) \
  KIND(signal_lag) \
  KIND(signal_second_order) \
  KIND(signal_integrator) \
  KIND(signal_derivative) \
  KIND(signal_pid) \
  KIND(sensor_marker) \
  KIND(sensor_relative) \
  KIND(sensor_distance) \
  KIND(sensor_cut_force) \
  KIND(sensor_power) \
  KIND(sensor_counter) \
  KIND(sensor_output) \
  KIND(sensor_input) \
  KIND(contact_shapes) \
  KIND(contact_group) \
  KIND(link_curve_joint) \
  KIND(own_lagrangian) \
  KIND(own_gap) \
  KIND(own_constraint) \
  KIND(rope_rope) \
  KIND(law_linear) \
  KIND(law_hertz) \
  KIND(law_hertz_line) \
  KIND(law_impact) \
  KIND(law_hunt_crossley) \
  KIND(law_lankarani_nikravesh) \
  KIND(law_flores) \
  KIND(law_restitution) \
  KIND(law_function) \
  KIND(law_rigid) \
  KIND(friction_regularised) \
  KIND(friction_coulomb) \
  KIND(friction_stribeck) \
  KIND(friction_lugre) \
  KIND(shape_shape) \
  KIND(curve_circle) \
  KIND(curve_arc) \
  KIND(curve_line) \
  KIND(curve_segment) \
  KIND(curve_vertex) \
  KIND(curve_polygon) \
  KIND(curve_polyline) \
  KIND(curve_ellipse) \
  KIND(curve_superellipse) \
  KIND(curve_sinus_ellipse) \
  KIND(curve_spline) \
  KIND(curve_nurbs) \
  KIND(curve_function) \
  KIND(curve_path) \
  KIND(curve_involute) \
  KIND(curve_gear_profile) \
  KIND(curve_cam) \
  KIND(curve_chain) \
  KIND(lift_rise) \
  KIND(lift_dwell) \
  KIND(lift_fall) \
  KIND(drawing_picture) \
  KIND(composite_telescope) \
  KIND(statement_simulate) \
  KIND(statement_expect)
/* clang-format on */

#define DECLARE(kind) extern const pawl_kind pawl_##kind;
#define ENTER(kind) &pawl_##kind,
KINDS(DECLARE)

const pawl_kind *const pawl_kinds[] = {KINDS(ENTER) NULL};

const pawl_kind *pawl_kind_find(const char *name)
{
  for (int i = 0; pawl_kinds[i]; i++)
    if (strcmp(pawl_kinds[i]->name, name) == 0)
      return pawl_kinds[i];
  return NULL;
}
