/* How fast two shapes move over each other, and how far they may before something may touch: |v| + |w| ρ for the disc that holds the smaller
 * one.      theory.md, 7.5 */
#include "base/tolerances.h"
#include "contact/contact.h"
#include "geometry/plane.h"

/* Over a disc about c, in the frame of the first. */
static double speed_over(const pawl_shape_motion *m, pawl_xy c, double radius)
{
  pawl_xy arm = {c.x - m->place.r.x, c.y - m->place.r.y};
  pawl_xy u = {m->v.x - m->w * arm.y, m->v.y + m->w * arm.x};
  return sqrt(u.x * u.x + u.y * u.y) + fabs(m->w) * radius;
}

/* Under a law the disc of the second does longer: what has sunk in moves little. */
#define FAR_LARGER 100

/* Whether motion is measured over the first: the second is much larger. */
static bool is_over_first(const pawl_contact_pair *pair, double reach, double radius)
{
  if (!pair->fields)
    return false;
  return radius >= (pawl_rigid_of(&pair->fields->law) ? PAWL_MUCH_LARGER : FAR_LARGER) * reach;
}

static pawl_xy placed(const pawl_placing *p, pawl_xy x)
{
  return (pawl_xy){p->r.x + p->c * x.x - p->s * x.y, p->r.y + p->s * x.x + p->c * x.y};
}

/* What can touch next is a point of the second, and it is near the first: of a second one that is much larger the disc of the first
 * tells. What is not watched is at least `beyond` away, and on its way from there no faster than it is there. */
double pawl_contact_speed(const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  if (!pair->kind->shapes)
    return fabs(pair->point[0].row.gap_rate);
  pawl_xy a, b;
  double reach, radius;
  pawl_profile_disc(pair->profile[0], &a, &reach);
  pawl_profile_disc(pair->profile[1], &b, &radius);
  double speed = speed_over(m, placed(&m->place, b), radius);
  return is_over_first(pair, reach, radius)
             ? fmin(speed, speed_over(m, a, reach + fmax(pair->search.beyond, 0)))
             : speed;
}

double pawl_contact_way(const pawl_contact_pair *pair, const pawl_placing *from, const pawl_placing *to)
{
  pawl_xy a, b;
  double reach, radius, dc = to->c - from->c, ds = to->s - from->s, turn = sqrt(dc * dc + ds * ds);
  pawl_profile_disc(pair->profile[0], &a, &reach);
  pawl_profile_disc(pair->profile[1], &b, &radius);
  double way = xy_distance(placed(from, b), placed(to, b)) + radius * turn;
  if (!is_over_first(pair, reach, radius))
    return way;
  double x = a.x - from->r.x, y = a.y - from->r.y;
  pawl_xy there = {from->c * x + from->s * y,
                   from->c * y - from->s * x}; /* of the second, at the centre of the first */
  return fmin(way, xy_distance(a, placed(to, there)) + (reach + fmax(pair->search.beyond, 0)) * turn);
}

double pawl_contact_size(const pawl_contact_pair *pair)
{
  if (!pair->kind->shapes)
    return INFINITY;
  double a = pawl_profile_size(pair->profile[0]), b = pawl_profile_size(pair->profile[1]);
  return a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
}

double pawl_contact_least_reach(const pawl_contact_pair *pair)
{
  return PAWL_LEAST_REACH * pawl_contact_size(pair);
}

double pawl_contact_interest(const pawl_contact_pair *pair, double way)
{
  return fmax(0.05 * pawl_contact_size(pair), 2 * way);
}

/* The same where what is found is looked at once more at the end of the interval: then only what begins and ends within it can be missed. The
 * gap of a touch that comes to d and goes again bends by 8 d/t², and that is no more than accelerations and turning make of it. */
double pawl_contact_probe(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  double size = pawl_contact_size(pair), speed = pawl_contact_speed(pair, m), T = s->scale.time;
  if (!pair->kind->shapes || !isfinite(size) || !pair->fields || !pawl_rigid_of(&pair->fields->law) ||
      fmax(pair->search.beyond - pair->search.moved, pawl_contact_apart(pair, m)) >
          100 * PAWL_LEAST_REACH * size)
    return 0;
  return sqrt(PAWL_LEAST_REACH * size / (2 * (speed * speed / size + s->scale.length / (T * T))));
}

/* Touches that have closed, and are not among those that are watched, at the instant that is placed. */
bool pawl_contact_hides(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  pawl_touch before[PAWL_TOUCHES], found[PAWL_TOUCHES];
  pawl_search_note note;
  for (int i = 0; i < pair->count; i++)
    before[i] =
        pair->point[i].track.found == PAWL_LOST ? pair->point[i].track.touch : pair->point[i].track.now;
  int n = pawl_search(pair->profile[0], pair->profile[1], &m->place, pawl_contact_interest(pair, 0), before,
                      pair->count, found, PAWL_TOUCHES, pair->search.room, &note);
  for (int i = 0; i < n; i++) {
    bool known = false;
    for (int k = 0; k < pair->count; k++)
      known |= pair->point[k].track.touch.id == found[i].id && pair->point[k].track.found != PAWL_LOST;
    if (!known && found[i].gap < -PAWL_GAP_SAME * s->scale.length)
      return true;
  }
  return false;
}

/* Beside a touch that is watched, motion by a part of the shapes' size cannot lead around it: its signed gap tells. Where
 * shapes fit so closely that nothing is certain, they move by a little all the same: what then closes beside a touch that is
 * watched is found that much late. */
double pawl_contact_reach(const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  double far = pawl_contact_apart(pair, m), size = pawl_contact_size(pair), least = 0.05 * size;
  double reach = fmax(fmax(pair->search.beyond - pair->search.moved, far), PAWL_LEAST_REACH * size);
  for (int i = 0; i < pair->count; i++)
    reach = fmin(reach, fmax(fabs(pair->point[i].track.now.gap), least));
  return reach;
}

#define WORTH 4 /* times the first, where motion is measured over it */

double pawl_contact_worth(const pawl_contact_pair *pair)
{
  pawl_xy a, b;
  double reach, radius;
  pawl_profile_disc(pair->profile[0], &a, &reach);
  pawl_profile_disc(pair->profile[1], &b, &radius);
  return reach > 0 && is_over_first(pair, reach, radius) ? WORTH * reach
                                                         : INFINITY; /* a vertex has no size */
}
