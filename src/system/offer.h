/* What both kernels offer beside the sweeps of pass.h: loads, rows, J x, energies, reactions.      theory.md, 4.6 */

static pawl_vec origin_of(const link *l);

/* Links from i on whose parents, and those of all after them, are the ground or from i on: there a branch begins. */
static void find_branches(pawl_kernel *k)
{
  int next = k->tree->link_count, least = next;
  for (int i = next - 1; i > 0; i--) {
    int parent = k->constant[i].parent;
    least = parent > 0 && parent < least ? parent : least;
    if (least < i)
      continue;
    k->branch[i] = next;
    for (int j = i; j < next; j++)
      k->trunk[j] = i;
    next = i;
  }
}

static pawl_kernel *open_kernel(const pawl_tree *tree, pawl_arena *arena)
{
  pawl_kernel *k = PAWL_TAKE(arena, 1, pawl_kernel);
  if (!k)
    return NULL;
  k->tree = tree;
  k->constant = PAWL_TAKE(arena, tree->link_count, constants);
  k->branch = PAWL_TAKE(arena, tree->link_count, int);
  k->trunk = PAWL_TAKE(arena, tree->link_count, int);
  k->links = PAWL_TAKE(arena, tree->link_count, link);
  k->dofs = PAWL_TAKE(arena, tree->dof_count, dof);
  k->G = PAWL_TAKE(arena, tree->G_count, force);
  k->end_force = PAWL_TAKE(arena, tree->end_rows, force);
  k->end_share = PAWL_TAKE(arena, tree->end_rows, double);
  k->carried = tree->carried_count ? PAWL_TAKE(arena, 4 * tree->link_count, pawl_jet) : NULL;
  k->angle = PAWL_TAKE(arena, tree->link_count + 4, double);
  k->sine = PAWL_TAKE(arena, tree->link_count + 4, double);
  k->cosine = PAWL_TAKE(arena, tree->link_count + 4, double);
  k->s = PAWL_TAKE(arena, tree->s_count, double);
  k->S = PAWL_TAKE(arena, tree->S_count, double);
  k->W = PAWL_TAKE(arena, tree->W_count, double);
  k->T = PAWL_TAKE(arena, tree->T_count, double);
  k->beta = PAWL_TAKE(arena, tree->row_count, double);
  k->lambda = PAWL_TAKE(arena, tree->row_count, double);
  k->pivot = PAWL_TAKE(arena, tree->row_count, double);
  k->dropped = PAWL_TAKE(arena, tree->block_count, int);
  k->V = PAWL_TAKE(arena, tree->link_count, motion);
  k->rigid = PAWL_TAKE(arena, tree->link_count, inertia);
  k->kept = PAWL_TAKE(arena, tree->link_count, force);
  if (arena->failed)
    return NULL;
  set_constants(k);
  find_branches(k);
  return k;
}

static void add_load(pawl_kernel *k, int i, pawl_vec at, pawl_vec f, pawl_vec t)
{
  if (i == 0)
    return;
  pawl_vec moment = pawl_add(t, pawl_cross(pawl_sub(at, origin_of(k->links + i)), f));
  force_axpy(-1, force_of(moment, f), &k->links[i].p);
}

static void add_effort(pawl_kernel *k, int d, double effort)
{
  k->dofs[d].tau += effort;
}

/* What a wrench on a link does along every dof that carries it:  tau_d += S_d·F, and F goes on to the parent. */
static void pull(const pawl_kernel *k, int i, pawl_vec at, pawl_vec f, pawl_vec t, double *tau)
{
  pawl_vec moment = pawl_add(t, pawl_cross(pawl_sub(at, origin_of(k->links + i)), f));
  force F = force_of(moment, f);
  for (; i > 0; i = k->constant[i].parent) {
    const constants *c = k->constant + i;
    for (int d = c->dof; d < c->dof + c->dofs; d++)
      tau[d] += power(F, k->dofs[d].S);
    F = force_in(F, k->links[i].r);
  }
}

static void set_row(pawl_kernel *k, int block, int row, int first, pawl_vec at_a, pawl_vec at_b, pawl_vec f,
                    pawl_vec t)
{
  const pawl_block_end *a = k->tree->blocks[block].end + first, *b = a + 1;
  pawl_vec ta = pawl_add(t, pawl_cross(pawl_sub(at_a, origin_of(k->links + a->link)), f));
  pawl_vec tb = pawl_add(t, pawl_cross(pawl_sub(at_b, origin_of(k->links + b->link)), f));
  force zero = {0}, Ga = zero, Gb = force_of(tb, f);
  force_axpy(-1, force_of(ta, f), &Ga);
  k->end_force[a->first + row] = Ga;
  k->end_force[b->first + row] = Gb;
  force_axpy(1, Ga, k->G + k->tree->carries[a->carry].G + row);
  force_axpy(1, Gb, k->G + k->tree->carries[b->carry].G + row);
}

static void set_share(pawl_kernel *k, int block, int row, int end, double share)
{
  k->end_share[k->tree->blocks[block].end[end].first + row] = share;
}

static void set_carried(pawl_kernel *k, int i, const pawl_jet x[4])
{
  for (int d = 0; d < 4; d++)
    k->carried[4 * i + d] = x[d];
  set_carried_angle(k, i, x[3].v);
}

/* Velocities of the links' own origins: by the dofs' x, or (x NULL) by the motion of bases alone. */
static void spread(pawl_kernel *k, const double *x)
{
  const pawl_tree *tree = k->tree;
  k->V[0] = (motion){0};
  for (int i = 1; i < tree->link_count; i++) {
    const constants *c = k->constant + i;
    motion V = motion_out(k->V[c->parent], k->links[i].r);
    for (int d = c->dof; x && d < c->dof + c->dofs; d++)
      V = motion_axpy(x[d], k->dofs[d].S, V);
    if (!x && c->mobility == PAWL_CARRIED)
      V = carried_velocity(k, i);
    k->V[i] = V;
  }
}

static void row_rates(pawl_kernel *k, const double *x, double *out)
{
  const pawl_tree *tree = k->tree;
  spread(k, x);
  for (int n = 0; n < tree->block_count; n++) {
    const pawl_block_plan *b = tree->blocks + n;
    for (int r = 0; r < b->rows; r++) {
      double rate = 0;
      for (int e = 0; e < b->end_count; e++) {
        const pawl_block_end *end = b->end + e;
        rate += end->dof < 0 ? power(k->end_force[end->first + r], k->V[end->link])
                : x          ? k->end_share[end->first + r] * x[end->dof]
                             : 0;
      }
      out[b->row + r] = rate;
    }
  }
}

/* Σ s²/D of every row: what S would be without coupling. */
static void uncoupled(const pawl_kernel *k, double *sizes)
{
  const pawl_tree *tree = k->tree;
  for (int r = 0; r < tree->row_count; r++)
    sizes[r] = 0;
  for (int i = tree->link_count - 1; i > 0; i--)
    for (int e = tree->first_carry[i]; e < tree->first_carry[i + 1]; e++) {
      const pawl_carry *c = tree->carries + e;
      double *sum = sizes + tree->blocks[c->block].row;
      for (int d = 0; c->up >= 0 && d < tree->links[i].dofs; d++)
        for (int r = 0; r < c->rows; r++) {
          double s = k->s[c->s + d * c->rows + r];
          sum[r] += s * s * k->dofs[tree->links[i].dof + d].D;
        }
    }
}

static const double *pivots(const pawl_kernel *k)
{
  return k->pivot;
}

static double smallest_pivot(const pawl_kernel *k, int *block)
{
  *block = k->smallest_block;
  return k->smallest;
}

static int dropped_rows(const pawl_kernel *k, int block)
{
  return k->dropped[block];
}

static void set_hold(pawl_kernel *k, const double *hold)
{
  k->hold = hold;
}

static void set_keep(pawl_kernel *k, bool keep)
{
  k->keep = keep;
}

/* Sum from the leaves: what a link and everything it carries needs, less what rows already give. */
static void transmitted(pawl_kernel *k, const double *lambda, pawl_vec *f, pawl_vec *t)
{
  const pawl_tree *tree = k->tree;
  for (int i = 0; i < tree->link_count; i++) {
    link *l = k->links + i;
    l->p = (force){0};
    if (i > 0) {
      l->p = inertia_times(k->rigid + i, l->a);
      force_axpy(1, k->kept[i], &l->p);
    }
  }
  for (int n = 0; n < tree->block_count; n++) {
    const pawl_block_plan *b = tree->blocks + n;
    for (int e = 0; e < b->end_count; e++)
      for (int r = 0; b->end[e].dof < 0 && r < b->rows; r++)
        force_axpy(-lambda[b->row + r], k->end_force[b->end[e].first + r], &k->links[b->end[e].link].p);
  }
  for (int i = tree->link_count - 1; i > 0; i--) {
    link *l = k->links + i;
    force_axpy(1, force_in(l->p, l->r), &k->links[tree->links[i].parent].p);
    f[i] = pull_of(l->p);
    t[i] = torque_of(l->p);
  }
}

static void energy(const pawl_kernel *k, pawl_vec gravity, double *kinetic, double *potential)
{
  double T = 0, U = 0;
  for (int i = 1; i < k->tree->link_count; i++) {
    const pawl_link *c = k->tree->links + i;
    inertia I = rigid_inertia(k, i);
    const link *l = k->links + i;
    T += 0.5 * power(inertia_times(&I, l->v), l->v);
    pawl_vec moment = pawl_add(pawl_times(c->mass, origin_of(l)), first_moment(k, i));
    U -= pawl_dot(gravity, moment);
  }
  *kinetic = T;
  *potential = U;
}

/* What a base gives to the mechanism, about its origin, after a solve of motion: I a + p of all that hangs on it, less
 * what rows to other links give. Returns its power. */
static double base_wrench(const pawl_kernel *k, int i, pawl_vec *f, pawl_vec *t)
{
  const pawl_tree *tree = k->tree;
  const link *l = k->links + i;
  force w = l->p; /* with I c in it */
  force_axpy(1, inertia_times(&l->I, motion_out(k->links[k->constant[i].parent].a, l->r)), &w);
  for (int e = tree->block_count ? tree->first_carry[i] : 0;
       tree->block_count && e < tree->first_carry[i + 1]; e++) {
    const pawl_carry *c = tree->carries + e;
    for (int r = 0; c->up >= 0 && r < c->rows; r++)
      force_axpy(-k->lambda[tree->blocks[c->block].row + r], k->G[c->G + r], &w);
  }
  *f = pull_of(w);
  *t = torque_of(w);
  return power(w, l->v);
}

static void place_acceleration(const pawl_kernel *k, const pawl_place *at, pawl_vec gravity, pawl_vec *lin,
                               pawl_vec *ang)
{
  pawl_end e;
  place_end(k, at, &e);
  const link *l = k->links + at->link;
  *ang = angular(l->a);
  pawl_vec arm_to = pawl_sub(e.r, origin_of(l));
  *lin = pawl_add(pawl_add(linear(l->a), gravity), pawl_add(pawl_cross(*ang, arm_to), e.zeta));
}

/* clang-format off */
#define KERNEL_OFFERS \
  .open = open_kernel, \
  .place = place, \
  .end = place_end, \
  .acceleration = place_acceleration, \
  .load = add_load, \
  .effort = add_effort, \
  .pull = pull, \
  .row = set_row, \
  .share = set_share, \
  .carried = set_carried, \
  .base = base_wrench, \
  .solve = solve, \
  .solve_plain = solve_plain, \
  .branch = branch_dofs, \
  .solve_branch = solve_branch, \
  .rates = row_rates, \
  .uncoupled = uncoupled, \
  .pivots = pivots, \
  .smallest_pivot = smallest_pivot, \
  .energy = energy, \
  .dropped_rows = dropped_rows, \
  .hold = set_hold, \
  .keep = set_keep, \
  .transmitted = transmitted
/* clang-format on */
