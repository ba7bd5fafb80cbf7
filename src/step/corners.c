/* Characteristics of the state, a spring's, a lookup's or those of dry friction, whose pieces a step must not jump over.      theory.md, 6.6
 *
 * The argument x of each is followed along the dense output of a good step. From one instant to the next it goes no farther than to the
 * nearest of its points, or a sixteenth of the narrower one of the two pieces that meet there where this is more; so a piece that
 * is entered by more than that is seen. There the equations are asked whether they deny the step (looks.c), at a quarter of the
 * piece at the latest. Lengths change no faster than their ends move, coordinates as their speeds say; of other arguments no such bound
 * is known, and they are looked at 16 times, and more often where they have gone too far. */
#include "base/curve.h"
#include "base/tolerances.h"
#include "contact/friction.h"
#include "step/run.h"

enum { MOST_LOOKS = 1000, LOOKS = 16 };
#define SPARE 1.25
#define SHARE (1.0 / 16) /* of a piece: how deep it may be entered unseen */
#define QUARTER 0.25

typedef struct pawl_corner {
  pawl_corners what;
  int load;        /* index in loads; -1: of a signal, or of a touch */
  int pair, touch; /* index in contacts, and which of its touches; -1: of none */
} pawl_corner;

/* Where the argument is, and what is near. */
typedef struct {
  double t, x, fastest; /* fastest: NaN, not known             */
  int piece;
  double turns;     /* of a periodic one                   */
  double go, width; /* how far it may go unseen; of the piece */
} spot;

static int count_frictions(const pawl_system *s, pawl_corner *list)
{
  int n = 0;
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    const pawl_friction_table *table = pawl_pair_bends(pair) ? pair->fields->friction.kind->friction : NULL;
    if (!table || !table->corners)
      continue;
    const pawl_curve *mu = table->corners(pair->fields->friction.fields);
    for (int i = 0; mu && i < PAWL_TOUCHES; i++, n++)
      if (list)
        list[n] = (pawl_corner){{.curve = mu, .of_rate = true}, -1, k, i};
  }
  return n;
}

static int count(const pawl_system *s, pawl_corner *list)
{
  int n = 0;
  for (int i = 0; i < s->load.count; i++) {
    const pawl_part *part = s->model->parts[s->load.use[i].part];
    const pawl_force_table *force = s->load.use[i].contact < 0 ? part->kind->force : NULL;
    pawl_corners c = force && force->corners ? force->corners(part->fields) : (pawl_corners){0};
    if (c.curve && list)
      list[n] = (pawl_corner){c, i, -1, -1};
    n += c.curve != NULL;
  }
  for (int i = 0; i < s->signal.count; i++) {
    const pawl_part *part = s->model->parts[s->signal.parts[i].part];
    const pawl_signal_table *signal = part->kind->signal;
    pawl_corners c = signal->corners ? signal->corners(part->fields) : (pawl_corners){0};
    if (c.curve && list)
      list[n] = (pawl_corner){c, -1, -1, -1};
    n += c.curve != NULL;
  }
  return n + count_frictions(s, list ? list + n : NULL);
}

bool pawl_corners_open(pawl_run *r)
{
  r->corner.count = count(&r->system, NULL);
  r->corner.list = PAWL_TAKE(&r->arena, r->corner.count + 1, pawl_corner);
  if (!r->corner.list)
    return false;
  count(&r->system, r->corner.list);
  return true;
}

static bool slides(const pawl_system *s, const pawl_corner *c)
{
  const pawl_contact_pair *pair = s->contact->pair + c->pair;
  return c->touch < pair->count && pair->point[c->touch].mode.normal == PAWL_PRESSED &&
         pawl_rub_way(&pair->point[c->touch].mode) != 0;
}

/* The speed of a touch in the direction of its mode. */
static bool read_slide(pawl_system *s, const pawl_corner *c, spot *at)
{
  const pawl_contact_pair *pair = s->contact->pair + c->pair;
  pawl_contact_point now = pair->point[c->touch];
  pawl_shape_motion m;
  pawl_contact_motion(s, pair, &m);
  pawl_contact_follow(s, pair, &m, &now, true);
  at->x = pawl_rub_way(&now.mode) * now.row.slide[0];
  return now.track.found != PAWL_LOST;
}

/* The argument at the instant that is placed. */
static bool read_argument(pawl_system *s, const pawl_corner *c, spot *at)
{
  const pawl_load_use *use = s->load.use + (c->load < 0 ? 0 : c->load);
  double x = NAN, rate = NAN;
  at->fastest = NAN;
  if (c->pair >= 0)
    return read_slide(s, c, at);
  if (c->load < 0)
    return pawl_signals_read(s, c->what.of, &at->x) == PAWL_OK;
  if (use->joint_count) {
    pawl_system_coordinate(s, use->joint[0], &x, &rate);
    at->fastest = fabs(rate);
  } else {
    pawl_pair pair;
    pawl_system_pair(s, &use->a, &use->b, use->spin, use->state, &pair);
    pawl_vec d = pawl_sub(pair.b.r, pair.a.r), u = pawl_sub(pair.b.v, pair.a.v);
    x = pawl_norm(d);
    at->fastest = pawl_norm(u);
    rate = x > 0 ? pawl_dot(d, u) / x : at->fastest;
  }
  at->x = x - c->what.shift;
  if (!c->what.of_rate)
    return true;
  at->x = c->what.curve->piece[1].from >= 0 ? fabs(rate) : rate; /* it holds in both directions */
  at->fastest = NAN;
  return true;
}

/* The width of a piece; those at the ends count as wide as all others together. */
static double width_of(const pawl_curve *c, int piece)
{
  if (piece == 0 || piece == c->count)
    return c->piece[c->count].from - c->piece[1].from;
  return c->piece[piece + 1].from - c->piece[piece].from;
}

static void find_piece(const pawl_corners *w, spot *at)
{
  const pawl_curve *c = w->curve;
  double first = c->piece[1].from, period = c->piece[c->count].from - first, x = at->x;
  at->turns = w->periodic ? floor((x - first) / period) : 0;
  x -= at->turns * period;
  int i = at->piece = pawl_curve_piece(c, x);
  int below = w->periodic && i <= 1 ? c->count - 1 : i - 1,
      above = w->periodic && i >= c->count - 1 ? 1 : i + 1;
  double low = i > 0 ? x - c->piece[i].from : INFINITY,
         high = i < c->count ? c->piece[i + 1].from - x : INFINITY;
  double at_low = i > 0 ? fmin(width_of(c, i), width_of(c, below)) : INFINITY,
         at_high = i < c->count ? fmin(width_of(c, i), width_of(c, above)) : INFINITY;
  at->width = width_of(c, i);
  at->go = fmin(fmax(low, SHARE * at_low), fmax(high, SHARE * at_high));
}

/* At t inside the step or at its end. */
static bool look(pawl_run *r, const pawl_corner *c, double t, double end, spot *at)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  const double *y = t <= r->t ? r->y : t >= end ? r->y1 : r->room.look_y;
  if (y == r->room.look_y) {
    if (!pawl_run_dense_prepare(r))
      return false;
    pawl_rk_dense(&r->rk, (t - r->rk.t) / r->rk.h, r->room.look_y);
  }
  at->t = t;
  s->at.work = y + 2 * n;
  r->room.filter_ready = false;
  if (pawl_system_rows(s, t, y, y + n, r->base) != PAWL_OK || !read_argument(s, c, at))
    return false;
  find_piece(&c->what, at);
  return true;
}

static bool is_same(const spot *a, const spot *b)
{
  return a->piece == b->piece && a->turns == b->turns;
}

/* Whether it is certain, or as good as that, that nothing was jumped over between two instants. */
static bool is_near(const spot *a, const spot *b)
{
  double way = fabs(b->x - a->x);
  if (!isnan(a->fastest))
    way = fmax(way, fmax(a->fastest, b->fastest) * (b->t - a->t));
  return way <= a->go || (isnan(a->fastest) && is_same(a, b));
}

static double follow(pawl_run *r, const pawl_corner *c, double end)
{
  spot a, b;
  if (c->pair >= 0 && !slides(&r->system, c))
    return INFINITY;
  double asked = NAN, longest = (end - r->t) / LOOKS,
         least = fmax(PAWL_ZERO_NEAR * (end - r->t), PAWL_TIME_ROUNDING * fabs(end));
  if (!look(r, c, r->t, end, &a))
    return INFINITY;
  const spot begin = a;
  double dt = isnan(a.fastest) ? longest : end - r->t;
  for (int looks = 0; a.t < end; looks++) {
    if (looks > MOST_LOOKS && a.t > r->t)
      return a.t;
    dt = isnan(a.fastest) ? fmin(2 * dt, longest) : a.go / (SPARE * a.fastest);
    double t = a.t + fmax(dt, least);
    bool seen = look(r, c, t < end ? t : end, end, &b);
    while (seen && !is_near(&a, &b) && b.t - a.t > 2 * least) {
      dt = 0.5 * (b.t - a.t);
      seen = look(r, c, a.t + dt, end, &b);
    }
    if (!seen)
      return INFINITY;
    bool asks = b.t < end && !is_same(&b, &begin) &&
                (!is_same(&b, &a) || isnan(asked) || fabs(b.x - asked) > QUARTER * b.width);
    if (asks && pawl_looks_deny(r, b.t))
      return b.t;
    asked = is_same(&b, &begin) ? NAN : asks ? b.x : asked;
    a = b;
  }
  return INFINITY;
}

double pawl_corners_first(pawl_run *r, double end)
{
  double first = INFINITY;
  for (int i = 0; i < r->corner.count; i++)
    first = fmin(first, follow(r, r->corner.list + i, end));
  return first;
}
