/* The equations of a model: spanning tree, kernel, constraints, loads, and what can be seen of each part.
 *
 *   M(q) v' = h(q, v, t) + J^T lambda,   J v + phi_t = 0,   phi(q, t) = 0,   q' = v (in charts)      theory.md, 2-5
 *
 * Everything is laid out by pawl_system_build; evaluating allocates nothing. */
#ifndef PAWL_SYSTEM_SYSTEM_H
#define PAWL_SYSTEM_SYSTEM_H

#include "base/arena.h"
#include "base/error.h"
#include "geometry/overlap.h"
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

/* ---- contact.c ---- */

enum { PAWL_TOUCHES = 8 }; /* of one pair of shapes, at most                                  */
/* Of one touch: what can end its mode, see contact/contact.h. */
typedef enum {
  PAWL_MARGIN_GAP,
  PAWL_MARGIN_FORCE,
  PAWL_MARGIN_FEATURE,
  PAWL_MARGIN_RUB,
  PAWL_MARGIN_KNOT
} pawl_margin_kind;
enum { PAWL_MARGINS = PAWL_MARGIN_KNOT + PAWL_KNOTS };

/* Between events the mode of a touch is frozen. Open: no force. Pressed: as the law says. Released: still in each other, but
 * the law would pull, so there is no force. */
typedef enum { PAWL_OPEN, PAWL_PRESSED, PAWL_RELEASED } pawl_touch_mode;

/* And so is what Coulomb's friction does there; plus and minus are the signs of `slide`. */
typedef enum { PAWL_RUB_NONE, PAWL_RUB_STICK, PAWL_RUB_PLUS, PAWL_RUB_MINUS } pawl_rub_mode;

/* A touch of a pair, in four structs by who writes them. */

/* Where it is. Written by the search (candidates.c) and by tracking (contact.c, at every evaluation). */
typedef struct {
  pawl_touch
      touch; /* as it was at `time`, and how its parameters went on from there: where tracking begins */
  double time, s_rate[2];
  bool gone;      /* no longer a touch: to be dropped                      */
  pawl_touch now; /* at the last evaluation                                */
  pawl_tracking found;
  double leaves[2]; /* how far it is beyond the features that it is held on  */
  pawl_vec at, n;   /* inner place of the force, normal of the first shape: world axes */
} pawl_touch_track;

/* What is frozen between events, and what may end it. Written by events (margins.c, switch.c, strike.c). */
typedef struct {
  pawl_touch_mode normal;
  pawl_rub_mode tangent;
  pawl_touch_mode was_normal; /* at an event: the modes that end, and what began their end */
  pawl_rub_mode was_tangent;
  const char *cause;              /* NULL: another touch                                        */
  unsigned char barred;           /* modes of problem.h that it cannot go on in, as bits        */
  bool idle;                      /* left out of an exact fit: open, and its gap stays 0 by the others */
  int piece;                      /* of the law: how many of its knots are passed               */
  double approach, curvature;     /* m/s, 1/m: when it closed                                   */
  signed char side[PAWL_MARGINS]; /* of each margin: the sign it has in this mode               */
  bool armed[PAWL_MARGINS];       /* it has been away from zero since the last event            */
  double slack[PAWL_MARGINS];     /* of those that have not: by how much they may be on the wrong side */
  double rest[2];                 /* N: held forces when the mode began, normal and tangential  */
  double torn;                    /* N: the friction that held it when it came to its limit     */
  int spread_anew; /* events in a row at which forces that are not unique were only spread anew */
} pawl_touch_frozen;

/* Rates and forces. Written by the evaluation (contact.c, held.c, held_forces.c). */
typedef struct {
  double gap_rate, slide;   /* m/s                                       */
  double raw, normal;       /* N: what the law says, and what is left of it */
  double elastic;           /* N: what it would say at rest              */
  double friction, energy;  /* N along the tangent; J                    */
  double power;             /* W: what is lost, not positive             */
  double rate[2];           /* m/s^2: of gap rate and slide, of what is held */
  double when;              /* of a constraint: it holds while this is positive */
  double drift, drift_rate; /* m/s, m/s^2: what moving surfaces add to `slide` */
  double climb;             /* m/s: what time adds to the gap rate, of own equations */
  double blur[2];           /* m/s: rounding of gap rate and slide after an impact, by strike.c */
} pawl_touch_row;

/* Impacts in a row, each weaker than the last. Written by the books of impacts (strike.c). */
typedef struct {
  int impacts;
  double first, last; /* when, s                     */
  double flight;      /* s between the last two      */
  double speed;       /* m/s of the last             */
  bool reverses;      /* in the last it turned round, or began or ceased to slide */
  bool ends;          /* the row, at this event: by switch.c */
  bool
      blurs; /* whether it was hit before what is hit at this event, or both at once, is rounding: by switch.c */
} pawl_touch_log;

typedef struct {
  pawl_touch_track track;
  pawl_touch_frozen mode;
  pawl_touch_row row;
  pawl_touch_log log;
} pawl_contact_point;

/* Pairs that are not of shapes: single.h */
typedef enum {
  PAWL_SINGLE_NONE,
  PAWL_SINGLE_GAP,
  PAWL_SINGLE_LIMIT,
  PAWL_SINGLE_FRICTION,
  PAWL_SINGLE_CONSTRAINT /* held both ways, as long as it says so */
} pawl_single_kind;

/* What the equations leave open at a contact, or have left open in the run: it is told.      theory.md, 9.4 */
typedef enum {
  PAWL_DOUBT_FORCES,  /* how forces are shared; the motion is unique             */
  PAWL_DOUBT_MOTION,  /* … and with it the motion                                */
  PAWL_DOUBT_FIT,     /* how hard an exact fit is clamped; it does not slide     */
  PAWL_DOUBT_CLAMP,   /* … and with it the motion, as it slides                  */
  PAWL_DOUBT_CORNER,  /* the normal of two corners at one place, at rest         */
  PAWL_DOUBT_SEVERAL, /* which of several motions                                */
  PAWL_DOUBTS
} pawl_doubt;

/* The first time that several motions were possible. */
typedef struct {
  double time;
  int motions, events; /* how many; how often in the run there were several */
  bool continuum;      /* infinitely many                                   */
  char text[1800];     /* which, and which was taken                        */
} pawl_several;

/* What is known of everything that is not watched. Written by the search (candidates.c) and by motion since (scan.c, stepping_touch.c). */
typedef struct {
  double beyond, moved; /* m: nothing else was nearer at the last search; motion since  */
  double pace;          /* m/s: of its shapes, when its open touches were last seen     */
  bool guessed;         /* rails: its curves did not face each other at the last look   */
  pawl_search_work *room;
} pawl_pair_search;

/* The last pressed touch that was lost, and when: one that is found there at that instant is the same. Written by margins.c. */
typedef struct {
  pawl_touch touch;
  double time, approach, curvature, energy;
} pawl_pair_lost;

/* What is told of it. Written by the books of the run, and by whoever is in doubt. */
typedef struct {
  double peak_force, deepest;     /* N, m: of the run                                                */
  double start_depth;             /* m: how deep rigid shapes overlapped at the start                */
  bool behind;                    /* at the start its shapes were near and nowhere opposite each other */
  double late, late_time;         /* m, s: the deepest touch that was deep when it was first seen    */
  double lifts;                   /* rails: when its force was first seen to pull, s; NaN: never     */
  bool doubt[PAWL_DOUBTS];        /* what was not unique or not decided there …                      */
  double doubt_time[PAWL_DOUBTS]; /* … first then, s                                                 */
  pawl_touch_log past;            /* impacts in a row of a touch that went far away, for the next one */
} pawl_pair_log;

/* Two shapes, or what is like them, and what is known of their distance. The first members are laid out when the system is built, and stay. */
typedef struct {
  int part;
  pawl_place place[2];
  const pawl_profile *profile[2]; /* NULL: it is not of shapes, single.h                      */
  const pawl_contact *fields;
  pawl_single_kind single;
  int joint;                     /* limits and friction: index in `joints`                     */
  double way;                    /* limits: gap = way (q - limit)                              */
  double limit;                  /* and of constraints: φ where it began to hold, by strike.c  */
  const pawl_signal *surface[2]; /* speeds of their surfaces; NULL: they are at rest           */
  bool begins_shut;              /* a curve joint that may lift off: its shapes touch at the start */
  bool rail;                     /* of a curve joint: one touch, always closed, without a law  */
  int state;                     /* the first state of its friction                            */
  int load;                      /* of two shapes: its index in `loads`; a group has many pairs */

  pawl_contact_point point[PAWL_TOUCHES];
  int count;
  pawl_pair_search search;
  pawl_pair_lost lost;
  pawl_pair_log log;
  pawl_parting parting; /* of the last look at its overlap: by step/judge.c */
} pawl_contact_pair;

typedef struct pawl_held pawl_held;

/* Contacts of many shapes: group.c. Left to stepping, it has a work of its own and shows what that found. */
typedef struct {
  int part;
  int work; /* its energy in the state; -1: its pairs have theirs */
  double count, depth, force;
  double peak_force, deepest; /* N, m: of the run */
} pawl_group_use;

typedef struct {
  int part;
  int contact;            /* index in `contacts`, or -1                                   */
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
} pawl_channel_use;

/* How many ways there are to close the loops from the start values (assemblies.c). */
typedef struct {
  int count;        /* that were found; 1 also where none were looked for          */
  bool told;        /* start values that were written say which                    */
  int part;         /* the hinge or guide that tells the way taken from the next … */
  int coordinate;   /* … by this one of its coordinates                            */
  double is, other; /* -1: none                                                    */
} pawl_assembly;

typedef struct {
  const pawl_model *model;
  pawl_arena *arena;
  pawl_scales scale;
  double
      blur; /* of the length: how near two touches are closed at once; written by a run, from its tolerance */
  pawl_vec origin; /* what inner places are counted from, in the world */
  unsigned worlds;
  pawl_tree tree;
  const pawl_kernel_ops *ops;
  pawl_kernel *kernel;
  pawl_place *body_place, *com_place; /* per body of the model, 0 the ground */

  pawl_joint_use *joints;
  int joint_count;
  int *joint_of_part; /* part → index in joints, or -1 */

  struct pawl_own_use *owns; /* own.h */
  int own_count;
  int own_dof, own_dofs;         /* their coordinates: the first of all, and how many */
  struct pawl_own_gap_use *gaps; /* gaps and constraints in them                      */
  int gap_count;
  int *own_of_part; /* part → index in owns, or in gaps; or -1 */

  pawl_block_use *blocks; /* as tree.blocks */
  pawl_load_use *loads;
  int load_count;
  const pawl_signal **signals; /* of all loads */
  double *signal_values;
  int work_count;
  int turn_count; /* angles of cut hinges in space, integrated to tell whole turns; after the works in the state */
  pawl_load *last_load;              /* per load, of the last evaluation */
  int *load_of_part, *block_of_part; /* part → index, or -1 */
  int servo_count;
  double *servo_effort, *servo_matrix;
  pawl_contact_pair *contacts;
  int contact_count;
  bool holds;             /* some contact is rigid, or sticks: held.h */
  struct pawl_held *hold; /* of the last evaluation                   */
  int hold_count;
  double *hold_matrix, *hold_move;
  pawl_several several; /* motions of what is held, if there ever were */
  pawl_group_use *groups;
  int group_count;
  bool piles; /* groups are left to stepping: they have no pairs */
  pawl_base_use *bases;
  int base_count;
  pawl_vec *base_f, *base_t; /* per base: what it gives, and its power */
  double *base_power;
  double *drift; /* per row: what the motion of bases adds to the rate */

  pawl_signal_use *signal_parts;
  int signal_part_count;
  int *signal_of_part; /* part → index, or -1 */
  int state_count;     /* of signals and forces; after the turns in the state */
  double *state_start, *state_rate;
  int signal_depth; /* of signals that are being asked for, one by the other */
  long stamp;       /* of the evaluation that signals belong to                        */
  bool assembled;
  bool bare;     /* no loads, rows, bases, signals, states: bodies and joints alone */
  bool own_only; /* equations of the user's own and rigid gaps between them: no bodies, and no other forces */
  bool delicate; /* a singular position is not far: projections are carried on down to rounding */
  bool in_time;  /* only time is known yet: signals give jets, channels cannot be read */
  double since;  /* when the piece of motion began that is being evaluated          */

  /* Work space of the evaluation. */
  double *beta, *phi, *rate, *offset, *lambda, *correction; /* rate = J v + offset */
  bool *turning;                                            /* per row: an angle, not a length */
  bool *loose; /* per row: says nothing about positions, or not yet */
  int *dropped_at_random;
  double *scratch, *trial, *first, *best, *nearest, *heavy, *saved_weight, *size, *least;
  int *written;              /* dofs in the order in which their joints were written */
  bool *slides;              /* per dof: a length, not an angle                      */
  double *unit;              /* per dof: the model's length for slides, 1 for turns */
  double *q_start, *v_start; /* assembled start in the chart of base_start */
  pawl_quat *base_start;
  bool *held;
  pawl_assembly assembly;
  bool *q_given, *v_given;     /* the user wrote this start value            */
  pawl_vec *joint_f, *joint_t; /* per link: what its joint passes on         */
  double *joint_effort;        /* per joint: motors and springs along it     */
  double *output_values;       /* per part: the user's own channels          */
  pawl_place *part_place;      /* per part: where a marker is, or the first frame of a sensor   */
  pawl_place *second_place;    /* per part: the second frame of a sensor                        */
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
  return s->work_count + s->turn_count + s->state_count;
}

/* Where the work of a pair is booked. */
static inline int pawl_pair_work(const pawl_system *s, const pawl_contact_pair *pair)
{
  int load = s->load_of_part[pair->part];
  return s->loads[load >= 0 ? load : pair->load].work;
}

/* Whether a pair is of two shapes, which have to be searched for touches. */
static inline bool pawl_pair_is_searched(const pawl_contact_pair *pair)
{
  return !pair->rail && pair->profile[0];
}

/* States of a contact: those of its friction at each touch. */
int pawl_contact_states(const pawl_contact *contact);
/* Where the second shape is, seen from the first, and how it moves, at the instant that is placed. */
typedef struct {
  pawl_placing place;
  pawl_xy v;
  double w;
  pawl_end a;
} pawl_shape_motion;
void pawl_contact_motion(const pawl_system *system, const pawl_contact_pair *pair, pawl_shape_motion *motion);
/* Follows a touch to the instant that is placed. `held`: on its features, also beyond their ends. */
void pawl_contact_follow(const pawl_system *system, const pawl_contact_pair *pair,
                         const pawl_shape_motion *motion, pawl_contact_point *point, bool held);
/* Where shapes overlap at the instant that is placed they are pressed, and nowhere else: touches of a mechanism at rest,
 * which no motion leads to. Forgetting them leaves it to the run to look for its own. */
void pawl_contacts_lie(pawl_system *system);
void pawl_contacts_forget(pawl_system *system);
/* Curve joints look for their touch anew at the next evaluation, as long as the mechanism is being assembled. */
void pawl_rails_forget(pawl_system *system);
/* The touch of a curve joint at the instant that is placed; false: it cannot be followed. Until the mechanism is assembled
 * it is looked for. */
bool pawl_rail_touch(pawl_system *system, pawl_contact_pair *pair, pawl_touching *touch);
/* pair.c: whether two shapes can touch at one point, and their law has an answer there. `pair->fields` NULL: there is no
 * law. */
pawl_status pawl_pair_check(const pawl_system *system, const pawl_contact_pair *pair, pawl_error *error);
/* Whether a point mass that moves freely has no shape that needs an angle, and its sentence. */
pawl_status pawl_point_shape(const pawl_system *system, int body, pawl_error *error);
/* The sentence of those that fit into each other. */
pawl_status pawl_pair_fits(const pawl_system *system, const pawl_contact_pair *pair, pawl_error *error);
/* The name of one of its two shapes; NULL: it has none. */
const char *pawl_contact_shape(const pawl_system *system, const pawl_contact_pair *pair, int which);
/* What a law is told of a touch. */
pawl_press pawl_contact_pressed(const pawl_system *system, const pawl_contact_point *point);
/* What the law and the friction make of it. `rate` may be NULL. */
void pawl_contact_press(const pawl_system *system, const pawl_contact_pair *pair,
                        const pawl_shape_motion *motion, pawl_contact_point *point, double *rate);
/* A distance that two shapes are apart at least, from the discs that hold them. */
double pawl_contact_apart(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* All touches of a pair as a load on the second body; false: a touch cannot be followed. */
bool pawl_contact_load(pawl_system *system, pawl_contact_pair *pair, pawl_load *out);
/* Whether a touch is left alone: it was deep when it was first seen, and has not come out since. */
bool pawl_contact_looks_away(const pawl_contact_point *point);
/* What there is to see of it. */
void pawl_contact_see(pawl_system *system, const pawl_contact_pair *pair, pawl_level level, pawl_seen *seen);

/* group.c */
void pawl_group_see(const pawl_system *system, int part, pawl_seen *seen);

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
/* All channels of the last full evaluation. */
void pawl_channels_read(pawl_system *system, double *values);

#endif
