/* What building the equations works on, shared by build.c (constraints, loads, memory) and spanning.c (the tree). */
#ifndef PAWL_SYSTEM_BUILDER_H
#define PAWL_SYSTEM_BUILDER_H

#include "system/frontier.h"
#include "system/system.h"

/* A spanning tree of bodies, before anything is hung. */
typedef struct {
  int count, *order; /* bodies in the order of hanging, without the ground               */
  int *near, *by;    /* per body: what it hangs on, -1: nothing yet; the joint, -1: none */
  int *depth;
  bool *seen; /* by the search for a body that floats                               */
} pawl_spanning;

typedef struct pawl_piece pawl_piece; /* a shape, as far as others may go on with it: contact/pieces.c */

struct pawl_builder {
  pawl_system *s;
  const pawl_model *model;
  pawl_arena scratch;
  int *link_of;                /* body → link, or -1                       */
  pawl_frame *socket;          /* body → the frame that is its link's own  */
  pawl_spanning grown, eared;  /* by the worth of joints; by short loops   */
  const pawl_spanning *tree;   /* the one of them that is used             */
  bool *driven;                /* by index in joints                       */
  int real_joints;             /* the first of joints; then come spins     */
  int *first_joint, *joint_at; /* joints by body */
  pawl_frontier frontier;
  int signal_count;
  pawl_piece *piece; /* by part, when the first is asked for */
  pawl_error *error;
};

static inline const pawl_joint *pawl_joint_def(const pawl_builder *b, int index)
{
  return b->model->parts[b->s->joint.use[index].part]->fields;
}

static inline const pawl_kind *pawl_joint_kind(const pawl_builder *b, int index)
{
  return b->model->parts[b->s->joint.use[index].part]->kind;
}

static inline int pawl_rows_of(const pawl_system *s, const pawl_kind *kind)
{
  return pawl_row_count(kind, s->worlds);
}

/* The body at the other end of a joint. */
static inline int pawl_across(const pawl_builder *b, int joint, int body)
{
  const pawl_joint *j = pawl_joint_def(b, joint);
  return j->a.body == body ? j->b.body : j->a.body;
}

/* How much a joint is worth to the tree: more the more rows it would need when cut, when driven, when started. */
double pawl_joint_worth(const pawl_builder *b, int joint);
/* A tree of the ground, the bases, and the bodies whose own places are preferred. False: no memory. */
bool pawl_spanning_begin(pawl_builder *b, pawl_spanning *tree);
void pawl_spanning_add(pawl_spanning *tree, int body, int near, int joint);
/* Of what hangs together with a body that no joint reaches: the one that floats, by which the others are placed. It is the
 * one of whose start most is written, of equals the first, so that what was written is kept in any order of parts. */
int pawl_spanning_root(const pawl_builder *b, pawl_spanning *tree, int body);
/* light.c: joints of loops exchanged where the tree by worth ends in bodies without mass. False: no memory. */
bool pawl_carry_light(pawl_builder *b);

/* A body's own frame; a frame of the model as a place on its link. */
pawl_frame pawl_own_frame(int body);
pawl_place pawl_place_of(const pawl_builder *b, const pawl_frame *f);

/* A link at the end of the list, without mass. */
pawl_link *pawl_new_link(pawl_builder *b, int parent, int body, int joint, pawl_mobility mobility);
void pawl_add_point_mass(pawl_link *link, double mass, pawl_vec at);

/* ---- blocks.c ---- */
/* The rotor of a drive, or NULL. */
const pawl_rotor *pawl_rotor_of(const pawl_part *part);
/* The joints that a part sits on; returns their number. */
int pawl_joint_fields(const pawl_part *part, int joint[PAWL_JOINTS]);
/* The two frames of a part as places; of one with a single frame the first is the ground's. */
void pawl_frames_of(const pawl_builder *b, const pawl_part *part, pawl_place *first, pawl_place *second);
/* The block of rows of a part; `joint`: it is a joint that was cut, or -1; `contact`: its index and places where it is a curve joint,
 * or NULL. */
typedef struct {
  int index;
  pawl_place place[2];
} pawl_rail_ends;
void pawl_add_rows_block(pawl_builder *b, int part, int joint, const pawl_rail_ends *rail);
/* How many parts of a family a model has. */
int pawl_count_family(const pawl_model *model, pawl_family family);
/* Links and masses that parts add to the tree; then blocks and loads. */
void pawl_build_links(pawl_builder *b);
pawl_status pawl_build_blocks(pawl_builder *b);

/* Hangs every body on the tree by the joint that is worth most, unless that makes long loops. False: no memory. */
bool pawl_grow_tree(pawl_builder *b);

#endif
