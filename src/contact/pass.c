/* What comes after the zero of a margin: modes that begin, touches that go on to other features or end.      theory.md, 7.9 */
#include "base/tolerances.h"
#include "contact/contact.h"

static const char *word_of(pawl_touch_mode mode)
{
  return mode == PAWL_OPEN ? "open" : mode == PAWL_PRESSED ? "pressed" : "released";
}

void pawl_contact_settle(const pawl_system *s, pawl_contact_point *p)
{
  p->track.touch = p->track.now;
  p->track.time = s->at.t;
  p->track.s_rate[0] = p->track.s_rate[1] = 0;
}

bool pawl_contact_is_deep(const pawl_system *s, const pawl_contact_point *p)
{
  return p->track.now.gap < -PAWL_GAP_CLOSED * s->scale.length;
}

/* Whether a touch that was not open was lost here at this very instant. */
static bool was_lost(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  double near = PAWL_SAME_TOUCH * s->scale.length, dx = p->track.now.x[0].x - pair->lost.touch.x[0].x,
         dy = p->track.now.x[0].y - pair->lost.touch.x[0].y;
  return fabs(s->at.t - pair->lost.time) <= PAWL_SAME_INSTANT * (fabs(s->at.t) + s->scale.time) &&
         fabs(dx) + fabs(dy) < near && fabs(p->track.now.gap - pair->lost.touch.gap) < near;
}

/* Whether a touch of the pair is on these features already. */
static bool is_listed(const pawl_contact_pair *pair, const pawl_touch *touch)
{
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *p = pair->point + i;
    if (!p->track.gone && p->track.touch.id != touch->id && p->track.now.feature[0] == touch->feature[0] &&
        p->track.now.feature[1] == touch->feature[1])
      return true;
  }
  return false;
}

bool pawl_contact_passes_corner(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                                double way, double blur, pawl_touch *touch)
{
  pawl_corner_fate corner = pawl_contact_corner(s, pair, m, way, blur, touch);
  return corner == PAWL_MEET_PARTS || corner == PAWL_MEET_LIFTS ||
         (corner == PAWL_MEET_TURNS && is_listed(pair, touch));
}

/* Whether a touch is deeper when it is first seen than it can have come, beside another one that is pressed: two corners have passed each
 * other, and what holds them goes on holding them. A second force would throw them apart with energy from nowhere. */
static bool is_behind(const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  bool held = false;
  for (int i = 0; i < pair->count; i++)
    held = held || (pair->point[i].mode.normal == PAWL_PRESSED && !pair->point[i].track.gone);
  return pair->kind->shapes && held && -p->track.now.gap > 2 * pawl_contact_least_reach(pair);
}

static bool brings_little(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  const pawl_value *law = &pair->fields->law;
  double L = s->scale.length, T = s->scale.time;
  pawl_press x = pawl_contact_pressed(s, p);
  pawl_push push = {0};
  x.approach = fmax(-p->row.gap_rate, 0);
  x.curvature = p->track.now.k[0] + p->track.now.k[1];
  law->kind->law->press(law->fields, &x, &push);
  return push.energy <= PAWL_LITTLE_BROUGHT * s->scale.mass * L * L / (T * T);
}

/* Gap or depth has come to zero. A touch that does not approach stays open: it has only grazed. One that is deep when it
 * is first seen brings what its law then holds with it. */
static bool pass_gap(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                     pawl_contact_point *p, pawl_contact_change *change)
{
  if (p->mode.normal != PAWL_OPEN) {
    pawl_contact_settle(s, p);
    p->mode.normal = PAWL_OPEN;
    return true;
  }
  pawl_xy n = p->track.now.n;
  if (pair->kind->shapes && pawl_contact_passes_corner(s, pair, m, 0, 0, &p->track.now)) {
    p->track.gone = true;
    return false;
  }
  bool deep = pawl_contact_is_deep(s, p), turned = p->track.now.n.x * n.x + p->track.now.n.y * n.y < 0.99;
  pawl_contact_settle(s, p);
  if (turned) /* on another edge */
    pawl_contact_follow(s, pair, m, p, true);
  if (!(p->row.gap_rate < 0) && !deep)
    return false;
  /* while it is open: out of the others, not out of itself */
  bool known = deep && pair->kind->shapes &&
               -p->track.now.gap <= 2 * pawl_contact_sunk(s, pair, m, &p->track.now),
       lost = deep && was_lost(s, pair, p);
  if (!turned && !lost && !(known && brings_little(s, pair, p)) && is_behind(pair, p)) {
    pawl_contact_look_away(s, pair, p);
    return false;
  }
  p->mode.normal = lost ? pair->lost.normal : PAWL_PRESSED; /* what would have pulled still would */
  p->mode.approach =
      -p->row.gap_rate > PAWL_SLOWEST_IMPACT * s->scale.length / s->scale.time ? -p->row.gap_rate : 0;
  p->mode.curvature = p->track.now.k[0] + p->track.now.k[1];
  if (lost) {
    p->mode.approach = pair->lost.approach;
    p->mode.curvature = pair->lost.curvature;
    change->reason = "found again";
  } else if (turned)
    change->reason = "over a corner";
  else if (deep) {
    change->reason = "found overlapping";
    if (-p->track.now.gap > pair->log.late && !known) {
      pair->log.late_time = s->at.t;
      pair->log.late = -p->track.now.gap;
    }
  }
  if (deep) {
    pawl_contact_press(s, pair, m, p, NULL);
    change->energy_lost = -p->row.energy;
  }
  return true;
}

/* Of two touches at one place: whether their normals differ by more than the curves bend over so short a way. In a corner one
 * point touches two walls, and is held by both. */
static bool has_own_normal(const pawl_touch *p, const pawl_touch *q, double near)
{
  double bend = 0, turn = p->n.x * q->n.y - p->n.y * q->n.x;
  for (int i = 0; i < 2; i++)
    bend += (isinf(p->k[i]) ? 0 : fabs(p->k[i])) + (isinf(q->k[i]) ? 0 : fabs(q->k[i]));
  return p->n.x * q->n.x + p->n.y * q->n.y < 0 || fabs(turn) > PAWL_SAME_TURN + near * bend;
}

bool pawl_contact_is_taken(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *follow,
                           const pawl_contact_point *p)
{
  double near = PAWL_GAP_SAME * s->scale.length;
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point q = pair->point[i];
    if (pair->point + i == p || q.mode.normal == PAWL_OPEN)
      continue;
    if (follow)
      pawl_contact_follow(s, pair, follow, &q, true);
    if (q.track.found != PAWL_LOST && fabs(p->track.now.gap - q.track.now.gap) < near &&
        fabs(p->track.now.x[0].x - q.track.now.x[0].x) + fabs(p->track.now.x[0].y - q.track.now.x[0].y) <
            near &&
        !has_own_normal(&p->track.now, &q.track.now, near))
      return true;
  }
  return false;
}

static void lose(const pawl_system *s, pawl_contact_pair *pair, pawl_contact_point *p, const pawl_touch *held,
                 pawl_contact_change *change)
{
  pair->lost.touch = *held;
  pair->lost.normal = p->mode.normal;
  pair->lost.time = s->at.t;
  pair->lost.approach = p->mode.approach;
  pair->lost.curvature = p->mode.curvature;
  pair->lost.energy = p->row.energy;
  p->mode.normal = PAWL_OPEN;
  p->track.gone = true;
  change->energy_lost = p->row.energy;
  change->reason = "contact point lost";
}

/* Between edges that are parallel but for rounding, its sign says to which end a touch goes on: it may be sent back to where it has
 * just left. What is there then is for a search to tell. */
static bool stays_beyond(const pawl_contact_point *p, const pawl_touch *held)
{
  return p->track.now.feature[0] == held->feature[0] && p->track.now.feature[1] == held->feature[1] &&
         (p->track.leaves[0] > 0 || p->track.leaves[1] > 0);
}

/* The end of a feature: the touch goes on along the next one, or it is over. */
static void pass_feature(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                         pawl_contact_point *p, pawl_contact_change *change)
{
  const pawl_touch held = p->track.now;
  double beyond[2] = {p->track.leaves[0], p->track.leaves[1]};
  pawl_contact_follow(s, pair, m, p, false);
  if (pair->kind->is_rail &&
      (p->track.found == PAWL_LOST || !(fabs(p->track.now.gap) < PAWL_STRAYED * s->scale.length))) {
    p->track.gone = true; /* the run cannot go on */
    for (int i = 0; i < 2; i++)
      p->track.leaves[i] = beyond[i];
    return;
  }
  bool taken = p->track.found != PAWL_LOST && !pair->kind->is_rail && pawl_contact_is_taken(s, pair, m, p);
  if (taken) {
    p->mode.normal = PAWL_OPEN;
    p->track.gone = true;
    change->energy_lost = p->row.energy;
    change->reason = "one with another touch";
    return;
  }
  if (p->track.found == PAWL_LOST) {
    lose(s, pair, p, &held, change);
    return;
  }
  pawl_contact_settle(s, p);
  pawl_contact_follow(s, pair, m, p, true); /* how far it is beyond the ends of what it is on now */
  if (!pair->kind->is_rail && pawl_rigid_of(&pair->fields->law) && stays_beyond(p, &held)) {
    lose(s, pair, p, &held, change);
    return;
  }
  if (!pair->kind->is_rail) { /* past a fillet that is smaller than the depth, that may jump */
    double before = p->row.energy;
    pawl_contact_press(s, pair, m, p, NULL);
    bool out =
        p->track.now.gap > 0 && !pawl_rigid_of(&pair->fields->law); /* by then they do not overlap at all */
    if (out)
      p->mode.normal = PAWL_OPEN;
    change->energy_lost = before - (out ? 0 : p->row.energy);
  }
}

/* It is there no longer, with what its law has stored; or it is there again, with what its law stores at once. */
static void pass_switch(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                        pawl_contact_point *p, pawl_contact_change *change)
{
  bool off = pawl_touch_is_off(pair, p), rigid = pawl_rigid_of(&pair->fields->law) != NULL;
  p->mode.side[PAWL_MARGIN_FEATURE] = off ? 1 : -1;
  change->reason = off ? "switched on" : "switched off";
  if (!rigid && off && p->track.now.gap < 0) {
    p->mode.normal = PAWL_PRESSED;
    p->mode.approach = p->mode.curvature = 0;
    pawl_contact_press(s, pair, m, p, NULL);
    change->energy_lost = -p->row.energy;
  } else if (!off) {
    change->energy_lost = rigid || p->mode.normal == PAWL_OPEN ? 0 : p->row.energy;
    p->mode.normal = PAWL_OPEN;
    pawl_touch_clear(p);
    p->row.energy = 0;
  }
}

bool pawl_contact_pass(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                       pawl_contact_point *p, int margin, pawl_contact_change *change)
{
  *change = (pawl_contact_change){.from = word_of(p->mode.normal)};
  bool changed = true;
  int side = p->mode.side[margin];
  switch (margin) {
  case PAWL_MARGIN_GAP:
    changed = pass_gap(s, pair, m, p, change);
    if (!change->reason)
      change->reason = p->mode.normal == PAWL_OPEN ? "gap opened" : "gap closed";
    break;
  case PAWL_MARGIN_FORCE:
    p->mode.normal = p->mode.normal == PAWL_PRESSED ? PAWL_RELEASED : PAWL_PRESSED;
    change->reason = p->mode.normal == PAWL_PRESSED ? "pushes again" : "would pull";
    break;
  case PAWL_MARGIN_FEATURE:
    change->reason = "next piece of the curve";
    if (pair->kind->is_switched)
      pass_switch(s, pair, m, p, change);
    else
      pass_feature(s, pair, m, p, change);
    break;
  default:
    change->reason = "knot of the law";
    break;
  }
  bool away = p->mode.normal == PAWL_OPEN && (p->track.gone || pawl_contact_looks_away(p));
  pawl_contact_arm(s, pair, m, p);
  if (away) /* until it is dropped, or has come out */
    p->mode.armed[PAWL_MARGIN_GAP] = false, p->mode.slack[PAWL_MARGIN_GAP] = INFINITY;
  if (margin >= PAWL_MARGIN_KNOT)
    pawl_contact_pass_knot(s, pair, p, margin, side);
  change->to = word_of(p->mode.normal);
  return changed;
}
