/* Ropes: the way L from end to end over pulleys is not longer than the rope.      theory.md, 4.13, 9.1
 *     gap = length - L,   gap' = -Σ u·(v_j - v_i),   w_N: at each place the force u to the next one less the u it comes with
 * A pulley from which the rope lifts is left out of its way until the rope would go through it. While the rope is taut that is
 * frozen between events, as the features of two shapes are. */
#include <stdio.h>

#include "base/error.h"
#include "base/length.h"
#include "base/tolerances.h"
#include "contact/lay_out.h"
#include "contact/pair.h"

#define PI 3.14159265358979323846

/* What nobody has seen yet goes round a pulley by more than -3/4 and no more than 5/4 of half a turn. */
#define FIRST_WRAP (0.25 * PI)

/* A place on its way. */
typedef struct {
  const pawl_place *place;
  pawl_vec r, v;
  double radius; /* with its side: positive, counter-clockwise     */
  bool on;       /* the rope is there; pulleys may be left out     */
  double wrap;   /* how far it goes round, or would: rad           */
} stop;

/* A straight piece. */
typedef struct {
  pawl_vec u; /* along it; 0: it has no length */
  double l;
} piece;

typedef struct {
  stop at[PAWL_PULLEYS + 2];
  int count;
} course;

/* ---- where it goes ---- */

static const pawl_place *place_of(const pawl_contact_pair *pair, int i)
{
  return i == 0 ? pair->place : i <= pair->rope->pulleys ? pair->rope->pulley + i - 1 : pair->place + 1;
}

/* From circle to circle: d = l u + (r_j - r_i) n, n to the left of u; centres with r > 0 are to its left. */
static piece straight(const stop *a, const stop *b)
{
  pawl_vec d = pawl_sub(b->r, a->r);
  double s = b->radius - a->radius, square = pawl_dot(d, d), l = sqrt(fmax(square - s * s, 0));
  pawl_vec aside = {s * d.y, -s * d.x, 0}, none = {0, 0, 0};
  return (piece){square > 0 ? pawl_times(1 / square, pawl_add(pawl_times(l, d), aside)) : none, l};
}

static int next_on(const course *c, int i)
{
  do
    i++;
  while (!c->at[i].on);
  return i;
}

static int last_on(const course *c, int i)
{
  do
    i--;
  while (!c->at[i].on);
  return i;
}

/* How far the rope goes round a disc between its neighbours, or would: the turn nearest to the one it was followed from. */
static double wrap_at(const course *c, int i, double before)
{
  const stop *at = c->at + i;
  pawl_vec in = straight(c->at + last_on(c, i), at).u, out = straight(at, c->at + next_on(c, i)).u;
  double turn = atan2(in.x * out.y - in.y * out.x, pawl_dot(in, out));
  turn = at->radius > 0 ? turn : -turn;
  return turn + 2 * PI * round((before - turn) / (2 * PI));
}

static void measure_wraps(course *c, const pawl_rope_way *way)
{
  for (int i = 1; i < c->count - 1; i++)
    c->at[i].wrap = c->at[i].radius != 0 ? wrap_at(c, i, way->wrap[i - 1]) : 0;
}

/* By how much a disc is on its way that should not be, or left out that should not be: rad. */
static double wrong_by(const stop *at)
{
  return at->on ? -at->wrap : at->wrap;
}

/* The disc that is most wrong; 0: none is. */
static int most_wrong(const course *c)
{
  int worst = 0;
  for (int i = 1; i < c->count - 1; i++)
    if (c->at[i].radius != 0 && wrong_by(c->at + i) > (worst ? wrong_by(c->at + worst) : 0))
      worst = i;
  return worst;
}

/* A tight string over the discs: one by one, those are left out round which it would go backwards, and taken in through which it
 * would go. */
static void choose(course *c, const pawl_rope_way *way)
{
  for (int round = 0, i; round < 4 * PAWL_PULLEYS && (i = most_wrong(c)) > 0; round++) {
    c->at[i].on = !c->at[i].on;
    measure_wraps(c, way);
  }
}

/* Its places now, of which `out`, as bits, are left out. */
static void lay(const pawl_system *s, const pawl_contact_pair *pair, int out, course *c)
{
  const pawl_rope *rope = s->model->parts[pair->part]->fields;
  c->count = pair->rope->pulleys + 2;
  for (int i = 0; i < c->count; i++) {
    pawl_end e;
    const pawl_place *place = place_of(pair, i);
    s->ops->end(s->kernel, place, &e);
    double radius = i > 0 && i <= rope->radius.count ? rope->radius.number[i - 1] : 0;
    c->at[i] = (stop){.place = place, .r = e.r, .v = e.v, .radius = radius, .on = !(out >> i & 1)};
  }
  measure_wraps(c, pair->rope);
}

/* ---- the kind ---- */

/* Length and rate of the way; where its last piece ends, and the force on that end of a tension of 1. */
static void follow(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                   pawl_contact_point *p, bool held)
{
  (void)m;
  course c;
  int out = p->track.touch.feature[0], last = 0;
  double length = 0, rate = 0;
  pawl_vec u = {0, 0, 0};
  pawl_pair_begin(s, p);
  p->row.drift[0] = p->row.climb = p->row.slide[0] = 0;
  lay(s, pair, out, &c);
  if (!held)
    choose(&c, pair->rope);
  for (int i = 1; i < c.count; i++) {
    const stop *at = c.at + i;
    p->track.now.feature[0] |= at->on ? 0 : 1 << i;
    pair->rope->wrap_now[i - 1] = at->wrap;
    if (at->radius != 0)
      p->track.leaves[0] = fmax(p->track.leaves[0], wrong_by(at));
    if (!at->on)
      continue;
    piece x = straight(c.at + last, at);
    u = x.u;
    length += x.l + fabs(at->radius) * at->wrap;
    rate += pawl_dot(u, pawl_sub(at->v, c.at[last].v));
    last = i;
  }
  p->track.touch.gap = p->track.now.gap = pair->limit - length;
  p->row.gap_rate = -rate;
  p->track.at = c.at[last].r;
  p->track.n = pawl_times(-1, u);
  p->track.found = PAWL_TRACKED;
}

/* The force that a tension of 1 makes at a place: to the next one, less the way it comes. */
static pawl_vec force_at(const course *c, int i)
{
  pawl_vec f = {0, 0, 0};
  if (i < c->count - 1)
    f = straight(c->at + i, c->at + next_on(c, i)).u;
  return i > 0 ? pawl_sub(f, straight(c->at + last_on(c, i), c->at + i).u) : f;
}

static bool directions(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       double *const w[PAWL_DIMENSIONS])
{
  course c;
  pawl_vec zero = {0, 0, 0};
  lay(s, pair, p->track.now.feature[0], &c);
  for (int i = 0; i < c.count; i++)
    if (c.at[i].on)
      s->ops->pull(s->kernel, c.at[i].place->link, c.at[i].r, force_at(&c, i), zero, w[PAWL_N]);
  return true;
}

/* gap'' = Σ f·A - Σ |v across|²/l, over places and over straight pieces. */
static void rates(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p, const double *a,
                  double *rate)
{
  (void)a;
  course c;
  rate[0] = rate[1] = 0;
  lay(s, pair, p->track.now.feature[0], &c);
  for (int i = 0, last = 0; i < c.count; i++) {
    pawl_vec lin, ang;
    if (!c.at[i].on)
      continue;
    s->ops->acceleration(s->kernel, c.at[i].place, s->model->world.gravity, &lin, &ang);
    rate[0] += pawl_dot(force_at(&c, i), lin);
    piece x = i > 0 ? straight(c.at + last, c.at + i) : (piece){.l = 0};
    pawl_vec v = pawl_sub(c.at[i].v, c.at[last].v), across = pawl_sub(v, pawl_times(pawl_dot(x.u, v), x.u));
    rate[0] -= x.l > 0 ? pawl_dot(across, across) / x.l : 0;
    last = i;
  }
}

static void load(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p, double normal,
                 const double friction[PAWL_TANGENTS])
{
  (void)friction;
  course c;
  pawl_vec zero = {0, 0, 0};
  lay(s, pair, p->track.now.feature[0], &c);
  for (int i = 0; i < c.count; i++)
    if (c.at[i].on)
      s->ops->load(s->kernel, c.at[i].place->link, c.at[i].r, pawl_times(normal, force_at(&c, i)), zero);
}

/* ---- how it is followed on ---- */

static void begin(pawl_contact_pair *pair)
{
  for (int i = 0; i < pair->rope->pulleys; i++)
    pair->rope->wrap[i] = FIRST_WRAP;
}

static void keep(pawl_contact_pair *pair, pawl_contact_point *p)
{
  p->track.touch = p->track.now;
  for (int i = 0; i < pair->rope->pulleys; i++)
    pair->rope->wrap[i] = pair->rope->wrap_now[i];
}

/* Whether a base carries an end or a pulley. */
static bool is_said(const pawl_system *s, const pawl_contact_pair *pair)
{
  bool any = false;
  for (int i = 0; i < pair->rope->pulleys + 2; i++)
    any |= pawl_base_below(s, place_of(pair, i)->link) >= 0;
  return any;
}

/* ---- the start, and what holds in every run ---- */

static bool is_rope(const pawl_part *part)
{
  return part->kind == pawl_kind_find("rope");
}

static pawl_status add(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_rope *rope = p->fields;
  const pawl_value law = {pawl_kind_find("rigid"), &rope->rigid, p->where};
  pawl_rope_way *way = PAWL_TAKE(b->s->arena, 1, pawl_rope_way);
  double *wrap = PAWL_TAKE(b->s->arena, rope->over.count + 1, double);
  if (!way || !wrap)
    return pawl_fail_memory(b->error);
  *way = (pawl_rope_way){.pulleys = rope->over.count, .wrap = wrap};
  for (int i = 0; i < way->pulleys; i++)
    way->pulley[i] = pawl_place_of(b, rope->over.frame + i);
  pawl_contact_pair *pair = pawl_lay_pair(b, part, &pawl_pair_rope);
  pair->place[0] = pawl_place_of(b, &rope->a);
  pair->place[1] = pawl_place_of(b, &rope->b);
  pair->limit = rope->length;
  pair->rope = way;
  pair->own = wrap;
  pair->own_count = way->pulleys;
  b->s->contact->pulleys += way->pulleys;
  return pawl_lay_load(b, part, &law, NULL);
}

/* Whether one of its straight pieces is not longer than `least`, and the place from which it goes. */
static bool is_bent(pawl_system *s, const pawl_contact_pair *pair, double least, int *piece_at)
{
  course c;
  lay(s, pair, pair->point[0].track.now.feature[0], &c);
  for (int i = 0, j; i < c.count - 1; i = j) {
    j = next_on(&c, i);
    *piece_at = i;
    if (!(straight(c.at + i, c.at + j).l > least))
      return true;
  }
  return false;
}

/* It is long enough at the start, and where it is held each of its straight pieces has a direction. */
static pawl_status check(pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part];
  double depth = pair->log.start_depth;
  int at;
  if (depth > PAWL_GAP_BEYOND * fmax(pair->limit, s->scale.length))
    return pawl_fail(
        error, PAWL_BAD_MODEL, part->where,
        "%s \"%s\" is too short: %.9g m long, and its way from end to end is %.9g m at the start",
        part->kind->name, part->name, pair->limit, pair->limit + depth);
  if (is_bent(s, pair, PAWL_GAP_NONE * s->scale.length, &at) && pair->rope->pulleys > 0)
    return pawl_fail(
        error, PAWL_BAD_MODEL, part->where,
        "%s \"%s\": its straight piece number %d has no direction at the start: it begins and ends at one "
        "point, or in a pulley",
        part->kind->name, part->name, at + 1);
  return PAWL_OK;
}

/* It is taut, and one of its straight pieces is not longer than `least`. */
static pawl_status check_pieces(pawl_system *s, const pawl_contact_pair *pair, double least,
                                pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part];
  int at;
  if (pair->point->mode.normal == PAWL_OPEN || !is_bent(s, pair, least, &at))
    return PAWL_OK;
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   "%s \"%s\" is taut over a straight piece without length at t = %.9g s: what hangs on it "
                   "has come to a pulley, which it goes through here; a contact or a stop keeps it away",
                   part->kind->name, part->name, s->at.t);
}

/* A piece that comes to its end does so with a root: steps end before it has none. */
static pawl_status explain(pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  return check_pieces(s, pair, PAWL_PIECE_ENDS * s->scale.length, error);
}

/* By steps it comes in by what it moves in a step. */
static pawl_status judge(pawl_system *s, const pawl_contact_pair *pair, bool steps, pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part];
  const pawl_contact_point *p = pair->point;
  double depth = -p->track.now.gap, L = s->scale.length;
  if (!steps && depth > PAWL_MOST_OVERLAP * L)
    return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                     "%s \"%s\": its way from end to end is longer than it by %.6g m at t = %.9g s, which it "
                     "must not be; results from here on would be wrong",
                     part->kind->name, part->name, depth, s->at.t);
  return check_pieces(s, pair, PAWL_GAP_BEYOND * L, error);
}

/* Of what is seen of a gap: the length of its way instead. */
static void see(pawl_system *s, const pawl_contact_pair *pair, int count, pawl_level level, pawl_seen *seen)
{
  (void)count;
  pawl_contact_see(s, pair, level, seen);
  seen->value = seen->length;
  seen->length = pair->limit - seen->value;
  seen->rate = -seen->rate;
}

/* How long it is, and by how much longer than its way. */
static void tell(const pawl_system *s, const pawl_contact_pair *pair, char text[PAWL_PAIR_TEXT])
{
  (void)s;
  char length[32], more[32];
  double slack = pair->point[0].track.now.gap;
  int n = snprintf(text, PAWL_PAIR_TEXT, "%s long", pawl_length_text(pair->limit, length));
  if (slack > 1e-12 * pair->limit)
    snprintf(text + n, (size_t)(PAWL_PAIR_TEXT - n), ", %s more than its way", pawl_length_text(slack, more));
}

static const pawl_pair_words words = {"slack", "taut", "came taut", "would push", "met or left a pulley"};

const pawl_pair_kind pawl_pair_rope = {.of_places = true,
                                       .words = &words,
                                       .noun = "rope",
                                       .force = "tension",
                                       .tell = tell,
                                       .is = is_rope,
                                       .add = add,
                                       .check = check,
                                       .follow = follow,
                                       .begin = begin,
                                       .keep = keep,
                                       .is_said = is_said,
                                       .directions = directions,
                                       .rates = rates,
                                       .load = load,
                                       .judge = judge,
                                       .explain = explain,
                                       .see = see};
