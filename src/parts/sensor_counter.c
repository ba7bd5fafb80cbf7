/* Counts the turns of a joint.   n = angle/(2 pi) */
#include "parts/part.h"

typedef struct {
  int joint;
} counter;

static const pawl_field fields[] = {{"1", "rad", PAWL_JOINT, offsetof(counter, joint), PAWL_REQUIRED, 0, 0,
                                     "the revolute joint, shaft or wheel that turns"},
                                    {0}};

static const pawl_channel_def channels[] = {
    {"revolutions", "", PAWL_SEEN(value), PAWL_AT_POSITION, "its angle in turns, not wrapped"},
    {"turns", "", PAWL_SEEN(length), PAWL_AT_POSITION, "whole turns, towards zero"},
    {"speed", "1/s", PAWL_SEEN(value_rate), PAWL_AT_VELOCITY, "turns per second"},
    {0}};

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)x, (void)acc, (void)alpha;
  const double turn = 2 * 3.14159265358979323846;
  /* a joint has the one, a part with a spin of its own the other */
  out->value = (out->coordinate[0] + out->spin) / turn;
  out->value_rate = (out->speed[0] + out->spin_speed) / turn;
  out->length = trunc(out->value);
}

const pawl_kind pawl_sensor_counter = {
    .name = "counter",
    .family = PAWL_SENSOR,
    .doc = "Counts the turns of a joint, signed.",
    .equations = "revolutions = q/(2 π),   turns = its whole part towards zero,   speed = q'/(2 π)\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel, speed = 300*rpm }\n"
               "counter \"laps\" { \"axle\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(counter),
    .fields = fields,
    .channels = channels,
    .sensor = &(const pawl_sensor_table){.sense = sense}};
