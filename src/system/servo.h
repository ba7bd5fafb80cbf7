/* Servos: an effort at one joint that keeps a condition on another coordinate.      theory.md, 5.8 */
#ifndef PAWL_SYSTEM_SERVO_H
#define PAWL_SYSTEM_SERVO_H

#include "system/system.h"

typedef pawl_status pawl_solve_motion(pawl_system *system, const pawl_request *request, double *a,
                                      double *power, const double *servo_effort);

/* The motion with the efforts that meet the conditions, in system->servo_effort. */
pawl_status pawl_servo_motion(pawl_system *system, const pawl_request *request, double *a, double *power,
                              pawl_solve_motion *solve);

/* The acceleration of a coordinates block's left side, after a solve that gave a. */
double pawl_block_acceleration(const pawl_system *system, int block, const double *a);

#endif
