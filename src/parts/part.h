/* The tables that describe parts. From a kind's table come its Lua constructor, defaults, errors of unit, range
 * and spelling, `pawl parts`, docs/parts.md, parameter paths, channels, contract tests and the random mechanisms.
 *
 * Slots take const inputs and write outputs; no slot sees the model, the run or another part. They are written
 * once, in space; in a planar world z is 0 and turns are about z. */
#ifndef PAWL_PARTS_PART_H
#define PAWL_PARTS_PART_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

/* ---- fields: what the user writes ------------------------------------------------------------------------ */

typedef enum {
  PAWL_REAL,    /* double                                                                             */
  PAWL_COUNT,   /* int: a whole number                                                                */
  PAWL_FLAG,    /* bool                                                                               */
  PAWL_TEXT,    /* const char *                                                                       */
  PAWL_CHOICE,  /* int: which of the words in `choices`                                               */
  PAWL_VECTOR,  /* pawl_vec: {x, y} in a plane, {x, y, z} in space                                    */
  PAWL_INERTIA, /* double[6]: a number in a plane (zz); {xx, yy, zz} or {xx, yy, zz, xy, xz, yz} in space */
  PAWL_SIGNAL, /* pawl_signal: a number, a function of time (and channels), a channel's name, or a signal part */
  PAWL_FRAME,  /* pawl_frame: a body, or a place on it: body:at{…}                                   */
  PAWL_FRAMES, /* pawl_frames: a table of them; min, max: how many                                  */
  PAWL_JOINT, /* int: the model's index of a part with one coordinate, given as the part or its name; -1: not given */
  PAWL_POINTS,  /* pawl_points: a table of {x, y} in a plane, {x, y, z} in space; min, max: how many  */
  PAWL_CURVE,   /* const pawl_curve *: characteristic { {x, y}, … }; NULL: not given                  */
  PAWL_NUMBERS, /* pawl_numbers: a table of numbers; min, max: how many                               */
  PAWL_CONTROL, /* pawl_points: a table of {x, y} or {x, y, w = weight}: z holds the weight, 1 unless given */
  PAWL_VALUE,   /* pawl_value: kind { … } of the family that `choices` names: curve, law, friction, lift */
  PAWL_VALUES,  /* pawl_values: a table of them, or all that is given by position                     */
  PAWL_PROFILE, /* int: the model's index of a shape, given as the part or its name                   */
  PAWL_FUNCTION, /* int: a Lua function of the model, as pawl_signal.function; 0: not given           */
  PAWL_FILE,     /* const pawl_text *: a file below the model's folder, given by its name; NULL: not given */
  PAWL_WORDS,    /* pawl_words: a table of strings                                                    */
  PAWL_ARRAY, /* pawl_array: a number, a table of numbers, a table of such tables, or a function that returns one */
  PAWL_POINT_FORCES, /* pawl_point_forces: a table of { at = function(q, t) … end, force = … }                       */
  PAWL_GRAPH,  /* pawl_graph: a number, a function of one number, or characteristic { {x, y}, … } */
  PAWL_OWN,    /* int: the model's index of a lagrangian, given as the part or its name                 */
  PAWL_GRAVITY /* pawl_world: its gravity as a vector, or point { at = …, mu = … }                   */
} pawl_type;

typedef struct {
  const char *name; /* "1", "2" … for what is given by position                                      */
  const char *unit; /* "" for a pure number                                                          */
  pawl_type type;
  size_t where;    /* offset in the part's struct                                                    */
  double fallback; /* the default; PAWL_REQUIRED, or PAWL_UNSET (kept as NaN: "not given")            */
  double min, max; /* inclusive range of numbers, of every component                                 */
  const char *doc;
  const char *choices; /* PAWL_CHOICE: the words, separated by blanks; the default is the fallback-th */
  unsigned worlds;     /* PAWL_PLANAR or PAWL_SPATIAL when the field exists in one only; 0: in both   */
} pawl_field;

#define PAWL_REQUIRED INFINITY /* no finite default: the field must be given */
#define PAWL_UNSET NAN         /* may be left out, and then is NaN           */

enum { PAWL_PLANAR = 1, PAWL_SPATIAL = 2, PAWL_BOTH_WORLDS = 3 };

/* A place on a body: where its origin and its axes are in the body's own frame. Body 0 is the ground. */
typedef struct {
  int body;
  pawl_vec at;
  pawl_mat turn;
  double angle; /* planar: the turn as the user wrote it, so that whole turns are kept */
} pawl_frame;

/* A number, a Lua function of the model (function > 0), the value of a signal part (part > 0: its index + 1), or of
 * any channel (channel != NULL). */
typedef struct {
  double value;
  int function, part;
  const char *channel;
} pawl_signal;

static inline bool pawl_signal_given(const pawl_signal *s)
{
  return s->function > 0 || s->part > 0 || s->channel || !isnan(s->value);
}

/* A number that depends on time, with its first two derivatives; NaN where they are not known. Functions of the model are
 * differentiated along two directions: d along one, e along the other, dd along both; of time alone e is d. Where nobody
 * computes on by pawl_op_jet, e is not set. */
typedef struct {
  double v, d, dd, e;
} pawl_jet;

typedef struct {
  int count;
  const pawl_vec *point;
} pawl_points;

typedef struct {
  int count;
  const double *number;
} pawl_numbers;

typedef struct {
  const char **word;
  int count;
} pawl_words;

/* Numbers as they are or as a function of the model (function > 0). A number is one row of one; neither: not given. */
typedef struct {
  int function;
  int rows, columns;
  const double *number;
} pawl_array;

static inline bool pawl_array_given(const pawl_array *a)
{
  return a->function > 0 || a->number;
}

/* A force at the point r(q, t) of own equations. */
typedef struct {
  int at; /* function */
  pawl_array force;
} pawl_point_force;

typedef struct {
  int count;
  const pawl_point_force *pull;
} pawl_point_forces;

/* A value: has a kind but no name. `kind` NULL: not given. */
typedef struct {
  const struct pawl_kind *kind;
  const void *fields;
  const char *where;
} pawl_value;

typedef struct {
  int count;
  const pawl_value *value;
} pawl_values;

/* A file that the model has read. */
typedef struct {
  const char *name, *text;
  size_t size;
} pawl_text;

/* Points and values at position 1 take all that is given by position. */
static inline bool pawl_takes_all(const pawl_field *field)
{
  return field->name && field->name[0] == '1' &&
         (field->type == PAWL_POINTS || field->type == PAWL_CONTROL || field->type == PAWL_VALUES);
}

/* y(x) through points, base/curve.h. */
typedef struct pawl_curve pawl_curve;

/* ---- what slots see and give ----------------------------------------------------------------------------- */

/* The motion of a frame: place, axes, velocity, rate of turn, in world axes. Places are counted from an inner origin:
 * only differences of two ends mean something. */
typedef struct {
  pawl_vec r, v, w;
  pawl_mat R;
  double angle;  /* planar: the total turn, not wrapped                                                     */
  pawl_vec zeta; /* the acceleration of the origin of the frame when the body's own acceleration is zero    */
} pawl_end;

/* Where two curves touch. */
typedef struct {
  double gap;
  double bend;    /* what gap'' has besides the acceleration of the second body's point: geometry/touch.h */
  pawl_vec at, n; /* inner place; the outward normal of the first curve                                    */
} pawl_touching;

typedef struct {
  int worlds; /* PAWL_PLANAR or PAWL_SPATIAL */
  double t;
  pawl_end a, b;
  const pawl_touching *touch; /* of curve joints */
  double spin, spin_speed;    /* the part's own coordinate, of kinds that spin                       */
  const double *memory;       /* what `remember` wrote at the start; NULL before: phi is unknown, 0  */
  const double *state;        /* the part's own states                                               */
} pawl_pair;

/* The coordinates of the joints that a part sits on, in the order of its table. */
enum { PAWL_JOINTS = 3, PAWL_STATES = 2, PAWL_MEMORY = 2, PAWL_KNOTS = 3 };
typedef struct {
  double t;
  double q[PAWL_JOINTS], v[PAWL_JOINTS];
  const double *state;
} pawl_coordinates;

/* One scalar constraint between two frames, as the wrench on b that a unit multiplier makes:
 * rate = t·(w_b - w_a) + f·(v_b - v_a at b), and d(rate)/dt = t·dw + f·dv + gamma. The frame a gets the opposite
 * wrench on the same line. t in m when f is a pure number, so that all rows of a joint are in metres. */
typedef struct {
  double phi;   /* the residual of position, m                                        */
  double gamma; /* what accelerations do not contribute to the second derivative      */
  pawl_vec t, f;
  double spin;     /* the rate's share of the part's own spin: m when f is a pure number          */
  bool speed_only; /* the rate is constrained, the position is not: phi means nothing             */
  /* 0: a constraint. Else no constraint but an inertia along the row, kg (or kg m^2 of a turning row), which may be
   * negative: kinetic energy rate²·inertia/2; phi means nothing. It acts at both origins:
   * rate = t·(w_b - w_a) + f·(v_b - v_a), and a gets the opposite force at its own origin. */
  double inertia;
} pawl_row;

enum { PAWL_ROWS = 6 };

/* The wrench of a force element on b (about b's origin); a gets the opposite on the same line of action. */
typedef struct {
  pawl_vec t, f;
  double power;  /* what it gives to the mechanism beyond its own energy: drives > 0, dampers < 0 */
  double energy; /* what it stores                                                                */
  double length, rate, effort;
  double efforts[PAWL_JOINTS];    /* forces along joints: on each of its joints; `effort` is the first    */
  double spin;                    /* torque on the part's own spin                                       */
  double state_rate[PAWL_STATES]; /* of its own states                                                   */
  double slip;                    /* a wheel's                                                           */
} pawl_load;

/* How deep two shapes are pressed into each other at a touch. */
typedef struct {
  double depth, rate; /* δ = -gap, m; δ', m/s: positive while they approach          */
  double approach;    /* δ' when they touched, m/s; 0: they were in touch at the start */
  double curvature;   /* k1 + k2, 1/m: 1 / effective radius; INFINITY at a corner    */
  int piece;          /* of the law: how many of its knots are passed, frozen between events */
  double pressed;     /* N, or N m: by a force from outside                           */
  /* laws of the model's own: a Lua function of (depth, rate). NaN: it failed, and whoever made `context` knows why. */
  double (*call)(void *context, int function, double depth, double rate);
  void *context;
} pawl_press;

/* What a law answers: the force that pushes them apart. */
typedef struct {
  double force;   /* N; may be negative: the contact does not pull, and clips it        */
  double elastic; /* N: the part of it that comes from stored energy                    */
  double energy;  /* J: stored                                                          */
} pawl_push;

/* Friction at a touch: by a formula. */
typedef struct {
  double normal;       /* N, not negative                            */
  double speed;        /* of sliding, m/s, with its sign             */
  const double *state; /* own states                                 */
} pawl_rub;

typedef struct {
  double force; /* N along the direction of sliding: against it      */
  double state_rate[PAWL_STATES];
} pawl_drag;

/* Friction that sticks: the most that it can be under a normal force N >= 0,  |R| <= share N + own. */
typedef struct {
  double share; /* of N                                              */
  double own;   /* N, whatever N is                                  */
} pawl_bound;

typedef struct {
  double speed; /* of sliding, m/s: not negative; 0: at rest         */
  /* a Lua function of the speed. NaN: it failed, and whoever made `context` knows why. */
  double (*call)(void *context, int function, double speed);
  void *context;
} pawl_slip;

/* A coordinate of its own that turns about an axis in the plane, so that its angular momentum does not touch the
 * plane's motion: a wheel seen from above, a shaft. */
typedef struct {
  double inertia, angle, speed;
} pawl_spin;

/* The rotor of a drive: turns `ratio` times as fast as the joint turns (or ratio radians per metre). */
typedef struct {
  double inertia, ratio;
} pawl_rotor;

/* A characteristic of the state, whose points must not be jumped over: of a length or a joint's coordinate less `shift`, of its
 * rate, or of a signal. */
typedef struct {
  const pawl_curve *curve; /* NULL: none     */
  double shift;
  bool of_rate, periodic;
  const pawl_signal *of; /* of signals     */
} pawl_corners;

/* What a signal part sees. */
typedef struct {
  double t;
  double since; /* the time at which the piece of the motion began that t belongs to: what jumps at a known
                        * time looks at `since` to tell on which side it is                              */
  const pawl_jet *in;  /* its PAWL_SIGNAL fields, in the order of the table                           */
  const double *state; /* its own states                                                              */
} pawl_signal_at;

/* How a joint lets its second frame move when it is part of the spanning tree. */
typedef enum {
  PAWL_NOT_A_TREE_JOINT,
  PAWL_WELDED,
  PAWL_TURNS,
  PAWL_SLIDES,
  PAWL_SWIVELS,
  PAWL_FLOATS,
  PAWL_DRIFTS,  /* a point: moves freely, without a turn of its own */
  PAWL_SPINS,   /* a coordinate of its own: pawl_spin          */
  PAWL_CARRIED, /* a base: its motion is a function of time    */
  PAWL_MOVES,   /* as its own table of freedoms says          */
  PAWL_MOBILITIES
} pawl_mobility;

/* Every joint's struct begins with this. */
typedef struct {
  pawl_frame a, b;
  pawl_vec
      axis; /* turning or sliding axis in frame a                                                       */
  double start
      [7]; /* coordinates at the start: angle | position | x y angle | x y z e0 e1 e2 e3; NaN: not given */
  double
      speed[6];  /* their speeds                                                                            */
  bool prefer;   /* its coordinates are to be the model's own: it is cut last                               */
  bool positive; /* of the ways to close a loop, one with a positive coordinate is meant                    */
} pawl_joint;

enum { PAWL_NAMED = 2 };

/* The second frame of a joint in its first, in axes of the first: where it is; how a unit of each speed turns it and moves its
 * origin; and the second derivatives that speeds alone make. */
typedef struct {
  pawl_vec r;
  pawl_mat R;
  pawl_vec turn[PAWL_NAMED], slide[PAWL_NAMED];
  pawl_vec turn_bias, slide_bias;
} pawl_joint_way;

/* What a mobility lets a joint do: one entry each, in mobility.c, or in the file of a joint that moves by its own. Coordinates
 * that have names are those that users write and see one by one; the others are a place and a turn as a whole. */
typedef struct {
  int dofs[3];         /* degrees of freedom, by PAWL_PLANAR and PAWL_SPATIAL                      */
  unsigned lengths[3]; /* bit d: of dof d the coordinate is a length, else an angle                */
  bool chart[3];       /* the last three dofs are the chart of a quaternion                        */
  int named;           /* so many coordinates have names, each with q' = v                         */
  const char *name[PAWL_NAMED], *speed[PAWL_NAMED];
  int alike; /* axes that are parallel in both frames: all three, the joint's own (1), or none */
  /* Of two frames the named coordinates, each as a row: its value (phi; an angle up to whole turns), the wrench on b that a unit
   * effort along it makes, and gamma. */
  void (*read)(const pawl_joint *joint, const pawl_pair *x, pawl_row *row);
  /* The motion at named coordinates and speeds; *out is zero, but for R, which is a unit matrix. */
  void (*move)(const pawl_joint *joint, const double *q, const double *v, pawl_joint_way *out);
} pawl_freedoms;

/* The same, or (backwards) the first frame in the second, at coordinates of the other sign. v NULL: at rest. */
void pawl_joint_motion(const pawl_freedoms *freedoms, const pawl_joint *joint, bool backwards,
                       const double *q, const double *v, pawl_joint_way *out);

extern const pawl_freedoms pawl_freedoms_by[];

typedef enum { PAWL_EFFORT, PAWL_SPEED, PAWL_POSITION } pawl_drive_mode;

/* ---- channels: what a part publishes --------------------------------------------------------------------- */

/* All that can be seen of a part at an instant; a channel is an offset into it. */
typedef struct {
  pawl_vec r, v, acc, w, alpha; /* motion of the (second) frame, world axes   */
  pawl_vec com_r, com_v, com_acc;
  pawl_quat e;
  double angle, omega, alpha_z;                    /* planar turn                                  */
  double coordinate[7], speed[6], acceleration[6]; /* of a joint                                   */
  pawl_vec f, t;                                   /* reaction or load on b, world axes, about b   */
  double length, rate, effort, power, work, energy;
  double value, value_rate; /* an output, input or signal                         */
  double spin, spin_speed, spin_acceleration, slip;
  double state[PAWL_STATES];
  double passed;             /* what of a drive's effort its rotor leaves to the joint     */
  double second;             /* the second rate of a length                        */
  double across;             /* a second component of a force: friction, a wheel's side force */
  double aside, aside_force; /* gaps: sliding and friction along a second tangent        */
  pawl_vec back;             /* links: force on the first body, world axes         */
  pawl_vec back_t;           /* contacts: torque on the first body, about its shape's frame */
  double depth, count;       /* contacts: penetration, m, not negative; how many touches press */
  double parameter[2];       /* contacts: along the two curves                              */
  double mode;               /* contacts: 0 open, 1 pressed                                 */
} pawl_seen;

typedef enum { PAWL_AT_POSITION, PAWL_AT_VELOCITY, PAWL_AT_FORCE, PAWL_AT_ACCELERATION } pawl_level;

typedef struct {
  const char *name, *unit;
  size_t where; /* offset of a double in pawl_seen */
  pawl_level level;
  const char *doc;
  unsigned worlds; /* as in pawl_field */
  bool each;       /* one for each coordinate of own equations, whose name stands in place of NAME */
} pawl_channel_def;

#define PAWL_SEEN(member) offsetof(pawl_seen, member)

/* Whether a field, a channel or a kind exists in a world. */
static inline bool pawl_in_world(unsigned worlds, unsigned world)
{
  return worlds == 0 || (worlds & world) != 0;
}

/* The kinds, and the structs that the equations read directly. */
#include "parts/kind.h"

#endif
