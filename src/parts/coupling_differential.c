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

const pawl_kind pawl_coupling_differential = {.name = "differential",
                                              .family = PAWL_COUPLING,
                                              .doc = "A differential gear: the input turns at the mean of "
                                                     "the two outputs and drives both with the same torque.",
                                              .example = "differential \"rear\" { case, left, right }",
                                              .size = sizeof(differential),
                                              .fields = fields,
                                              .channels = channels,
                                              .couple = couple};
