/* The tables that describe parts. From a kind's table come its Lua constructor, defaults, errors of unit, range
 * and spelling, `pawl parts`, docs/parts.md, parameter paths, channels, contract tests and the random mechanisms.
 *
 * Slots take const inputs and write outputs; no slot sees the model, the run or another part. They are written
 * once, in space; in a planar world z is 0 and turns are about z. */
#ifndef PAWL_PARTS_PART_H
#define PAWL_PARTS_PART_H

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
  PAWL_SIGNAL,  /* pawl_signal: a number, or a function of time (and channels)                        */
  PAWL_FRAME,   /* pawl_frame: a body, or a place on it: body:at{…}                                   */
  PAWL_JOINT    /* int: the model's index of a joint part, given as the part or its name              */
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

/* A number, or a Lua function of the model (function > 0). */
typedef struct {
  double value;
  int function;
} pawl_signal;

/* ---- what slots see and give ----------------------------------------------------------------------------- */

/* The motion of a frame: place, axes, velocity, rate of turn, in world axes. Places are counted from an inner origin:
 * only differences of two ends mean something. */
typedef struct {
  pawl_vec r, v, w;
  pawl_mat R;
  double angle;  /* planar: the total turn, not wrapped                                                     */
  pawl_vec zeta; /* the acceleration of the origin of the frame when the body's own acceleration is zero    */
} pawl_end;

typedef struct {
  int worlds; /* PAWL_PLANAR or PAWL_SPATIAL */
  double t;
  pawl_end a, b;
} pawl_pair;

/* One scalar constraint between two frames, as the wrench on b that a unit multiplier makes:
 * rate = t·(w_b - w_a) + f·(v_b - v_a at b), and d(rate)/dt = t·dw + f·dv + gamma. The frame a gets the opposite
 * wrench on the same line. t in m when f is a pure number, so that all rows of a joint are in metres. */
typedef struct {
  double phi;   /* the residual of position, m                                        */
  double gamma; /* what accelerations do not contribute to the second derivative      */
  pawl_vec t, f;
} pawl_row;

enum { PAWL_ROWS = 6 };

/* The wrench of a force element on b (about b's origin); a gets the opposite on the same line of action. */
typedef struct {
  pawl_vec t, f;
  double power;  /* what it gives to the mechanism beyond its own energy: drives > 0, dampers < 0 */
  double energy; /* what it stores                                                                */
  double length, rate, effort;
} pawl_load;

/* How a joint lets its second frame move when it is part of the spanning tree. */
typedef enum {
  PAWL_NOT_A_TREE_JOINT,
  PAWL_WELDED,
  PAWL_TURNS,
  PAWL_SLIDES,
  PAWL_SWIVELS,
  PAWL_FLOATS
} pawl_mobility;

/* Every joint's struct begins with this. */
typedef struct {
  pawl_frame a, b;
  pawl_vec
      axis; /* turning or sliding axis in frame a                                                       */
  double start
      [7]; /* coordinates at the start: angle | position | x y angle | x y z e0 e1 e2 e3; NaN: not given */
  double
      speed[6]; /* their speeds                                                                            */
} pawl_joint;

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
  double value; /* an output or input */
} pawl_seen;

typedef enum { PAWL_AT_POSITION, PAWL_AT_VELOCITY, PAWL_AT_FORCE, PAWL_AT_ACCELERATION } pawl_level;

typedef struct {
  const char *name, *unit;
  size_t where; /* offset of a double in pawl_seen */
  pawl_level level;
  const char *doc;
  unsigned worlds; /* as in pawl_field */
} pawl_channel_def;

#define PAWL_SEEN(member) offsetof(pawl_seen, member)

/* ---- kinds ------------------------------------------------------------------------------------------------ */

typedef enum {
  PAWL_STATEMENT, /* says something of the whole model: planar, simulate, expect … */
  PAWL_BODY,
  PAWL_JOINT_KIND,  /* a joint: mobility and rows                */
  PAWL_LINK,        /* rows only: never part of the tree (rod)   */
  PAWL_FORCE,       /* a wrench between two frames               */
  PAWL_JOINT_FORCE, /* an effort along a joint's coordinate     */
  PAWL_DRIVE,       /* a motor on a joint                        */
  PAWL_SENSOR
} pawl_family;

typedef struct pawl_kind {
  const char *name;
  pawl_family family;
  const char *doc;     /* one or two sentences           */
  const char *example; /* one line of Lua, for the page  */
  size_t size;
  const pawl_field *fields;         /* ends with {0} */
  const pawl_channel_def *channels; /* ends with {0}; NULL: none */
  unsigned worlds;                  /* PAWL_PLANAR, PAWL_SPATIAL; 0: both */

  /* NULL, or: completes defaults that depend on other fields, and returns a sentence when the fields make no sense
   * together. `worlds` is the model's. May be called again after a field was changed. */
  const char *(*check)(void *part, unsigned worlds);

  /* joints and links */
  pawl_mobility mobility;
  int row_count[3]; /* by PAWL_PLANAR and PAWL_SPATIAL */
  void (*rows)(const void *part, const pawl_pair *x, pawl_row *row);

  /* forces: `signal` holds the values of the part's PAWL_SIGNAL fields in the order of the table */
  void (*load)(const void *part, const pawl_pair *x, const double *signal, pawl_load *out);
  /* forces along a joint's coordinate: fills effort, power, energy */
  void (*joint_load)(const void *part, double coordinate, double speed, const double *signal, pawl_load *out);

  /* drives: which signal is prescribed, and how */
  pawl_drive_mode (*mode)(const void *part);
} pawl_kind;

/* ---- structs that the equations read directly ------------------------------------------------------------- */

typedef struct {
  double mass;
  double inertia[6]; /* about the centre of mass, body axes: xx yy zz xy xz yz */
  pawl_vec com;      /* centre of mass in the body's own frame                 */
  double start[7];   /* where its own frame starts: x y angle | x y z e0 e1 e2 e3; NaN: not given */
  double speed[6]; /* and how fast: vx vy omega | vx vy vz wx wy wz (w about its own axes); NaN: not given */
} pawl_body;

typedef struct {
  pawl_vec gravity;
} pawl_world;

typedef enum { PAWL_METHOD_AUTO, PAWL_METHOD_DOPRI5, PAWL_METHOD_DOP853, PAWL_METHOD_BDF } pawl_method;

typedef struct {
  double duration;  /* s                                                       */
  double tolerance; /* local error per step, relative to the model's scales    */
  double output;    /* s between rows; NaN: duration / 1000                    */
  int method;       /* pawl_method                                             */
  int start;        /* 0 "given": the start values; 1 "equilibrium": at rest   */
} pawl_plan;

typedef struct {
  double value;
} pawl_input;

typedef struct {
  pawl_signal value;
} pawl_output;

typedef struct {
  const char *channel, *source;
  double at, value, tolerance;
} pawl_expect;

/* The list: list.c. Ends with NULL. */
extern const pawl_kind *const pawl_kinds[];
const pawl_kind *pawl_kind_find(const char *name);

/* The fields of a kind that exist in a world. */
static inline bool pawl_in_world(unsigned worlds, unsigned world)
{
  return worlds == 0 || (worlds & world) != 0;
}

#endif
