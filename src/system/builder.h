/* What building the equations works on, shared by build.c (constraints, loads, memory) and spanning.c (the tree). */
#ifndef PAWL_SYSTEM_BUILDER_H
#define PAWL_SYSTEM_BUILDER_H

#include "system/frontier.h"
#include "system/system.h"

typedef struct {
  pawl_system *s;
  const pawl_model *model;
  pawl_arena scratch;
  int *link_of;                /* body → link, or -1                       */
  pawl_frame *socket;          /* body → the frame that is its link's own  */
  int *depth;                  /* of bodies                                */
  bool *driven;                /* by index in joints                       */
  int real_joints;             /* the first of joints; then come spins     */
  int *first_joint, *joint_at; /* joints by body */
  pawl_frontier frontier;
  int signal_count;
  pawl_error *error;
} pawl_builder;

static inline const pawl_joint *pawl_joint_def(const pawl_builder *b, int index)
{
  return b->model->parts[b->s->joints[index].part]->fields;
}

static inline const pawl_kind *pawl_joint_kind(const pawl_builder *b, int index)
{
  return b->model->parts[b->s->joints[index].part]->kind;
}

static inline int pawl_rows_of(const pawl_system *s, const pawl_kind *kind)
{
  return kind->row_count[s->worlds];
}

/* A body's own frame; a frame of the model as a place on its link. */
pawl_frame pawl_own_frame(int body);
pawl_place pawl_place_of(const pawl_builder *b, const pawl_frame *f);

/* A link at the end of the list, without mass. */
pawl_link *pawl_new_link(pawl_builder *b, int parent, int body, int joint, pawl_mobility mobility);
void pawl_add_point_mass(pawl_link *link, double mass, pawl_vec at);

/* Hangs every body on the tree by the joint that is worth most. */
void pawl_grow_tree(pawl_builder *b);

#endif
