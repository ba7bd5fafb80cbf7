/* A random mechanism in the making: poses of bodies, the freedoms they have left, and what is on them. */
#ifndef PAWL_MECHANISMS_RANDOM_PLAN_H
#define PAWL_MECHANISMS_RANDOM_PLAN_H

#include "mechanisms/random_part.h"

enum { PAWL_PLAN_BODIES = 12 };

typedef struct {
  pawl_vec r;
  pawl_mat R;
  double angle;
} pawl_pose;

typedef struct {
  pawl_draft draft;
  int bodies;
  pawl_pose pose[PAWL_PLAN_BODIES + 1]; /* of bodies, 0 the ground                                     */
  int taken[PAWL_PLAN_BODIES + 1]
           [PAWL_PLAN_BODIES + 1]; /* freedoms of the first taken by equations with the second    */
  int joint[PAWL_PLAN_BODIES + 1]; /* the part that is the joint to the parent; -1: none          */
  bool base[PAWL_PLAN_BODIES + 1]; /* its motion is given                                         */
  bool point[PAWL_PLAN_BODIES + 1],
      held[PAWL_PLAN_BODIES + 1]; /* a point without a turn; whether something is on it */
  bool driven[PAWL_DRAFT_PARTS];  /* joints whose coordinate is prescribed                       */
  bool own[PAWL_DRAFT_PARTS];     /* parts with a spin that is still free                        */
} pawl_plan_of;

/* Places: random_place.c. */
pawl_pose pawl_pose_roll(pawl_draft *m, double size);
/* A place on a body, in the world; so many of them are the body's own frame. */
pawl_pose pawl_place_roll(pawl_plan_of *x, int body, double own_frame);
/* The same place, turned but little against another one. */
pawl_pose pawl_place_along(pawl_plan_of *x, const pawl_pose *place, const pawl_pose *with);
pawl_frame pawl_place_frame(const pawl_plan_of *x, int body, const pawl_pose *place);
/* x y angle | x y z e0 e1 e2 e3 */
void pawl_pose_start(const pawl_pose *p, unsigned world, double start[7]);
/* Points are held by what acts at them alone. */
bool pawl_may_hold(const pawl_plan_of *x, const pawl_kind *kind, int body);
/* Draws a part and puts its frames on bodies (a part with one frame on b), so that its rows are met and the start suits
 * it. `rows`: how many of its rows are constraints. */
bool pawl_connect(pawl_plan_of *x, pawl_draft_part *p, int a, int b, double own_frames, int *rows);
/* Puts a part with two frames on two wheels that hang on hinges of one carrier, looked for from a and b on. */
bool pawl_connect_wheels(pawl_plan_of *x, pawl_draft_part *p, int *a, int *b, int *rows);

/* Two shapes and what is between them: random_contact.c. */
void pawl_add_contact(pawl_plan_of *x);
void pawl_add_curve_joint(pawl_plan_of *x);

/* random_rope.c */
void pawl_add_rope(pawl_plan_of *x);

/* Freedoms: random_freedom.c. Each takes what it says, or nothing and returns false. */
bool pawl_take_freedom(pawl_plan_of *x, int a, int b);
bool pawl_take_freedoms(pawl_plan_of *x, int count, int a, int b);
/* The coordinate of a part that has one. */
bool pawl_take_coordinate(pawl_plan_of *x, int part);

#endif
