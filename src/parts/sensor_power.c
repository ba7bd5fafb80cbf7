/* Power that passes through a joint into its second body.   P = f·v + t·w  at the second frame      theory.md, 4.6 */
#include "parts/part.h"

typedef struct {
  int joint;
} power_sensor;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(power_sensor, joint), PAWL_REQUIRED, 0, 0, "the joint it looks at"}, {0}};

static const pawl_channel_def channels[] = {
    {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION, "power given to the second body"}, {0}};

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)acc, (void)alpha;
  out->power = pawl_dot(out->f, x->b.v) + pawl_dot(out->t, x->b.w);
}

const pawl_kind pawl_sensor_power = {
    .name = "power_sensor",
    .family = PAWL_SENSOR,
    .doc = "The power that passes through a joint into its second body.",
    .equations = "P = f·v + t·w   at the second frame, with all that passes through the joint\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "motor \"drive\" { \"axle\", torque = 0.5 }\n"
               "power_sensor \"meter\" { \"axle\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(power_sensor),
    .fields = fields,
    .channels = channels,
    .sensor = &(const pawl_sensor_table){.sense = sense}};
