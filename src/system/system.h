/* The equations of a model: spanning tree, kernel, constraints, loads, and what can be seen of each part.
 *
 *   M(q) v' = h(q, v, t) + J^T lambda,   J v + phi_t = 0,   phi(q, t) = 0,   q' = v (in charts)      theory.md, 2-5
 *
 * Everything is laid out by pawl_system_build; evaluating allocates nothing. */
#ifndef PAWL_SYSTEM_SYSTEM_H
#define PAWL_SYSTEM_SYSTEM_H

#include "base/arena.h"
#include "base/error.h"
#include "model/model.h"
#include "system/kernel.h"

/* The model's own units; every tolerance is expressed in them.      theory.md, 1.3 */
typedef struct {
  double length, mass, time;
} pawl_scales;

/* Where a joint of the model went: into the tree, or cut into a constraint. */
typedef struct {
  int part;
  int link;    /* its link in the tree, or -1                                              */
  double sign; /* -1 when the tree runs through it backwards: coordinate = sign * q        */
  int block;   /* its constraint block when cut, or -1                                     */
  int turn;    /* a cut hinge in space: its count of turns among the states, or -1         */
  pawl_place a, b;
} pawl_joint_use;

typedef enum { PAWL_BLOCK_ROWS, PAWL_BLOCK_DRIVE } pawl_block_kind;

/* One block of constraint rows and the part it comes from. */
typedef struct {
  pawl_block_kind kind;
  int part;
  pawl_place a, b;
  int joint;                 /* drives: index in `joints`                                     */
  pawl_drive_mode mode;      /* drives: PAWL_SPEED or PAWL_POSITION                           */
  const pawl_signal *signal; /* drives: what is prescribed                                    */
  int work;                  /* drives: its energy in the state, or -1                        */
} pawl_block_use;

typedef struct {
  int part;
  pawl_place a, b; /* forces between frames                                        */
  int joint;       /* forces along a joint's coordinate: index in `joints`, or -1  */
  int first_signal, signal_count;
  int work; /* its energy in the state                                      */
} pawl_load_use;

typedef struct {
  const char *name; /* "hinge.angle" */
  int part;
  const pawl_channel_def *def;
  const char *unit; /* of the joint it is about, where the kind's table says "N m or N" */
} pawl_channel_use;

typedef struct {
  const pawl_model *model;
  pawl_arena *arena;
  pawl_scales scale;
  pawl_vec origin; /* what inner places are counted from, in the world */
  unsigned worlds;
  pawl_tree tree;
  const pawl_kernel_ops *ops;
  pawl_kernel *kernel;
  pawl_place *body_place, *com_place; /* per body of the model, 0 the ground */

  pawl_joint_use *joints;
  int joint_count;
  int *joint_of_part; /* part → index in joints, or -1 */

  pawl_block_use *blocks; /* as tree.blocks */
  pawl_load_use *loads;
  int load_count;
  const pawl_signal **signals; /* of all loads */
  double *signal_values;
  int work_count;
  int turn_count; /* angles of cut hinges in space, integrated to tell whole turns; after the works in the state */
  pawl_load *last_load; /* per load, of the last evaluation */

  /* Work space of the evaluation. */
  double *beta, *phi, *rate, *offset, *lambda, *correction; /* rate = J v + offset */
  bool *turning;                                            /* per row: an angle, not a length */
  int *dropped_at_random;
  double *scratch, *trial, *first, *best, *heavy, *saved_weight, *size, *least;
  int *written;              /* dofs in the order in which their joints were written */
  bool *slides;              /* per dof: a length, not an angle                      */
  double *unit;              /* per dof: the model's length for slides, 1 for turns */
  double *q_start, *v_start; /* assembled start in the chart of base_start */
  pawl_quat *base_start;
  bool *q_given, *v_given;     /* the user wrote this start value            */
  pawl_vec *joint_f, *joint_t; /* per link: what its joint passes on         */
  double *joint_effort;        /* per joint: motors and springs along it     */
  double *output_values;       /* per part: the user's own channels          */
  pawl_place *part_place;      /* per part: where a marker is                */
  pawl_channel_use *channels;
  const pawl_channel_use **sorted;
  int channel_count;
  pawl_reader reader; /* how Lua functions see the system           */
  double now;         /* time, coordinates of the last evaluation   */
  const double *q_now, *v_now, *work_now, *a_now;
  pawl_error error; /* why an evaluation failed */
  long factor_count;
  int dropped; /* dependent rows in the last factorisation */
} pawl_system;

/* Lays out the equations. `kernel` NULL: the model's own world; a planar model may run through the spatial one. */
pawl_status pawl_system_build(pawl_system *system, const pawl_model *model, const pawl_kernel_ops *kernel,
                              pawl_arena *arena, pawl_error *error);
/* Start values from joints and bodies, scales, references of rank; then assembly. */
pawl_status pawl_system_start(pawl_system *system, pawl_error *error);

/* Evaluates at (t, q, v): accelerations a, multipliers in system->lambda, powers of the work states. Functions may
 * read the work done so far (NULL: none). */
pawl_status pawl_system_motion(pawl_system *system, double t, const double *q, const double *v,
                               const pawl_quat *base, const double *work, double *a, double *power);

/* Places links and sets rows at (t, q, v): phi, and with v the rates J v + phi_t and gamma. */
pawl_status pawl_system_rows(pawl_system *system, double t, const double *q, const double *v,
                             const pawl_quat *base);

/* Where the counts of turns start: the angles of cut hinges, with the whole turns that the user wrote. */
void pawl_system_start_turns(pawl_system *system, double *turns);

/* q' from v in charts. */
void pawl_system_chart_rates(const pawl_system *system, const double *q, const double *v, double *rates);
/* Moves the base quaternions so that the charts start at zero again. */
void pawl_system_rebase(const pawl_system *system, double *q, pawl_quat *base);

double pawl_system_energy(pawl_system *system, double *kinetic, double *gravity, double *stored);

/* The coordinate of a joint with one degree of freedom, and its speed. Needs a placed system. */
void pawl_system_coordinate(const pawl_system *system, int joint, double *coordinate, double *speed);

/* Evaluates everything that outputs need at an instant: motion, reactions, the user's own channels. The arrays are
 * kept by reference. */
pawl_status pawl_system_full(pawl_system *system, double t, const double *q, const double *v,
                             const pawl_quat *base, const double *work, double *a, double *power);
/* What can be seen of a part; `level` says how much has been evaluated. */
void pawl_system_see(pawl_system *system, int part, pawl_level level, pawl_seen *seen);

static inline double pawl_seen_number(const pawl_seen *seen, const pawl_channel_def *def)
{
  return *(const double *)((const char *)seen + def->where);
}

bool pawl_channels_build(pawl_system *system);
int pawl_channel_find(const pawl_system *system, const char *name); /* -1: none */
const char *pawl_channel_near(const pawl_system *system, const char *name);
/* All channels of the last full evaluation. */
void pawl_channels_read(pawl_system *system, double *values);

#endif
