/* A spanning tree grown by ears. An ear is a path that leaves the tree, runs through new bodies and comes back by another
 * joint: together with the path between its ends in the tree it makes a ring, the loop of the joint of it that is cut,
 * whichever that is. The ear of the fewest joints is taken first, of equals the one with the smallest ring.
 *
 * Which joint is cut decides how far apart in the tree the ring's bodies are from now on. The rings to come leave from
 * bodies that are still open, those with joints out of the tree. So the cut is made in the longest stretch of the ring
 * without an open body: then neighbours among the open ones stay near to each other, and rings to come stay short. In a
 * ladder each rail's last body is open; the ear of a rung with its two pieces of rail is cut at one end.
 *
 * Bridges, joints that are in no ring at all, only wait until no ear is left.      theory.md, 2.1 */
#include "system/ears.h"

typedef struct {
  pawl_builder *b;
  pawl_spanning *tree;
  bool by_worth;
  long budget; /* joints that may still be looked at                                  */

  bool *bridge;              /* per joint                                               */
  int *number, *low, *stack; /* the search for bridges                                  */
  int *next;                 /* per body: the first of its joints not yet looked at     */
  int *enter;                /* per body: the joint by which a search came to it        */
  int *open;                 /* per body: its joints in rings that lead out of the tree */
  int *seen, stamp, *queue;  /* the search for an ear                                   */
  int *away;                 /* per body: joints from where it began                    */
  int *joint, joint_count;   /* the ear, from its first joint to its last               */
  int *ring, ring_count;     /* the bodies of the ring, from the ear's first body on    */
  int *before, *after;       /* along the ring: how far to an open body                 */
  pawl_frontier ears;        /* joints that begin one                                   */
  pawl_frontier free;        /* joints without rows                                     */
} search;

static bool take_memory(search *x)
{
  pawl_arena *scratch = &x->b->scratch;
  int bodies = x->b->model->body_count + 1, joints = x->b->real_joints + 1;
  int **per_body[] = {&x->number, &x->low,   &x->stack, &x->next, &x->enter,  &x->open,
                      &x->seen,   &x->queue, &x->away,  &x->ring, &x->before, &x->after};
  for (size_t i = 0; i < sizeof per_body / sizeof *per_body; i++)
    *per_body[i] = PAWL_TAKE(scratch, bodies + 1, int);
  x->joint = PAWL_TAKE(scratch, bodies + 1, int);
  x->bridge = PAWL_TAKE(scratch, joints, bool);
  return pawl_frontier_open(&x->ears, joints, scratch) && pawl_frontier_open(&x->free, joints, scratch) &&
         !scratch->failed;
}

static bool has_rows(const search *x, int joint)
{
  return pawl_rows_of(x->b->s, pawl_joint_kind(x->b, joint)) > 0;
}

static bool in_tree(const search *x, int body)
{
  return x->tree->near[body] >= 0;
}

/* A joint that can be part of a ring. */
static bool may_close(const search *x, int joint)
{
  return has_rows(x, joint) && !x->bridge[joint];
}

/* ---- bridges --------------------------------------------------------------------------------------------------- */

/* A search in depth; `low` is the earliest body that can be reached from a body and those after it by a joint other
 * than the one they were entered by. */
static void find_bridges_from(search *x, int body, int *count)
{
  const pawl_builder *b = x->b;
  int top = 0;
  x->stack[0] = body;
  x->enter[body] = -1;
  while (top >= 0) {
    int i = x->stack[top];
    if (x->next[i] < b->first_joint[i + 1]) {
      int joint = b->joint_at[x->next[i]++], to = pawl_across(b, joint, i);
      if (joint == x->enter[i] || !has_rows(x, joint))
        continue;
      if (x->number[to] == 0) {
        x->number[to] = x->low[to] = ++*count;
        x->enter[to] = joint;
        x->stack[++top] = to;
      } else if (x->number[to] < x->low[i])
        x->low[i] = x->number[to];
    } else if (--top >= 0) {
      int from = x->stack[top];
      if (x->low[i] < x->low[from])
        x->low[from] = x->low[i];
      x->bridge[x->enter[i]] = x->low[i] > x->number[from];
    }
  }
}

/* The bodies that the tree begins with are one. */
static void find_bridges(search *x)
{
  int bodies = x->b->model->body_count + 1, count = 1;
  for (int i = 0; i < bodies; i++) {
    x->next[i] = x->b->first_joint[i];
    x->number[i] = x->low[i] = in_tree(x, i);
  }
  for (int i = 0; i < bodies; i++)
    if (in_tree(x, i))
      find_bridges_from(x, i, &count);
  for (int i = 1; i < bodies; i++)
    if (x->number[i] == 0) {
      x->number[i] = x->low[i] = ++count;
      find_bridges_from(x, i, &count);
    }
}

/* ---- finding an ear -------------------------------------------------------------------------------------------- */

/* Joints between two bodies along the tree. */
static int distance(search *x, int a, int b)
{
  const pawl_spanning *t = x->tree;
  int n = 0;
  for (; a != b; n++)
    if (t->depth[a] >= t->depth[b])
      a = t->near[a];
    else
      b = t->near[b];
  x->budget -= n;
  return n;
}

/* The shortest ear that begins with a joint; of equals the one with the smallest ring. Gives its last joint and the new
 * body there; false when there is none. */
static bool find_ear(search *x, int first, int from, int *last, int *at, double *worth)
{
  const pawl_builder *b = x->b;
  int body = pawl_across(b, first, from), count = 0, least = 0;
  x->queue[count++] = body;
  x->seen[body] = ++x->stamp;
  x->enter[body] = first;
  x->away[body] = 1;
  for (int n = 0; n < count && !(least && x->away[x->queue[n]] > x->away[*at]); n++) {
    int i = x->queue[n];
    for (int e = b->first_joint[i]; e < b->first_joint[i + 1]; e++) {
      int joint = b->joint_at[e], to = pawl_across(b, joint, i);
      x->budget--;
      if (joint == x->enter[i] || !may_close(x, joint) || x->seen[to] == x->stamp)
        continue;
      if (in_tree(x, to)) {
        int ring = x->away[i] + 1 + distance(x, from, to);
        if (!least || ring < least) {
          least = ring;
          *last = joint;
          *at = i;
        }
      } else if (!least) {
        x->seen[to] = x->stamp;
        x->enter[to] = joint;
        x->away[to] = x->away[i] + 1;
        x->queue[count++] = to;
      }
    }
  }
  if (least)
    *worth = -1e6 * (x->away[*at] + 1) - least;
  return least > 0;
}

/* The ring: from where the ear leaves the tree along it, and back along the tree. */
static void set_ring(search *x, int from, int last, int at)
{
  const pawl_spanning *t = x->tree;
  int n = x->away[at], to = pawl_across(x->b, last, at), a = from, b = to;
  x->joint_count = n + 1;
  x->joint[n] = last;
  x->ring[0] = from;
  for (int i = at; n > 0; n--) {
    x->ring[n] = i;
    x->joint[n - 1] = x->enter[i];
    i = pawl_across(x->b, x->enter[i], i);
  }
  int count = x->joint_count, end = count + distance(x, from, to);
  x->ring_count = end;
  while (a != b) /* from both ends: `end` goes down to `count` where they meet */
    if (t->depth[a] >= t->depth[b]) {
      a = t->near[a];
      if (a != b)
        x->ring[--end] = a;
    } else {
      x->ring[count++] = b;
      b = t->near[b];
    }
  if (count < end)
    x->ring[count] = a;
}

/* ---- cutting it ------------------------------------------------------------------------------------------------ */

/* Along the ring: how far back, and how far on, an open body is; the ring's own length when there is none. */
static void measure_stretches(search *x)
{
  int n = x->ring_count;
  for (int k = 0, far = n; k < 2 * n; k++) {
    far = x->open[x->ring[k % n]] > 0 ? 0 : far < n ? far + 1 : n;
    x->before[k % n] = far;
  }
  for (int k = 2 * n - 1, far = n; k >= 0; k--) {
    far = x->open[x->ring[k % n]] > 0 ? 0 : far < n ? far + 1 : n;
    x->after[k % n] = far;
  }
}

/* What must stay in the tree if it can: welds, whose cutting helps nobody, what the user prefers, and speeds, of which
 * there are few and which are meant; angles at the start are many, and often guesses. */
static bool is_kept(const search *x, int joint)
{
  const pawl_joint *j = pawl_joint_def(x->b, joint);
  return j->prefer || pawl_is_written(pawl_joint_kind(x->b, joint), j->speed) ||
         pawl_mobility_of(pawl_joint_kind(x->b, joint)) == PAWL_WELDED;
}

/* Whether the ear is better cut at joint i than at k; of equals what was written last gives way. */
static bool better_cut(const search *x, int i, int k)
{
  int n = x->ring_count, a = x->joint[i], b = x->joint[k];
  int stretch_i = x->before[i] + x->after[(i + 1) % n], stretch_k = x->before[k] + x->after[(k + 1) % n];
  double worth_a = pawl_joint_worth(x->b, a), worth_b = pawl_joint_worth(x->b, b);
  if (is_kept(x, a) != is_kept(x, b))
    return is_kept(x, b);
  if (x->by_worth && worth_a != worth_b)
    return worth_a < worth_b;
  if (stretch_i != stretch_k)
    return stretch_i > stretch_k;
  return worth_a != worth_b ? worth_a < worth_b : a > b;
}

static int choose_cut(search *x)
{
  int best = 0;
  measure_stretches(x);
  for (int i = 1; i < x->joint_count; i++)
    if (better_cut(x, i, best))
      best = i;
  return best;
}

/* ---- growing --------------------------------------------------------------------------------------------------- */

/* A body is about to be in the tree: nothing is open towards it any more. */
static void close_towards(search *x, int body)
{
  const pawl_builder *b = x->b;
  for (int e = b->first_joint[body]; e < b->first_joint[body + 1]; e++)
    if (may_close(x, b->joint_at[e]))
      x->open[pawl_across(b, b->joint_at[e], body)]--;
}

/* A body is in the tree: its joints out of it begin ears, how long is not known yet. */
static void reach_from(search *x, int body)
{
  const pawl_builder *b = x->b;
  for (int e = b->first_joint[body]; e < b->first_joint[body + 1]; e++) {
    int joint = b->joint_at[e];
    if (in_tree(x, pawl_across(b, joint, body)))
      continue;
    if (may_close(x, joint))
      pawl_frontier_add(&x->ears, joint, 0);
    else if (!has_rows(x, joint))
      pawl_frontier_add(&x->free, joint, pawl_joint_worth(b, joint));
  }
}

static void add(search *x, int body, int near, int joint)
{
  close_towards(x, body);
  pawl_spanning_add(x->tree, body, near, joint);
  reach_from(x, body);
}

static void add_ear(search *x)
{
  int n = x->joint_count, to = x->ring[n % x->ring_count];
  for (int i = 1; i < n; i++)
    close_towards(x, x->ring[i]);
  int cut = choose_cut(x);
  for (int i = 1; i <= cut; i++)
    pawl_spanning_add(x->tree, x->ring[i], x->ring[i - 1], x->joint[i - 1]);
  for (int i = n - 1; i > cut; i--)
    pawl_spanning_add(x->tree, x->ring[i], i == n - 1 ? to : x->ring[i + 1], x->joint[i]);
  for (int i = 1; i < n; i++)
    reach_from(x, x->ring[i]);
}

/* Takes the best joint that begins an ear. What was known of its ear may be out of date: a longer one goes back. False:
 * there is none. */
static bool take_ear(search *x)
{
  int first = pawl_frontier_take(&x->ears), last, at;
  double worth;
  if (first < 0)
    return false;
  const pawl_joint *j = pawl_joint_def(x->b, first);
  int from = in_tree(x, j->a.body) ? j->a.body : j->b.body;
  if (in_tree(x, pawl_across(x->b, first, from)) || !find_ear(x, first, from, &last, &at, &worth))
    return true;
  if (x->ears.count > 0 && x->ears.heap[0].worth > worth) {
    pawl_frontier_add(&x->ears, first, worth);
    return true;
  }
  set_ring(x, from, last, at);
  add_ear(x);
  return true;
}

/* When no ear is left, what still leads out of the tree are bridges. */
static bool take_bridge(search *x, int *scanned)
{
  const pawl_builder *b = x->b;
  for (; *scanned <= x->tree->count; ++*scanned) {
    int body = *scanned ? x->tree->order[*scanned - 1] : 0;
    for (; x->next[body] < b->first_joint[body + 1]; x->next[body]++) {
      int joint = b->joint_at[x->next[body]], to = pawl_across(b, joint, body);
      if (!has_rows(x, joint) || in_tree(x, to))
        continue;
      add(x, to, body, joint);
      return true;
    }
  }
  return false;
}

static bool take_free(search *x)
{
  for (int i = pawl_frontier_take(&x->free); i >= 0; i = pawl_frontier_take(&x->free)) {
    const pawl_joint *j = pawl_joint_def(x->b, i);
    if (in_tree(x, j->a.body) == in_tree(x, j->b.body))
      continue;
    int near = in_tree(x, j->a.body) ? j->a.body : j->b.body;
    add(x, pawl_across(x->b, i, near), near, i);
    return true;
  }
  return false;
}

static void begin(search *x)
{
  const pawl_builder *b = x->b;
  int bodies = b->model->body_count + 1;
  find_bridges(x);
  for (int i = 0; i < bodies; i++) {
    x->next[i] = b->first_joint[i];
    for (int e = b->first_joint[i]; e < b->first_joint[i + 1]; e++)
      x->open[i] += may_close(x, b->joint_at[e]);
  }
  for (int i = 0; i < bodies; i++)
    if (in_tree(x, i))
      close_towards(x, i);
  for (int i = 0; i < bodies; i++)
    if (in_tree(x, i))
      reach_from(x, i);
}

bool pawl_ears_grow(pawl_builder *b, bool by_worth)
{
  int scanned = 0, body = 1, size = b->model->body_count + b->real_joints;
  search x = {.b = b, .tree = &b->eared, .by_worth = by_worth, .budget = 10000 + 200L * size};
  if (!pawl_spanning_begin(b, x.tree) || !take_memory(&x))
    return false;
  begin(&x);
  while (x.tree->count < b->model->body_count && x.budget > 0) {
    if (take_ear(&x) || take_bridge(&x, &scanned) || take_free(&x))
      continue;
    while (in_tree(&x, body))
      body++;
    add(&x, pawl_spanning_root(b, x.tree, body), 0, -1);
  }
  return x.tree->count == b->model->body_count;
}
