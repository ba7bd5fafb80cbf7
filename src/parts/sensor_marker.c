/* Marker: a point on a body that publishes its motion. */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame b;
} marker;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(marker, b), PAWL_REQUIRED, 0, 0, "the place it marks"}, {0}};

static const pawl_channel_def channels[] = {
    {"x", "m", PAWL_SEEN(r.x), PAWL_AT_POSITION, "place in the world, x"},
    {"y", "m", PAWL_SEEN(r.y), PAWL_AT_POSITION, "place in the world, y"},
    {"z", "m", PAWL_SEEN(r.z), PAWL_AT_POSITION, "place in the world, z", PAWL_SPATIAL},
    {"vx", "m/s", PAWL_SEEN(v.x), PAWL_AT_VELOCITY, "velocity, x"},
    {"vy", "m/s", PAWL_SEEN(v.y), PAWL_AT_VELOCITY, "velocity, y"},
    {"vz", "m/s", PAWL_SEEN(v.z), PAWL_AT_VELOCITY, "velocity, z", PAWL_SPATIAL},
    {"ax", "m/s^2", PAWL_SEEN(acc.x), PAWL_AT_ACCELERATION, "acceleration, x"},
    {"ay", "m/s^2", PAWL_SEEN(acc.y), PAWL_AT_ACCELERATION, "acceleration, y"},
    {"az", "m/s^2", PAWL_SEEN(acc.z), PAWL_AT_ACCELERATION, "acceleration, z", PAWL_SPATIAL},
    {0}};

static void draw(const void *part, pawl_pen *pen)
{
  pawl_pen_cross(pen, &((const marker *)part)->b, 0.8 * pen->size);
}

const pawl_kind pawl_sensor_marker = {.name = "marker",
                                      .family = PAWL_SENSOR,
                                      .doc = "A point on a body that publishes its motion.",
                                      .example = "marker \"tip\" { crank:at{0.1, 0} }",
                                      .size = sizeof(marker),
                                      .fields = fields,
                                      .channels = channels,
                                      .draw = draw};
