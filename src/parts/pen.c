/* The pen: lines, symbols and arrows of parts as primitives. Sizes are multiples of pen->size, half the width of
 * a link. */
#include "base/trig.h"
#include "parts/look.h"

#define PI 3.14159265358979323846

/* ---- frames ---- */

pawl_frame pawl_frame_on(const pawl_frame *frame, pawl_vec at)
{
  pawl_frame out = *frame;
  out.at = pawl_add(frame->at, pawl_turn(&frame->turn, at));
  return out;
}

pawl_frame pawl_frame_along(const pawl_frame *frame, pawl_vec axis)
{
  pawl_vec x = pawl_times(1 / pawl_norm(axis), axis);
  pawl_vec y = pawl_cross(fabs(x.z) < 0.9 ? pawl_v(0, 0, 1) : pawl_v(1, 0, 0), x);
  y = pawl_times(1 / pawl_norm(y), y);
  pawl_mat turn = {x, y, pawl_cross(x, y)};
  pawl_frame out = *frame;
  out.turn = pawl_mat_mul(&frame->turn, &turn);
  out.angle = frame->angle + atan2(x.y, x.x); /* of a plane */
  return out;
}

pawl_frame pawl_frame_across(const pawl_frame *frame, pawl_vec axis)
{
  pawl_mat turn = pawl_mat_with_z(axis);
  pawl_frame out = *frame;
  out.turn = pawl_mat_mul(&frame->turn, &turn);
  return out;
}

pawl_frame pawl_frame_at_point(int body, pawl_vec at)
{
  return (pawl_frame){.body = body, .at = at, .turn = pawl_unit_mat()};
}

pawl_primitive pawl_pen_primitive(const pawl_pen *pen, pawl_draw draw, const pawl_frame *a)
{
  return (pawl_primitive){.draw = draw, .role = pen->role, .a = *a, .b = {.body = -1}, .to = 1};
}

/* ---- lines ---- */

void pawl_pen_line(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, double width)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_LINE, a);
  p.b = *b;
  p.width = width;
  pen->emit(pen->context, &p);
}

void pawl_pen_polyline(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count, double width)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_POLYLINE, frame);
  p.point = point;
  p.count = count;
  p.width = width;
  pen->emit(pen->context, &p);
}

void pawl_pen_polygon(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_POLYGON, frame);
  p.point = point;
  p.count = count;
  pen->emit(pen->context, &p);
}

void pawl_pen_circle(pawl_pen *pen, const pawl_frame *frame, double radius, bool fill)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_CIRCLE, frame);
  p.radius = radius;
  p.fill = fill;
  pen->emit(pen->context, &p);
}

void pawl_pen_text(pawl_pen *pen, const pawl_frame *frame, const char *text)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_TEXT, frame);
  p.text = text;
  p.height = 2 * pen->size;
  pen->emit(pen->context, &p);
}

/* ---- symbols ---- */

static void put_coil(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, double from, double to)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_COIL, a);
  p.b = *b;
  p.from = from;
  p.to = to;
  p.radius = pen->size;
  p.windings = pen->look.extra > 0 ? pen->look.extra : 8;
  pen->emit(pen->context, &p);
}

static void put_line(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, double width, double from,
                     double to)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_LINE, a);
  p.b = *b;
  p.from = from;
  p.to = to;
  p.width = width;
  pen->emit(pen->context, &p);
}

/* A thin rod, and a thick cylinder over the middle of it. */
static void put_damper(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, double from, double to)
{
  put_line(pen, a, b, 0, from, to);
  put_line(pen, a, b, 1.4 * pen->size, from + 0.3 * (to - from), from + 0.65 * (to - from));
}

void pawl_pen_coil(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b)
{
  put_coil(pen, a, b, 0, 1);
}

void pawl_pen_damper(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b)
{
  put_damper(pen, a, b, 0, 1);
}

void pawl_pen_series(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b)
{
  put_coil(pen, a, b, 0, 0.5);
  put_damper(pen, a, b, 0.5, 1);
}

/* Two and a half turns from half the radius to the whole of it. */
void pawl_pen_spiral(pawl_pen *pen, const pawl_frame *frame, double radius)
{
  enum { STEPS = 60 };
  pawl_vec point[STEPS + 1];
  for (int i = 0; i <= STEPS; i++) {
    double s, c, r = radius * (0.5 + 0.5 * i / STEPS);
    pawl_sincos(5 * PI * i / STEPS, &s, &c);
    point[i] = pawl_v(r * c, r * s, 0);
  }
  pawl_pen_polyline(pen, frame, point, STEPS + 1, 0);
}

/* One line that goes back over itself: from left to right, to the middle, and up and down. */
void pawl_pen_cross(pawl_pen *pen, const pawl_frame *frame, double radius)
{
  double r = radius;
  const pawl_vec point[] = {{-r, 0, 0}, {r, 0, 0}, {0, 0, 0}, {0, r, 0},
                            {0, -r, 0}, {0, 0, 0}, {0, 0, r}, {0, 0, -r}};
  pawl_pen_polyline(pen, frame, point, pen->worlds == PAWL_PLANAR ? 5 : 8, 0);
}

void pawl_pen_pin(pawl_pen *pen, const pawl_frame *frame, pawl_vec axis)
{
  if (pen->worlds == PAWL_PLANAR) {
    pawl_pen_circle(pen, frame, 0.6 * pen->size, true);
    pawl_pen_circle(pen, frame, 0.25 * pen->size, false);
    return;
  }
  pawl_frame along = pawl_frame_along(frame, axis);
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_SOLID, &along);
  p.shape = PAWL_SHAPE_CYLINDER;
  p.length = 3 * pen->size;
  p.width = p.height = 1.2 * pen->size;
  pen->emit(pen->context, &p);
}

void pawl_pen_mass(pawl_pen *pen, const pawl_frame *frame)
{
  pawl_role role = pen->role;
  pen->role = PAWL_ROLE_MASS;
  if (pen->worlds == PAWL_PLANAR)
    pawl_pen_circle(pen, frame, 0.5 * pen->size, false);
  pawl_pen_cross(pen, frame, 0.5 * pen->size);
  pen->role = role;
}

/* A triangle on a base line with hatches under it, all below the pin, whatever the turn of the frame. */
static void hatch(pawl_pen *pen, const pawl_frame *frame)
{
  enum { HATCHES = 6 };
  double u = pen->size;
  const pawl_vec triangle[] = {{0, 0, 0}, {-1.6 * u, -2.6 * u, 0}, {1.6 * u, -2.6 * u, 0}};
  pawl_vec comb[3 * HATCHES + 1];
  for (int i = 0; i < HATCHES; i++) {
    double x = (-2 + 0.9 * i) * u;
    comb[3 * i] = comb[3 * i + 2] = pawl_v(x, -2.6 * u, 0);
    comb[3 * i + 1] = pawl_v(x - 0.7 * u, -3.3 * u, 0);
  }
  comb[3 * HATCHES] = pawl_v(2.8 * u, -2.6 * u, 0);
  pawl_pen_polygon(pen, frame, triangle, 3);
  pawl_pen_polyline(pen, frame, comb, 3 * HATCHES + 1, 0);
}

void pawl_pen_ground(pawl_pen *pen, const pawl_frame *frame)
{
  if (frame->body != 0)
    return;
  pawl_role role = pen->role;
  pen->role = PAWL_ROLE_GROUND;
  pawl_frame upright = pawl_frame_at_point(0, frame->at);
  if (pen->worlds == PAWL_PLANAR)
    hatch(pen, &upright);
  else {
    upright.at.z -= 2 * pen->size;
    pawl_pen_box(pen, &upright, 5 * pen->size, 5 * pen->size, 0.5 * pen->size);
  }
  pen->role = role;
}

/* ---- arrows ---- */

/* In a plane a force has two components, a torque one, about z. */
static void components(pawl_pen *pen, pawl_primitive *p, const char *x, const char *y, const char *z)
{
  if (pen->worlds == PAWL_PLANAR && p->turning) {
    p->channel[0] = z;
    p->direction = pawl_v(0, 0, 1);
  } else {
    p->channel[0] = x;
    p->channel[1] = y;
    p->channel[2] = pen->worlds == PAWL_PLANAR ? NULL : z;
  }
  pen->emit(pen->context, p);
}

void pawl_pen_force(pawl_pen *pen, const pawl_frame *at, pawl_role role, const char *x, const char *y,
                    const char *z)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_ARROW, at);
  p.role = role;
  components(pen, &p, x, y, z);
}

void pawl_pen_torque(pawl_pen *pen, const pawl_frame *at, pawl_role role, const char *x, const char *y,
                     const char *z)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_ARROW, at);
  p.role = role;
  p.turning = true;
  components(pen, &p, x, y, z);
}

void pawl_pen_reaction(pawl_pen *pen, const pawl_frame *at)
{
  pawl_pen_force(pen, at, PAWL_ROLE_REACTION, "fx", "fy", "fz");
}

void pawl_pen_effort(pawl_pen *pen, const pawl_frame *at, pawl_vec direction, bool turning,
                     const char *channel)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_ARROW, at);
  p.direction = direction;
  p.turning = turning;
  p.channel[0] = channel;
  pen->emit(pen->context, &p);
}

void pawl_pen_push(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, pawl_role role,
                   const char *channel)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_ARROW, a);
  p.b = *b;
  p.role = role;
  p.channel[0] = channel;
  pen->emit(pen->context, &p);
}
