/* The equations of a model: spanning tree, kernel, constraints, loads, and what can be seen of each part.
 *
 *   M(q) v' = h(q, v, t) + J^T lambda,   J v + phi_t = 0,   phi(q, t) = 0,   q' = v (in charts)      theory.md, 2-5
 *
 * Everything is laid out by pawl_system_build; evaluating allocates nothing. */
#ifndef PAWL_SYSTEM_SYSTEM_H
#define PAWL_SYSTEM_SYSTEM_H

#include "base/arena.h"
#include "base/error.h"
#include "geometry/touch.h"
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
  int turn;    /* a cut joint in space: the counts of turns of its angles among the states, or -1 */
  pawl_place a, b;
} pawl_joint_use;

typedef enum { PAWL_BLOCK_ROWS, PAWL_BLOCK_DRIVE, PAWL_BLOCK_COUPLING, PAWL_BLOCK_SERVO } pawl_block_kind;

/* One block of constraint rows and the part it comes from. Drives, couplings and servos have one row, Σ coefficient
 * q = what is prescribed; the condition of a servo may also be on a direction of a place. */
typedef struct {
  pawl_block_kind kind;
  int part;
  int contact; /* curve joints: index in `contacts`; else -1                            */
  pawl_place a, b;
  int spin;        /* rows: the part's own coordinate, index in `joints`, or -1         */
  int joint_count; /* coordinates: indices in `joints`, and by how much                 */
  int joint[PAWL_JOINTS];
  double coefficient[PAWL_JOINTS];
  pawl_vec along, about;     /* servos: the direction at the place b                              */
  int actor;                 /* servos: where the effort acts, index in `joints`                  */
  double wanted;             /* coordinates: the acceleration that is prescribed, of the last evaluation */
  pawl_drive_mode mode;      /* PAWL_SPEED or PAWL_POSITION                                       */
  const pawl_signal *signal; /* what is prescribed; NULL: what it was at the start                */
  bool remembers;            /* memory holds                                                      */
  double memory[PAWL_MEMORY];
  int work; /* its energy in the state, or -1                                                  */
} pawl_block_use;

/* Contacts: contacts.h. */
typedef struct pawl_contact_set pawl_contact_set;
typedef struct pawl_contact_ops pawl_contact_ops;
typedef struct pawl_builder pawl_builder;

typedef struct {
  int part;
  int contact;            /* its index among contacts, or -1                              */
  bool is_set;            /* a contact along coordinates, which sets its efforts itself   */
  pawl_place a, b;        /* forces between frames                                        */
  int joint_count;        /* forces along joints' coordinates                             */
  int joint[PAWL_JOINTS]; /* indices in `joints`                                          */
  int spin;               /* the part's own coordinate, index in `joints`, or -1          */
  int first_signal, signal_count;
  int state, state_count; /* its first own state, and how many                        */
  int work;               /* its energy in the state                                      */
} pawl_load_use;

/* A base: a link whose motion is a function of time. */
typedef struct {
  int part, link, work;
  double start[4]; /* x, y, z, angle at the start */
} pawl_base_use;

/* A signal part and what it said at the last evaluation. */
typedef struct {
  int part;
  int state;                   /* its first own state                                */
  long stamp;                  /* of the evaluation that `now` belongs to            */
  bool busy, started, in_time; /* in_time: with all derivatives that there are */
  pawl_jet now;
} pawl_signal_use;

typedef struct {
  const char *name; /* "hinge.angle" */
  int part;
  const pawl_channel_def *def;
  int dof;          /* of a coordinate of own equations; else -1 */
  const char *unit; /* of the joint it is about, where the kind's table says "N m or N" */
  const struct pawl_expression *formula; /* of an output that is one; else NULL: channels_formula.c */
  double factor; /* what its values are multiplied by, into the unit that it is shown in */
} pawl_channel_use;

/* How many ways there are to close the loops from the start values (assemblies.c). */
typedef struct {
  int count;        /* that were found; 1 also where none were looked for          */
  bool told;        /* start values that were written say which                    */
  int part;         /* the hinge or guide that tells the way taken from the next … */
  int coordinate;   /* … by this one of its coordinates                            */
  double is, other; /* -1: none                                                    */
} pawl_assembly;

/* Where parts went, by their index in the model: -1 nowhere. */
typedef struct {
  int *joint, *load, *block, *signal;
  int *own; /* in equations of the user's own, or in gaps */
} pawl_part_index;

/* Places of the model on links. */
typedef struct {
  pawl_place *body, *com;     /* per body of the model, 0 the ground                        */
  pawl_place *first, *second; /* per part: where a marker is, or the two frames of a sensor */
} pawl_part_places;

/* Equations of the user's own: own.h. */
typedef struct {
  struct pawl_own_use *use;
  int count;
  int dof, dofs;                 /* their coordinates: the first of all, and how many */
  struct pawl_own_gap_use *gaps; /* gaps and constraints in them                      */
  int gap_count;
} pawl_own_uses;

typedef struct {
  pawl_joint_use *use;
  int count;
} pawl_joint_uses;

/* Forces of parts. */
typedef struct {
  pawl_load_use *use;
  int count;
  pawl_load *last;             /* per load, of the last evaluation */
  const pawl_signal **signals; /* of all loads                     */
  double *values;              /* of these, as last read           */
} pawl_load_uses;

/* Parts that are signals, and reading them: signals.c. */
typedef struct {
  pawl_signal_use *parts;
  int count;
  int depth;    /* of those that are being asked for, one by the other        */
  long stamp;   /* of the evaluation that they belong to                      */
  bool in_time; /* only time is known yet: signals give jets, channels cannot be read */
} pawl_signal_uses;

typedef struct {
  int count;
  double *effort, *matrix;
} pawl_servo_uses;

typedef struct {
  pawl_base_use *use;
  int count;
  pawl_vec *f, *t; /* per base: what it gives, */
  double *power;   /* and its power            */
} pawl_base_uses;

/* What the state holds beside coordinates and velocities, in this order. */
typedef struct {
  int works;
  int turns;  /* angles of cut hinges in space, integrated to tell whole turns */
  int states; /* of signals and forces                                         */
  double *start, *rate;
} pawl_extras;

/* Where a motion begins. Written by start_values.c, assemble.c and assemblies.c. */
typedef struct {
  double *q, *v; /* assembled, in the chart of base   */
  pawl_quat *base;
  bool *held;
  bool *q_given, *v_given; /* the user wrote this start value */
  int *written;            /* dofs in the order in which their joints were written */
  bool assembled;
  pawl_assembly assembly;
} pawl_begin;

/* Degrees of freedom. */
typedef struct {
  bool *slides; /* a length, not an angle                        */
  double *unit; /* the model's length for slides, 1 for turns    */
} pawl_dofs;

/* Rows of constraints at the last evaluation: rate = J v + offset. */
typedef struct {
  double *beta, *phi, *rate, *offset, *lambda;
  double *drift; /* what the motion of bases adds to the rate                                     */
  bool *turning; /* an angle, not a length                                                        */
  bool *loose;   /* says nothing about positions, or not yet                                      */
  double *size, *least, *saved_weight;
  int *dropped_at_random;
  int dropped;   /* dependent rows in the last factorisation                                      */
  bool delicate; /* a singular position is not far: projections are carried on down to rounding   */
} pawl_rows_now;

/* Work space of evaluation and projection, a number per degree of freedom. */
typedef struct {
  double *correction, *scratch, *trial, *first, *best, *nearest, *heavy;
} pawl_system_room;

/* What is seen of the last full evaluation. Written by see.c. */
typedef struct {
  pawl_vec *joint_f, *joint_t; /* per link: what its joint passes on         */
  double *joint_effort;        /* per joint: motors and springs along it     */
  double *outputs;             /* per part: the user's own channels          */
} pawl_passed;

typedef struct {
  pawl_channel_use *list;
  const pawl_channel_use **sorted;
  int count;
  int formulas;       /* of them are expressions */
  pawl_reader reader; /* how Lua functions see the system */
} pawl_channel_uses;

/* The instant of the last evaluation. Written by evaluate.c. */
typedef struct {
  double t;
  double since; /* when the piece of motion began */
  const double *q, *v, *work, *a;
  long factors; /* factorisations so far */
} pawl_now;

typedef struct {
  const pawl_model *model;
  pawl_arena *arena;
  pawl_scales scale;
  pawl_vec origin; /* what inner places are counted from, in the world */
  unsigned worlds;
  bool bare;     /* no loads, rows, bases, signals, states: bodies and joints alone */
  bool own_only; /* equations of the user's own and rigid gaps between them: no bodies, and no other forces */
  pawl_tree tree;
  const pawl_kernel_ops *ops;
  pawl_kernel *kernel;
  pawl_joint_uses joint;
  pawl_block_use *blocks; /* as tree.blocks */
  pawl_load_uses load;
  pawl_own_uses own;
  pawl_signal_uses signal;
  pawl_servo_uses servo;
  pawl_base_uses base;
  const pawl_contact_ops *contact_ops;
  pawl_contact_set *contact; /* for them alone */
  pawl_extras extra;
  pawl_channel_uses channel;
  pawl_part_index index;
  pawl_part_places place;
  pawl_dofs dof;
  pawl_begin start;
  pawl_now at;
  pawl_rows_now row;
  pawl_passed passed;
  pawl_system_room room;
  pawl_error error; /* why an evaluation failed */
} pawl_system;

/* Lays out the equations. `kernel` NULL: the model's own world; a planar model may run through the spatial one. */
pawl_status pawl_system_build(pawl_system *system, const pawl_model *model, const pawl_kernel_ops *kernel,
                              const pawl_contact_ops *contacts, pawl_arena *arena, pawl_error *error);
/* Start values from joints and bodies, scales, references of rank; then assembly. */
pawl_status pawl_system_start(pawl_system *system, pawl_error *error);

/* scales.c: s->scale. */
pawl_status pawl_system_scales(pawl_system *system, pawl_error *error);

/* What becomes of touches that are held, in an evaluation. */
typedef enum {
  PAWL_HELD_SOLVE, /* their forces are solved for                                               */
  PAWL_HELD_OFF,   /* they are left out                                                         */
  PAWL_HELD_KNOWN  /* they act as loads, as last solved for: for what needs the flow of forces  */
} pawl_held_wish;

/* A state, and what is wanted of its evaluation. */
typedef struct {
  double t;
  const double *q, *v;
  const pawl_quat *base;
  const double *work; /* works, turns and states; functions may read the work done so far; NULL: none */
  pawl_held_wish held;
  bool reactions; /* everything is wanted, what joints and bases pass on, too */
} pawl_request;

/* Accelerations a, multipliers in system->lambda, powers of the work states (NULL: not wanted). */
pawl_status pawl_system_motion(pawl_system *system, const pawl_request *request, double *a, double *power);

/* Places links and sets rows at (t, q, v): phi, and with v the rates J v + phi_t and gamma. */
pawl_status pawl_system_rows(pawl_system *system, double t, const double *q, const double *v,
                             const pawl_quat *base);

/* Numbers in the state beside coordinates and velocities: works, turns, states. */
static inline int pawl_system_extras(const pawl_system *s)
{
  return s->extra.works + s->extra.turns + s->extra.states;
}

/* ---- signals.c ---- */
pawl_status pawl_signals_build(pawl_system *system, pawl_error *error);
/* A new instant: what signals said before is forgotten. */
void pawl_signals_forget(pawl_system *system);
pawl_status pawl_signals_read(pawl_system *system, const pawl_signal *signal, double *value);
/* With derivatives; only of time and states. `part` is the one that wants it. */
pawl_status pawl_signals_jet(pawl_system *system, const pawl_signal *signal, int part, pawl_jet *jet);
/* The value of the signal part with that index in the model. */
pawl_status pawl_signals_part(pawl_system *system, int part, pawl_jet *jet);
/* All signal parts, for the rates of their states. */
pawl_status pawl_signals_all(pawl_system *system);
/* States of signals and forces in the assembled position. (Signals that prescribe motions start when assembly first
 * asks for them.) */
pawl_status pawl_signals_start(pawl_system *system);
/* Whether what is prescribed can go on at t from one piece of motion to the next: positions and speeds do not jump. */
pawl_status pawl_signals_join(pawl_system *system, double t, double last_since);
/* The first time after t at which some signal jumps. */
double pawl_signals_next_break(const pawl_system *system, double t);
/* A bound of |v'| from a to b, between which nothing breaks; NaN: none is known, because a function of the model says it. */
double pawl_signals_pace(const pawl_system *system, const pawl_signal *signal, double a, double b);
/* A part's own states now. */
const double *pawl_system_states(const pawl_system *system);

/* The two frames of a load or block, its spin and states, at the instant that is placed. */
void pawl_system_pair(const pawl_system *system, const pawl_place *a, const pawl_place *b, int spin,
                      int state, pawl_pair *x);
/* A load from its signals as last read. */
void pawl_system_load(pawl_system *system, const pawl_load_use *use, pawl_load *out);

/* Where the counts of turns start: the angles of cut hinges, with the whole turns that the user wrote. */
void pawl_system_start_turns(pawl_system *system, double *turns);

/* q' from v in charts. */
void pawl_system_chart_rates(const pawl_system *system, const double *q, const double *v, double *rates);
/* Moves the base quaternions so that the charts start at zero again. */
void pawl_system_rebase(const pawl_system *system, double *q, pawl_quat *base);

double pawl_system_energy(pawl_system *system, double *kinetic, double *gravity, double *stored);

/* The coordinate of a joint with one degree of freedom, and its speed. Needs a placed system. */
void pawl_system_coordinate(const pawl_system *system, int joint, double *coordinate, double *speed);

/* The first `count` of the named coordinates of a joint, and their speeds. */
void pawl_system_coordinates(const pawl_system *system, int joint, int count, double *coordinate,
                             double *speed);

/* Adds an effort along it to the loads. */
void pawl_system_effort(pawl_system *system, int joint, double effort);
/* Adds what a unit effort along it does along each degree of freedom. */
void pawl_system_pull(const pawl_system *system, int joint, double *w);
/* Its acceleration, after a solve that gave a. */
double pawl_system_coordinate_acceleration(const pawl_system *system, int joint, const double *a);
void pawl_system_coordinate_accelerations(const pawl_system *system, int joint, int count, const double *a,
                                          double *second);
/* Gravity towards a point, as loads where `load`; returns its energy. */
double pawl_system_gravity(pawl_system *system, bool load);
/* The field of a point's gravity at an inner place, and the energy of a unit mass there; 0 without one. */
pawl_vec pawl_system_field(const pawl_system *system, pawl_vec r, double *energy);
/* The centre of two masses. */
static inline pawl_vec pawl_centre_between(pawl_vec a, pawl_vec b, const double mass[2])
{
  double share = mass[0] + mass[1] > 0 ? mass[1] / (mass[0] + mass[1]) : 0;
  return pawl_add(pawl_times(1 - share, a), pawl_times(share, b));
}
/* rate = J v + what time adds, of the rows as set. */
void pawl_system_rates(pawl_system *system, const double *v);

/* Evaluates everything that outputs need at an instant: motion, reactions, the user's own channels. The arrays are
 * kept by reference. */
pawl_status pawl_system_full(pawl_system *system, const pawl_request *request, double *a, double *power);
/* What can be seen of a part; `level` says how much has been evaluated. */
void pawl_system_see(pawl_system *system, int part, pawl_level level, pawl_seen *seen);

static inline double pawl_seen_number(const pawl_seen *seen, const pawl_channel_def *def)
{
  return *(const double *)((const char *)seen + def->where);
}

bool pawl_channels_build(pawl_system *system);
int pawl_channel_find(const pawl_system *system, const char *name); /* -1: none */
const char *pawl_channel_near(const pawl_system *system, const char *name);
/* channels_formula.c: reads the outputs that are expressions over channels. */
pawl_status pawl_formulas_build(pawl_system *system, pawl_error *error);
/* Those in a row of all channels. */
void pawl_formulas_read(const pawl_system *system, double *values);
/* All channels of the last full evaluation. */
void pawl_channels_read(pawl_system *system, double *values);

#endif
