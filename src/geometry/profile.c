/* Looking at a profile. */
#include "geometry/profile.h"

#include "geometry/stretch.h"

bool pawl_profile_closed(const pawl_profile *profile)
{
  return profile->closed;
}

void pawl_profile_range(const pawl_profile *profile, double *s0, double *s1)
{
  *s0 = profile->s0;
  *s1 = profile->s1;
}

double pawl_profile_length(const pawl_profile *profile)
{
  return profile->length;
}

double pawl_profile_size(const pawl_profile *profile)
{
  return profile->size;
}

void pawl_profile_disc(const pawl_profile *profile, pawl_xy *centre, double *radius)
{
  *centre = profile->centre;
  *radius = 0.5 * profile->size;
}

int pawl_profile_features(const pawl_profile *profile)
{
  return profile->feature_count;
}

void pawl_profile_feature(const pawl_profile *profile, int feature, pawl_profile_part *part)
{
  const pawl_feature *f = &profile->feature[feature];
  *part = (pawl_profile_part){f->s0, f->s1, f->vertex, f->straight};
}

double pawl_profile_wrap(const pawl_profile *profile, double s)
{
  double period = profile->s1 - profile->s0;
  if (!profile->closed || (s >= profile->s0 && s <= profile->s1))
    return s;
  s -= period * floor((s - profile->s0) / period);
  return fmin(fmax(s, profile->s0), profile->s1);
}

int pawl_profile_stretch(const pawl_profile *profile, double s, bool after)
{
  const pawl_stretch *w = profile->stretch;
  int last = profile->stretch_count - 1;
  /* From a guess as if all were equally long. */
  double part = profile->s1 > profile->s0 ? (s - profile->s0) / (profile->s1 - profile->s0) : 0;
  int i = !(part > 0) ? 0 : part >= 1 ? last : (int)(part * last);
  while (i < last && (after ? w[i].s1 <= s : w[i].s1 < s))
    i++;
  while (i > 0 && (after ? w[i - 1].s1 > s : w[i - 1].s1 >= s))
    i--;
  /* A vertex has the same s as the ends of its neighbours. */
  if (w[i].form == PAWL_BY_POINT && last > 0)
    i += i == last || (!after && i > 0) ? -1 : 1;
  return i;
}

void pawl_profile_at(const pawl_profile *profile, double s, bool after, pawl_profile_point *point)
{
  s = pawl_profile_wrap(profile, s);
  if (profile->closed && after && s >= profile->s1)
    s = profile->s0;
  if (profile->closed && !after && s <= profile->s0)
    s = profile->s1;
  const pawl_stretch *w = &profile->stretch[pawl_profile_stretch(profile, s, after)];
  pawl_station at;
  pawl_stretch_at(w, s, &at);
  *point = (pawl_profile_point){at.x, at.t, at.n, at.k, at.speed, w->feature};
}

/* Where x is on a stretch, straight or round; outside of its range: nowhere. */
static double place_on(const pawl_stretch *w, pawl_xy x)
{
  if (w->shape == PAWL_STRAIGHT)
    return pawl_stretch_s_of_point(w, x);
  return w->form == PAWL_BY_ARC ? pawl_stretch_s_of_normal(w, xy_times(1 / w->radius, xy_sub(x, w->centre)))
                                : w->s0 - 1;
}

/* From a point of a stretch towards its end j. */
static pawl_profile_way way_to(const pawl_stretch *w, const pawl_station *at, int j)
{
  return (pawl_profile_way){j ? at->t : xy_back(at->t), at->n,
                            w->shape == PAWL_STRAIGHT ? xy_distance(at->x, w->end[j].x) : 0};
}

int pawl_profile_ways(const pawl_profile *profile, pawl_xy x, double near, pawl_profile_way *way, int most)
{
  int n = 0;
  for (int i = 0; i < profile->stretch_count; i++) {
    const pawl_stretch *w = profile->stretch + i;
    bool end[2] = {false, false};
    if (w->form == PAWL_BY_POINT)
      continue;
    for (int j = 0; j < 2; j++) {
      end[j] = xy_distance(w->end[j].x, x) <= near;
      if (end[j] && n < most)
        way[n++] = way_to(w, &w->end[j], 1 - j);
    }
    if (w->form == PAWL_BY_ARC && fabs(xy_distance(x, w->centre) - fabs(w->radius)) > 2 * near)
      continue; /* before the angle is computed: shapes with many arcs are asked at every corner */
    double s = end[0] || end[1] ? w->s0 - 1 : place_on(w, x);
    if (!(s > w->s0 && s < w->s1))
      continue;
    pawl_station at;
    pawl_stretch_at(w, s, &at);
    for (int j = 0; j < 2 && xy_distance(at.x, x) <= near && n < most; j++)
      way[n++] = way_to(w, &at, j);
  }
  return n;
}

enum { CHORDS = 16 }; /* of a stretch that is not straight */

double pawl_profile_ahead(const pawl_profile *profile, pawl_xy x, pawl_xy along)
{
  double least = INFINITY, near = 1e-9 * profile->size;
  for (int i = 0; i < profile->stretch_count; i++) {
    const pawl_stretch *w = profile->stretch + i;
    int chords = w->form == PAWL_BY_POINT ? 0 : w->shape == PAWL_STRAIGHT ? 1 : CHORDS;
    pawl_station from = w->end[0], to;
    for (int j = 1; j <= chords; j++, from = to) {
      pawl_stretch_at(w, w->s0 + (w->s1 - w->s0) * j / chords, &to);
      pawl_xy r = xy_sub(from.x, x), chord = xy_sub(to.x, from.x);
      double across = xy_cross(along, r), end = xy_cross(along, xy_add(r, chord)), det = across - end;
      if (fabs(det) <= near || fmin(across, end) > near || fmax(across, end) < -near)
        continue;
      double far = xy_dot(along, xy_along(r, across / det, chord));
      if (far > near)
        least = lesser(least, far);
    }
  }
  return least;
}

static bool is_convex_curve(const pawl_profile *profile, const pawl_leaf *leaf)
{
  return !leaf->stop && leaf->bends > 0 && profile->stretch[leaf->stretch].shape == PAWL_CURVED;
}

bool pawl_profile_flat_spot(const pawl_profile *profile, double *s)
{
  const pawl_leaf *all = profile->leaf;
  double flat = 1e-9 / profile->size;
  for (int i = 0; i < profile->leaf_count; i++) {
    const pawl_leaf *a = all + i, *b = all + (i + 1 < profile->leaf_count ? i + 1 : 0);
    bool goes_on = i + 1 < profile->leaf_count || profile->closed;
    if (goes_on && is_convex_curve(profile, a) && is_convex_curve(profile, b) && fabs(a->kb) < flat &&
        fabs(b->ka) < flat) {
      *s = a->s1;
      return true;
    }
  }
  return false;
}
