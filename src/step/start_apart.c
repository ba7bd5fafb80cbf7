/* Shapes that overlap at the start: where, how deep, and which way they come apart, in words. The way is said only where the two,
 * moved so, do not overlap any more. */
#include "step/start_apart.h"

#include <stdio.h>

#include "base/error.h"
#include "base/length.h"
#include "base/tolerances.h"

enum { TEXT = 256 };

/* The one to be moved: not what stands on the ground. */
static int mover(const pawl_contact_pair *pair)
{
  return pair->place[1].link > 0;
}

/* ---- places and ways in the world ---- */

static pawl_vec turned(const pawl_shape_motion *m, pawl_xy x)
{
  return pawl_add(pawl_times(x.x, m->a.R.x), pawl_times(x.y, m->a.R.y));
}

/* Without what rounding leaves of 0. */
static double clean(double x, double size)
{
  return fabs(x) < PAWL_COMPONENT_NONE * size ? 0 : x;
}

static void put_place(const pawl_run *r, const pawl_shape_motion *m, pawl_xy x, char text[64])
{
  pawl_vec at = pawl_add(pawl_add(m->a.r, turned(m, x)), r->system.origin);
  double size = r->system.scale.length;
  snprintf(text, 64, "{%.4g, %.4g} m", clean(at.x, size), clean(at.y, size));
}

/* "; shape \"rim\" comes out when moved by 20 mm along {0, 1}" */
static void put_way(const pawl_run *r, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                    pawl_xy along, double far, char text[TEXT])
{
  pawl_vec e = turned(m, along);
  char length[32];
  snprintf(text, TEXT, "; shape \"%s\" comes out when moved by %s along {%.4g, %.4g}",
           pawl_contact_shape(&r->system, pair, mover(pair)), pawl_length_text(far, length), clean(e.x, 1),
           clean(e.y, 1));
}

/* ---- shapes that overlap by touches ---- */

static const pawl_touch *deepest(const pawl_contact_pair *pair)
{
  const pawl_touch *t = &pair->point[0].track.now;
  for (int i = 1; i < pair->count; i++)
    if (pair->point[i].track.now.gap < t->gap)
      t = &pair->point[i].track.now;
  return t;
}

/* How far the second shape is to be moved along n until all touches are apart; INFINITY: that does not part them. */
static double way_along(const pawl_contact_pair *pair, pawl_xy n)
{
  double far = 0;
  for (int i = 0; i < pair->count; i++) {
    const pawl_touch *t = &pair->point[i].track.now;
    double share = n.x * t->n.x + n.y * t->n.y;
    if (t->gap < 0)
      far = fmax(far, share > 0.1 ? -t->gap / share : INFINITY);
  }
  return far;
}

static bool is_apart(const pawl_run *r, const pawl_contact_pair *pair, const pawl_shape_motion *m, pawl_xy n,
                     double far)
{
  pawl_parting parting = {0};
  pawl_placing there = m->place;
  there.r.x += far * n.x;
  there.r.y += far * n.y;
  return pawl_overlap_depth(pair->profile[0], pair->profile[1], &there,
                            PAWL_MOST_OVERLAP * r->system.scale.length, n, &parting, pair->search.room) == 0;
}

static void put_limit(const pawl_run *r, char text[TEXT])
{
  char length[32];
  snprintf(text, TEXT, "; a rigid contact may not, but for a thousandth of the model's length, %s",
           pawl_length_text(PAWL_START_OVERLAP * r->system.scale.length, length));
}

pawl_status pawl_start_overlap(const pawl_run *r, const pawl_contact_pair *pair, bool stuck,
                               pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  char depth[32], place[64], limit[TEXT] = ", and cannot be moved apart", way[TEXT] = "";
  pawl_shape_motion m;
  pawl_length_text(pair->log.start_depth, depth);
  if (!stuck)
    put_limit(r, limit);
  if (!pair->kind->shapes || pair->count == 0)
    return pawl_fail(error, PAWL_BAD_MODEL, part->where, "%s \"%s\": it overlaps by %s at the start%s",
                     part->kind->name, part->name, depth, limit);
  const pawl_touch *t = deepest(pair);
  double far = way_along(pair, t->n);
  pawl_contact_motion(&r->system, pair, &m);
  put_place(r, &m, (pawl_xy){0.5 * (t->x[0].x + t->x[1].x), 0.5 * (t->x[0].y + t->x[1].y)}, place);
  if (!stuck && isfinite(far) && is_apart(r, pair, &m, t->n, far))
    put_way(r, pair, &m, mover(pair) ? t->n : (pawl_xy){-t->n.x, -t->n.y}, far, way);
  return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                   "%s \"%s\": its shapes overlap by %s at the start, at %s%s%s", part->kind->name,
                   part->name, depth, place, limit, way);
}

/* ---- one in the other ---- */

static pawl_xy centre_of(const pawl_contact_pair *pair, const pawl_shape_motion *m, int which)
{
  pawl_xy c;
  double radius;
  pawl_profile_disc(pair->profile[which], &c, &radius);
  const pawl_placing *at = &m->place;
  return which ? (pawl_xy){at->r.x + at->c * c.x - at->s * c.y, at->r.y + at->s * c.x + at->c * c.y} : c;
}

pawl_status pawl_start_buried(const pawl_run *r, const pawl_contact_pair *pair, int in, pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  const char *outer = pawl_contact_shape(&r->system, pair, 1 - in);
  const char *inner = pawl_contact_shape(&r->system, pair, in);
  char place[64], way[TEXT];
  pawl_shape_motion m;
  pawl_xy along;
  double far;
  pawl_contact_motion(&r->system, pair, &m);
  put_place(r, &m, centre_of(pair, &m, in), place);
  if (pawl_overlap_way_out(pair->profile[0], pair->profile[1], &m.place, mover(pair), &along, &far)) {
    put_way(r, pair, &m, along, far, way);
    return pawl_fail(
        error, PAWL_BAD_MODEL, part->where,
        "%s \"%s\": shape \"%s\" lies in the material of shape \"%s\" at the start, around %s%s; "
        "if it belongs inside of that outline, 'flip = true' makes it a hole",
        part->kind->name, part->name, inner, outer, place, way);
  }
  return pawl_fail(
      error, PAWL_BAD_MODEL, part->where,
      "%s \"%s\": shape \"%s\" lies in the material of shape \"%s\" at the start, around %s: a closed "
      "outline that runs clockwise is a hole, with material all around; 'flip = true' turns it round",
      part->kind->name, part->name, inner, outer, place);
}
