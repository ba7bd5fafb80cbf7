/* Bodies without mass in loops: which joint of a loop is cut decides whether every coordinate of the tree moves some mass. Of a
 * crank, a rod without mass and a piston, cut at the piston's pin, the rod turns by itself; cut at the guide it moves the
 * piston. Where the tree by worth ends in something light, joints are exchanged as long as that becomes less; those whose start values
 * would be lost only where nothing else helps.      theory.md, 2.1 */
#include <string.h>

#include "system/builder.h"

/* What is less than this part of the largest is light. Masses of 1e-9 kg that stand for none are. */
static const double light = 1e-7;

typedef struct {
  pawl_builder *b;
  double mass, moment; /* the largest in the model */
  bool *in_tree;       /* per joint */
  int *path, *next;    /* joints of a loop; bodies to go on from */
  bool starts_go;      /* start values are no longer a reason to keep a joint */
  bool *weak;          /* per body: neither it nor what hangs on it has inertia against its joint */
  pawl_spanning trial; /* the tree of in_tree */
} work;

static const pawl_body *body_of(const work *w, int body)
{
  return w->b->model->parts[w->b->model->body_part[body]]->fields;
}

static bool is_base(const work *w, int body)
{
  return w->b->model->parts[w->b->model->body_part[body]]->kind->family == PAWL_BASE;
}

static double largest_moment(const pawl_body *p)
{
  return fmax(fmax(p->inertia[0], p->inertia[1]), p->inertia[2]) + p->mass * pawl_dot(p->com, p->com);
}

static double or_zero(double x)
{
  return isnan(x) ? 0 : x;
}

/* Against named coordinates, where they start: twice the kinetic energy of a unit speed. */
static double named_inertia(const work *w, const pawl_body *p, const pawl_joint *j, const pawl_frame *f,
                            const pawl_freedoms *freedoms)
{
  const double *I = p->inertia;
  double q[PAWL_NAMED], least = 1;
  pawl_vec arm = pawl_sub(p->com, f->at);
  pawl_joint_way m;
  for (int k = 0; k < freedoms->named; k++)
    q[k] = (f == &j->a ? -1 : 1) * or_zero(j->start[k]);
  pawl_joint_motion(freedoms, j, f == &j->a, q, NULL, &m);
  for (int k = 0; k < freedoms->named; k++) {
    pawl_vec turn = pawl_turn_back(&m.R, m.turn[k]), slide = pawl_turn_back(&m.R, m.slide[k]);
    turn = pawl_turn(&f->turn, turn);
    slide = pawl_add(pawl_turn(&f->turn, slide), pawl_cross(turn, arm));
    double twice = turn.x * turn.x * I[0] + turn.y * turn.y * I[1] + turn.z * turn.z * I[2] +
                   2 * (turn.x * turn.y * I[3] + turn.x * turn.z * I[4] + turn.y * turn.z * I[5]) +
                   p->mass * pawl_dot(slide, slide);
    least = fmin(least, twice / (freedoms->lengths[w->b->s->worlds] >> k & 1 ? w->mass : w->moment));
  }
  return least;
}

/* The smallest inertia that the body itself has against the degrees of freedom of its joint, over the largest. */
static double own_inertia(const work *w, int body, int joint)
{
  const pawl_body *p = body_of(w, body);
  const pawl_joint *j = pawl_joint_def(w->b, joint);
  const pawl_frame *f = j->a.body == body ? &j->a : &j->b;
  const double *I = p->inertia;
  double mass = p->mass / w->mass;
  bool plane = w->b->s->worlds == PAWL_PLANAR;
  const pawl_freedoms *freedoms = pawl_freedoms_of(pawl_joint_kind(w->b, joint));
  if (freedoms->named)
    return named_inertia(w, p, j, f, freedoms);
  switch (pawl_mobility_of(pawl_joint_kind(w->b, joint))) {
  case PAWL_SWIVELS:
    return fmin(fmin(I[0], I[1]), I[2]) / w->moment;
  case PAWL_FLOATS:
    return fmin(mass, (plane ? I[2] : fmin(fmin(I[0], I[1]), I[2])) / w->moment);
  default:
    return 1;
  }
}

/* How many bodies are weak in a tree: from the leaves inwards. */
static int count_weak(work *w, const pawl_spanning *tree)
{
  int count = 0;
  for (int i = 0; i < tree->count; i++)
    w->weak[tree->order[i]] = true;
  for (int i = tree->count - 1; i >= 0; i--) {
    int body = tree->order[i], joint = tree->by[body];
    if (joint < 0 || own_inertia(w, body, joint) > light)
      w->weak[body] = false;
    if (!w->weak[body])
      w->weak[tree->near[body]] = false;
    count += w->weak[body];
  }
  return count;
}

/* The tree of in_tree: first what hangs on no joint, as it was, then outwards from the ground and from these. */
static bool span(work *w)
{
  const pawl_spanning *grown = &w->b->grown;
  pawl_spanning *tree = &w->trial;
  int bodies = w->b->model->body_count + 1, count = 0;
  tree->count = 0;
  for (int i = 1; i < bodies; i++)
    tree->near[i] = -1;
  w->next[count++] = 0;
  for (int i = 0; i < grown->count; i++)
    if (grown->by[grown->order[i]] < 0) {
      pawl_spanning_add(tree, grown->order[i], 0, -1);
      w->next[count++] = grown->order[i];
    }
  for (int i = 0; i < count; i++)
    for (int e = w->b->first_joint[w->next[i]]; e < w->b->first_joint[w->next[i] + 1]; e++) {
      int joint = w->b->joint_at[e], far = pawl_across(w->b, joint, w->next[i]);
      if (!w->in_tree[joint] || far == 0 || tree->near[far] >= 0)
        continue;
      pawl_spanning_add(tree, far, w->next[i], joint);
      w->next[count++] = far;
    }
  return tree->count == w->b->model->body_count;
}

/* The joints of the tree between two bodies; returns how many. */
static int find_path(work *w, int a, int b)
{
  const pawl_spanning *tree = &w->b->grown;
  int n = 0;
  while (a != b) {
    int *deeper = (a ? tree->depth[a] : 0) >= (b ? tree->depth[b] : 0) ? &a : &b;
    w->path[n++] = tree->by[*deeper];
    *deeper = tree->near[*deeper];
  }
  return n;
}

static void copy_tree(pawl_spanning *to, const pawl_spanning *from, int bodies)
{
  to->count = from->count;
  memcpy(to->order, from->order, sizeof(int) * (size_t)bodies);
  memcpy(to->near, from->near, sizeof(int) * (size_t)bodies);
  memcpy(to->by, from->by, sizeof(int) * (size_t)bodies);
  memcpy(to->depth, from->depth, sizeof(int) * (size_t)bodies);
}

/* Preferred, driven, or with start values. Positions of a joint that is cut still tell which way its loop is closed, and where they are not
 * met the run says so; speeds would be lost. */
static bool is_wanted(const work *w, int joint)
{
  const pawl_joint *j = pawl_joint_def(w->b, joint);
  const pawl_kind *kind = pawl_joint_kind(w->b, joint);
  return j->prefer || w->b->driven[joint] || pawl_is_written(kind, j->speed) ||
         (!w->starts_go && pawl_is_written(kind, j->start));
}

/* Takes a cut joint into the tree for one of its loop, the one of least worth that leaves fewer weak bodies, of equals the one
 * written last. Returns how many are weak then. */
static int exchange(work *w, int weak, int cut)
{
  const pawl_joint *j = pawl_joint_def(w->b, cut);
  int best = -1, least = weak, length = find_path(w, j->a.body, j->b.body);
  for (int i = 0; i < length; i++) {
    int out = w->path[i];
    if (out < 0 || is_wanted(w, out))
      continue;
    w->in_tree[cut] = true;
    w->in_tree[out] = false;
    int count = span(w) ? count_weak(w, &w->trial) : weak;
    w->in_tree[cut] = false;
    w->in_tree[out] = true;
    double gain = best < 0 ? 0 : pawl_joint_worth(w->b, best) - pawl_joint_worth(w->b, out);
    if (count < least || (best >= 0 && count == least && (gain > 0 || (gain == 0 && out > best)))) {
      best = out;
      least = count;
    }
  }
  if (best < 0)
    return weak;
  w->in_tree[cut] = true;
  w->in_tree[best] = false;
  span(w);
  copy_tree(&w->b->grown, &w->trial, w->b->model->body_count + 1);
  return least;
}

static bool open(work *w, pawl_builder *b)
{
  size_t bodies = (size_t)b->model->body_count + 1, joints = (size_t)b->real_joints + 1;
  *w = (work){.b = b,
              .in_tree = PAWL_TAKE(&b->scratch, joints, bool),
              .path = PAWL_TAKE(&b->scratch, joints + bodies, int),
              .next = PAWL_TAKE(&b->scratch, bodies + 1, int),
              .weak = PAWL_TAKE(&b->scratch, bodies, bool),
              .trial = {0, PAWL_TAKE(&b->scratch, bodies, int), PAWL_TAKE(&b->scratch, bodies, int),
                        PAWL_TAKE(&b->scratch, bodies, int), PAWL_TAKE(&b->scratch, bodies, int)}};
  if (b->scratch.failed)
    return false;
  for (int i = 1; i < (int)bodies; i++) {
    if (is_base(w, i))
      continue;
    w->mass = fmax(w->mass, body_of(w, i)->mass);
    w->moment = fmax(w->moment, largest_moment(body_of(w, i)));
    if (b->grown.by[i] >= 0)
      w->in_tree[b->grown.by[i]] = true;
  }
  return true;
}

/* Whether there is anything light at all; looking costs no memory. */
static bool has_light(const pawl_builder *b)
{
  const work w = {.b = (pawl_builder *)b};
  double mass = 0, moment = 0, least_mass = INFINITY, least_moment = INFINITY;
  for (int i = 1; i <= b->model->body_count; i++) {
    const pawl_body *p = body_of(&w, i);
    if (is_base(&w, i))
      continue;
    mass = fmax(mass, p->mass);
    moment = fmax(moment, largest_moment(p));
    least_mass = fmin(least_mass, p->mass);
    least_moment = fmin(least_moment, b->s->worlds == PAWL_PLANAR
                                          ? p->inertia[2]
                                          : fmin(fmin(p->inertia[0], p->inertia[1]), p->inertia[2]));
  }
  return mass > 0 && (least_mass <= light * mass || least_moment <= light * moment);
}

/* Exchanges joints as long as fewer bodies are weak; returns how many are. */
static int exchange_all(work *w, int weak)
{
  for (bool better = true; better && weak > 0;) {
    better = false;
    for (int i = 0; i < w->b->real_joints && weak > 0; i++) {
      const pawl_joint *j = pawl_joint_def(w->b, i);
      if (w->in_tree[i] || j->a.body == j->b.body)
        continue;
      int left = exchange(w, weak, i);
      better |= left < weak;
      weak = left;
    }
  }
  return weak;
}

bool pawl_carry_light(pawl_builder *b)
{
  work w;
  if (b->real_joints < 2 || !has_light(b))
    return true;
  if (!open(&w, b))
    return false;
  if (!(w.moment > 0))
    return true;
  int weak = exchange_all(&w, count_weak(&w, &b->grown));
  w.starts_go = true;
  exchange_all(&w, weak);
  return true;
}
