/* Touches that are held: which they are, their directions and rates, and what unit forces make of the motion.
 *     W = w^T M^-1 w (loops kept),   b without held forces      theory.md, 9.1 */
#include "contact/held.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/disc.h"
#include "contact/friction.h"
#include "contact/held_net.h"
#include "system/project.h"

/* ---- which ---- */

/* Frictions by formula are proportional to the normal force, so that it may be unknown. */
static void take_formula(pawl_system *s, pawl_held *h)
{
  const pawl_contact_pair *pair = s->contact->pair + h->pair;
  h->lean = pawl_friction_drags(s, pair, pair->point + h->point, 1, s->extra.rate);
  h->slides = h->holds = (pawl_bound){.share = fabs(h->lean)};
}

static void take(pawl_system *s, int k, int i, bool rubs, bool given)
{
  pawl_held *h = s->contact->hold + s->contact->hold_count++;
  const pawl_value *friction = &s->contact->pair[k].fields->friction;
  h->dim = s->contact->pair[k].dim;
  h->by_formula = friction->kind && !pawl_is_dry(friction);
  h->lean = 0;
  h->pair = k;
  h->point = i;
  h->given = given;
  h->rubs = h->by_formula || rubs;
}

/* What is known of a touch when it is gathered. */
static void take_over(pawl_held *h, const pawl_held *from)
{
  h->dim = from->dim;
  h->pair = from->pair;
  h->point = from->point;
  h->given = from->given;
  h->rubs = from->rubs;
  h->by_formula = from->by_formula;
  h->lean = from->lean;
}

static bool is_gathered(const pawl_contact_pair *pair, const pawl_contact_point *p, bool rigid,
                        pawl_gathered which)
{
  bool sticks = p->mode.tangent == PAWL_RUB_STICK &&
                (which == PAWL_GATHER_HELD || (which == PAWL_GATHER_STILL && p->mode.still));
  return pawl_touch_grips(pair, p) && (rigid || which == PAWL_GATHER_ALL || sticks);
}

/* Those that are listed stay so; the smaller room is the arena's until the end. */
static bool grow(pawl_system *s)
{
  const pawl_held *before = s->contact->hold;
  if (!pawl_held_room(s, 2 * pawl_held_most(s))) {
    pawl_fail_memory(&s->error);
    return false;
  }
  for (int i = 0; i < s->contact->hold_count; i++)
    take_over(s->contact->hold + i, before + i);
  return true;
}

static bool gather_pair(pawl_system *s, int k, pawl_gathered which)
{
  const pawl_contact_pair *pair = s->contact->pair + k;
  bool pressed = false;
  for (int i = 0; i < pair->count; i++)
    pressed |= pair->point[i].mode.normal == PAWL_PRESSED;
  if (!pressed)
    return true;
  bool rigid = pawl_rigid_of(&pair->fields->law) != NULL, dry = pawl_is_dry(&pair->fields->friction),
       rubs = pawl_friction_rubs(s, pair);
  for (int i = 0; (rigid || dry) && i < pair->count; i++) {
    if (!is_gathered(pair, pair->point + i, rigid, which))
      continue;
    if (s->contact->hold_count == pawl_held_most(s) && !grow(s))
      return false;
    take(s, k, i, rubs, !rigid);
  }
  return true;
}

/* Constraints come last. */
bool pawl_held_gather(pawl_system *s, pawl_gathered which)
{
  bool bounds = s->contact->room->bound.count > 0;
  s->contact->hold_count = 0;
  for (int both = 0; both < 1 + bounds; both++)
    for (int k = 0; k < s->contact->count; k++)
      if (s->contact->pair[k].count && !s->contact->pair[k].kind->is_rail &&
          s->contact->pair[k].kind->both_ways == both && !gather_pair(s, k, which))
        return false;
  return true;
}

bool pawl_held_any(const pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    bool none = pair->count == 0 || pair->kind->is_rail, rigid = !none && pawl_rigid_of(&pair->fields->law);
    for (int i = 0; !none && i < pair->count; i++)
      if (is_gathered(pair, pair->point + i, rigid, PAWL_GATHER_HELD))
        return true;
  }
  return false;
}

/* ---- directions and rates ---- */

/* What rows, own equations or ropes over pulleys join may be moved by everything. */
bool pawl_held_is_whole(const pawl_system *s)
{
  return s->tree.block_count > 0 || s->own.count > 0 || s->contact->pulleys > 0;
}

static void clear(double *v, const int from[2], const int to[2])
{
  for (int side = 0; side < 2; side++)
    memset(v + from[side], 0, sizeof(double) * (size_t)(to[side] - from[side]));
}

/* The links on which a touch acts. */
static void find_links(const pawl_system *s, pawl_held *h)
{
  const pawl_contact_pair *pair = s->contact->pair + h->pair;
  bool places = pair->kind->of_places;
  h->link[0] = places ? pair->place[0].link : s->joint.use[pair->joint].link;
  h->link[1] = places ? pair->place[1].link : pair->second >= 0 ? s->joint.use[pair->second].link : -1;
}

/* A touch of two bodies acts on few of many degrees of freedom, and moves few: those of their branches, the lower ones first. */
static void find_sides(const pawl_system *s, pawl_held *h)
{
  int n = 0, link[2], from[2] = {0, 0}, to[2] = {0, 0};
  find_links(s, h);
  for (int side = 0; side < 2; side++) {
    if (h->link[side] <= 0)
      continue;
    s->ops->branch(s->kernel, link[n] = h->link[side], from + n, to + n);
    bool same = n == 1 && from[0] == from[1];
    n += to[n] > from[n] && !same;
  }
  for (int side = 0; side < 2; side++) {
    int k = n == 2 && from[0] > from[1] ? 1 - side : side;
    h->link[side] = side < n ? link[k] : -1;
    h->branch[side] = side < n ? from[k] : -1;
    h->from[side] = side < n ? from[k] : 0;
    h->to[side] = side < n ? to[k] : 0;
  }
}

static bool is_nothing(const pawl_held *h, int dof)
{
  bool none = true;
  for (int a = 0; a < h->dim; a++)
    none &= h->w[a][dof] == 0;
  return none;
}

/* Everywhere, but where w has zeros at its ends. */
static void find_reach(const pawl_system *s, pawl_held *h)
{
  int from = 0, to = s->tree.dof_count;
  while (from < to && is_nothing(h, from))
    from++;
  while (to > from && is_nothing(h, to - 1))
    to--;
  h->link[0] = h->link[1] = -1;
  h->branch[0] = 0;
  h->branch[1] = -1;
  h->from[0] = from;
  h->to[0] = to;
  h->from[1] = h->to[1] = 0;
}

/* w of a touch that is followed. */
static bool direct(pawl_system *s, pawl_held *h)
{
  const pawl_contact_pair *pair = s->contact->pair + h->pair;
  const pawl_contact_point *p = pair->point + h->point;
  bool whole = pawl_held_is_whole(s);
  for (int a = 0; a < s->contact->dim; a++)
    clear(h->w[a], h->from, h->to);
  if (!whole)
    find_sides(s, h);
  if (!pair->kind->directions(s, pair, p, h->w))
    return false;
  if (whole)
    find_reach(s, h);
  return true;
}

bool pawl_held_directions(pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    pawl_contact_pair *pair = s->contact->pair + h->pair;
    pawl_contact_point *p = pair->point + h->point;
    pawl_shape_motion m;
    pawl_contact_motion(s, pair, &m);
    pawl_contact_follow(s, pair, &m, p, true);
    if (p->track.found == PAWL_LOST)
      return false;
    if (!direct(s, h))
      return false;
    pawl_held_find_face(s, i);
    h->velocity[PAWL_N] = p->row.gap_rate;
    for (int a = 0; a < PAWL_TANGENTS; a++)
      h->velocity[PAWL_T + a] = p->row.slide[a];
    pawl_rub_direction(s, pair, p, h->way);
    if (h->by_formula)
      take_formula(s, h);
    memset(h->force, 0, sizeof h->force);
    h->force[PAWL_N] = h->given ? fmax(p->row.normal, 0) : 0;
  }
  return true;
}

bool pawl_held_coefficients(pawl_system *s, bool frozen)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    const pawl_contact_pair *pair = s->contact->pair + h->pair;
    double along = pawl_tangent_dot(h->way, h->velocity + PAWL_T, h->dim - 1),
           speed = pawl_tangent_length(h->velocity + PAWL_T, h->dim - 1);
    if (h->by_formula)
      continue;
    h->slides = h->holds = (pawl_bound){0};
    if (!h->rubs)
      continue;
    h->slides = pawl_friction_slides(s, pair, frozen ? along : speed);
    h->holds = pawl_friction_holds(s, pair);
    h->holds = (pawl_bound){fmax(h->holds.share, h->slides.share), fmax(h->holds.own, h->slides.own)};
    if (isnan(h->slides.share + h->slides.own) || (!frozen && (h->slides.share < 0 || h->slides.own < 0)))
      return pawl_friction_check(s, pair, speed) == PAWL_OK;
  }
  return true;
}

void pawl_held_free(pawl_system *s, const double *a)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_contact_pair *pair = s->contact->pair + s->contact->hold[i].pair;
    pair->kind->rates(s, pair, pair->point + s->contact->hold[i].point, a, s->contact->hold[i].free);
  }
}

/* Whether forces along w move next to nothing: rows and drives hold it. */
static bool is_locked(const pawl_system *s, const pawl_held *h, int a)
{
  const double *w = h->w[a], *x = h->x[a];
  double yields = 0, free = 0, heavy = s->scale.mass * s->scale.length * s->scale.length;
  for (int side = 0; side < 2; side++)
    for (int d = h->from[side]; d < h->to[side]; d++) {
      yields += w[d] * x[d];
      free += w[d] * w[d] * s->dof.unit[d] * s->dof.unit[d] / heavy;
    }
  return !(yields > PAWL_UNMOVED * free);
}

/* What is known of responses once they are whole. */
void pawl_held_mark_locked(pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    h->locked = h->rubs;
    for (int a = PAWL_T; h->locked && a < h->dim; a++)
      h->locked = is_locked(s, h, a);
    h->blocked = !h->given && is_locked(s, h, PAWL_N);
  }
}

/* x of the direction a. */
static void respond_along(pawl_system *s, pawl_held *h, int a)
{
  const pawl_contact_pair *pair = s->contact->pair + h->pair;
  if (!pawl_held_is_whole(s)) {
    for (int side = 0; side < 2; side++)
      if (h->link[side] >= 0)
        s->ops->solve_branch(s->kernel, h->link[side], h->w[a], h->x[a]);
  } else if (pair->kind->respond) {
    memset(h->multiplier[a], 0, sizeof(double) * (size_t)s->tree.row_count);
    pair->kind->respond(s, pair, a, h->w[a], h->x[a]);
  } else
    s->ops->solve_plain(s->kernel, h->w[a], NULL, h->x[a], h->multiplier[a], false);
}

void pawl_held_respond(pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    for (int a = 0; a < s->contact->dim; a++)
      clear(h->x[a], h->first, h->last);
    for (int side = 0; side < 2; side++) {
      h->first[side] = pawl_held_is_whole(s) ? 0 : h->from[side];
      h->last[side] = !pawl_held_is_whole(s) ? h->to[side] : side == 0 ? s->tree.dof_count : 0;
    }
    for (int a = h->given ? PAWL_T : PAWL_N; a < (h->rubs ? h->dim : PAWL_T); a++)
      respond_along(s, h, a);
  }
  pawl_held_mark_locked(s);
}

/* What a unit effort of a servo makes of the motion. */
static void push_servo(pawl_system *s, int block, double *w, double *x)
{
  memset(w, 0, sizeof(double) * (size_t)s->tree.dof_count);
  pawl_system_pull(s, s->blocks[block].actor, w);
  s->ops->solve_plain(s->kernel, w, NULL, x, NULL, false);
}

/* x less what keeps the servo's condition: x -= y (J x)/(J y). Servos are taken one after the other, which is exact for one
 * and for those that do not meet each other. */
void pawl_held_servos(pawl_system *s)
{
  for (int n = 0; s->servo.count && n < s->tree.block_count; n++) {
    if (s->blocks[n].kind != PAWL_BLOCK_SERVO)
      continue;
    int row = s->tree.blocks[n].row;
    double *w = s->room.scratch, *y = s->contact->move;
    push_servo(s, n, w, y);
    s->ops->rates(s->kernel, y, s->row.rate);
    double yields = s->row.rate[row];
    for (int i = 0; yields != 0 && i < s->contact->hold_count; i++)
      for (int a = 0; a < s->contact->hold[i].dim; a++) {
        double *x = s->contact->hold[i].x[a];
        s->ops->rates(s->kernel, x, s->row.rate);
        double share = s->row.rate[row] / yields;
        for (int d = 0; d < s->tree.dof_count; d++)
          x[d] -= share * y[d];
      }
  }
  if (s->servo.count)
    pawl_held_mark_locked(s);
}
