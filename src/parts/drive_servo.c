/* Servo: an effort at one joint keeps what a channel says on a given course, and reports what that takes. The joint
 * need not be the one that is kept: a cart may balance a pole.
 *   the effort tau along the joint's coordinate is such that  c(q) = u(t)  or  c' = u(t)      theory.md, 5.8 */
#include "parts/force_pen.h"
#include "parts/part.h"

typedef struct {
  int joint;
  const char *keeps;
  pawl_signal at;
} servo;

static const pawl_field fields[] = {{"1", "", PAWL_JOINT, offsetof(servo, joint), PAWL_REQUIRED, 0, 0,
                                     "the revolute or prismatic joint where its effort acts"},
                                    {"keeps", "", PAWL_TEXT, offsetof(servo, keeps), PAWL_REQUIRED, 0, 0,
                                     "the channel it keeps: angle, position or speed of a joint, place, turn "
                                     "or velocity of a body or marker"},
                                    {"at", "", PAWL_SIGNAL, offsetof(servo, at), PAWL_REQUIRED, -INFINITY,
                                     INFINITY,
                                     "the course it is kept on, of time alone: in the unit of that channel"},
                                    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
     "torque or force on the joint's second body"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION, "power given to the mechanism"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work since the start"},
    {0}};

static void keep(const void *part, const char **channel, const pawl_signal **at)
{
  const servo *p = part;
  *channel = p->keeps;
  *at = &p->at;
}

const pawl_kind pawl_drive_servo = {
    .name = "servo",
    .family = PAWL_SERVO,
    .doc = "An effort at one joint that keeps a coordinate elsewhere on a "
           "given course, and reports the effort that "
           "takes.",
    .equations = "the effort τ at the joint is such that   c(q) = σ(t)   or   c' = σ(t),   c the channel "
                 "that is kept\n"
                 "A τ = σ'' - c''(τ = 0),   A = what a unit effort adds to c'';   P = τ q'\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local cart = box \"cart\" { mass = 1, width = 0.3, height = 0.1 }\n"
               "local pole = body \"pole\" { mass = 0.1, inertia = 1e-3, com = {0.3, 0} }\n"
               "prismatic \"track\" { ground, cart }\n"
               "revolute \"pivot\" { cart, pole, angle = 80*deg }\n"
               "servo \"hold\" { \"track\", keeps = \"pivot.angle\", at = 80*deg }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(servo),
    .fields = fields,
    .channels = channels,
    .keep = keep,
    .draw = pawl_draw_drive};
