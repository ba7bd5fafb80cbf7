/* Which spanning tree: the one by worth, unless a tree of ears needs clearly fewer operations. What counts is how many
 * blocks of rows each link carries, n, or how many rows, r: eliminating its d degrees of freedom takes
 *
 *   (d + 1) n + d n (n + 1)/2      block operations, and about      (d + 1) r + d r²/2      numbers.      theory.md, 4.4 */
#include "system/ears.h"
#include "system/order.h"

/* Up to here there is nothing to gain: a row of four-bars on the ground carries 2 everywhere. */
enum { FEW = 3 };
static const double clearly = 0.7;

/* A joint that is not in the tree, or a link between two bodies that never is. */
typedef struct {
  int a, b, rows;
  int joint; /* -1: a link */
} chord;

typedef struct {
  chord *chords;
  int count;
  int *blocks, *rows; /* per body: what its link carries */
  int *position;      /* per body: its link              */
} loops;

typedef struct {
  int most;          /* blocks on one link */
  double operations; /* without the fill   */
  double numbers;
} cost;

static void add_chord(const pawl_builder *b, loops *l, const pawl_part *part, int joint)
{
  const pawl_frame *end[2];
  int n = 0, rows = pawl_rows_of(b->s, part->kind);
  for (const pawl_field *f = part->kind->fields; f->name && n < 2; f++)
    if (f->type == PAWL_FRAME)
      end[n++] = (const pawl_frame *)((const char *)part->fields + f->where);
  if (rows > 0 && n > 0)
    l->chords[l->count++] = (chord){n == 2 ? end[0]->body : 0, end[n - 1]->body, rows, joint};
}

static bool find_chords(pawl_builder *b, loops *l)
{
  int bodies = b->model->body_count + 1;
  l->chords = PAWL_TAKE(&b->scratch, b->model->part_count + 1, chord);
  l->blocks = PAWL_TAKE(&b->scratch, bodies, int);
  l->rows = PAWL_TAKE(&b->scratch, bodies, int);
  l->position = PAWL_TAKE(&b->scratch, bodies, int);
  if (b->scratch.failed)
    return false;
  for (int i = 0; i < b->real_joints; i++)
    add_chord(b, l, b->model->parts[b->s->joint.use[i].part], i);
  for (int i = 0; i < b->model->part_count; i++)
    if (b->model->parts[i]->kind->family == PAWL_LINK)
      add_chord(b, l, b->model->parts[i], -1);
  return true;
}

static bool is_cut(const pawl_spanning *t, const chord *c)
{
  return c->joint < 0 || (t->by[c->a] != c->joint && t->by[c->b] != c->joint);
}

static int dofs_of_body(const pawl_builder *b, const pawl_spanning *t, int body)
{
  if (t->by[body] >= 0)
    return pawl_freedoms_of(pawl_joint_kind(b, t->by[body]))->dofs[b->s->worlds];
  bool base = b->model->parts[b->model->body_part[body]]->kind->family == PAWL_BASE;
  return base ? 0 : pawl_freedoms_by[PAWL_FLOATS].dofs[b->s->worlds];
}

static cost cost_of(const pawl_builder *b, const pawl_spanning *t, loops *l)
{
  cost sum = {0};
  for (int i = 0; i <= b->model->body_count; i++)
    l->blocks[i] = l->rows[i] = 0;
  for (const chord *c = l->chords; c < l->chords + l->count; c++)
    for (int x = c->a, y = c->b; x != y && is_cut(t, c);) {
      int *deeper = t->depth[x] >= t->depth[y] ? &x : &y;
      l->blocks[*deeper]++;
      l->rows[*deeper] += c->rows;
      *deeper = t->near[*deeper];
    }
  for (int i = 1; i <= b->model->body_count; i++) {
    double n = l->blocks[i], r = l->rows[i], d = dofs_of_body(b, t, i);
    sum.most = n > sum.most ? (int)n : sum.most;
    sum.operations += (d + 1) * n + d * n * (n + 1) / 2 + d;
    sum.numbers += (d + 1) * r + d * r * r / 2 + d;
  }
  return sum;
}

/* Operations as they will be, with the fill: the order of a tree that has nothing but parents and ends of loops. -1: no
 * memory, and the builder knows. */
static double operations_of(pawl_builder *b, const pawl_spanning *t, loops *l)
{
  pawl_tree tree = {.link_count = t->count + 1};
  pawl_arena scratch;
  pawl_arena_open(&scratch, &b->scratch.memory);
  tree.links = PAWL_TAKE(&scratch, tree.link_count, pawl_link);
  tree.blocks = PAWL_TAKE(&scratch, l->count + 1, pawl_block_plan);
  bool good = !scratch.failed;
  l->position[0] = 0;
  for (int i = 0; good && i < t->count; i++) {
    int body = t->order[i], dofs = dofs_of_body(b, t, body);
    l->position[body] = i + 1;
    tree.links[i + 1] =
        (pawl_link){.parent = l->position[t->near[body]], .dofs = dofs, .dof = tree.dof_count};
    tree.dof_count += dofs;
  }
  for (const chord *c = l->chords; good && c < l->chords + l->count; c++)
    if (is_cut(t, c))
      tree.blocks[tree.block_count++] = (pawl_block_plan){
          .rows = c->rows,
          .end_count = 2,
          .end = {{.link = l->position[c->a], .dof = -1}, {.link = l->position[c->b], .dof = -1}}};
  good = good && pawl_tree_order(&tree, &scratch);
  pawl_arena_close(&scratch);
  b->scratch.failed |= !good;
  return good ? (double)tree.operations : -1;
}

/* The user's own choice of coordinates stands. */
static bool keeps_preferred(const pawl_builder *b, const loops *l)
{
  for (const chord *c = l->chords; c < l->chords + l->count; c++)
    if (c->joint >= 0 && pawl_joint_def(b, c->joint)->prefer && is_cut(&b->eared, c) && !is_cut(&b->grown, c))
      return false;
  return true;
}

/* A body without mass or without inertia about some axis, between joints: which of them it hangs on, and what hangs on
 * it, decides whether the equations can be solved. The user found that out for the tree by worth. */
static bool has_light_links(const pawl_builder *b)
{
  for (int i = 1; i <= b->model->body_count; i++) {
    const pawl_part *part = b->model->parts[b->model->body_part[i]];
    const pawl_body *p = part->fields;
    const double *I = p->inertia, sum = I[0] + I[1] + I[2];
    double all = I[0] * (I[1] * I[2] - I[5] * I[5]) - I[3] * (I[3] * I[2] - I[4] * I[5]) +
                 I[4] * (I[3] * I[5] - I[1] * I[4]);
    bool light = b->s->worlds == PAWL_PLANAR ? !(I[2] > 0) : !(all > 1e-9 * sum * sum * sum);
    if (part->kind->family != PAWL_BASE && b->first_joint[i + 1] - b->first_joint[i] > 1 &&
        (light || !(p->mass > 0)))
      return true;
  }
  return false;
}

/* Whether the tree of ears is clearly cheaper than the one by worth, which was estimated, and than the best so far. Only
 * where the estimate does not say it the other tree is ordered, too; then that is not much work. */
static bool is_cheaper(pawl_builder *b, loops *l, const cost *grown, cost *best)
{
  cost now = cost_of(b, &b->eared, l);
  if (!(now.numbers < clearly * best->numbers && now.operations < clearly * best->operations))
    return false;
  double operations = operations_of(b, &b->eared, l);
  if (operations < 0 ||
      !(operations < clearly * grown->operations || operations < clearly * operations_of(b, &b->grown, l)))
    return false;
  *best = now;
  return true;
}

/* Ears that cut their joint of least worth come first: where they are good enough, fewer start values are lost. */
bool pawl_ears_choose(pawl_builder *b)
{
  loops l = {0};
  b->tree = &b->grown;
  if (!find_chords(b, &l))
    return false;
  cost grown = cost_of(b, &b->grown, &l), best = grown;
  if (grown.most <= FEW || has_light_links(b))
    return true;
  for (int by_worth = 1; by_worth >= 0; by_worth--) {
    pawl_spanning last = b->eared;
    if (pawl_ears_grow(b, by_worth) && keeps_preferred(b, &l) && is_cheaper(b, &l, &grown, &best))
      b->tree = &b->eared;
    else
      b->eared = last;
    if (b->scratch.failed)
      return false;
  }
  return true;
}
