/* Blocks of constraints in the pass of both kernels: W = S_kk⁺ of one, and what its elimination does to the link that it ends at and to later ones.
 * Included by pass.h.      theory.md, 4.4 and 4.5 */

/* A pivot below this share of its row's reference counts as zero. (1e-10 loses four digits through the flat position
 * of the N four-bar: theory.md, 4.5) */
#define RANK_CUT 1e-8

/* invert_block for two rows, which most loops in a plane have:  d = S_pp, s = S_pq/d, e = S_qq - s S_pq. */
static inline int invert_two(const double *S, double *W, const double *weight, double *pivot,
                             double *smallest)
{
  int p = S[3] * weight[1] > S[0] * weight[0], q = 1 - p;
  double d = S[3 * p], s = S[1] / d, e = S[3 * q] - s * S[1];
  W[0] = W[1] = W[2] = W[3] = pivot[0] = pivot[1] = 0;
  *smallest = INFINITY;
  if (!(d * weight[p] > RANK_CUT))
    return 2;
  W[3 * p] = 1 / d;
  pivot[p] = d;
  *smallest = d * weight[p];
  if (!(e * weight[q] > RANK_CUT))
    return 1;
  W[3 * q] = 1 / e;
  W[3 * p] += s * s * W[3 * q];
  W[1] = W[2] = -s * W[3 * q];
  pivot[q] = e;
  *smallest = fmin(*smallest, e * weight[q]);
  return 0;
}

/* W = L^-T L^-1 on the rows that were kept, by columns of the inverse of the leading rank x rank triangle. */
static void invert_kept(const double *L, double *W, int n, const int *index, int rank)
{
  double V[PAWL_ROWS * PAWL_ROWS] = {0};
  for (int c = 0; c < rank; c++)
    for (int i = c; i < rank; i++) {
      double x = i == c ? 1 : 0;
      for (int j = c; j < i; j++)
        x -= L[index[i] * n + j] * V[j * n + c];
      V[i * n + c] = x / L[index[i] * n + i];
    }
  for (int i = 0; i < n * n; i++)
    W[i] = 0;
  for (int i = 0; i < rank; i++)
    for (int j = 0; j <= i; j++) {
      double x = 0;
      for (int c = i; c < rank; c++)
        x += V[c * n + i] * V[c * n + j];
      W[index[i] * n + index[j]] = W[index[j] * n + index[i]] = x;
    }
}

/* A generalised inverse of the n by n positive semidefinite S by Cholesky with pivoting. `weight` is one over each
 * row's reference, 0 to leave the row out; rows with too small a pivot depend on the others and get no force.
 * Returns their number; `smallest` is the smallest pivot kept, over its reference. */
static int invert_block(const double *S, double *W, int n, const double *weight, double *pivot,
                        double *smallest)
{
  if (n == 1) {
    bool kept = S[0] * weight[0] > RANK_CUT;
    *smallest = kept ? S[0] * weight[0] : INFINITY;
    W[0] = kept ? 1 / S[0] : 0;
    pivot[0] = kept ? S[0] : 0;
    return !kept;
  }
  if (n == 2)
    return invert_two(S, W, weight, pivot, smallest);
  double A[PAWL_ROWS * PAWL_ROWS], L[PAWL_ROWS * PAWL_ROWS];
  int index[PAWL_ROWS], rank = 0;
  for (int i = 0; i < n * n; i++)
    A[i] = S[i];
  for (int i = 0; i < n; i++) {
    index[i] = i;
    pivot[i] = 0;
  }
  *smallest = INFINITY;
  for (; rank < n; rank++) {
    int best = rank;
    for (int i = rank + 1; i < n; i++)
      if (A[index[i] * n + index[i]] * weight[index[i]] >
          A[index[best] * n + index[best]] * weight[index[best]])
        best = i;
    int p = index[best];
    index[best] = index[rank];
    index[rank] = p;
    double d = A[p * n + p];
    if (!(d * weight[p] > RANK_CUT))
      break;
    pivot[p] = d;
    *smallest = fmin(*smallest, d * weight[p]);
    double root = 1 / sqrt(d);
    for (int i = rank; i < n; i++)
      L[index[i] * n + rank] = A[index[i] * n + p] * root;
    for (int i = rank + 1; i < n; i++)
      for (int j = rank + 1; j < n; j++)
        A[index[i] * n + index[j]] -= L[index[i] * n + rank] * L[index[j] * n + rank];
  }
  invert_kept(L, W, n, index, rank);
  return n - rank;
}

/* The row to eliminate next: the constraint with the largest pivot, then inertias, which have one for sure. -1: none. */
static int next_soft(const double *A, int n, const double *weight, const double *soft, const bool *done)
{
  int best = -1;
  for (int i = 0; i < n; i++)
    if (!done[i] && soft[i] == 0 && A[i * n + i] * weight[i] > RANK_CUT &&
        (best < 0 || A[i * n + i] * weight[i] > A[best * n + best] * weight[best]))
      best = i;
  for (int i = 0; best < 0 && i < n; i++)
    best = !done[i] && soft[i] != 0 ? i : -1;
  return best;
}

/* invert_block where some rows are inertias: A = S + diag(soft) may be indefinite, so A = L D L^T without roots, and
 * W = V^T D^-1 V with V = L^-1.      theory.md, 4.8 */
static int invert_soft(const double *S, double *W, int n, const double *weight, const double *soft,
                       double *pivot, double *smallest)
{
  double A[PAWL_ROWS * PAWL_ROWS], V[PAWL_ROWS * PAWL_ROWS] = {0};
  bool done[PAWL_ROWS] = {false};
  int left = n;
  *smallest = INFINITY;
  for (int i = 0; i < n * n; i++) {
    A[i] = S[i];
    W[i] = 0;
  }
  for (int i = 0; i < n; i++) {
    A[i * n + i] += soft[i];
    V[i * n + i] = 1;
    pivot[i] = 0;
  }
  for (int p = next_soft(A, n, weight, soft, done); p >= 0; p = next_soft(A, n, weight, soft, done), left--) {
    double d = A[p * n + p];
    done[p] = true;
    pivot[p] = fabs(d);
    if (soft[p] == 0)
      *smallest = fmin(*smallest, d * weight[p]);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        W[i * n + j] += V[p * n + i] * V[p * n + j] / d;
    for (int i = 0; i < n; i++) {
      double l = done[i] ? 0 : A[i * n + p] / d;
      for (int j = 0; j < n; j++) {
        A[i * n + j] -= l * (done[j] && j != p ? 0 : A[p * n + j]);
        V[i * n + j] -= l * V[p * n + j];
      }
    }
  }
  return left;
}

/* T = S_lk W_k for the later blocks l, then the couplings among them and their rows at this link. */
static void reduce_later_blocks(pawl_kernel *k, const pawl_block_plan *b)
{
  const pawl_tree *tree = k->tree;
  const double *W = k->W + b->W;
  const force *G = k->G + tree->carries[b->carry].G;
  for (int e = b->first_next; e < b->first_next + b->next_count; e++) {
    const pawl_next *x = tree->nexts + e;
    int rows = tree->blocks[x->block].rows;
    force *Gl = k->G + tree->carries[x->carry].G;
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < b->rows; j++) {
        double t = 0;
        for (int c = 0; c < b->rows; c++)
          t += k->S[x->S + i * b->rows + c] * W[c * b->rows + j];
        k->T[x->T + i * b->rows + j] = t;
        force_axpy(-t, G[j], Gl + i);
      }
  }
  for (int e = b->first_update; e < b->first_update + b->update_count; e++) {
    const pawl_fill *x = tree->fills + e;
    const pawl_next *m = tree->nexts + x->m, *l = tree->nexts + x->l;
    int rm = tree->blocks[m->block].rows, rl = tree->blocks[l->block].rows;
    for (int i = 0; i < rm; i++)
      for (int j = 0; j < rl; j++) {
        double t = 0;
        for (int c = 0; c < b->rows; c++)
          t += k->T[m->T + i * b->rows + c] * k->S[l->S + j * b->rows + c];
        k->S[x->target + i * rl + j] -= t;
      }
  }
}

/* The block's multipliers are expressed by the link's acceleration and later multipliers. */
static inline int eliminate_block(pawl_kernel *k, int index, bool factorise)
{
  const pawl_tree *tree = k->tree;
  const pawl_block_plan *b = tree->blocks + index;
  const force *G = k->G + tree->carries[b->carry].G;
  double *W = k->W + b->W, *beta = k->beta + b->row;
  link *l = k->links + b->link;
  int dropped = 0;
  if (factorise) {
    double smallest;
    dropped =
        b->soft ? invert_soft(k->S + b->S, W, b->rows, tree->weight + b->row, tree->soft + b->row,
                              k->pivot + b->row, &smallest)
                : invert_block(k->S + b->S, W, b->rows, tree->weight + b->row, k->pivot + b->row, &smallest);
    k->dropped[index] = dropped;
    if (smallest < k->smallest) {
      k->smallest = smallest;
      k->smallest_block = index;
    }
    if (b->next_count)
      reduce_later_blocks(k, b);
  }
  for (int i = 0; i < b->rows; i++) {
    double x = 0;
    for (int j = 0; j < b->rows; j++)
      x += W[i * b->rows + j] * beta[j];
    force_axpy(-x, G[i], &l->p);
    if (factorise) {
      inertia_rank_one(&l->I, W[i * b->rows + i], G[i]);
      for (int j = 0; j < i; j++)
        inertia_rank_two(&l->I, W[i * b->rows + j], G[i], G[j]);
    }
  }
  for (int e = b->first_next; e < b->first_next + b->next_count; e++) {
    const pawl_next *x = tree->nexts + e;
    const pawl_block_plan *later = tree->blocks + x->block;
    for (int i = 0; i < later->rows; i++)
      for (int j = 0; j < b->rows; j++)
        k->beta[later->row + i] -= k->T[x->T + i * b->rows + j] * beta[j];
  }
  return dropped;
}
