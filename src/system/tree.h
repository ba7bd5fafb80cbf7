/* The structure of the equations, decided once: links in the order of the spanning tree (a parent before its
 * children, link 0 the ground), and the constraint blocks that loops, rods and drives add, in the order in which
 * their multipliers are eliminated.      theory.md, 2.1 and 4.4 */
#ifndef PAWL_SYSTEM_TREE_H
#define PAWL_SYSTEM_TREE_H

#include "base/vec.h"
#include "parts/part.h"

/* A link's own frame is the second frame of its tree joint: origin and axes. */
typedef struct {
  int parent; /* link                                                                  */
  int body;   /* the model's body                                                      */
  int joint;  /* the model's part, or -1 for the free joint that nobody wrote          */
  pawl_mobility mobility;
  const pawl_freedoms *freedoms; /* of the mobility                                        */
  int dof, dofs;                 /* first velocity coordinate and their number                            */
  int quat;                      /* index of its base quaternion, or -1                                   */
  pawl_vec arm;                  /* from the parent's origin to the joint's first frame, parent's axes    */
  pawl_mat turn;                 /* axes of the joint's first frame in the parent's                       */
  double angle;                  /* planar: the same as an angle                                          */
  pawl_vec axis;                 /* turning or sliding axis in the joint's first frame                    */
  const pawl_joint *def;         /* the joint as it was written, or NULL */
  bool backwards;                /* its first frame is the link's own */
  double mass;
  pawl_vec first;    /* mass times centre of mass, link's axes                                */
  double inertia[6]; /* about the link's origin, link's axes: xx yy zz xy xz yz               */
} pawl_link;

/* A place on a link, in the link's axes. */
typedef struct {
  int link;
  pawl_vec at;
  pawl_mat turn;
  double angle;
} pawl_place;

/* A block of rows on its way from where it acts towards the ground: it is carried by every link of its path and
 * eliminated at the link where the path's branches meet. */
typedef struct {
  int block, rows;
  int G;      /* first of its rows' forces at this link                                     */
  int s;      /* first of its rows' components along the link's dofs                        */
  int up;     /* the same block's carry at the parent                                       */
  int direct; /* dof on which the rows act directly (drives, gears, spins), or -1           */
  int share;  /* by how much: first of its rows' shares                                     */
} pawl_carry;

/* S[target] += s_i s_j^T / D for two blocks carried by the same link; i is eliminated last, or i == j. */
typedef struct {
  int i, j, target; /* carries, offset in S */
} pawl_meeting;

/* Where a block acts: by wrenches on a link, or by shares of a dof. */
typedef struct {
  int link;
  int dof;   /* the dof, or -1 for wrenches                                  */
  int carry; /* its carry at the link                                        */
  int first; /* of its rows among all forces of ends, and among all shares   */
} pawl_block_end;

/* Two frames, or up to three coordinates of joints, those of cut ones with two frames each. */
enum { PAWL_ENDS = 6 };

/* One block of constraint rows. */
typedef struct {
  int rows, row; /* number, first in the vector of all rows                            */
  int link;      /* where it is eliminated                                             */
  int carry;     /* its carry there                                                    */
  int end_count;
  pawl_block_end end[PAWL_ENDS];
  bool soft;                  /* some of its rows may be inertias                                   */
  int S;                      /* its diagonal block in S                                            */
  int W;                      /* offset of its generalised inverse                                       */
  int first_next, next_count; /* the blocks it is coupled to when it is eliminated          */
  int first_update, update_count;
} pawl_block_plan;

/* A later block coupled to the one eliminated. */
typedef struct {
  int block, carry; /* the later block, its carry at the link of elimination */
  int S, T;         /* offsets of the coupling S_lk and of T = S_lk W_k      */
} pawl_next;

/* S[target] -= T_m S_l^T, m and l two entries of `next` of one block, m eliminated last, or m == l. */
typedef struct {
  int m, l, target;
} pawl_fill;

typedef struct {
  int link_count, dof_count, quat_count;
  pawl_link *links;

  int block_count, row_count;
  pawl_block_plan *blocks;
  double *weight; /* per row: one over the size that its pivot has in this model; 0 leaves it out */
  double *soft;   /* per row: one over its inertia; 0: a constraint                               */
  double *added;  /* per dof: inertia of its own (rotors, spins); NULL: none has any              */
  int end_rows;   /* rows of all ends                                                             */
  int carried_count;

  int carry_count;
  pawl_carry *carries;
  int *first_carry; /* link_count + 1 */
  pawl_meeting *meetings;
  int *first_meeting; /* link_count + 1 */
  pawl_next *nexts;
  pawl_fill *fills;
  int *first_block; /* link_count + 1: blocks eliminated at a link: order[first_block[i]] … */
  int *order;
  int G_count, s_count, S_count, W_count, T_count;
  long operations; /* block operations of one factorisation */
} pawl_tree;

#endif
