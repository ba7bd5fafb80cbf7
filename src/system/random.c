/* Random mechanisms. First the poses of the bodies, then joints along a random tree and across it, then drives,
 * forces and sensors on what there is. A loop or a prescribed motion is added only where no group of n bodies gets
 * more than 3 n - 3 (in space 6 n - 6) equations: in general position they are then independent, and can be met. */
#include "system/random.h"

#include <stdio.h>
#include <string.h>

#include "system/random_part.h"

enum { MOST_BODIES = 12 };

typedef struct {
  pawl_vec r;
  pawl_mat R;
  double angle;
} pose;

typedef struct {
  pawl_draft draft;
  int bodies;
  pose pose[MOST_BODIES + 1];                  /* of bodies, 0 the ground                                   */
  int taken[MOST_BODIES + 1][MOST_BODIES + 1]; /* freedoms of the first taken by equations with the second */
  int joint[MOST_BODIES + 1];                  /* the part that is the joint to the parent; -1: none        */
  bool driven[PAWL_DRAFT_PARTS];
  bool point[MOST_BODIES + 1],
      held[MOST_BODIES + 1]; /* a point without a turn; whether something is on it  */
} plan;

/* ---- poses --------------------------------------------------------------------------------------------------- */

static pose then(const pose *a, const pose *b)
{
  return (pose){pawl_add(a->r, pawl_turn(&a->R, b->r)), pawl_mat_mul(&a->R, &b->R), a->angle + b->angle};
}

/* b seen from a. */
static pose seen_from(const pose *a, const pose *b)
{
  pawl_mat back = pawl_mat_transposed(&a->R);
  return (pose){pawl_turn(&back, pawl_sub(b->r, a->r)), pawl_mat_mul(&back, &b->R), b->angle - a->angle};
}

static pose roll_pose(pawl_draft *m, double size)
{
  pose p = {.r = pawl_roll_vec(m, size)};
  p.R = pawl_roll_turn(m, &p.angle);
  return p;
}

/* A place on a body, in the world; so many of them are the body's own frame. */
static pose roll_place(plan *x, int body, double own_frame)
{
  if (pawl_roll_chance(&x->draft, own_frame) || x->point[body])
    return x->pose[body];
  pose own = roll_pose(&x->draft, 0.4 * x->draft.length);
  return then(x->pose + body, &own);
}

static pawl_frame frame_on(const plan *x, int body, const pose *place)
{
  pose own = seen_from(x->pose + body, place);
  return (pawl_frame){body, own.r, own.R, own.angle};
}

static void set_quaternion(const pawl_mat *R, double e[4])
{
  pawl_quat q = pawl_mat_quat(R);
  e[0] = q.w, e[1] = q.x, e[2] = q.y, e[3] = q.z;
}

/* x y angle | x y z e0 e1 e2 e3 */
static void set_start(const pose *p, unsigned world, double start[7])
{
  bool plane = world == PAWL_PLANAR;
  start[0] = p->r.x, start[1] = p->r.y, start[2] = plane ? p->angle : p->r.z;
  if (!plane)
    set_quaternion(&p->R, start + 3);
}

/* ---- frames that meet the rows of a part --------------------------------------------------------------------- */

/* Moves b by the least that meets one row after the other, turns counted in the model's length, until all are met:
 * slow, but it needs nothing of the part but its rows. */
static bool meet_rows(const pawl_draft *m, const pawl_draft_part *p, const pose *a, pose *b)
{
  int n = p->kind->row_count[m->world];
  double L = m->length, off = 1;
  for (int i = 0; i < 2000 && off > 1e-15; i++) {
    off = 0;
    for (int r = 0; r < n; r++) {
      pawl_row row[PAWL_ROWS];
      pawl_pair x = {.worlds = (int)m->world, .a = {.r = a->r, .R = a->R, .angle = a->angle}};
      x.b = (pawl_end){.r = b->r, .R = b->R, .angle = b->angle};
      p->kind->rows(p->fields, &x, row);
      double size = pawl_dot(row[r].f, row[r].f) + pawl_dot(row[r].t, row[r].t) / (L * L);
      double step = size > 0 ? -row[r].phi / size : 0;
      pawl_mat turn = pawl_quat_mat(pawl_quat_exp(pawl_times(step / (L * L), row[r].t)));
      b->r = pawl_add(b->r, pawl_times(step, row[r].f));
      b->R = pawl_mat_mul(&turn, &b->R);
      b->angle += step / (L * L) * row[r].t.z;
      off = fmax(off, fabs(row[r].phi) / L);
    }
  }
  return off < 1e-13;
}

/* How the second frame of a tree joint lies in the first, at random coordinates, which go to `start`. */
static pose roll_motion(pawl_draft *m, const pawl_joint *j, pawl_mobility mobility, double start[7])
{
  pose x = {.R = pawl_unit_mat()};
  if (mobility == PAWL_TURNS) {
    start[0] = pawl_roll_between(m, -3, 3);
    x.R = pawl_quat_mat(pawl_quat_exp(pawl_times(start[0], j->axis)));
    x.angle = start[0];
  } else if (mobility == PAWL_SLIDES) {
    start[0] = m->length * pawl_roll_between(m, -0.5, 0.5);
    x.r = pawl_times(start[0], j->axis);
  } else if (mobility == PAWL_SWIVELS) {
    x.R = pawl_roll_turn(m, &x.angle);
    set_quaternion(&x.R, start);
  }
  return x;
}

/* Points are held by what acts at them alone. */
static bool may_hold(const plan *x, const pawl_kind *kind, int body)
{
  return !x->point[body] || kind->at_points;
}

/* Where the second body is held, to meet the rows: elsewhere on it; of a point that is only where the point is, unless
 * nothing holds it yet. */
static bool place_second(plan *x, int b, const pose *place)
{
  if (x->point[b] && x->held[b])
    return false;
  if (x->point[b]) {
    x->pose[b].r = place->r;
    set_start(x->pose + b, x->draft.world, ((pawl_body *)(void *)x->draft.parts[b - 1].fields)->start);
  }
  return true;
}

/* Draws a part with two ends and puts its frames on two bodies, so that its rows are met. */
static bool connect(plan *x, pawl_draft_part *p, int a, int b, double own_frames)
{
  pawl_draft *m = &x->draft;
  bool joint = p->kind->family == PAWL_JOINT_KIND;
  pose at = roll_place(x, a, own_frames), place = roll_place(x, b, own_frames);
  if (!may_hold(x, p->kind, a) || !may_hold(x, p->kind, b) ||
      !pawl_draft_fill(m, p, false, pawl_norm(pawl_sub(place.r, at.r)), NULL))
    return false;
  pawl_joint *j = (pawl_joint *)(void *)p->fields;
  if (joint && p->kind->mobility == PAWL_FLOATS) {
    pose motion = seen_from(&at, &place);
    set_start(&motion, m->world, j->start);
  } else if (joint && p->kind->mobility != PAWL_NOT_A_TREE_JOINT) {
    pose motion = roll_motion(m, j, p->kind->mobility, j->start);
    place = then(&at, &motion);
  } else if (p->kind->rows && (!meet_rows(m, p, &at, &place) || !place_second(x, b, &place)))
    return false;
  x->held[a] = x->held[b] = true;
  *pawl_draft_frame(m, p, 0) = frame_on(x, a, &at);
  *pawl_draft_frame(m, p, 1) = frame_on(x, b, &place);
  return true;
}

/* ---- counting freedoms --------------------------------------------------------------------------------------- */

static int all_freedoms(const plan *x)
{
  return x->draft.world == PAWL_PLANAR ? 3 : 6;
}

static int freedoms_left(const plan *x, int body)
{
  int left = x->point[body] ? all_freedoms(x) / 2 + (x->draft.world == PAWL_PLANAR) : all_freedoms(x);
  for (int i = 0; i <= x->bodies; i++)
    left -= x->taken[body][i];
  return left;
}

/* Frees a freedom of a body by letting others pay for the equations it pays for; `seen` are not asked. */
static bool free_one(plan *x, int body, bool seen[MOST_BODIES + 1])
{
  seen[body] = true;
  for (int i = 0; i <= x->bodies; i++)
    if (x->taken[body][i] > 0 && !seen[i] && (freedoms_left(x, i) > 0 || free_one(x, i, seen))) {
      x->taken[body][i]--;
      x->taken[i][body]++;
      return true;
    }
  return false;
}

/* One more equation between two bodies: independent when the two can have one freedom more than a single body has
 * (the pebble game of body-bar frameworks). */
static bool take_freedom(plan *x, int a, int b)
{
  while (freedoms_left(x, a) + freedoms_left(x, b) <= all_freedoms(x)) {
    bool but_b[MOST_BODIES + 1] = {false}, but_a[MOST_BODIES + 1] = {false};
    but_b[b] = but_a[a] = true;
    if (!free_one(x, a, but_b) && !free_one(x, b, but_a))
      return false;
  }
  x->taken[freedoms_left(x, a) > 0 ? a : b][freedoms_left(x, a) > 0 ? b : a]++;
  return true;
}

/* The equations of a part; nothing is taken when they are too many. A ball counts for one more: between two of them
 * a body spins idly. */
static bool take_freedoms(plan *x, const pawl_kind *kind, int a, int b)
{
  int rows = kind->row_count[x->draft.world] + (kind->mobility == PAWL_SWIVELS),
      before[MOST_BODIES + 1][MOST_BODIES + 1];
  memcpy(before, x->taken, sizeof before);
  for (int i = 0; i < rows; i++)
    if (!take_freedom(x, a, b)) {
      memcpy(x->taken, before, sizeof before);
      return false;
    }
  return true;
}

/* ---- bodies and joints --------------------------------------------------------------------------------------- */

static void add_body(plan *x, int body)
{
  pawl_draft_part *p = pawl_draft_new(&x->draft, pawl_roll_kind(&x->draft, PAWL_BODY));
  x->point[body] = p && p->kind->is_point;
  x->pose[body] = roll_pose(&x->draft, x->draft.length);
  if (p && pawl_draft_fill(&x->draft, p, false, 0, NULL))
    set_start(x->pose + body, x->draft.world, ((pawl_body *)(void *)p->fields)->start);
}

/* A joint between a body and an earlier one; either may come first. Without one the body floats. */
static void add_tree_joint(plan *x, int body)
{
  pawl_draft *m = &x->draft;
  int parent = pawl_roll_index(m, body);
  while (x->point[parent])
    parent--;
  bool backwards = pawl_roll_chance(m, 0.4);
  x->joint[body] = -1;
  pawl_draft_part *p = x->point[body] || pawl_roll_chance(m, 0.05)
                           ? NULL
                           : pawl_draft_new(m, pawl_roll_kind(m, PAWL_JOINT_KIND));
  if (!p)
    return;
  if (p->kind->mobility == PAWL_NOT_A_TREE_JOINT ||
      !connect(x, p, backwards ? body : parent, backwards ? parent : body, 0.2)) {
    m->part_count--;
    return;
  }
  pawl_draft_speeds(m, p);
  take_freedoms(x, p->kind, parent, body);
  x->joint[body] = m->part_count - 1;
}

/* Another joint or link between two bodies. Not on own frames: joints in one point make equations depend. */
static void add_loop(plan *x)
{
  pawl_draft *m = &x->draft;
  int a = pawl_roll_index(m, x->bodies + 1), b = pawl_roll_index(m, x->bodies + 1);
  const pawl_kind *kind = pawl_roll_kind(m, pawl_roll_chance(m, 0.5) ? PAWL_LINK : PAWL_JOINT_KIND);
  if (!kind || a == b || kind->row_count[m->world] == 0)
    return;
  pawl_draft_part *p = pawl_draft_new(m, kind);
  if (p && (!connect(x, p, a, b, 0) || !take_freedoms(x, kind, a, b)))
    m->part_count--;
}

/* A joint once more, perhaps from the other side: all its rows follow from the first one's. */
static void repeat_joint(plan *x)
{
  pawl_draft *m = &x->draft;
  const pawl_draft_part *from = m->parts + pawl_roll_index(m, m->part_count);
  if (from->kind->row_count[m->world] == 0)
    return;
  pawl_draft_part *p = pawl_draft_new(m, from->kind);
  if (!p)
    return;
  memcpy(p->fields, from->fields, sizeof p->fields);
  if (from->kind->mobility == PAWL_NOT_A_TREE_JOINT || pawl_roll_chance(m, 0.3))
    return;
  pawl_frame *a = pawl_draft_frame(m, p, 0), *b = pawl_draft_frame(m, p, 1), was = *a;
  *a = *b;
  *b = was;
  pawl_draft_forget(m, p, true, true);
}

/* ---- drives, forces and sensors ------------------------------------------------------------------------------ */

/* A field of a drive that may be left out and fits the joint, or NULL when the drive has none such. */
static const pawl_field *roll_mode(pawl_draft *m, const pawl_kind *kind, bool turns)
{
  const pawl_field *found = NULL;
  int count = 0;
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (f->type == PAWL_SIGNAL && isnan(f->fallback) && pawl_in_world(f->worlds, m->world) &&
        pawl_unit_fits(f->unit, turns) && pawl_roll_index(m, ++count) == 0)
      found = f;
  return found;
}

static bool kind_fits(const pawl_draft *m, const pawl_kind *kind, bool turns)
{
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, m->world) && !isnan(f->fallback) && !pawl_unit_fits(f->unit, turns))
      return false;
  return true;
}

/* A prescribed motion is smooth and begins where the joint is. */
static void prescribe(plan *x, pawl_draft_part *p, const pawl_field *mode, const pawl_draft_part *joint)
{
  pawl_draft *m = &x->draft;
  double size = joint->kind->mobility == PAWL_TURNS ? 1 : m->length,
         rate = pawl_roll_between(m, 0.5, 2) / m->time;
  double start = ((const pawl_joint *)(const void *)joint->fields)->start[0];
  int n = 0;
  for (const pawl_field *f = p->kind->fields; f != mode; f++)
    n += f->type == PAWL_SIGNAL && pawl_in_world(f->worlds, m->world);
  if (n >= PAWL_DRAFT_SIGNALS)
    return;
  if (p->kind->mode(p->fields) == PAWL_POSITION)
    snprintf(p->signal[n], sizeof p->signal[n], "function(t) return %.17g + %.17g*math.sin(%.17g*t) end",
             start, size * pawl_roll_between(m, -0.3, 0.3), rate);
  else
    snprintf(p->signal[n], sizeof p->signal[n], "function(t) return %.17g*math.cos(%.17g*t) end",
             rate * size * pawl_roll_between(m, -0.3, 0.3), rate);
}

/* A joint with one coordinate, or -1. */
static int roll_joint(pawl_draft *m)
{
  int found = -1, count = 0;
  for (int i = 0; i < m->part_count; i++) {
    const pawl_kind *kind = m->parts[i].kind;
    if (kind->family == PAWL_JOINT_KIND && (kind->mobility == PAWL_TURNS || kind->mobility == PAWL_SLIDES) &&
        pawl_roll_index(m, ++count) == 0)
      found = i;
  }
  return found;
}

/* An effort along the coordinate of a joint, or a prescribed motion. */
static void add_on_joint(plan *x, pawl_family family)
{
  pawl_draft *m = &x->draft;
  int joint = roll_joint(m);
  const pawl_kind *kind = pawl_roll_kind(m, family);
  if (joint < 0 || !kind || !kind_fits(m, kind, m->parts[joint].kind->mobility == PAWL_TURNS))
    return;
  bool turns = m->parts[joint].kind->mobility == PAWL_TURNS;
  const pawl_joint *j = (const pawl_joint *)(const void *)m->parts[joint].fields;
  const pawl_field *mode = family == PAWL_DRIVE ? roll_mode(m, kind, turns) : NULL;
  pawl_draft_part *p = pawl_draft_new(m, kind);
  if (!p)
    return;
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT)
      *(int *)(void *)(p->fields + f->where) = joint;
  bool good = pawl_draft_fill(m, p, turns, 0, mode);
  bool held = good && mode && kind->mode(p->fields) != PAWL_EFFORT;
  if (!good || (held && (isnan(j->start[0]) || !take_freedom(x, j->a.body, j->b.body)))) {
    m->part_count--;
    return;
  }
  if (held) {
    x->driven[joint] = true;
    prescribe(x, p, mode, m->parts + joint);
  }
}

/* Gives a part joints with one coordinate, each another one, that go with the units it says; false: there are none. */
static bool set_joints(pawl_draft *m, pawl_draft_part *p)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    if (f->type != PAWL_JOINT)
      continue;
    int joint = roll_joint(m);
    if (joint < 0 || !pawl_unit_fits(f->unit, m->parts[joint].kind->mobility == PAWL_TURNS))
      return false;
    *(int *)(void *)(p->fields + f->where) = joint;
  }
  return true;
}

/* A force or sensor on random places. */
static void add_on_bodies(plan *x, pawl_family family)
{
  pawl_draft *m = &x->draft;
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, family));
  if (!p)
    return;
  int a = pawl_roll_index(m, x->bodies + 1), b = 1 + pawl_roll_index(m, x->bodies);
  pawl_frame *first = pawl_draft_frame(m, p, 0), *second = pawl_draft_frame(m, p, 1);
  pose at = roll_place(x, a, 0.2), place = roll_place(x, b, 0.2);
  double distance = second ? pawl_norm(pawl_sub(place.r, at.r)) : 0;
  bool acts = family == PAWL_FORCE;
  if (!set_joints(m, p) || (second && a == b) || (acts && !may_hold(x, p->kind, b)) ||
      (acts && second && !may_hold(x, p->kind, a)) || !pawl_draft_fill(m, p, false, distance, NULL)) {
    m->part_count--;
    return;
  }
  x->held[b] = x->held[a] = true;
  if (second)
    *second = frame_on(x, b, &place);
  if (first)
    *first = second ? frame_on(x, a, &at) : frame_on(x, b, &place);
}

/* ---- the whole ----------------------------------------------------------------------------------------------- */

static bool hangs_on_joint(plan *x, int body)
{
  pawl_draft *m = &x->draft;
  for (int i = 0; i < m->part_count; i++)
    if (m->parts[i].kind->family == PAWL_JOINT_KIND && (pawl_draft_frame(m, m->parts + i, 0)->body == body ||
                                                        pawl_draft_frame(m, m->parts + i, 1)->body == body))
      return true;
  return false;
}

/* Where the mechanism starts is said by bodies or by joints; by joints always where a drive begins. */
static void choose_starts(plan *x)
{
  pawl_draft *m = &x->draft;
  bool by_bodies = pawl_roll_chance(m, 0.5);
  for (int body = 1; body <= x->bodies; body++) {
    pawl_draft_part *p = m->parts + body - 1;
    if (!hangs_on_joint(x, body))
      pawl_draft_speeds(m, p);
    else if (!by_bodies && x->joint[body] >= 0)
      pawl_draft_forget(m, p, true, false);
  }
  for (int i = 0; by_bodies && i < m->part_count; i++)
    if (m->parts[i].kind->family == PAWL_JOINT_KIND && !x->driven[i])
      pawl_draft_forget(m, m->parts + i, true, false);
}

static bool is_joint_or_body(const pawl_draft_part *p)
{
  return p->kind->family == PAWL_BODY || p->kind->family == PAWL_JOINT_KIND;
}

static void write_text(plan *x)
{
  pawl_draft *m = &x->draft;
  bool plane = m->world == PAWL_PLANAR;
  pawl_vec g = pawl_roll_vec(m, m->length / (m->time * m->time));
  if (plane)
    pawl_draft_say(m, "planar { gravity = {%.17g, %.17g} }\n", g.x, g.y);
  else
    pawl_draft_say(m, "spatial { gravity = {%.17g, %.17g, %.17g} }\n", g.x, g.y, g.z);
  for (int i = 0; i < m->part_count; i++)
    if (is_joint_or_body(m->parts + i))
      pawl_draft_write(m, m->parts + i);
  bool backwards = pawl_roll_chance(m, 0.5); /* so that functions also read parts that come later */
  for (int n = 0; n < m->part_count; n++) {
    const pawl_draft_part *p = m->parts + (backwards ? m->part_count - 1 - n : n);
    if (!is_joint_or_body(p))
      pawl_draft_write(m, p);
  }
  pawl_draft_say(m, "simulate { duration = %.17g, tolerance = 1e-10 }\n", 4 * m->time);
}

static void make(plan *x, bool redundant)
{
  pawl_draft *m = &x->draft;
  x->pose[0] = (pose){.R = pawl_unit_mat()};
  for (int body = 1; body <= x->bodies; body++)
    add_body(x, body);
  for (int body = 1; body <= x->bodies; body++)
    add_tree_joint(x, body);
  for (int n = pawl_roll_index(m, 3); n > 0; n--)
    add_on_joint(x, PAWL_DRIVE);
  for (int n = pawl_roll_index(m, x->bodies + 1); n > 0; n--)
    add_loop(x);
  for (int n = redundant ? 1 + pawl_roll_index(m, 4) : 0; n > 0; n--)
    repeat_joint(x);
  for (int n = pawl_roll_index(m, 3); n > 0; n--)
    add_on_joint(x, pawl_roll_chance(m, 0.7) ? PAWL_JOINT_FORCE : PAWL_DRIVE);
  for (int n = pawl_roll_index(m, 4); n > 0; n--)
    add_on_bodies(x, pawl_roll_chance(m, 0.8) ? PAWL_SENSOR : PAWL_DRAWING);
  for (int n = pawl_roll_index(m, 5); n > 0; n--)
    add_on_bodies(x, PAWL_FORCE);
  choose_starts(x);
  write_text(x);
}

bool pawl_random_places(const pawl_kind *kind)
{
  static const bool known[] = {
      [PAWL_BODY] = true,  [PAWL_JOINT_KIND] = true, [PAWL_LINK] = true,        [PAWL_FORCE] = true,
      [PAWL_DRIVE] = true, [PAWL_SENSOR] = true,     [PAWL_JOINT_FORCE] = true, [PAWL_DRAWING] = true};
  return known[kind->family];
}

const char *pawl_random_model(unsigned long long seed, const pawl_random_wish *wish, pawl_arena *arena)
{
  plan *x = PAWL_TAKE(arena, 1, plan);
  pawl_draft_part *parts = PAWL_TAKE(arena, PAWL_DRAFT_PARTS, pawl_draft_part);
  char *text = PAWL_TAKE(arena, PAWL_DRAFT_TEXT, char);
  if (arena->failed)
    return NULL;
  pawl_draft *m = &x->draft;
  *m = (pawl_draft){.seed = seed * 2654435761ULL + 1, .parts = parts, .text = text};
  for (int i = 0; i < 8; i++) /* neighbouring seeds part company */
    pawl_roll(m);
  m->world = pawl_roll_chance(m, 0.5) ? PAWL_PLANAR : PAWL_SPATIAL;
  x->bodies = 1 + pawl_roll_index(m, MOST_BODIES);
  if (wish && wish->world)
    m->world = wish->world;
  if (wish && wish->bodies > 0)
    x->bodies = wish->bodies < MOST_BODIES ? wish->bodies : MOST_BODIES;
  m->length = ldexp(1, pawl_roll_index(m, 13) - 8);
  m->mass = ldexp(1, pawl_roll_index(m, 15) - 7);
  m->time = ldexp(1, pawl_roll_index(m, 9) - 5);
  make(x, wish && wish->redundant);
  return m->used < PAWL_DRAFT_TEXT ? text : NULL;
}
