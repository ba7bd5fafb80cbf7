/* Which touches a step closes.      theory.md, 10.1
 *
 * Touches are looked for at the begin of the step, where shapes lie on each other but are not in each other, and followed to
 * q + h v/2, where their gaps decide. Looked for only there, shapes that meet with whole sides would show nothing but the
 * ways through them. What was not to be seen at the begin is looked for half a step on. */
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/friction.h"
#include "step/stepping_inner.h"

#define MOST_IN 0.25 /* of the smaller shape: how deep a step may let it in           */
#define TOO_DEEP 0.1 /* of the length: what comes so deep cannot be lifted out        */

static bool is_rigid(const pawl_contact_pair *pair)
{
  return pawl_rigid_of(&pair->fields->law) != NULL;
}

/* ---- the begin ---- */

typedef struct {
  int id[PAWL_TOUCHES], count;
} seen_before;

static seen_before list_known(const pawl_contact_pair *pair)
{
  seen_before known = {.count = pair->count};
  for (int i = 0; i < pair->count; i++)
    known.id[i] = pair->point[i].track.touch.id;
  return known;
}

static bool is_new(const seen_before *known, const pawl_contact_point *p)
{
  for (int i = 0; i < known->count; i++)
    if (known->id[i] == p->track.touch.id)
      return false;
  return true;
}

/* Whether the shapes lie on each other elsewhere, less than half as deep. */
static bool has_shallower(const pawl_contact_point *point, int count, const pawl_contact_point *deep,
                          double near)
{
  for (int i = 0; i < count; i++) {
    const pawl_contact_point *p = point + i;
    if (p->track.found != PAWL_LOST && !p->track.gone && p->track.now.gap <= near &&
        p->track.now.gap > 0.5 * deep->track.now.gap)
      return true;
  }
  return false;
}

/* States of friction belong to places of closed touches. */
static void drop(pawl_contact_pair *pair, int i)
{
  pawl_contact_point *last = pair->point + pair->count - 1;
  pair->point[i].track.gone = true;
  if (last->mode.normal != PAWL_OPEN && pawl_friction_states(&pair->fields->friction))
    return;
  pair->point[i] = *last;
  pair->count--;
}

/* A touch that is deep when it is first seen is a way through shapes that lie on each other elsewhere, or something that came
 * from where it was not seen. */
static pawl_status judge_depth(pawl_run *r, pawl_contact_pair *pair, const seen_before *known, double way)
{
  pawl_system *s = &r->system;
  double near = PAWL_UNSEEN_DEEP * s->scale.length + 2 * way;
  for (int i = pair->count - 1; i >= 0; i--) {
    pawl_contact_point *p = pair->point + i;
    if (p->mode.normal != PAWL_OPEN || p->track.now.gap >= -near || !is_new(known, p))
      continue;
    const pawl_part *part = r->model->parts[pair->part];
    if (has_shallower(pair->point, pair->count, p, near))
      drop(pair, i);
    else if (!is_rigid(pair))
      continue;
    else if (p->track.now.gap < -TOO_DEEP * s->scale.length)
      return pawl_fail(
          &s->error, PAWL_BAD_NUMBERS, part->where,
          "%s \"%s\": a touch was %.3g m deep when it was first seen, at t = %.9g s; it came from "
          "behind the end of a line, or the step is too long",
          part->kind->name, part->name, -p->track.now.gap, s->at.t);
    else if (-p->track.now.gap > pair->log.late)
      pair->log.late = -p->track.now.gap, pair->log.late_time = s->at.t;
  }
  return PAWL_OK;
}

/* What was apart and comes in by no more than its way is no way through a shape, whatever it looks like. */
static void follow(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                   pawl_contact_point *p, double way)
{
  pawl_touch_mode mode = p->mode.normal;
  double before = p->track.touch.gap;
  bool known = pair->kind->shapes && p->track.found != PAWL_LOST && !p->track.gone;
  if (known)
    p->mode.normal = PAWL_PRESSED;
  pawl_contact_follow(s, pair, m, p, false);
  p->mode.normal = mode;
  if (known && p->track.found != PAWL_LOST && p->track.now.gap < 0 && mode == PAWL_OPEN &&
      !(fabs(p->track.now.gap - before) <= 1.1 * way))
    p->track.found = PAWL_LOST;
}

/* Touches that were followed in from outside stay, though from inside they may not be found. */
static pawl_status search(pawl_run *r, pawl_contact_pair *pair, const pawl_shape_motion *m, double way,
                          double interest)
{
  seen_before known = list_known(pair), inside = {.count = 0};
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *p = pair->point + i;
    if (p->track.found != PAWL_LOST && !p->track.gone && p->track.now.gap < 0)
      inside.id[inside.count++] = p->track.touch.id;
    if (p->track.found ==
        PAWL_LOST) /* what pushed in the last step may have become another end of an edge: it is looked for like any other */
      p->mode.normal = PAWL_OPEN;
  }
  double late = pair->log.late, late_time = pair->log.late_time;
  pawl_contact_search(&r->system, pair, m, interest);
  pair->log.late = late, pair->log.late_time = late_time;
  r->books.searches++;
  for (int i = 0; i < pair->count; i++)
    pair->point[i].track.gone = pair->point[i].track.gone && is_new(&inside, pair->point + i);
  return judge_depth(r, pair, &known, way);
}

/* How deep a step may let a touch in that was apart half a step before: then it may come out on the other side. Where projection takes out
 * again what came in, it may be deeper; where nothing does, neither may one that pushed. */
static pawl_status judge_step(pawl_run *r, const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  double h = r->stepping->h,
         way = h * pawl_contact_speed(pair, m) + pair->search.moved + h * pawl_stepping_fall(&r->system, h);
  double a = pawl_profile_size(pair->profile[0]), b = pawl_profile_size(pair->profile[1]);
  double most = MOST_IN * (a > 0 && b > 0 ? fmin(a, b) : fmax(a, b)) + pair->log.start_depth;
  const pawl_part *part = r->model->parts[pair->part];
  if ((is_rigid(pair) && r->stepping->projects) || r->stepping->plastic)
    return PAWL_OK;
  pawl_contact_point now[PAWL_TOUCHES];
  for (int i = 0; i < pair->count; i++) {
    now[i] = pair->point[i];
    follow(&r->system, pair, m, now + i, way);
  }
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *p = pair->point + i;
    bool pushed = is_rigid(pair) && p->mode.normal == PAWL_PRESSED && p->row.normal > 0;
    bool came = p->track.found != PAWL_LOST && !p->track.gone &&
                (pushed || (p->mode.normal == PAWL_OPEN && p->track.touch.gap >= 0));
    if (came && now[i].track.found != PAWL_LOST && now[i].track.now.gap < -most &&
        !has_shallower(now, pair->count, now + i, way))
      return pawl_fail(&r->system.error, PAWL_BAD_NUMBERS, part->where,
                       "%s \"%s\": a step of %.3g s to t = %.9g s, which is too long, has brought its shapes "
                       "%.3g m into each "
                       "other; take a shorter one%s",
                       part->kind->name, part->name, h, r->t, -now[i].track.now.gap,
                       is_rigid(pair) ? ", or projection = true" : "");
  }
  return PAWL_OK;
}

pawl_status pawl_stepping_judge(pawl_run *r)
{
  pawl_system *s = &r->system;
  if (!s->contact->count)
    return PAWL_OK;
  if (pawl_system_rows(s, r->t, r->y, r->y + s->tree.dof_count, r->base) != PAWL_OK)
    return s->error.status;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_shape_motion m;
    if (!s->contact->pair[k].kind->searched)
      continue;
    pawl_contact_motion(s, s->contact->pair + k, &m);
    if (judge_step(r, s->contact->pair + k, &m) != PAWL_OK)
      return s->error.status;
  }
  r->stepping->judged_t = r->t;
  return pawl_judge_contacts(r, &s->error);
}

static pawl_status look_at_begin(pawl_run *r, pawl_contact_pair *pair, double h)
{
  pawl_system *s = &r->system;
  pawl_shape_motion m;
  pawl_contact_motion(s, pair, &m);
  if (judge_step(r, pair, &m) != PAWL_OK)
    return s->error.status;
  double way = h * pawl_contact_speed(pair, &m);
  for (int i = 0; i < pair->count; i++)
    follow(s, pair, &m, pair->point + i, way + pair->search.moved);
  if (search(r, pair, &m, way, pawl_contact_interest(pair, way + h * pawl_stepping_fall(s, h))) != PAWL_OK)
    return s->error.status;
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].track.found != PAWL_LOST)
      pawl_contact_settle(s, pair->point + i);
  pair->search.moved = way;
  return PAWL_OK;
}

/* ---- half a step on ---- */

/* Where projection takes overlaps away, what can meet within the step lands instead: its gap is a bound of its speed. What
 * bounces is left to meet. 0: it does not come near. */
static double distance_ahead(const pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_point *p,
                             double h)
{
  const pawl_system *s = &r->system;
  const pawl_rigid *law = pawl_rigid_of(&pair->fields->law);
  double fall = pawl_stepping_fall(s, h);
  if (!r->stepping->projects || !pair->kind->shapes || !law || p->track.found == PAWL_LOST || p->track.gone)
    return 0;
  bool bounces = (law->e > 0 || law->function) && p->row.gap_rate < -2 * fall && !r->stepping->plastic;
  return !bounces && p->track.now.gap <= 0.5 * pair->search.moved + h * fall ? p->track.now.gap : 0;
}

static bool is_closed(const pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_point *p, double h)
{
  const pawl_system *s = &r->system;
  const pawl_rigid *law = pawl_rigid_of(&pair->fields->law);
  bool rests = !r->stepping->projects && pair->kind->shapes && law && p->row.normal > 0 && law->e == 0;
  double near = rests ? 0.05 * h * h * s->scale.length / (s->scale.time * s->scale.time) : 0;
  return p->track.found != PAWL_LOST && !p->track.gone && !pawl_touch_is_off(pair, p) &&
         p->track.now.gap <= fmax(near, PAWL_GAP_NONE * s->scale.length);
}

/* What has come to a corner within the step is judged where it met it. What pushed in the last step goes on. True: it is no touch. */
static bool pass_corner(pawl_run *r, pawl_contact_pair *pair, const pawl_shape_motion *m,
                        pawl_contact_point *p, double h)
{
  pawl_system *s = &r->system;
  if (!pair->kind->shapes || p->track.found == PAWL_LOST || p->track.gone ||
      (p->mode.normal == PAWL_PRESSED && p->row.normal > 0))
    return false;
  pawl_xy n = p->track.now.n;
  if (pawl_contact_passes_corner(s, pair, m, pair->search.moved, 2 * h * fabs(p->row.slide[0]),
                                 &p->track.now))
    return true;
  if (p->track.now.n.x * n.x + p->track.now.n.y * n.y < 0.99) { /* on another edge */
    pawl_contact_settle(s, p);
    pawl_contact_follow(s, pair, m, p, true);
  }
  return false;
}

static bool same_bodies(const pawl_contact_pair *a, const pawl_contact_pair *b)
{
  int i = a->place[0].link, j = a->place[1].link, k = b->place[0].link, l = b->place[1].link;
  return b->kind->searched && ((i == k && j == l) || (i == l && j == k));
}

/* A touch that is deeper than its way in the step, and did not push before, is a way through bodies that lie on each other elsewhere: the
 * side of a tile, behind a seam that was passed some steps ago, seen when a corner comes in by a hair. */
static bool is_way_through(const pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  const pawl_system *s = &r->system;
  if (!pair->kind->shapes || !is_rigid(pair) || p->mode.normal != PAWL_OPEN ||
      -p->track.now.gap <= pair->search.moved + 2 * PAWL_CORNER * s->scale.length)
    return false;
  for (int k = 0; k < s->contact->count; k++)
    if (same_bodies(pair, s->contact->pair + k) &&
        has_shallower(s->contact->pair[k].point, s->contact->pair[k].count, p, pair->search.moved))
      return true;
  return false;
}

void pawl_stepping_choose_law(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                              pawl_contact_point *p)
{
  pawl_contact_choose_piece(s, pair, p);
  pawl_contact_point now = *p; /* what it shows is of the last step */
  pawl_contact_press(s, pair, m, &now, NULL);
  if (now.row.raw < 0) {
    p->mode.normal = PAWL_RELEASED;
    p->mode.tangent = pawl_pair_lasts(pair) ? p->mode.tangent : PAWL_RUB_NONE;
    pawl_touch_clear(p);
  }
}

static void close_touch(pawl_run *r, pawl_contact_pair *pair, const pawl_shape_motion *m, int i, double h)
{
  pawl_system *s = &r->system;
  pawl_contact_point *p = pair->point + i;
  double *ahead = r->stepping->landing.ahead + (pair - s->contact->pair) * PAWL_TOUCHES + i;
  bool closed = is_closed(r, pair, p, h);
  pawl_touch_mode was = p->mode.normal;
  int piece = p->mode.piece;
  *ahead = closed ? 0 : distance_ahead(r, pair, p, h);
  if (*ahead >
      0) { /* if it only comes to a corner, it is seen there; what lifts may fall back on its own edge */
    pawl_touch touch = p->track.now;
    pawl_corner_fate fate =
        pawl_contact_corner(s, pair, m, pair->search.moved, 2 * h * fabs(p->row.slide[0]), &touch);
    if (fate != PAWL_MEET_NOT && fate != PAWL_MEET_LIFTS)
      *ahead = 0;
  }
  closed = closed || *ahead > 0;
  if (!closed)
    pawl_touch_clear(p);
  if (closed && p->mode.normal == PAWL_OPEN) {
    p->mode.approach = fmax(-p->row.gap_rate, 0);
    p->mode.curvature = p->track.now.k[0] + p->track.now.k[1];
  }
  if (p->track.found != PAWL_LOST)
    pawl_contact_settle(s, p);
  p->mode.normal = closed ? PAWL_PRESSED : PAWL_OPEN;
  p->mode.tangent =
      closed && !is_rigid(pair) && pawl_is_dry(&pair->fields->friction) ? PAWL_RUB_STICK : PAWL_RUB_NONE;
  if (closed && !is_rigid(pair))
    pawl_stepping_choose_law(s, pair, m, p);
  if (!is_rigid(pair) &&
      (p->mode.normal != was || p->mode.piece != piece)) /* slopes of forces are others now */
    r->stepping->S.known = false;
}

/* Touches that are lost, or may have come within the half step. */
static bool needs_search(const pawl_contact_pair *pair)
{
  bool lost = pair->search.beyond < 0.5 * pair->search.moved;
  for (int i = 0; i < pair->count; i++)
    lost |= pair->point[i].track.found == PAWL_LOST && !pair->point[i].track.gone;
  return lost;
}

/* Whether it is there, as at the middle of the step. Steps come in by what they move, and no deeper is one that is switched on. */
static pawl_status switch_pair(pawl_run *r, const pawl_contact_pair *pair, pawl_contact_point *p, double h)
{
  pawl_system *s = &r->system;
  bool was_off = pawl_touch_is_off(pair, p), off = !(p->row.when > 0);
  p->mode.side[PAWL_MARGIN_FEATURE] = off ? -1 : 1;
  pawl_contact_point at = *p;
  at.track.now.gap += h * fabs(p->row.gap_rate);
  return was_off && !off && is_rigid(pair) && pawl_gap_is_shut_in(s, &at)
             ? pawl_gap_say_shut_in(s, pair, p, &s->error)
             : PAWL_OK;
}

static pawl_status close_pair(pawl_run *r, pawl_contact_pair *pair, double h)
{
  pawl_system *s = &r->system;
  pawl_shape_motion m;
  double way = pair->search.moved;
  pawl_contact_motion(s, pair, &m);
  for (int i = 0; i < pair->count; i++)
    follow(s, pair, &m, pair->point + i, way);
  if (pair->kind->keep)
    pair->kind->keep(pair, pair->point);
  if (pair->kind->is_switched && !r->stepping->plastic && switch_pair(r, pair, pair->point, h) != PAWL_OK)
    return s->error.status;
  if (pair->kind->shapes && needs_search(pair) &&
      search(r, pair, &m, way, pawl_contact_interest(pair, 0)) != PAWL_OK)
    return s->error.status;
  pair->search.moved = way;
  for (int i = pair->count - 1; i >= 0; i--)
    if (is_closed(r, pair, pair->point + i, h) &&
        (is_way_through(r, pair, pair->point + i) || pass_corner(r, pair, &m, pair->point + i, h)))
      drop(pair, i);
  for (int i = 0; i < pair->count; i++)
    close_touch(r, pair, &m, i, h);
  return PAWL_OK;
}

pawl_status pawl_stepping_close(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  pawl_status status = PAWL_OK;
  s->at.work = r->y + 2 * s->tree.dof_count;
  if (pawl_system_rows(s, r->t, r->y, r->y + s->tree.dof_count, r->base) != PAWL_OK)
    return s->error.status;
  for (int k = 0; status == PAWL_OK && k < s->contact->count; k++)
    if (s->contact->pair[k].kind->searched)
      status = look_at_begin(r, s->contact->pair + k, h);
  if (status == PAWL_OK && !x->plastic && x->judged_t != r->t) { /* where the last step has come to */
    status = pawl_judge_contacts(r, &s->error);
    x->judged_t = r->t;
  }
  if (status == PAWL_OK)
    status = pawl_stepping_half_way(r, h);
  for (int k = 0; status == PAWL_OK && k < s->contact->count; k++)
    if (!s->contact->pair[k].kind->is_rail && !s->contact->pair[k].kind->both_ways)
      status = close_pair(r, s->contact->pair + k, h);
  return status;
}
