/* A fixed ratio between coordinates of joints.      c_1 q_1 + c_2 q_2 + c_3 q_3 = what it is at the start
 * With `ratio`: q_1 = ratio q_2. Kept divided by c_1, so that the multiplier is the effort on the first
 * joint.      theory.md, 4.9 */
#include "parts/part.h"

typedef struct {
  int joint[3];
  double ratio, c[3];
} coupling;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(coupling, joint[0]), PAWL_REQUIRED, 0, 0, "one joint"},
    {"2", "", PAWL_JOINT, offsetof(coupling, joint[1]), PAWL_REQUIRED, 0, 0, "another joint"},
    {"3", "", PAWL_JOINT, offsetof(coupling, joint[2]), PAWL_UNSET, 0, 0, "a third joint, if there is one"},
    {"ratio", "", PAWL_REAL, offsetof(coupling, ratio), PAWL_UNSET, -INFINITY, INFINITY,
     "of two joints: the first moves this many times as far as the second"},
    {"c1", "", PAWL_REAL, offsetof(coupling, c[0]), PAWL_UNSET, -INFINITY, INFINITY,
     "instead of 'ratio': share of the first joint in the sum that stays as it is"},
    {"c2", "", PAWL_REAL, offsetof(coupling, c[1]), PAWL_UNSET, -INFINITY, INFINITY,
     "share of the second joint"},
    {"c3", "", PAWL_REAL, offsetof(coupling, c[2]), PAWL_UNSET, -INFINITY, INFINITY,
     "share of the third joint"},
    {0}};

static const pawl_channel_def channels[] = {{"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
                                             "torque or force on the first joint's coordinate"},
                                            {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const coupling *p = part;
  bool third = p->joint[2] >= 0;
  if (!isnan(p->ratio)) {
    bool alone = isnan(p->c[0]) && isnan(p->c[1]) && isnan(p->c[2]);
    return third || !alone
               ? "takes 'ratio' for two joints, and nothing else with it; 'c1', 'c2' and 'c3' for three"
           : p->ratio != 0 ? NULL
                           : "'ratio' must not be 0";
  }
  if (isnan(p->c[0]) || isnan(p->c[1]) || third == isnan(p->c[2]))
    return "needs 'ratio', or a share for each of its joints: 'c1', 'c2' and, with a third joint, 'c3'";
  return p->c[0] != 0 && p->c[1] != 0 && !(third && p->c[2] == 0) ? NULL
                                                                  : "the shares of its joints must not be 0";
}

static void couple(const void *part, double *coefficient)
{
  const coupling *p = part;
  coefficient[0] = 1;
  coefficient[1] = isnan(p->ratio) ? p->c[1] / p->c[0] : -p->ratio;
  if (p->joint[2] >= 0)
    coefficient[2] = p->c[2] / p->c[0];
}

const pawl_kind pawl_coupling_coupling = {
    .name = "coupling",
    .family = PAWL_COUPLING,
    .doc = "Keeps two or three joints in a fixed ratio: gearboxes, "
           "screws, linked slides, without saying where the forces "
           "between them act.",
    .equations = "c₁ q₁ + c₂ q₂ + c₃ q₃ = what it is at the start;   with a ratio: q₁ - ratio q₂\n",
    .example = "planar {}\n"
               "shaft \"screw\" { inertia = 1e-5 }\n"
               "local nut = box \"nut\" { mass = 20, width = 60*mm, height = 40*mm }\n"
               "prismatic \"slide\" { ground, nut }\n"
               "coupling \"thread\" { \"screw\", \"slide\", ratio = 2*pi/(5*mm) }\n"
               "motor \"drive\" { \"screw\", torque = function(t) return 0.01*math.cos(6*t) end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(coupling),
    .fields = fields,
    .channels = channels,
    .check = check,
    .constraint = &(const pawl_constraint_table){.couple = couple}};
