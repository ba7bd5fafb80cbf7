/* Two shapes: their touches are followed from where they were, on the features of both profiles.
 *
 *     f = F n + R t at the middle of x1 and x2, on the second body      theory.md, 7.6, 9.1 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/lay_out.h"
#include "contact/pair.h"

/* Belts: what their surfaces add to sliding. */
static void add_surfaces(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         pawl_contact_point *point)
{
  double way[2];
  pawl_touch_ways(pair->profile[0], pair->profile[1], &m->place, &point->track.now, way);
  point->row.drift[0] = point->row.drift_rate = point->row.climb = 0;
  for (int i = 0; i < 2; i++) {
    pawl_jet u = {0, 0, 0};
    if (!pair->surface[i] || pawl_signals_jet(s, pair->surface[i], pair->part, &u) != PAWL_OK)
      continue;
    point->row.drift[0] += (i ? 1 : -1) * way[i] * u.v;
    point->row.drift_rate += isnan(u.d) ? 0 : (i ? 1 : -1) * way[i] * u.d;
  }
  point->row.slide[0] += point->row.drift[0];
}

void pawl_shapes_follow(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                        pawl_contact_point *point, bool held)
{
  double dt = s->at.t - point->track.time;
  point->track.now = point->track.touch;
  for (int i = 0; i < 2; i++)
    point->track.now.s[i] += point->track.s_rate[i] * dt;
  point->track.found =
      pawl_track(pair->profile[0], pair->profile[1], &m->place, held, &point->track.now, point->track.leaves);
  /* through the far features of a profile an open touch may come to a place that is none */
  if (point->mode.normal == PAWL_OPEN && !held && !pair->kind->is_rail && point->track.found != PAWL_LOST &&
      point->track.now.gap < 0 &&
      !pawl_overlap_is_real(pair->profile[0], pair->profile[1], &m->place, &point->track.now))
    point->track.found = PAWL_LOST;
  const pawl_touch *t = &point->track.now;
  pawl_xy p = {0.5 * (t->x[0].x + t->x[1].x), 0.5 * (t->x[0].y + t->x[1].y)};
  pawl_xy arm = {p.x - m->place.r.x, p.y - m->place.r.y};
  pawl_xy u = {m->v.x - m->w * arm.y,
               m->v.y + m->w * arm.x}; /* of the second's material over the first's, at p */
  point->row.gap_rate = t->n.x * u.x + t->n.y * u.y;
  point->row.slide[0] = t->n.x * u.y - t->n.y * u.x; /* along the tangent (-n_y, n_x) */
  if (pair->surface[0] || pair->surface[1])
    add_surfaces(s, pair, m, point);
  point->track.at = pawl_add(m->a.r, pawl_turn(&m->a.R, pawl_v(p.x, p.y, 0)));
  point->track.n = pawl_turn(&m->a.R, pawl_v(t->n.x, t->n.y, 0));
}

static pawl_vec tangent_of(const pawl_contact_point *p)
{
  return pawl_v(-p->track.n.y, p->track.n.x, 0);
}

static void pull_pair(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                      pawl_vec f, double *w)
{
  pawl_vec zero = {0, 0, 0};
  s->ops->pull(s->kernel, pair->place[1].link, p->track.at, f, zero, w);
  s->ops->pull(s->kernel, pair->place[0].link, p->track.at, pawl_times(-1, f), zero, w);
}

/* A force whose line runs through the hinge that bears it moves nothing: what is left of w is rounding, and W, its square, and the rates that
 * go with it do not agree. */
static void drop_rounding(const pawl_system *s, const pawl_contact_pair *pair, double *w)
{
  double most = 0;
  int from[2] = {0, 0}, to[2] = {0, 0};
  for (int side = 0; side < 2; side++) {
    if (pair->place[side].link > 0)
      s->ops->branch(s->kernel, pair->place[side].link, from + side, to + side);
    for (int d = from[side]; d < to[side]; d++)
      most = fmax(most, fabs(w[d]) * s->dof.unit[d]);
  }
  for (int side = 0; side < 2 && most < PAWL_THROUGH_HINGE * s->scale.length; side++)
    memset(w + from[side], 0, sizeof(double) * (size_t)(to[side] - from[side]));
}

static bool directions(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       double *const w[PAWL_DIMENSIONS])
{
  pull_pair(s, pair, p, p->track.n, w[PAWL_N]);
  pull_pair(s, pair, p, tangent_of(p), w[PAWL_T]);
  drop_rounding(s, pair, w[PAWL_N]);
  drop_rounding(s, pair, w[PAWL_T]);
  return true;
}

/* The acceleration of a body's material at an inner place. */
static pawl_vec acceleration_at(const pawl_system *s, const pawl_place *place, pawl_vec at)
{
  pawl_end e;
  pawl_vec lin, ang;
  s->ops->end(s->kernel, place, &e);
  s->ops->acceleration(s->kernel, place, s->model->world.gravity, &lin, &ang);
  pawl_vec arm = pawl_sub(at, e.r), turned = pawl_cross(e.w, arm);
  return pawl_add(lin, pawl_add(pawl_cross(ang, arm), pawl_cross(e.w, turned)));
}

/* gap'' = n·(A_b - A_a) + 2 w_a slide + bend, A of the material at the touch, which lies half-way between x1 and x2;
 * slide' = t·(A_b - A_a) - gap' ((w_a + w_b)/2 + w_a + turn), the normal turning by w_a + turn.      theory.md, 9.1 */
static void rates(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p, const double *a,
                  double *rate)
{
  (void)a;
  pawl_shape_motion m;
  pawl_touch_rates r;
  pawl_contact_motion(s, pair, &m);
  pawl_touch_rate(pair->profile[0], pair->profile[1], &m.place, &p->track.now, m.v, m.w, &r);
  pawl_vec A = pawl_sub(acceleration_at(s, &pair->place[1], p->track.at),
                        acceleration_at(s, &pair->place[0], p->track.at));
  double bend = isfinite(r.bend) ? r.bend : 0; /* straight on straight: they do not turn */
  rate[0] = pawl_dot(p->track.n, A) + 2 * m.a.w.z * r.slide + bend;
  double turn = isfinite(r.turn) ? r.turn : 0;
  rate[1] = -p->track.n.y * A.x + p->track.n.x * A.y - r.gap_rate * (2 * m.a.w.z + 0.5 * m.w + turn) +
            p->row.drift_rate;
}

static void load(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p, double normal,
                 const double friction[PAWL_TANGENTS])
{
  pawl_vec zero = {0, 0, 0};
  pawl_vec f = pawl_add(pawl_times(normal, p->track.n), pawl_times(friction[0], tangent_of(p)));
  s->ops->load(s->kernel, pair->place[1].link, p->track.at, f, zero);
  s->ops->load(s->kernel, pair->place[0].link, p->track.at, pawl_times(-1, f), zero);
}

static bool is(const pawl_part *part)
{
  return part->kind->family == PAWL_CONTACT;
}

static pawl_status add(pawl_builder *b, int part)
{
  return pawl_lay_contact(b, part, b->model->parts[part]->fields);
}

const pawl_pair_kind pawl_pair_shapes = {.shapes = true,
                                         .of_places = true,
                                         .searched = true,
                                         .is = is,
                                         .add = add,
                                         .follow = pawl_shapes_follow,
                                         .directions = directions,
                                         .rates = rates,
                                         .load = load};
