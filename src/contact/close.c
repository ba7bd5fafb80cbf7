/* An event begins: what each touch was, which mode has ended, and which open touches are shut.      theory.md, 7.9 and 9.4 */
#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/impact.h"

#define BLURRED 1000 /* times that: the order of two impacts may be another one in another view          */
#define ROW 4        /* impacts of a touch in a row, each weaker than the last                          */

void pawl_contacts_mark(pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++) {
      pawl_contact_point *p = s->contact->pair[k].point + i;
      p->mode.was_normal = p->mode.normal;
      p->mode.was_tangent = p->mode.tangent;
      memcpy(p->mode.was_way, p->mode.way, sizeof p->mode.way);
      p->log.ends = p->log.blurs = false;
      p->mode.cause = NULL;
      p->mode.barred = 0;
    }
}

void pawl_contact_end(const pawl_contact_pair *pair, pawl_contact_point *p, int margin)
{
  static const pawl_pair_words usual = {
      .closes = "gap closed", .opens = "would pull", .passes = "next piece of the curve"};
  const pawl_pair_words *words = pair->kind->words ? pair->kind->words : &usual;
  if (pair->kind->both_ways) {
    p->mode.cause = p->mode.normal == PAWL_OPEN ? "switched on" : "switched off";
    p->mode.normal = p->mode.normal == PAWL_OPEN ? PAWL_PRESSED : PAWL_OPEN;
  } else if (margin == PAWL_MARGIN_GAP)
    p->mode.cause = words->closes;
  else if (margin == PAWL_MARGIN_FORCE) {
    p->mode.cause = words->opens;
    p->mode.barred |= PAWL_MODES_PRESSED;
  } else if (margin == PAWL_MARGIN_RUB && p->mode.tangent == PAWL_RUB_STICK) {
    p->mode.cause = "limit of friction";
    memcpy(p->mode.torn, p->row.friction,
           sizeof p->mode.torn); /* of a given normal force it is looked for anew */
    p->mode.barred |= 1 << PAWL_MODE_STICK | 1 << PAWL_MODE_HELD_STICK;
  } else if (margin == PAWL_MARGIN_RUB) {
    p->mode.cause = "no longer slides";
    if (pair->dim == 3) /* no mode of space: it may slide on another way, but it has ended */
      p->mode.barred |= 1 << PAWL_MODE_MINUS;
    else
      p->mode.barred |=
          1 << pawl_slip_along(2, p->mode.way, false) | 1 << pawl_slip_along(2, p->mode.way, true);
  } else if (margin == PAWL_MARGIN_FEATURE)
    p->mode.cause = words->passes;
}

/* One without compliance that is switched on where it is below zero. */
pawl_status pawl_gap_say_shut_in(const pawl_system *s, const pawl_contact_pair *pair,
                                 const pawl_contact_point *p, pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part];
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, part->where,
      "gap \"%s\" is %.6g m below zero when it is switched on, at t = %.9g s: nothing can bring it out "
      "but a jump; let 'when' be positive only where the gap is, or use a law that gives way",
      part->name, -p->track.now.gap, s->at.t);
}

/* A gap of own equations comes to zero before it is far below: one that does not has jumped. */
static pawl_status check_jump(const pawl_system *s, const pawl_contact_pair *pair,
                              const pawl_contact_point *p, pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part];
  if (p->mode.cause && strcmp(p->mode.cause, "switched on") == 0 && pawl_gap_is_shut_in(s, p))
    return pawl_gap_say_shut_in(s, pair, p, error);
  if (!pair->kind->may_jump || !(p->track.now.gap < -PAWL_START_OVERLAP * s->scale.length))
    return PAWL_OK;
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, part->where,
      "gap \"%s\" is %.6g m below zero when it is first seen closed, at t = %.9g s: its function "
      "jumps, or changes faster than steps are long",
      part->name, -p->track.now.gap, s->at.t);
}

/* Two corners at one place have all normals of a cone, unless it is only one. At rest nothing chooses among them. */
static bool is_undecided(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         const pawl_contact_point *p)
{
  double wide = 0;
  for (int i = 0; i < 2 && pair->kind->shapes; i++) {
    pawl_touch turned = p->track.now;
    pawl_xy t =
        i ? (pawl_xy){p->track.now.n.y, -p->track.now.n.x} : (pawl_xy){-p->track.now.n.y, p->track.now.n.x};
    wide += pawl_track_corners(pair->profile[0], pair->profile[1], &m->place, PAWL_CORNER * s->scale.length,
                               t, &turned);
  }
  return wide > PAWL_SAME_DIRECTION;
}

/* Where two corners meet, the normal of the touch is a matter of rounding, and of the order of the shapes: it is chosen by how
 * they move. False: they part.      theory.md, 7.9 */
static bool meet_at_corner(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                           pawl_contact_point *p)
{
  pawl_xy arm = {p->track.now.x[1].x - m->place.r.x, p->track.now.x[1].y - m->place.r.y};
  pawl_xy u = {m->v.x - m->w * arm.y, m->v.y + m->w * arm.x};
  double still = PAWL_STILL * speed_unit(s);
  if (!pair->kind->shapes || u.x * u.x + u.y * u.y < still * still) {
    if (is_undecided(s, pair, m, p))
      pawl_doubt_note(pair, PAWL_DOUBT_CORNER, s->at.t);
    return true;
  }
  pawl_touch turned = p->track.now;
  double rate = pawl_track_corners(pair->profile[0], pair->profile[1], &m->place,
                                   PAWL_CORNER * s->scale.length, u, &turned);
  if (pawl_contact_is_parallel(pair, m,
                               &p->track.now)) /* it is over if they leave each other past their ends */
    return !(rate > still || (rate > -still && p->row.gap_rate < -still));
  p->track.now = turned;
  return !(rate > still);
}

/* Whether what has turned to other features is held on them already. */
static bool is_held_there(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                          const pawl_contact_point *p)
{
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *q = pair->point + i;
    if (q != p && q->mode.normal != PAWL_OPEN && q->track.now.feature[0] == p->track.now.feature[0] &&
        q->track.now.feature[1] == p->track.now.feature[1])
      return pawl_contact_is_taken(s, pair, m, p);
  }
  return false;
}

/* Whether a touch that has no gap, but for what a run can tell, parts all the same: it was hit an instant before, and what hits now may
 * bring it back, to the next impact. Corners that are hit in turn may do so without end; when the gap is not known any more, this
 * is the end of that row, in which all of them come to rest. */
static bool parts_by_itself(const pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p)
{
  double unit = pawl_pair_unit(s, pair), speed = unit / s->scale.time, rate = p->row.gap_rate;
  double told = PAWL_GAP_TOLD * unit + 64 * DBL_EPSILON * fabs(s->at.t) * rate;
  if (!(rate > PAWL_DRIFT * speed) || p->log.impacts == 0)
    return false;
  bool apart = p->track.now.gap > told, row = p->log.impacts >= ROW;
  p->log.ends = !apart && row;
  p->log.blurs = !row && rate > PAWL_PARTS_SEEN * speed && p->track.now.gap < BLURRED * told;
  return apart;
}

/* Open touches without a gap take part. */
pawl_status pawl_contacts_close(pawl_system *s, pawl_error *error)
{
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (pair->kind->is_rail || pair->kind->both_ways || !pawl_rigid_of(&pair->fields->law) || !pair->count)
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      double none =
          (p->mode.idle ? PAWL_IDLE : fmax(PAWL_GAP_CLOSED, s->contact->blur)) * pawl_pair_unit(s, pair);
      p->mode.idle = false;
      if (p->mode.normal != PAWL_OPEN || p->track.gone || pawl_touch_is_off(pair, p))
        continue;
      pawl_contact_follow(s, pair, &m, p, false);
      if (p->track.found == PAWL_LOST || p->track.now.gap > none ||
          (pair->kind->shapes &&
           (p->track.now.gap < -PAWL_BEHIND * s->scale.length || pawl_contact_is_taken(s, pair, &m, p))))
        continue;
      if (check_jump(s, pair, p, error) != PAWL_OK)
        return error->status;
      if (pair->kind->shapes && pawl_contact_is_false_end(pair, &m, p)) {
        p->track.gone = true;
        continue;
      }
      bool parts =
          parts_by_itself(s, pair, p) || !meet_at_corner(s, pair, &m, p) || is_held_there(s, pair, &m, p);
      pawl_contact_settle(s, p);
      p->mode.normal = parts ? PAWL_OPEN : PAWL_PRESSED;
    }
  }
  return PAWL_OK;
}
