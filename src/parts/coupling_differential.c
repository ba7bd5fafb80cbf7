/* A differential: the case turns at the mean of its two outputs.      2 q_1 - q_2 - q_3 as at the start
 * Kept divided by 2, so that the multiplier is the effort on the input; each output gets half of it,
 * whatever their speeds.      theory.md, 4.9 */
#include "parts/part.h"

typedef struct {
  int joint[3];
} differential;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(differential, joint[0]), PAWL_REQUIRED, 0, 0, "the input: the case"},
    {"2", "", PAWL_JOINT, offsetof(differential, joint[1]), PAWL_REQUIRED, 0, 0, "one output"},
    {"3", "", PAWL_JOINT, offsetof(differential, joint[2]), PAWL_REQUIRED, 0, 0, "the other output"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
     "torque on the input's coordinate; each output gets half of it, the other way round"},
    {0}};

static void couple(const void *part, double *coefficient)
{
  (void)part;
  coefficient[0] = 1;
  coefficient[1] = coefficient[2] = -0.5;
}

const pawl_kind pawl_coupling_differential = {
    .name = "differential",
    .family = PAWL_COUPLING,
    .doc = "A differential gear: the input turns at the mean of "
           "the two outputs and drives both with the same torque.",
    .equations = "2 q₁ - q₂ - q₃ = what it is at the start;   τ₂ = τ₃ = -τ₁/2\n",
    .example = "planar {}\n"
               "revolute \"a\" { ground, cylinder \"left\" { mass = 1, radius = 0.1 } }\n"
               "revolute \"b\" { ground:at{0.3, 0}, cylinder \"right\" { mass = 2, radius = 0.1 } }\n"
               "shaft \"case\" { inertia = 0.01 }\n"
               "differential \"rear\" { \"case\", \"a\", \"b\" }\n"
               "motor \"engine\" { \"case\", torque = function(t) return 0.5*math.cos(6*t) end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(differential),
    .fields = fields,
    .channels = channels,
    .constraint = &(const pawl_constraint_table){.couple = couple}};
