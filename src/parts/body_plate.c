/* Plate: a polygon of even thickness. With a x b = ax by - ay bx over its edges a → b,
 *   A = Σ a x b/2,   c = Σ (a + b) a x b/(6 A),   mean of x² about c = Σ (ax² + ax bx + bx²) a x b/(12 A),
 *   mean of xy = Σ (ax by + 2 ax ay + 2 bx by + bx ay) a x b/(24 A);   both orientations give the same.
 *   I_zz = m (mean of x² + y²);  in space I_xx = m (mean of y² + t²/12), I_xy = -m (mean of xy), t the thickness. */
#include <stdio.h>

#include "parts/body_channels.h"
#include "parts/look.h"
#include "parts/polygon.h"

enum { MOST_POINTS = 1000 };

typedef struct {
  pawl_body body;
  pawl_points points;
  double mass, density, thickness, area_density;
  char wrong[96]; /* what `check` says */
} plate;

/* clang-format off */
static const pawl_field fields[] = {
    {"points", "m", PAWL_POINTS, offsetof(plate, points), PAWL_REQUIRED, 3, MOST_POINTS, "its outline in the order of a walk around it, either way; in space all with one z"},
    {"mass", "kg", PAWL_REAL, offsetof(plate, mass), PAWL_UNSET, 0, INFINITY, "mass; or give one of its densities"},
    {"density", "kg/m^3", PAWL_REAL, offsetof(plate, density), PAWL_UNSET, 0, INFINITY, "mass per volume; needs the thickness"},
    {"area_density", "kg/m^2", PAWL_REAL, offsetof(plate, area_density), PAWL_UNSET, 0, INFINITY, "mass per area"},
    {"thickness", "m", PAWL_REAL, offsetof(plate, thickness), PAWL_UNSET, 0, INFINITY, "thickness, half of it on either side of the points; 0 unless given"},
    PAWL_START_FIELDS,
    {0}};
/* clang-format on */

static double cross(pawl_vec a, pawl_vec b)
{
  return a.x * b.y - a.y * b.x;
}

static int after(const pawl_points *p, int i)
{
  return i + 1 < p->count ? i + 1 : 0;
}

static const char *outline_wrong(plate *p)
{
  const pawl_points *all = &p->points;
  for (int i = 1; i < all->count; i++)
    if (all->point[i].z != all->point[0].z)
      return "'points' must all have the same z: a plate is flat";
  int edge[2];
  switch (pawl_polygon_look(all, false, edge)) {
  case PAWL_POLYGON_GOOD:
    return NULL;
  case PAWL_POLYGON_FLAT:
    return "'points' enclose no area";
  default:
    snprintf(p->wrong, sizeof p->wrong,
             "'points' cross or touch themselves: the edges that begin at points %d and %d", edge[0] + 1,
             edge[1] + 1);
    return p->wrong;
  }
}

/* ---- mass ---- */

typedef struct {
  double area;
  pawl_vec com;
  double xx, yy, xy; /* means of x², y², xy about com */
} moments;

static moments moments_of(const pawl_points *p)
{
  moments m = {0};
  pawl_vec first = p->point[0], sum = {0, 0, 0};
  for (int i = 0; i < p->count; i++) {
    pawl_vec a = pawl_sub(p->point[i], first), b = pawl_sub(p->point[after(p, i)], first);
    double part = 0.5 * cross(a, b);
    m.area += part;
    sum = pawl_add(sum, pawl_times(part / 3, pawl_add(a, b)));
  }
  m.com = pawl_add(first, pawl_times(1 / m.area, sum));
  for (int i = 0; i < p->count; i++) {
    pawl_vec a = pawl_sub(p->point[i], m.com), b = pawl_sub(p->point[after(p, i)], m.com);
    double part = 0.5 * cross(a, b) / m.area;
    m.xx += part * (a.x * a.x + a.x * b.x + b.x * b.x) / 6;
    m.yy += part * (a.y * a.y + a.y * b.y + b.y * b.y) / 6;
    m.xy += part * (a.x * b.y + 2 * a.x * a.y + 2 * b.x * b.y + b.x * a.y) / 12;
  }
  m.area = fabs(m.area);
  return m;
}

static const char *check(void *part, unsigned worlds)
{
  plate *p = part;
  const char *wrong = outline_wrong(p);
  if (wrong)
    return wrong;
  if (!isnan(p->mass) + !isnan(p->density) + !isnan(p->area_density) != 1)
    return "needs exactly one of 'mass', 'density' and 'area_density'";
  if (!isnan(p->density) && isnan(p->thickness))
    return "'density' needs the 'thickness' of the plate";
  moments m = moments_of(&p->points);
  double t = isnan(p->thickness) ? 0 : p->thickness, tt = t * t / 12;
  double density = isnan(p->density) ? p->area_density : p->density * t;
  p->body.com = m.com;
  const char *no_mass = pawl_set_mass(&p->body, p->mass, density, m.area);
  double mass = p->body.mass;
  const char *no_inertia = pawl_set_inertia(&p->body, worlds, mass * (m.yy + tt), mass * (m.xx + tt),
                                            mass * (m.xx + m.yy), -mass * m.xy);
  return pawl_body_wrong(&p->body, worlds, no_mass, no_inertia);
}

static void draw(const void *part, pawl_pen *pen)
{
  const plate *p = part;
  pawl_frame own = pawl_frame_at_point(pen->body, pawl_v(0, 0, 0)),
             middle = pawl_frame_at_point(pen->body, p->body.com);
  pawl_pen_plate(pen, &own, p->points.point, p->points.count, p->thickness);
  pawl_pen_mass(pen, &middle);
}

const pawl_kind pawl_body_plate = {
    .name = "plate",
    .family = PAWL_BODY,
    .doc = "A flat plate with a polygon as its outline, which is written in its own frame; centre of mass "
           "and inertia follow.",
    .equations = "over the edges a → b of the outline, a×b = a_x b_y - a_y b_x\n"
                 "A = Σ a×b/2,   com = Σ (a + b) a×b/(6 A),   mean of x² about com = Σ (a_x² + a_x b_x + "
                 "b_x²) a×b/(12 A)\n"
                 "m given, or density thickness A, or area_density A;   I_zz = m (mean of x² + mean of y²)\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local flag = plate \"flag\" { points = {{0, 0}, {0.3, 0}, {0, 0.2}}, density = 7850, "
               "thickness = 2*mm }\n"
               "revolute \"corner\" { ground, flag, angle = 10*deg }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(plate),
    .fields = fields,
    .channels = pawl_body_channels,
    .check = check,
    .body = &(const pawl_body_table){.alone = PAWL_FLOATS},
    .draw = draw};
