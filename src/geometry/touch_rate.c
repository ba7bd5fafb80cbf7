/* Rates at a touch. The second profile moves with velocity v (of its frame's origin) and w, seen from the
 * first. With t = (-n_y, n_x), u the velocity of the second one's material at x2, and α1, α2 the speeds at
 * which the touch runs along t over the material of either:
 *
 *     gap' = n·u                 k1 α1 + k2 α2 = w                 (normals stay opposite)
 *     gap'' = n·a + bend         u·t + α2 - α1 = gap k1 α1         (r stays on the normal)
 *
 *     α1 = (w + k2 u_t)/D,   α2 = ((1 + gap k1) w - k1 u_t)/D,   D = k1 + k2 + gap k1 k2,
 *     bend = k1 α1 u_t - w α2 = (k1 k2 u_t² + 2 k1 w u_t - (1 + gap k1) w²)/D,
 *
 * a being the acceleration of the material at x2. A vertex has k = infinity: numerators and D are divided
 * by it. */
#include "geometry/walk.h"

typedef struct {
  double alpha[2], bend;
} motion;

static motion move(const pawl_touch *touch, double slide, double w)
{
  double k1 = touch->k[0], k2 = touch->k[1], g = touch->gap;
  bool one = isinf(k1), two = isinf(k2);
  if (one && two)
    return (motion){{0, 0}, slide * slide / g};
  if (one) {
    double D = 1 + g * k2;
    return (motion){{0, (g * w - slide) / D}, (k2 * slide * slide + 2 * w * slide - g * w * w) / D};
  }
  if (two) {
    double D = 1 + g * k1;
    return (motion){{slide / D, 0}, k1 * slide * slide / D};
  }
  double D = k1 + k2 + g * k1 * k2;
  return (motion){{(w + k2 * slide) / D, ((1 + g * k1) * w - k1 * slide) / D},
                  (k1 * k2 * slide * slide + 2 * k1 * w * slide - (1 + g * k1) * w * w) / D};
}

static double speed_at(const pawl_stretch *w, double s)
{
  pawl_station at;
  if (w->form == PAWL_BY_ARC)
    return fabs(w->radius * w->turn);
  if (w->form == PAWL_BY_LINE)
    return w->end[0].speed;
  pawl_stretch_at(w, s, &at);
  return at.speed;
}

/* s grows along side (-n_y, n_x) of a profile's own normal; that of the second is -n. */
static double way_of(const pawl_stretch *stretch, int side)
{
  return side ? -stretch->side : stretch->side;
}

void pawl_touch_ways(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                     const pawl_touch *touch, double way[2])
{
  pawl_walk walk;
  pawl_touch at = *touch;
  pawl_walk_begin(&walk, a, b, place);
  pawl_walk_locate(&walk, &at);
  for (int side = 0; side < 2; side++)
    way[side] = way_of(pawl_walk_stretch(&walk, side), side);
}

void pawl_touch_rate(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                     const pawl_touch *touch, pawl_xy v, double w, pawl_touch_rates *rates)
{
  pawl_xy t = xy_left(touch->n), arm = xy_sub(touch->x[1], place->r), u = xy_along(v, w, xy_left(arm));
  rates->gap_rate = xy_dot(touch->n, u);
  rates->slide = xy_dot(t, u);
  motion m = move(touch, rates->slide, w);
  rates->bend = m.bend;
  rates->turn = isinf(touch->k[0]) ? w - touch->k[1] * m.alpha[1] : touch->k[0] * m.alpha[0];
  pawl_walk walk;
  pawl_touch at = *touch;
  pawl_walk_begin(&walk, a, b, place);
  pawl_walk_locate(&walk, &at);
  for (int side = 0; side < 2; side++) {
    const pawl_stretch *stretch = pawl_walk_stretch(&walk, side);
    double way = way_of(stretch, side);
    rates->s_rate[side] = isinf(touch->k[side]) ? 0 : way * m.alpha[side] / speed_at(stretch, at.s[side]);
  }
}
