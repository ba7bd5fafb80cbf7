/* Pairs with one touch that is always there.      theory.md, 9.1
 *   gaps of own equations:  g(q, t), w_N, w_T as the part says (5.14)
 *   limits of joints:       gap = ±(q - limit),  w_N = ± the direction of the coordinate
 *   friction of joints:     always pressed,      slide = q',  w_T the direction of the coordinate
 *   constraints in own coordinates: φ(q, t) as it was when it began to hold, w_N; both ways, while when > 0 */
#include "system/single.h"

#include <string.h>

#include "system/own.h"

static bool is_own(const pawl_contact_pair *pair)
{
  return pair->single == PAWL_SINGLE_GAP || pair->single == PAWL_SINGLE_CONSTRAINT;
}

/* ---- own equations ---- */

static bool follow_gap(pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p)
{
  pawl_gap_seen seen;
  double own = 0, along = 0;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return false;
  for (int i = 0; seen.tangent && s->v_now && i < seen.n; i++)
    own += seen.tangent[i] * s->v_now[seen.dof + i];
  p->track.now.gap = seen.gap - pair->limit;
  p->row.gap_rate = seen.gap_rate;
  p->row.when = seen.when;
  p->row.slide = seen.slide;
  for (int i = 0; s->v_now && i < seen.n; i++)
    along += seen.normal[i] * s->v_now[seen.dof + i];
  p->row.drift = seen.slide - own;
  p->row.climb = s->v_now ? seen.gap_rate - along : 0;
  return true;
}

static bool direct_gap(pawl_system *s, const pawl_contact_pair *pair, double *w_n, double *w_t)
{
  pawl_gap_seen seen;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return false;
  memcpy(w_n + seen.dof, seen.normal, sizeof(double) * (size_t)seen.n);
  if (seen.tangent)
    memcpy(w_t + seen.dof, seen.tangent, sizeof(double) * (size_t)seen.n);
  return true;
}

static void rate_gap(pawl_system *s, const pawl_contact_pair *pair, const double *a, double rate[2])
{
  pawl_gap_seen seen;
  rate[0] = rate[1] = NAN;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return;
  rate[0] = seen.bend_n;
  rate[1] = seen.bend_t;
  for (int i = 0; i < seen.n; i++) {
    rate[0] += seen.normal[i] * a[seen.dof + i];
    rate[1] += seen.tangent ? seen.tangent[i] * a[seen.dof + i] : 0;
  }
}

static void load_gap(pawl_system *s, const pawl_contact_pair *pair, double normal, double friction)
{
  const pawl_own_gap_use *use = s->gaps + s->own_of_part[pair->part];
  pawl_own_use *own = s->owns + use->own;
  pawl_gap_seen seen;
  if (pawl_gap_look(s, pair->part, &seen) != PAWL_OK)
    return;
  for (int i = 0; i < seen.n; i++)
    own->spare[i] = seen.normal[i] * normal + (seen.tangent ? seen.tangent[i] * friction : 0);
  if (pawl_own_respond(s, use->own, own->spare, own->spare) != PAWL_OK)
    return;
  for (int i = 0; i < seen.n; i++)
    s->ops->effort(s->kernel, seen.dof + i, own->spare[i]);
}

/* ---- coordinates of joints ---- */

static void follow_joint(const pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p)
{
  double coordinate, speed;
  pawl_system_coordinate(s, pair->joint, &coordinate, &speed);
  p->row.drift = p->row.climb = 0;
  if (pair->single == PAWL_SINGLE_LIMIT) {
    p->track.now.gap = pair->way * (coordinate - pair->limit);
    p->row.gap_rate = pair->way * speed;
    p->row.slide = 0;
  } else {
    p->track.now.gap = -s->scale.length;
    p->row.gap_rate = 0;
    p->row.slide = speed;
  }
}

static void direct_joint(const pawl_system *s, const pawl_contact_pair *pair, double *w_n, double *w_t)
{
  double *w = pair->single == PAWL_SINGLE_LIMIT ? w_n : w_t;
  pawl_system_pull(s, pair->joint, w);
  for (int d = 0; pair->single == PAWL_SINGLE_LIMIT && d < s->tree.dof_count; d++)
    w[d] *= pair->way;
}

static void rate_joint(const pawl_system *s, const pawl_contact_pair *pair, const double *a, double rate[2])
{
  double second = pawl_system_coordinate_acceleration(s, pair->joint, a);
  bool limit = pair->single == PAWL_SINGLE_LIMIT;
  rate[0] = limit ? pair->way * second : 0;
  rate[1] = limit ? 0 : second;
}

/* ---- both ---- */

bool pawl_single_follow(pawl_system *s, const pawl_contact_pair *pair, pawl_contact_point *p)
{
  p->track.now = (pawl_touch){0};
  p->track.found = PAWL_LOST;
  p->track.leaves[0] = p->track.leaves[1] = 0;
  p->track.time = s->now;
  if (!is_own(pair))
    follow_joint(s, pair, p);
  else if (!follow_gap(s, pair, p))
    return false;
  p->track.touch = p->track.now;
  p->track.found = PAWL_TRACKED;
  return true;
}

bool pawl_single_directions(pawl_system *s, const pawl_contact_pair *pair, double *w_n, double *w_t)
{
  size_t size = sizeof(double) * (size_t)s->tree.dof_count;
  memset(w_n, 0, size);
  memset(w_t, 0, size);
  if (is_own(pair))
    return direct_gap(s, pair, w_n, w_t);
  direct_joint(s, pair, w_n, w_t);
  return true;
}

void pawl_single_rates(pawl_system *s, const pawl_contact_pair *pair, const double *a, double rate[2])
{
  if (is_own(pair))
    rate_gap(s, pair, a, rate);
  else
    rate_joint(s, pair, a, rate);
}

bool pawl_single_respond(pawl_system *s, const pawl_contact_pair *pair, const double *w, double *x)
{
  if (!is_own(pair))
    return false;
  const pawl_own_gap_use *use = s->gaps + s->own_of_part[pair->part];
  int dof = s->owns[use->own].dof;
  memset(x, 0, sizeof(double) * (size_t)s->tree.dof_count);
  pawl_own_respond(s, use->own, w + dof, x + dof);
  return true;
}

void pawl_single_load(pawl_system *s, const pawl_contact_pair *pair, double normal, double friction)
{
  if (is_own(pair))
    load_gap(s, pair, normal, friction);
  else
    pawl_system_effort(s, pair->joint, pair->single == PAWL_SINGLE_LIMIT ? pair->way * normal : friction);
}

void pawl_single_see(const pawl_contact_pair *pair, int count, pawl_seen *seen)
{
  for (int k = 0; k < count; k++) {
    const pawl_contact_point *p = pair[k].point;
    bool limit = pair[k].single == PAWL_SINGLE_LIMIT;
    bool held = p->mode.normal == PAWL_PRESSED;
    seen->effort += !held ? 0 : limit ? pair[k].way * p->row.normal : p->row.friction;
    seen->power += held ? p->row.power : 0;
    seen->mode = held ? 1 + (int)p->mode.tangent : seen->mode;
    seen->rate = p->row.slide;
  }
}
