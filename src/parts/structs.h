/* The structs of parts that the equations read directly. Only kind.h includes this. */
#ifndef PAWL_PARTS_STRUCTS_H
#define PAWL_PARTS_STRUCTS_H

#include "parts/methods.h"

/* y(x): a number, a function of the model (function > 0), or a curve through points (base/curve.h; curve != NULL). */
typedef struct {
  double value;
  int function;
  const pawl_curve *curve;
} pawl_graph;

static inline bool pawl_graph_bends(const pawl_graph *g)
{
  return g->function > 0 || g->curve;
}

typedef struct {
  double mass;
  double inertia[6]; /* about the centre of mass, body axes: xx yy zz xy xz yz */
  pawl_vec com;      /* centre of mass in the body's own frame                 */
  double start[7];   /* where its own frame starts: x y angle | x y z e0 e1 e2 e3; NaN: not given */
  double speed[6]; /* and how fast: vx vy omega | vx vy vz wx wy wz (w about its own axes); NaN: not given */
  bool prefer; /* its place in the world is to be the model's coordinates: its joints are cut              */
} pawl_body;

/* A law without compliance: the touch is held as long as it would press, and impacts are instants.      theory.md, 9 */
typedef enum { PAWL_POISSON, PAWL_NEWTON } pawl_impact_law;
typedef struct {
  double e, e_t; /* what of the normal and of the tangential impulse (or speed) comes back */
  int law;       /* pawl_impact_law                                                         */
  int function;  /* e as a function of the speed of approach, or 0                        */
} pawl_rigid;

/* Friction that really sticks: |R| <= mu_static N + cohesion at rest, R = -(mu(|v|) N + cohesion + viscous |v|) sgn(v) else. */
typedef struct {
  pawl_graph mu;
  double mu_static; /* NaN: mu(0) */
  double cohesion, viscous;
} pawl_coulomb;

/* Equations of the user's own, in coordinates q:  M q'' = h, or by T, U, L.      theory.md, 5.14 */
typedef struct {
  pawl_words coordinates, units;
  pawl_numbers start, speed;
  pawl_array mass, force;
  int kinetic, potential, lagrangian; /* functions */
  bool christoffel;
  pawl_point_forces forces;
} pawl_lagrangian;

/* A distance g(q, t) >= 0 in own coordinates, while `when` is positive, and what slides there: slide = w_T·q' + drift, along one tangent, or
 * along two that are square to each other. */
typedef struct {
  int own;
  pawl_array gap, normal, tangent, drift;
  int tangents; /* 1 or 2, where a function says what they are */
  pawl_value law, friction;
  int when; /* function */
} pawl_gap;

/* How many tangents a gap has. */
static inline int pawl_gap_tangents(const pawl_gap *gap)
{
  return gap->tangent.number ? gap->tangent.rows : gap->tangent.function > 0 ? gap->tangents : 0;
}

/* phi(q, t) = 0, or w(q, t)·q' + drift = 0, held while `when` is positive. */
typedef struct {
  int own;
  pawl_array equation, row, drift;
  int when; /* function */
} pawl_condition;

/* Gravity towards a point: a = -mu (r - at)/|r - at|^3; mu 0: none. */
typedef struct {
  pawl_vec gravity, at;
  double mu;
  bool axes, labels; /* whether pictures show the world's axes, and the names of parts */
} pawl_world;

/* A base: where its own frame is, as functions of time. Begins with a body of no mass. */
typedef struct {
  pawl_body body;
  pawl_signal x, y, z, angle;
  pawl_vec axis; /* spatial: what it turns about */
} pawl_base;

typedef struct {
  double duration;    /* s                                                       */
  double tolerance;   /* what a run may err over the model's own time, relative to its own length */
  double output;      /* s between rows; NaN: duration / 1000                    */
  int method;         /* PAWL_METHOD_AUTO …: parts/methods.h                     */
  int start;          /* 0 "given": the start values; 1 "equilibrium": at rest   */
  double step, theta; /* of stepping: s; share of the end of the step in its forces */
  int impacts;     /* 0 simultaneous: all closed touches in one problem; 1 sequential: one after the other */
  bool audit;      /* impacts do not raise energy                                 */
  bool projection; /* of stepping: overlaps are removed after each step          */
  double sleep;    /* s: of piles, what has not moved for so long; 0: never      */
} pawl_plan;

/* A curve fixed to a frame of a body. */
typedef struct {
  pawl_frame frame;
  pawl_value curve;
  bool flip;                 /* the other side of the curve is the outside */
  pawl_signal surface_speed; /* m/s: of its material along the curve, over the body */
} pawl_shape_part;

typedef struct {
  int shape[2]; /* indices of parts */
  pawl_value law, friction;
  int start; /* 1: the shapes touch at the start, wherever they were written */
} pawl_contact;

/* A stop of a joint that does not give way. */
typedef struct {
  int joint;
  double min, max, k, d;
  pawl_rigid rigid; /* without stiffness */
} pawl_stop;

typedef struct {
  int count;
  const pawl_frame *frame;
} pawl_frames;

/* A rope from a to b, over pulleys; radius: positive where it goes counter-clockwise round one. */
enum { PAWL_PULLEYS = 8 };
typedef struct {
  pawl_frame a, b;
  double length;
  pawl_frames over;
  pawl_numbers radius; /* of none, or of each */
  pawl_rigid rigid;
} pawl_rope;

/* Friction of a joint, or between two, that a given force presses together; parts that have it begin with this. */
typedef struct {
  int joint, second;   /* -1: there is no second                            */
  double ratio;        /* slip = speed of the first - ratio speed of the second */
  pawl_signal limit;   /* of the effort on the first while it slips         */
  double static_ratio; /* of the effort at which it begins to slip, over that */
  double fixed;        /* the effort at which it begins to slip; NaN: by that ratio */
  pawl_coulomb dry;    /* over the latter                                   */
} pawl_joint_friction;

/* Many shapes; no names: all of the model. */
typedef struct {
  pawl_words shapes;
  pawl_value law, friction;
} pawl_contacts;

typedef struct {
  int shape[2];
  pawl_vec
      near; /* parameters of the two curves, near which they touch at the start; NaN: where they are nearest */
  bool rolling;
  bool unilateral; /* it may lift off, and come back */
  pawl_rigid rigid;
  pawl_value friction;
} pawl_curve_joint;

typedef struct {
  double value;
} pawl_input;

typedef struct {
  pawl_signal value; /* `channel` is an expression of its own */
  const char *unit;
} pawl_output;

typedef struct {
  const char *channel, *measure, *source; /* one of the first two */
  double at, value, tolerance;
} pawl_expect;

#endif
