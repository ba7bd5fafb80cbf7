/* Random mechanisms. First the poses of the bodies, then joints along a random tree and across it, then drives,
 * couplings, signals, forces and sensors on what there is. A loop, a coupling or a prescribed motion is added only where
 * freedoms are left: in general position equations are then independent, and can be met. */
#include "mechanisms/random.h"

#include <stdio.h>
#include <string.h>

#include "mechanisms/random_plan.h"

/* ---- bodies and joints --------------------------------------------------------------------------------------- */

/* The text of the signal at that place in the part's struct. */
static char *signal_at(const pawl_draft *m, pawl_draft_part *p, size_t where)
{
  int n = 0;
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    if (f->type != PAWL_SIGNAL || !pawl_in_world(f->worlds, m->world))
      continue;
    if (f->where == where)
      return n < PAWL_DRAFT_SIGNALS ? p->signal[n] : NULL;
    n++;
  }
  return NULL;
}

/* Swings about a value, through it at the start. */
static void swing(pawl_draft *m, pawl_draft_part *p, size_t where, double middle, double size)
{
  char *text = signal_at(m, p, where);
  if (!text)
    return;
  ((pawl_signal *)(void *)(p->fields + where))->function = 1;
  snprintf(text, PAWL_DRAFT_LINE, "function(t) return %.17g + %.17g*math.sin(%.17g*t) end", middle,
           size * pawl_roll_between(m, -0.2, 0.2), pawl_roll_between(m, 0.5, 2) / m->time);
}

/* A base moves; where bodies are at the start is what counts for poses. */
static void add_base(pawl_plan_of *x, int body, pawl_draft_part *p)
{
  pawl_draft *m = &x->draft;
  pawl_base *b = (pawl_base *)(void *)p->fields;
  pawl_pose *at = x->pose + body;
  at->angle = pawl_roll_between(m, -3, 3);
  at->R = pawl_quat_mat(pawl_quat_exp(pawl_times(at->angle, b->axis)));
  swing(m, p, offsetof(pawl_base, x), at->r.x, m->length);
  swing(m, p, offsetof(pawl_base, y), at->r.y, m->length);
  swing(m, p, offsetof(pawl_base, z), at->r.z, m->length);
  swing(m, p, offsetof(pawl_base, angle), at->angle, 1);
  x->base[body] = true;
  pawl_take_freedoms(x, m->world == PAWL_PLANAR ? 3 : 6, 0, body);
}

static void add_body(pawl_plan_of *x, int body)
{
  pawl_draft *m = &x->draft;
  bool base = body > 1 && pawl_roll_chance(m, 0.07);
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, base ? PAWL_BASE : PAWL_BODY));
  x->point[body] = p && pawl_is_point(p->kind);
  x->pose[body] = pawl_pose_roll(m, m->length);
  if (!p || !pawl_draft_fill(m, p, false, 0, NULL))
    return;
  if (base)
    add_base(x, body, p);
  else
    pawl_pose_start(x->pose + body, m->world, ((pawl_body *)(void *)p->fields)->start);
}

/* The equations of a joint. A ball counts for one more: between two of them a body spins idly. */
static int equations(const pawl_kind *kind, int rows)
{
  return rows + (pawl_mobility_of(kind) == PAWL_SWIVELS);
}

/* A joint between a body and an earlier one; either may come first. Without one the body floats. */
static void add_tree_joint(pawl_plan_of *x, int body)
{
  pawl_draft *m = &x->draft;
  int parent = pawl_roll_index(m, body), rows;
  while (x->point[parent])
    parent--;
  bool backwards = pawl_roll_chance(m, 0.4),
       none = x->point[body] || x->base[body] || pawl_roll_chance(m, 0.05);
  x->joint[body] = -1;
  pawl_draft_part *p = none ? NULL : pawl_draft_new(m, pawl_roll_kind(m, PAWL_JOINT_KIND));
  if (!p)
    return;
  if (pawl_mobility_of(p->kind) == PAWL_NOT_A_TREE_JOINT ||
      !pawl_connect(x, p, backwards ? body : parent, backwards ? parent : body, 0.2, &rows)) {
    m->part_count--;
    return;
  }
  pawl_draft_speeds(m, p);
  pawl_take_freedoms(x, equations(p->kind, pawl_row_count(p->kind, m->world)), parent, body);
  x->joint[body] = m->part_count - 1;
}

/* Another joint or link between two bodies. Not on own frames: joints in one point make equations depend. A part with a
 * spin brings a freedom of its own. */
static void add_loop(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  int a = pawl_roll_index(m, x->bodies + 1), b = pawl_roll_index(m, x->bodies + 1), rows;
  const pawl_kind *kind = pawl_roll_kind(m, pawl_roll_chance(m, 0.6) ? PAWL_LINK : PAWL_JOINT_KIND);
  if (!kind || a == b || (pawl_row_count(kind, m->world) == 0 && !kind->spin))
    return;
  pawl_draft_part *p = pawl_draft_new(m, kind);
  if (!p)
    return;
  bool one = !pawl_draft_frame(m, p, 1);
  if (one && (b == 0 || x->base[b]))
    b = x->joint[1] >= 0 || !x->point[1] ? 1 : b;
  bool good = (pawl_remembers(kind) && pawl_connect_wheels(x, p, &a, &b, &rows)) ||
              pawl_connect(x, p, a, b, 0, &rows);
  int own = kind->spin != NULL && rows > 0;
  if (!good || !pawl_take_freedoms(x, equations(kind, rows) - own, one ? 0 : a, b))
    m->part_count--;
  else
    x->own[m->part_count - 1] = kind->spin && rows == 0;
}

/* Wheels on axles of one carrier, where there are two: of all links the choosiest. */
static void add_wheels(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  int a = pawl_roll_index(m, x->bodies + 1), b = pawl_roll_index(m, x->bodies + 1), rows;
  const pawl_kind *kind = pawl_roll_kind(m, PAWL_LINK);
  for (int i = 0; i < 20 && kind && !pawl_remembers(kind); i++)
    kind = pawl_roll_kind(m, PAWL_LINK);
  pawl_draft_part *p = kind && pawl_remembers(kind) ? pawl_draft_new(m, kind) : NULL;
  if (p && (!pawl_connect_wheels(x, p, &a, &b, &rows) || !pawl_take_freedoms(x, rows, a, b)))
    m->part_count--;
}

/* A joint once more, perhaps from the other side: all its rows follow from the first one's. */
static void repeat_joint(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  const pawl_draft_part *from = m->parts + pawl_roll_index(m, m->part_count);
  if (pawl_row_count(from->kind, m->world) == 0 || from->kind->spin)
    return;
  pawl_draft_part *p = pawl_draft_new(m, from->kind);
  if (!p)
    return;
  memcpy(p->fields, from->fields, sizeof p->fields);
  if (pawl_mobility_of(from->kind) == PAWL_NOT_A_TREE_JOINT || pawl_roll_chance(m, 0.3))
    return;
  pawl_frame *a = pawl_draft_frame(m, p, 0), *b = pawl_draft_frame(m, p, 1), was = *a;
  *a = *b;
  *b = was;
  pawl_draft_forget(m, p, true, true);
}

/* ---- on joints ------------------------------------------------------------------------------------------------- */

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
    if (pawl_in_world(f->worlds, m->world) && !isnan(f->fallback) && !pawl_unit_fits(f->unit, turns) &&
        kind->family != PAWL_SENSOR)
      return false;
  return true;
}

/* Where the coordinate of a part starts; NaN: nobody has said. */
static double start_of(const pawl_draft_part *p)
{
  if (p->kind->spin)
    return pawl_spin_of(p->kind, p->fields)->angle;
  return ((const pawl_joint *)(const void *)p->fields)->start[0];
}

/* A prescribed motion is smooth and begins where the joint is. */
static void prescribe(pawl_plan_of *x, pawl_draft_part *p, const pawl_field *mode, int joint)
{
  pawl_draft *m = &x->draft;
  const pawl_draft_part *on = m->parts + joint;
  double size = pawl_coordinate_turns(on->kind) ? 1 : m->length,
         rate = pawl_roll_between(m, 0.5, 2) / m->time;
  char *text = signal_at(m, p, mode->where);
  if (!text)
    return;
  if (p->kind->drive->mode(p->fields) == PAWL_POSITION)
    snprintf(text, PAWL_DRAFT_LINE, "function(t) return %.17g + %.17g*math.sin(%.17g*t) end", start_of(on),
             size * pawl_roll_between(m, -0.3, 0.3), rate);
  else
    snprintf(text, PAWL_DRAFT_LINE, "function(t) return %.17g*math.cos(%.17g*t) end",
             rate * size * pawl_roll_between(m, -0.3, 0.3), rate);
}

/* A part with one coordinate of that sort, or -1; `but` are not asked. */
static int roll_joint(pawl_draft *m, bool turns, bool either, const bool but[PAWL_DRAFT_PARTS])
{
  int found = -1, count = 0;
  for (int i = 0; i < m->part_count; i++) {
    const pawl_kind *kind = m->parts[i].kind;
    if (pawl_has_coordinate(kind) && !but[i] && (either || pawl_coordinate_turns(kind) == turns) &&
        pawl_roll_index(m, ++count) == 0)
      found = i;
  }
  return found;
}

/* Gives a part joints, each another one and all turning or all sliding; those that may be left out, or not. Returns the
 * first, or -1: there are not enough. A plain field of "rad" or "m" says what it wants. */
static int set_joints(pawl_draft *m, pawl_draft_part *p, int joint[PAWL_JOINTS], int *count)
{
  bool but[PAWL_DRAFT_PARTS] = {false}, turns = false;
  *count = 0;
  but[m->part_count - 1] = true; /* not itself */
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    if (f->type != PAWL_JOINT)
      continue;
    int *to = (int *)(void *)(p->fields + f->where);
    *to = -1;
    if (isnan(f->fallback) && pawl_roll_chance(m, 0.5))
      continue;
    *to = *count < PAWL_JOINTS ? roll_joint(m, turns, *count == 0, but) : -1;
    if (*to < 0)
      return -1;
    turns = pawl_coordinate_turns(m->parts[*to].kind);
    if (!pawl_unit_fits(f->unit, turns))
      return -1;
    but[*to] = true;
    joint[(*count)++] = *to;
  }
  return *count > 0 ? joint[0] : -1;
}

/* An effort along coordinates of joints, or a prescribed motion of one. */
static void add_on_joint(pawl_plan_of *x, pawl_family family)
{
  pawl_draft *m = &x->draft;
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, family));
  int joints[PAWL_JOINTS], count, joint = p ? set_joints(m, p, joints, &count) : -1;
  if (!p)
    return;
  bool turns = joint >= 0 && pawl_coordinate_turns(m->parts[joint].kind);
  const pawl_field *mode = family == PAWL_DRIVE ? roll_mode(m, p->kind, turns) : NULL;
  bool good = joint >= 0 && kind_fits(m, p->kind, turns) && pawl_draft_fill(m, p, turns, 0, mode);
  bool held = good && mode && pawl_prescribes(p->kind, p->fields);
  if (!good || (held && (isnan(start_of(m->parts + joint)) || !pawl_take_coordinate(x, joint)))) {
    m->part_count--;
    return;
  }
  if (held) {
    x->driven[joint] = true;
    prescribe(x, p, mode, joint);
  }
}

/* One equation between coordinates: it takes the freedom of one of them, whichever has one left. */
static void add_coupling(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, PAWL_COUPLING));
  int joint[PAWL_JOINTS], count, i = 0;
  if (!p)
    return;
  bool good = set_joints(m, p, joint, &count) >= 0 && pawl_draft_fill(m, p, true, 0, NULL);
  while (good && i < count && !pawl_take_coordinate(x, joint[i]))
    i++;
  if (!good || i == count)
    m->part_count--;
}

static bool is_in_tree(const pawl_plan_of *x, int part)
{
  for (int body = 1; body <= x->bodies; body++)
    if (x->joint[body] == part)
      return true;
  return false;
}

/* Keeps the coordinate of a joint by an effort there. */
static void add_servo(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, PAWL_SERVO));
  int joint[PAWL_JOINTS], count;
  if (!p)
    return;
  int actor = set_joints(m, p, joint, &count);
  const pawl_draft_part *on = actor >= 0 && is_in_tree(x, actor) ? m->parts + actor : NULL;
  const pawl_channel_def *c = on ? on->kind->channels : NULL;
  while (c && c->name && c->where != PAWL_SEEN(coordinate[0]))
    c++;
  if (!c || !c->name || isnan(start_of(on)) || !pawl_draft_fill(m, p, true, 0, NULL) ||
      !pawl_take_coordinate(x, actor)) {
    m->part_count--;
    return;
  }
  snprintf(p->text, sizeof p->text, "%s.%s", on->name, c->name);
  double size = pawl_coordinate_turns(on->kind) ? 1 : m->length;
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_TEXT)
      *(const char **)(void *)(p->fields + f->where) = p->text;
    else if (f->type == PAWL_SIGNAL)
      swing(m, p, f->where, start_of(on), size);
  x->driven[actor] = true;
}

/* ---- on bodies ------------------------------------------------------------------------------------------------- */

/* Of a composite, what may be left out is about the start: the line of its frames, if anything. */
static void start_along(pawl_draft *m, pawl_draft_part *p, const pawl_pose *a, const pawl_pose *b)
{
  pawl_vec d = pawl_turn_back(&a->R, pawl_sub(b->r, a->r));
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_REAL && isnan(f->fallback) && pawl_in_world(f->worlds, m->world)) {
      bool turn = strcmp(f->unit, "rad") == 0, length = strcmp(f->unit, "m") == 0;
      *(double *)(void *)(p->fields + f->where) = turn ? atan2(d.y, d.x) : length ? pawl_norm(d) : NAN;
    }
}

/* A force, sensor, picture or composite on random places, or on a joint. A composite brings as many freedoms as it
 * takes. */
static void add_on_bodies(pawl_plan_of *x, pawl_family family)
{
  static const pawl_field none;
  pawl_draft *m = &x->draft;
  pawl_draft_part *p = pawl_draft_new(m, pawl_roll_kind(m, family));
  if (!p)
    return;
  int a = pawl_roll_index(m, x->bodies + 1), b = 1 + pawl_roll_index(m, x->bodies), joint[PAWL_JOINTS], count;
  pawl_frame *first = pawl_draft_frame(m, p, 0), *second = pawl_draft_frame(m, p, 1);
  pawl_pose at = pawl_place_roll(x, a, 0.2), place = pawl_place_roll(x, b, 0.2);
  bool whole = family == PAWL_COMPOSITE, on_joint = false;
  bool acts = family == PAWL_FORCE || family == PAWL_SHAPE_KIND || whole;
  bool floats = x->joint[b] < 0 || (a > 0 && x->joint[a] < 0); /* a composite would be its only joint */
  if (acts && m->world == PAWL_SPATIAL && second)              /* mounts in space do not bear half a turn */
    place = pawl_place_along(x, &place, &at);
  double distance = second ? pawl_norm(pawl_sub(place.r, at.r)) : 0;
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    on_joint = on_joint || f->type == PAWL_JOINT;
  if ((on_joint && set_joints(m, p, joint, &count) < 0) || (second && a == b) ||
      (acts && (!pawl_may_hold(x, p->kind, b) || (second && !pawl_may_hold(x, p->kind, a)))) ||
      (whole && floats) || !pawl_draft_fill(m, p, false, distance, whole ? &none : NULL)) {
    m->part_count--;
    return;
  }
  if (whole && second)
    start_along(m, p, &at, &place);
  x->held[b] = x->held[a] = true;
  x->own[m->part_count - 1] = p->kind->spin != NULL;
  if (second)
    *second = pawl_place_frame(x, b, &place);
  if (first)
    *first = second ? pawl_place_frame(x, a, &at) : pawl_place_frame(x, b, &place);
}

static void add_signal(pawl_plan_of *x)
{
  pawl_draft_part *p = pawl_draft_new(&x->draft, pawl_roll_kind(&x->draft, PAWL_SIGNAL_KIND));
  if (p && !pawl_draft_fill(&x->draft, p, false, 0, NULL))
    x->draft.part_count--;
}

/* Shapes that nothing touches change no motion. They have dice of their own, so that the mechanisms stay what they were
 * before there were shapes. */
static void add_shapes(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  unsigned long long seed = m->seed;
  for (int n = pawl_roll_index(m, 4); n > 0 && m->world == PAWL_PLANAR; n--)
    add_on_bodies(x, PAWL_SHAPE_KIND);
  m->seed = seed;
}

/* ---- the whole ----------------------------------------------------------------------------------------------- */

static bool hangs_on_joint(pawl_plan_of *x, int body)
{
  pawl_draft *m = &x->draft;
  for (int i = 0; i < m->part_count; i++) {
    pawl_family family = m->parts[i].kind->family;
    for (int n = 0; n < 2 && (family == PAWL_JOINT_KIND || family == PAWL_COMPOSITE); n++) {
      const pawl_frame *f = pawl_draft_frame(m, m->parts + i, n);
      if (f && f->body == body)
        return true;
    }
  }
  return false;
}

/* Whether the joint stands on a base. */
static bool is_on_base(pawl_plan_of *x, pawl_draft_part *p)
{
  return x->base[pawl_draft_frame(&x->draft, p, 0)->body] || x->base[pawl_draft_frame(&x->draft, p, 1)->body];
}

/* Where the mechanism starts is said by bodies or by joints; by joints always where a drive begins or on a base, by
 * bodies where their places are to be the coordinates. */
static void choose_starts(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  bool by_bodies = pawl_roll_chance(m, 0.5);
  for (int body = 1; body <= x->bodies; body++) {
    pawl_draft_part *p = m->parts + body - 1;
    if (!hangs_on_joint(x, body))
      pawl_draft_speeds(m, p);
    else if (!by_bodies && x->joint[body] >= 0 && !((pawl_body *)(void *)p->fields)->prefer)
      pawl_draft_forget(m, p, true, false);
  }
  for (int i = 0; by_bodies && i < m->part_count; i++)
    if (m->parts[i].kind->joint && !x->driven[i] && !is_on_base(x, m->parts + i))
      pawl_draft_forget(m, m->parts + i, true, false);
}

/* What others name must be there before them: bodies and joints, signals, what spins, the rest, contacts. */
static int rank_of(const pawl_kind *kind)
{
  if (kind->body || kind->joint)
    return 0;
  if (kind->family == PAWL_CONTACT || kind->family == PAWL_CURVE_JOINT)
    return 4;
  return kind->signal ? 1 : kind->spin ? 2 : 3;
}

static void write_text(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  bool plane = m->world == PAWL_PLANAR;
  pawl_vec g = pawl_roll_vec(m, m->length / (m->time * m->time));
  if (plane)
    pawl_draft_say(m, "planar { gravity = {%.17g, %.17g} }\n", g.x, g.y);
  else
    pawl_draft_say(m, "spatial { gravity = {%.17g, %.17g, %.17g} }\n", g.x, g.y, g.z);
  bool backwards = pawl_roll_chance(m, 0.5); /* so that functions also read parts that come later */
  for (int rank = 0; rank < 5; rank++)
    for (int n = 0; n < m->part_count; n++) {
      const pawl_draft_part *p = m->parts + (backwards && rank == 3 ? m->part_count - 1 - n : n);
      if (rank_of(p->kind) == rank)
        pawl_draft_write(m, p);
    }
  pawl_draft_say(m, "simulate { duration = %.17g, tolerance = 1e-10 }\n", 4 * m->time);
}

static void add_contacts(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  for (int n = pawl_roll_index(m, 3); n > 0; n--)
    pawl_add_curve_joint(x);
  for (int n = 1 + pawl_roll_index(m, 4); n > 0; n--)
    pawl_add_contact(x);
  if (pawl_roll_chance(m, 0.3))
    pawl_add_rope(x);
}

static void make(pawl_plan_of *x, bool redundant, bool contacts)
{
  pawl_draft *m = &x->draft;
  x->pose[0] = (pawl_pose){.R = pawl_unit_mat()};
  for (int body = 1; body <= x->bodies; body++)
    add_body(x, body);
  for (int body = 1; body <= x->bodies; body++)
    add_tree_joint(x, body);
  for (int n = pawl_roll_index(m, 3); n > 0; n--)
    add_on_joint(x, PAWL_DRIVE);
  for (int n = pawl_roll_index(m, x->bodies + 1); n > 0; n--)
    add_loop(x);
  for (int n = pawl_roll_index(m, 3); n > 0; n--)
    add_wheels(x);
  for (int n = redundant ? 1 + pawl_roll_index(m, 4) : 0; n > 0; n--)
    repeat_joint(x);
  for (int n = pawl_roll_index(m, 2); n > 0; n--)
    add_coupling(x);
  if (pawl_roll_chance(m, 0.2))
    add_servo(x);
  for (int n = pawl_roll_index(m, 4); n > 0; n--)
    add_signal(x);
  for (int n = pawl_roll_index(m, 4); n > 0; n--)
    add_on_joint(x, pawl_roll_chance(m, 0.7) ? PAWL_JOINT_FORCE : PAWL_DRIVE);
  for (int n = pawl_roll_index(m, 4); n > 0; n--)
    add_on_bodies(x, pawl_roll_chance(m, 0.8) ? PAWL_SENSOR : PAWL_DRAWING);
  for (int n = pawl_roll_index(m, 6); n > 0; n--)
    add_on_bodies(x, pawl_roll_chance(m, 0.92) ? PAWL_FORCE : PAWL_COMPOSITE);
  add_shapes(x);
  if (contacts)
    add_contacts(x);
  choose_starts(x);
  write_text(x);
}

/* Models of all sizes; some are plain, so that signals without a unit fit. */
static void choose_units(pawl_draft *m)
{
  m->length = ldexp(1, pawl_roll_index(m, 13) - 8);
  m->mass = ldexp(1, pawl_roll_index(m, 15) - 7);
  m->time = ldexp(1, pawl_roll_index(m, 9) - 5);
  m->plain = pawl_roll_chance(m, 0.3);
  if (m->plain)
    m->length = m->mass = m->time = 1;
}

const char *pawl_random_model(unsigned long long seed, const pawl_random_wish *wish, pawl_arena *arena)
{
  pawl_plan_of *x = PAWL_TAKE(arena, 1, pawl_plan_of);
  pawl_draft_part *parts = PAWL_TAKE(arena, PAWL_DRAFT_PARTS, pawl_draft_part);
  char *text = PAWL_TAKE(arena, PAWL_DRAFT_TEXT, char);
  if (arena->failed)
    return NULL;
  pawl_draft *m = &x->draft;
  *m = (pawl_draft){.seed = seed * 2654435761ULL + 1, .parts = parts, .text = text};
  for (int i = 0; i < 8; i++) /* neighbouring seeds part company */
    pawl_roll(m);
  m->world = pawl_roll_chance(m, 0.5) ? PAWL_PLANAR : PAWL_SPATIAL;
  x->bodies = 1 + pawl_roll_index(m, PAWL_PLAN_BODIES);
  if (wish && wish->world)
    m->world = wish->world;
  if (wish && wish->contacts)
    m->world = PAWL_PLANAR;
  if (wish && wish->bodies > 0)
    x->bodies = wish->bodies < PAWL_PLAN_BODIES ? wish->bodies : PAWL_PLAN_BODIES;
  choose_units(m);
  make(x, wish && wish->redundant, wish && wish->contacts);
  return m->used < PAWL_DRAFT_TEXT ? text : NULL;
}
