/* What start values of the user become coordinates of the tree by: places of bodies, and what each mobility makes of them.      theory.md, 1.3 */
#ifndef PAWL_SYSTEM_START_VALUES_H
#define PAWL_SYSTEM_START_VALUES_H

#include "base/trig.h"
#include "system/system.h"

typedef struct {
  pawl_vec r;
  pawl_mat R;
  double angle;
} pawl_pose;

/* Where the link's body is to be, as the user wrote it, and the first frame of its joint. */
typedef struct {
  pawl_pose joint, b;
  bool place, turn; /* of the body: which of them were written */
  pawl_vec d;       /* from the joint to the body, in the joint's axes */
} pawl_wanted;

/* Where the second frame of a joint is in its first by the start coordinates; and those coordinates that no joint gave, from
 * where the user put the body. */
typedef struct {
  void (*place)(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own);
  void (*start)(pawl_system *s, const pawl_link *l, const pawl_wanted *to);
} pawl_start_mobility;
extern const pawl_start_mobility pawl_start_by_mobility[PAWL_MOBILITIES];

static inline pawl_pose pawl_pose_chain(pawl_pose a, pawl_vec at, const pawl_mat *turn, double angle)
{
  return (pawl_pose){pawl_add(a.r, pawl_turn(&a.R, at)), pawl_mat_mul(&a.R, turn), a.angle + angle};
}

static inline pawl_mat pawl_planar_turn(double angle)
{
  double c, s;
  pawl_sincos(angle, &s, &c);
  return (pawl_mat){{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

static inline void pawl_start_give(pawl_system *s, int d, double q)
{
  s->start.q[d] = q;
  s->start.q_given[d] = true;
}

/* Where a base is at the start: start_values.c. */
pawl_pose pawl_base_pose(const pawl_system *system, int body);

#endif
