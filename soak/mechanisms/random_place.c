/* Places of random parts: poses first, then frames at them, so that rows are met and starts suit. Nothing is asked of
 * a part but its rows, and whether it takes the start. */
#include <string.h>

#include "mechanisms/random_plan.h"

static pawl_pose then(const pawl_pose *a, const pawl_pose *b)
{
  return (pawl_pose){pawl_add(a->r, pawl_turn(&a->R, b->r)), pawl_mat_mul(&a->R, &b->R), a->angle + b->angle};
}

/* b seen from a. */
static pawl_pose seen_from(const pawl_pose *a, const pawl_pose *b)
{
  pawl_mat back = pawl_mat_transposed(&a->R);
  return (pawl_pose){pawl_turn(&back, pawl_sub(b->r, a->r)), pawl_mat_mul(&back, &b->R), b->angle - a->angle};
}

pawl_pose pawl_pose_roll(pawl_draft *m, double size)
{
  pawl_pose p = {.r = pawl_roll_vec(m, size)};
  p.R = pawl_roll_turn(m, &p.angle);
  return p;
}

pawl_pose pawl_place_roll(pawl_plan_of *x, int body, double own_frame)
{
  if (pawl_roll_chance(&x->draft, own_frame) || x->point[body])
    return x->pose[body];
  pawl_pose own = pawl_pose_roll(&x->draft, 0.4 * x->draft.length);
  return then(x->pose + body, &own);
}

pawl_pose pawl_place_along(pawl_plan_of *x, const pawl_pose *place, const pawl_pose *with)
{
  pawl_vec turn = pawl_roll_vec(&x->draft, 0.6);
  pawl_mat R = pawl_quat_mat(pawl_quat_exp(turn));
  return (pawl_pose){place->r, pawl_mat_mul(&with->R, &R), with->angle + turn.z};
}

pawl_frame pawl_place_frame(const pawl_plan_of *x, int body, const pawl_pose *place)
{
  pawl_pose own = seen_from(x->pose + body, place);
  return (pawl_frame){body, own.r, own.R, own.angle};
}

static void set_quaternion(const pawl_mat *R, double e[4])
{
  pawl_quat q = pawl_mat_quat(R);
  e[0] = q.w, e[1] = q.x, e[2] = q.y, e[3] = q.z;
}

void pawl_pose_start(const pawl_pose *p, unsigned world, double start[7])
{
  bool plane = world == PAWL_PLANAR;
  start[0] = p->r.x, start[1] = p->r.y, start[2] = plane ? p->angle : p->r.z;
  if (!plane)
    set_quaternion(&p->R, start + 3);
}

/* ---- frames that meet the rows of a part --------------------------------------------------------------------- */

static pawl_pair pair_of(const pawl_draft *m, const pawl_pose *a, const pawl_pose *b)
{
  return (pawl_pair){.worlds = (int)m->world,
                     .a = {.r = a->r, .R = a->R, .angle = a->angle},
                     .b = {.r = b->r, .R = b->R, .angle = b->angle}};
}

/* Moves b by the least that meets one row after the other, turns counted in the model's length, until all are met:
 * slow, but it needs nothing of the part but its rows. */
static bool meet_rows(const pawl_draft *m, const pawl_draft_part *p, const pawl_pose *a, pawl_pose *b)
{
  int n = pawl_row_count(p->kind, m->world);
  double L = m->length, off = 1;
  for (int i = 0; i < 2000 && off > 1e-15; i++) {
    off = 0;
    for (int r = 0; r < n; r++) {
      pawl_row row[PAWL_ROWS] = {0};
      pawl_pair x = pair_of(m, a, b);
      p->kind->constraint->rows(p->fields, &x, row);
      if (row[r].speed_only || row[r].inertia != 0)
        continue;
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

static bool suits(const pawl_draft *m, const pawl_draft_part *p, const pawl_pose *a, pawl_pose *b)
{
  double memory[PAWL_MEMORY];
  if (!meet_rows(m, p, a, b))
    return false;
  pawl_pair x = pair_of(m, a, b);
  return !pawl_remembers(p->kind) || !p->kind->constraint->remember(p->fields, &x, memory);
}

/* The part's own lengths: sums and differences of them are where its second frame may have to be. */
static int own_lengths(const pawl_draft *m, const pawl_draft_part *p, double length[3])
{
  int n = 0;
  for (const pawl_field *f = p->kind->fields; f->name && n < 3; f++) {
    const double *x = (const double *)(const void *)(p->fields + f->where);
    if (f->type == PAWL_REAL && strcmp(f->unit, "m") == 0 && pawl_in_world(f->worlds, m->world) && !isnan(*x))
      length[n++] = *x;
  }
  return n;
}

/* b at a distance from a: along their line, or across the x axis of either. */
static pawl_pose at_distance(const pawl_pose *a, const pawl_pose *b, double distance, int way)
{
  pawl_vec d = pawl_sub(b->r, a->r), n = pawl_times(1 / (1e-300 + pawl_norm(d)), d);
  const pawl_mat *R = way < 3 ? &a->R : &b->R;
  pawl_pose c = *b;
  if (way > 0) {
    n = pawl_times(way % 2 ? 1 : -1, R->y);
    d = pawl_times(pawl_dot(d, R->x), R->x); /* where it is along the axis it stays */
    c.r = pawl_add(a->r, pawl_add(d, pawl_times(distance, n)));
  } else
    c.r = pawl_add(a->r, pawl_times(distance, n));
  return c;
}

/* Moves b to where the part takes the start. */
static bool suit_start(const pawl_draft *m, const pawl_draft_part *p, const pawl_pose *a, pawl_pose *b)
{
  double length[3] = {0};
  pawl_pose first = *b;
  if (suits(m, p, a, b))
    return true;
  own_lengths(m, p, length);
  for (int sign = 1; pawl_remembers(p->kind) && sign < 27; sign++) {
    double distance =
        (sign % 3 - 1) * length[0] + (sign / 3 % 3 - 1) * length[1] + (sign / 9 - 1) * length[2];
    for (int way = 0; distance > 0.25 * m->length && way < 5; way++) {
      *b = at_distance(a, &first, distance, way);
      if (suits(m, p, a, b))
        return true;
    }
  }
  return false;
}

/* ---- wheels that need axles ---------------------------------------------------------------------------------- */

static double largest_force(const pawl_draft *m, const pawl_draft_part *p, const pawl_pose *a,
                            const pawl_pose *b)
{
  pawl_row row[PAWL_ROWS] = {0};
  pawl_pair x = pair_of(m, a, b);
  double most = 0;
  p->kind->constraint->rows(p->fields, &x, row);
  for (int r = 0; r < pawl_row_count(p->kind, m->world); r++)
    most = fmax(most, pawl_norm(row[r].f));
  return most;
}

/* Rows that grow without limit where the frames come together, as those of gears do, must be on axles. */
static bool needs_axles(const pawl_draft *m, const pawl_draft_part *p, const pawl_pose *a, const pawl_pose *b)
{
  pawl_pose near = *b;
  near.r = pawl_add(a->r, pawl_times(0.05, pawl_sub(b->r, a->r)));
  return pawl_remembers(p->kind) && largest_force(m, p, a, &near) > 5 * largest_force(m, p, a, b);
}

/* The hinge on which a body hangs in the tree: its frame on the body, and the other body. NULL: none. */
static const pawl_frame *axle_of(const pawl_plan_of *x, int body, int *carrier)
{
  pawl_draft_part *p = x->joint[body] < 0 || body == 0 ? NULL : x->draft.parts + x->joint[body];
  if (!p || pawl_mobility_of(p->kind) != PAWL_TURNS)
    return NULL;
  const pawl_joint *j = (const pawl_joint *)(const void *)p->fields;
  *carrier = j->a.body == body ? j->b.body : j->a.body;
  return j->a.body == body ? &j->a : &j->b;
}

static pawl_pose pose_of_frame(const pawl_plan_of *x, const pawl_frame *f)
{
  pawl_pose own = {f->at, f->turn, f->angle};
  return then(x->pose + f->body, &own);
}

static void scale_lengths(const pawl_draft *m, pawl_draft_part *p, double factor)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_REAL && strcmp(f->unit, "m") == 0 && pawl_in_world(f->worlds, m->world))
      *(double *)(void *)(p->fields + f->where) *= factor;
}

/* Makes the part's own lengths larger or smaller until it takes the start: pulleys have room between them, gears none. */
static bool suit_lengths(const pawl_draft *m, pawl_draft_part *p, const pawl_pose *a, pawl_pose *b)
{
  double length[3] = {0}, d = pawl_norm(pawl_sub(b->r, a->r));
  own_lengths(m, p, length);
  for (int sign = 1; sign < 27; sign++) {
    double sum = (sign % 3 - 1) * length[0] + (sign / 3 % 3 - 1) * length[1] + (sign / 9 - 1) * length[2];
    for (int room = 0; sum > 0.01 * d && room < 2; room++) {
      double factor = (room ? 1 : 0.7) * d / sum;
      scale_lengths(m, p, factor);
      if ((!p->kind->check || !p->kind->check(p->fields, m->world)) && suits(m, p, a, b))
        return true;
      scale_lengths(m, p, 1 / factor);
    }
  }
  return false;
}

/* Two bodies on hinges of one carrier, looked for from a and b on. */
static bool find_wheels(const pawl_plan_of *x, int *a, int *b, const pawl_frame **one, const pawl_frame **two)
{
  int carrier[2] = {-1, -1}, from[2] = {*a, *b}, n = x->bodies;
  for (int i = 0; i < n * n; i++) {
    *a = 1 + (from[0] + i / n) % n;
    *b = 1 + (from[1] + i % n) % n;
    *one = axle_of(x, *a, carrier);
    *two = axle_of(x, *b, carrier + 1);
    if (*a != *b && *one && *two && carrier[0] == carrier[1])
      return true;
  }
  return false;
}

bool pawl_connect_wheels(pawl_plan_of *x, pawl_draft_part *p, int *a, int *b, int *rows)
{
  const pawl_frame *one, *two;
  int wheel[2] = {*a, *b};
  if (!pawl_draft_frame(&x->draft, p, 1) || !find_wheels(x, wheel, wheel + 1, &one, &two))
    return false;
  pawl_pose at = pose_of_frame(x, one), place = pose_of_frame(x, two);
  if (!pawl_draft_fill(&x->draft, p, false, pawl_norm(pawl_sub(place.r, at.r)), NULL) ||
      !suit_lengths(&x->draft, p, &at, &place) || !needs_axles(&x->draft, p, &at, &place))
    return false;
  *rows = pawl_row_count(p->kind, x->draft.world);
  *a = wheel[0];
  *b = wheel[1];
  *pawl_draft_frame(&x->draft, p, 0) = *one;
  *pawl_draft_frame(&x->draft, p, 1) = *two;
  return true;
}

static int count_rows(const pawl_draft *m, const pawl_draft_part *p, const pawl_pose *a, const pawl_pose *b)
{
  pawl_row row[PAWL_ROWS] = {0};
  pawl_pair x = pair_of(m, a, b);
  int count = 0;
  if (pawl_row_count(p->kind, m->world) > 0)
    p->kind->constraint->rows(p->fields, &x, row);
  for (int r = 0; r < pawl_row_count(p->kind, m->world); r++)
    count += row[r].inertia == 0;
  return count;
}

/* ---- parts between bodies -------------------------------------------------------------------------------------- */

/* How the second frame of a tree joint lies in the first, at random coordinates, which go to `start`. */
static pawl_pose roll_motion(pawl_draft *m, const pawl_joint *j, const pawl_kind *kind, double start[7])
{
  const pawl_freedoms *freedoms = pawl_freedoms_of(kind);
  pawl_pose x = {.R = pawl_unit_mat()};
  pawl_joint_way own;
  for (int k = 0; k < freedoms->named; k++)
    start[k] = freedoms->lengths[m->world] >> k & 1 ? m->length * pawl_roll_between(m, -0.5, 0.5)
                                                    : pawl_roll_between(m, -3, 3);
  if (freedoms->named) {
    pawl_joint_motion(freedoms, j, false, start, NULL, &own);
    x.r = own.r;
    x.R = own.R;
    x.angle = pawl_slides(kind) ? 0 : start[0];
  } else if (pawl_mobility_of(kind) == PAWL_SWIVELS) {
    x.R = pawl_roll_turn(m, &x.angle);
    set_quaternion(&x.R, start);
  }
  return x;
}

bool pawl_may_hold(const pawl_plan_of *x, const pawl_kind *kind, int body)
{
  return !x->point[body] || kind->at_points;
}

/* Where the second body is held, to meet the rows: elsewhere on it; of a point that is only where the point is, unless
 * nothing holds it yet. */
static bool place_second(pawl_plan_of *x, int b, const pawl_pose *place)
{
  if (x->point[b] && x->held[b])
    return false;
  if (x->point[b]) {
    x->pose[b].r = place->r;
    pawl_pose_start(x->pose + b, x->draft.world, ((pawl_body *)(void *)x->draft.parts[b - 1].fields)->start);
  }
  return true;
}

/* The pose of the second frame; false: none meets the rows. */
static bool find_place(pawl_plan_of *x, pawl_draft_part *p, const pawl_pose *at, int b, pawl_pose *place)
{
  pawl_draft *m = &x->draft;
  bool joint = p->kind->joint;
  pawl_joint *j = (pawl_joint *)(void *)p->fields;
  if (joint && pawl_mobility_of(p->kind) == PAWL_FLOATS) {
    pawl_pose motion = seen_from(at, place);
    pawl_pose_start(&motion, m->world, j->start);
  } else if (joint && pawl_mobility_of(p->kind) != PAWL_NOT_A_TREE_JOINT) {
    pawl_pose motion = roll_motion(m, j, p->kind, j->start);
    *place = then(at, &motion);
  } else if (pawl_row_count(p->kind, m->world) > 0)
    return suit_start(m, p, at, place) && !needs_axles(m, p, at, place) && place_second(x, b, place);
  return true;
}

bool pawl_connect(pawl_plan_of *x, pawl_draft_part *p, int a, int b, double own_frames, int *rows)
{
  pawl_draft *m = &x->draft;
  pawl_frame *first = pawl_draft_frame(m, p, 0), *second = pawl_draft_frame(m, p, 1);
  pawl_pose at = second ? pawl_place_roll(x, a, own_frames) : x->pose[0];
  pawl_pose place = pawl_place_roll(x, b, own_frames);
  double distance = second ? pawl_norm(pawl_sub(place.r, at.r)) : 0;
  if ((second && !pawl_may_hold(x, p->kind, a)) || !pawl_may_hold(x, p->kind, b) ||
      !pawl_draft_fill(m, p, false, distance, NULL) || !find_place(x, p, &at, b, &place))
    return false;
  *rows = count_rows(m, p, &at, &place);
  x->held[b] = true;
  if (second) {
    x->held[a] = true;
    *first = pawl_place_frame(x, a, &at);
    *second = pawl_place_frame(x, b, &place);
  } else if (first)
    *first = pawl_place_frame(x, b, &place);
  return true;
}
