/* The one generic pass, included by kernel_planar.c and kernel_spatial.c after their algebra,
 * pass_types.h, and
 *   set_place(k, i, q, v, base)   pose, velocity, axes S, bias c, inertia I and gyroscopic force p of link i;
 * a kernel may say HAS_FAST_TURN and give eliminate_turn(…) for its commonest joint.
 *
 * Towards the ground, link i from last to first (theory.md, 2.1 and 4.4):
 *   blocks that end here:    W = S_kk^+,  I += G^T W G,  p -= G^T W beta,  and the same for coupled blocks
 *   each dof:                U = I S,  D = S·U,  u = tau - S·p,  I -= U U^T/D,  p += U u/D
 *                            s = G·S,  S_kl += s_k s_l/D,  beta -= s u/D,  G -= s U/D
 *   then                     p += I c,  beta -= G·c,  and I, p, G are shifted to the parent.
 * Outwards:                  q'' = (u + s·lambda - U·a)/D,   a += S q'',   lambda = W (beta - S_kl lambda_l - G·a). */

#include "system/pass_blocks.h"

/* The rows that link i carries, at the elimination of one of its dofs. */
static void carry_rows(pawl_kernel *k, int i, int local, int d, bool factorise)
{
  const pawl_tree *tree = k->tree;
  const dof *x = k->dofs + d;
  for (int e = tree->first_carry[i]; e < tree->first_carry[i + 1]; e++) {
    const pawl_carry *c = tree->carries + e;
    if (c->up < 0)
      continue;
    double *s = k->s + c->s + local * c->rows, *beta = k->beta + tree->blocks[c->block].row;
    force *G = k->G + c->G;
    for (int r = 0; r < c->rows; r++) {
      if (factorise) {
        s[r] = power(G[r], x->S) + (c->direct == d ? k->end_share[c->share + r] : 0);
        force_axpy(-s[r] * x->D, x->U, G + r);
      }
      beta[r] -= s[r] * x->D * x->u;
    }
  }
  if (!factorise)
    return;
  for (int e = tree->first_meeting[i]; e < tree->first_meeting[i + 1]; e++) {
    const pawl_meeting *m = tree->meetings + e;
    const pawl_carry *a = tree->carries + m->i, *b = tree->carries + m->j;
    const double *sa = k->s + a->s + local * a->rows, *sb = k->s + b->s + local * b->rows;
    for (int r = 0; r < a->rows; r++)
      for (int q = 0; q < b->rows; q++)
        k->S[m->target + r * b->rows + q] += sa[r] * x->D * sb[q];
  }
}

static inline bool eliminate_dof(link *l, dof *x, double held, double rounding, bool factorise)
{
  if (factorise) {
    x->U = inertia_times(&l->I, x->S);
    double D = power(x->U, x->S) + held;
    if (!(D > rounding))
      return false;
    x->D = 1 / D;
    inertia_rank_one(&l->I, -x->D, x->U);
  }
  x->u = x->tau - power(l->p, x->S);
  force_axpy(x->D * x->u, x->U, &l->p);
  return true;
}

/* The carried rows move on to the parent. */
static void pass_rows(pawl_kernel *k, int i, bool factorise)
{
  const pawl_tree *tree = k->tree;
  const link *l = k->links + i;
  for (int e = tree->first_carry[i]; e < tree->first_carry[i + 1]; e++) {
    const pawl_carry *c = tree->carries + e;
    if (c->up < 0)
      continue;
    double *beta = k->beta + tree->blocks[c->block].row;
    const force *G = k->G + c->G;
    force *up = k->G + tree->carries[c->up].G;
    for (int r = 0; r < c->rows; r++) {
      beta[r] -= power(G[r], l->c);
      if (factorise)
        force_axpy(1, force_in(G[r], l->r), up + r);
    }
  }
}

static inline void take_over(link *l, const handed *h, bool factorise)
{
  force_axpy(1, h->p, &l->p);
  if (factorise)
    inertia_add(&l->I, &h->I);
}

static int eliminate_link(pawl_kernel *k, int i, bool factorise)
{
  const pawl_tree *tree = k->tree;
  const constants *c = k->constant + i;
  link *l = k->links + i, *up = k->links + c->parent;
  bool rows = tree->block_count && tree->first_carry[i] != tree->first_carry[i + 1];
  const inertia whole = l->I; /* what is left of it after other dofs may be rounding */
  for (int d = c->dof + c->dofs - 1; d >= c->dof; d--) {
    double rounding = factorise ? 1e-15 * inertia_bound(&whole, k->dofs[d].S) : 0;
    double held = (k->hold ? k->hold[d] : 0) + (tree->added ? tree->added[d] : 0);
    if (!eliminate_dof(l, k->dofs + d, held, rounding, factorise))
      return -1 - d;
    if (rows)
      carry_rows(k, i, d - c->dof, d, factorise);
  }
  if (rows)
    pass_rows(k, i, factorise);
  force_axpy(1, inertia_times(&l->I, l->c), &l->p);
  force_axpy(1, force_in(l->p, l->r), &up->p);
  if (factorise)
    inertia_in(&up->I, &l->I, l->r);
  return 0;
}

/* Towards the ground, links `to` - 1 … `from`. Both flags are constants where it is called, so that each case gets a loop of its own. */
PAWL_INTO int inwards(pawl_kernel *k, const bool factorise, const bool blocks, int from, int to)
{
  const pawl_tree *tree = k->tree;
  int dropped = 0, waiting = -1; /* the link for which `h` is handed over */
  handed h = {0};
  for (int i = to - 1; i >= from; i--) {
    link *l = k->links + i;
    for (int e = blocks ? tree->first_block[i] : 0; blocks && e < tree->first_block[i + 1]; e++)
      dropped += eliminate_block(k, tree->order[e], factorise);
#ifdef HAS_FAST_TURN
    const constants *c = k->constant + i;
    if (!blocks && c->plain) {
      if (!eliminate_turn(c, l, k->dofs + c->dof, &h, waiting == i, factorise))
        return -1 - c->dof;
      waiting = i - 1;
      if (c->parent != i - 1) {
        take_over(k->links + c->parent, &h, factorise);
        waiting = -1;
      }
      continue;
    }
#endif
    if (waiting == i)
      take_over(l, &h, factorise);
    int status = eliminate_link(k, i, factorise);
    if (status < 0)
      return status;
  }
  for (int e = 0; blocks && e < tree->first_block[1]; e++)
    dropped += eliminate_block(k, tree->order[e], factorise);
  return dropped;
}

PAWL_INTO int sweep_inwards(pawl_kernel *k, const bool factorise)
{
  int links = k->tree->link_count;
  return k->tree->block_count > 0 ? inwards(k, factorise, true, 1, links)
                                  : inwards(k, factorise, false, 1, links);
}

/* lambda of the blocks that end at link i, whose acceleration is known. */
static void solve_blocks(pawl_kernel *k, int i)
{
  const pawl_tree *tree = k->tree;
  for (int e = tree->first_block[i + 1] - 1; e >= tree->first_block[i]; e--) {
    const pawl_block_plan *b = tree->blocks + tree->order[e];
    const force *G = k->G + tree->carries[b->carry].G;
    const double *W = k->W + b->W;
    double rest[PAWL_ROWS], *lambda = k->lambda + b->row;
    for (int r = 0; r < b->rows; r++)
      rest[r] = k->beta[b->row + r] - power(G[r], k->links[i].a);
    for (int r = 0; r < b->rows; r++) {
      lambda[r] = 0;
      for (int c = 0; c < b->rows; c++)
        lambda[r] += W[r * b->rows + c] * rest[c];
    }
    for (int n = b->first_next; n < b->first_next + b->next_count; n++) {
      const pawl_next *x = tree->nexts + n;
      const pawl_block_plan *later = tree->blocks + x->block;
      for (int c = 0; c < later->rows; c++)
        for (int r = 0; r < b->rows; r++)
          lambda[r] -= k->T[x->T + c * b->rows + r] * k->lambda[later->row + c];
    }
  }
}

/* s·lambda of the rows that link i carries. */
static double carried_effort(const pawl_kernel *k, int i, int local)
{
  const pawl_tree *tree = k->tree;
  double sum = 0;
  for (int e = tree->first_carry[i]; e < tree->first_carry[i + 1]; e++) {
    const pawl_carry *c = tree->carries + e;
    if (c->up < 0)
      continue;
    const double *s = k->s + c->s + local * c->rows, *lambda = k->lambda + tree->blocks[c->block].row;
    for (int r = 0; r < c->rows; r++)
      sum += s[r] * lambda[r];
  }
  return sum;
}

/* Outwards, links `from` … `to` - 1; the ground's acceleration is in link 0. */
PAWL_INTO void outwards(pawl_kernel *k, double *acceleration, const bool blocks, int from, int to)
{
  if (blocks)
    solve_blocks(k, 0);
  for (int i = from; i < to; i++) {
    const constants *c = k->constant + i;
    link *l = k->links + i;
#ifdef HAS_FAST_TURN
    if (!blocks && c->plain) {
      acceleration[c->dof] = reach_turn(k->links + c->parent, l, k->dofs + c->dof);
      continue;
    }
#endif
    motion a = motion_plus(motion_out(k->links[c->parent].a, l->r), l->c);
    for (int d = 0; d < c->dofs; d++) {
      dof *x = k->dofs + c->dof + d;
      double effort = blocks ? x->u + carried_effort(k, i, d) : x->u;
      double result = (effort - power(x->U, a)) * x->D;
      a = motion_axpy(result, x->S, a);
      acceleration[c->dof + d] = result;
    }
    l->a = a;
    if (blocks)
      solve_blocks(k, i);
  }
}

PAWL_INTO void sweep_outwards(pawl_kernel *k, double *acceleration)
{
  if (k->tree->block_count > 0)
    outwards(k, acceleration, true, 1, k->tree->link_count);
  else
    outwards(k, acceleration, false, 1, k->tree->link_count);
}

static void clear_rows(pawl_kernel *k)
{
  const pawl_tree *tree = k->tree;
  for (int i = 0; i < tree->G_count; i++)
    k->G[i] = (force){0};
  for (int i = 0; i < tree->S_count; i++)
    k->S[i] = 0;
}

PAWL_VECTORS static void place(pawl_kernel *k, const double *q, const double *v, const pawl_quat *base)
{
  const pawl_tree *tree = k->tree;
  k->links[0].I = (inertia){0};
  k->links[0].p = (force){0};
  turn_links(k, q);
  for (int i = 1; i < tree->link_count; i++)
    set_place(k, i, q, v, base);
  if (tree->block_count)
    clear_rows(k);
}

/* Branches that nothing acts on stay at rest. */
PAWL_INTO void solve_branches(pawl_kernel *k, double *x)
{
  const pawl_tree *tree = k->tree;
  for (int i = 1, to; i < tree->link_count; i = to) {
    bool acts = false;
    to = k->branch[i];
    for (int j = i; j < to; j++)
      for (int d = k->constant[j].dof; d < k->constant[j].dof + k->constant[j].dofs; d++) {
        acts |= k->dofs[d].tau != 0;
        x[d] = 0;
      }
    if (acts) {
      inwards(k, false, false, i, to);
      outwards(k, x, false, i, to);
    }
  }
}

static void branch_dofs(const pawl_kernel *k, int i, int *from, int *to)
{
  int trunk = k->trunk[i];
  const constants *last = k->constant + k->branch[trunk] - 1;
  *from = k->constant[trunk].dof;
  *to = last->dof + last->dofs;
}

/* What is left in other branches is of no use to anybody: every solve sets what it needs. */
PAWL_VECTORS static void solve_branch(pawl_kernel *k, int i, const double *tau, double *x)
{
  int from = k->trunk[i], to = k->branch[from];
  k->links[0].p = (force){0};
  k->links[0].c = k->links[0].a = (motion){0};
  for (int j = from; j < to; j++) {
    k->links[j].p = (force){0};
    k->links[j].c = k->links[j].a = (motion){0};
    for (int d = k->constant[j].dof; d < k->constant[j].dof + k->constant[j].dofs; d++)
      k->dofs[d].tau = tau[d];
  }
  inwards(k, false, false, from, to);
  outwards(k, x, false, from, to);
}

/* The right-hand sides of a solve that is not that of motion: no inertia forces, given efforts. */
PAWL_VECTORS static int solve_plain(pawl_kernel *k, const double *tau, const double *beta, double *x,
                                    double *lambda, bool factorise)
{
  const pawl_tree *tree = k->tree;
  for (int i = 0; i < tree->link_count; i++) {
    k->links[i].p = (force){0};
    k->links[i].c = k->links[i].a = (motion){0};
  }
  for (int d = 0; d < tree->dof_count; d++)
    k->dofs[d].tau = tau ? tau[d] : 0;
  for (int r = 0; r < tree->row_count; r++)
    k->beta[r] = beta ? beta[r] : 0;
  if (!factorise && tree->block_count == 0) {
    solve_branches(k, x);
    return 0;
  }
  k->smallest = factorise ? INFINITY : k->smallest;
  int dropped = factorise ? sweep_inwards(k, true) : sweep_inwards(k, false);
  if (dropped < 0)
    return dropped;
  sweep_outwards(k, x);
  for (int r = 0; lambda && r < tree->row_count; r++)
    lambda[r] = k->lambda[r];
  return dropped;
}

static inertia rigid_inertia(const pawl_kernel *k, int i);

/* Inertias and forces before elimination overwrites them: reactions need them. */
static void keep_forces(pawl_kernel *k)
{
  for (int i = 1; i < k->tree->link_count; i++) {
    k->rigid[i] = rigid_inertia(k, i);
    k->kept[i] = k->links[i].p;
  }
}

PAWL_VECTORS static int solve(pawl_kernel *k, pawl_vec gravity, const double *beta, double *acceleration,
                              double *lambda)
{
  const pawl_tree *tree = k->tree;
  /* A field of gravity is an accelerating ground. */
  k->links[0].a = motion_of(pawl_v(0, 0, 0), pawl_times(-1, gravity));
  k->smallest = INFINITY;
  for (int r = 0; r < tree->row_count; r++)
    k->beta[r] = beta[r];
  if (k->keep)
    keep_forces(k);
  int dropped = sweep_inwards(k, true);
  if (dropped < 0)
    return dropped;
  sweep_outwards(k, acceleration);
  for (int r = 0; lambda && r < tree->row_count; r++)
    lambda[r] = k->lambda[r];
  return dropped;
}
