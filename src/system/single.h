/* Pairs that are not of shapes but are held, rub and are hit alike: gaps of own equations, limits and
 * friction of joints. They have one touch, which is always there.      theory.md, 9.1 */
#ifndef PAWL_SYSTEM_SINGLE_H
#define PAWL_SYSTEM_SINGLE_H

#include "system/system.h"

/* Gap, gap rate and speed of sliding at the instant that is placed; false: system->error says why. */
bool pawl_single_follow(pawl_system *system, const pawl_contact_pair *pair, pawl_contact_point *point);
/* What unit forces along the normal and the tangent do along every degree of freedom. */
bool pawl_single_directions(pawl_system *system, const pawl_contact_pair *pair, double *w_n, double *w_t);
/* The rates of gap rate and slide with the accelerations a. */
void pawl_single_rates(pawl_system *system, const pawl_contact_pair *pair, const double *a, double rate[2]);
/* x = M^-1 w of one of these directions; false: it is for the kernel to do. */
bool pawl_single_respond(pawl_system *system, const pawl_contact_pair *pair, const double *w, double *x);
/* Forces along normal and tangent, as loads. */
void pawl_single_load(pawl_system *system, const pawl_contact_pair *pair, double normal, double friction);

/* Efforts, power and mode of the pairs of one joint, which follow each other in the list. */
void pawl_single_see(const pawl_contact_pair *pair, int count, pawl_seen *seen);

#endif
