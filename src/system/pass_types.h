/* The numbers of the pass: per dof, per link, per row. `pose` and `constants` are the kernel's own. */

typedef struct {
  motion S;
  force U;
  double D; /* 1/D once factorised */
  double u, tau;
} dof;

typedef struct {
  inertia I;
  force p;
  motion c, v, a;
  arm r;
  pose at;
} link;

/* What a link hands to its parent. */
typedef struct {
  inertia I;
  force p;
} handed;

struct pawl_kernel {
  const pawl_tree *tree;
  constants *constant;
  int *branch; /* of the first link of a branch that hangs on the ground alone: where the next begins */
  int *trunk;  /* of each link: the first of its branch */
  link *links;
  dof *dofs;
  force *G;                      /* rows on their way to the ground                       */
  force *end_force;              /* rows as set, on the links of their ends               */
  double *end_share;             /* and on the dofs of their ends                         */
  pawl_jet *carried;             /* of bases: x, y, z, angle; 4 per link, or NULL         */
  double *angle, *sine, *cosine; /* of links; planar only                          */
  double *s, *S, *W, *T, *beta, *lambda;
  motion *V;          /* of links, for J x                                     */
  const double *hold; /* per dof: inertia added to it, or NULL                 */
  bool keep;
  inertia *rigid; /* what `transmitted` needs                              */
  force *kept;
  double *pivot;   /* per row: of the last factorisation, 0 where dropped */
  int *dropped;    /* per block: rows without a pivot of their own          */
  double smallest; /* pivot over reference, of the last factorisation       */
  int smallest_block;
};
