/* Kinds of parts: the head that every kind has, and the tables of the families. Only part.h includes this. */
#ifndef PAWL_PARTS_KIND_H
#define PAWL_PARTS_KIND_H

#include "parts/structs.h"

/* A struct that the equations read inside a part's own. */
typedef struct {
  size_t where;
} pawl_member;

#define PAWL_MEMBER(type, member) (&(const pawl_member){offsetof(type, member)})

/* NULL: the kind has none. */
static inline const void *pawl_member_of(const pawl_member *member, const void *fields)
{
  return member ? (const char *)fields + member->where : NULL;
}

/* ---- families, kinds ---------------------------------------------------------------------------------------- */

typedef enum {
  PAWL_STATEMENT, /* says something of the whole model: planar, simulate, expect … */
  PAWL_BODY,
  PAWL_BASE,           /* a body without mass whose motion is prescribed       */
  PAWL_JOINT_KIND,     /* a joint: mobility and rows                           */
  PAWL_LINK,           /* rows only: never part of the tree (rod, gear, wheel) */
  PAWL_COUPLING,       /* one linear equation between coordinates of joints    */
  PAWL_FORCE,          /* a wrench between two frames                          */
  PAWL_JOINT_FORCE,    /* efforts along coordinates of joints                  */
  PAWL_DRIVE,          /* a motor on a joint                                   */
  PAWL_SERVO,          /* an effort at one joint that keeps a condition on a channel */
  PAWL_SIGNAL_KIND,    /* a number that depends on time, channels, other signals     */
  PAWL_SENSOR,         /* publishes what it sees of a place, or of two         */
  PAWL_SHAPE_KIND,     /* a curve on a body                                    */
  PAWL_CONTACT,        /* two shapes that do not pass through each other       */
  PAWL_CURVE_JOINT,    /* two shapes that always touch: rows                   */
  PAWL_CONTACT_GROUP,  /* many shapes, each in contact with every other        */
  PAWL_CURVE_VALUE,    /* values, without a name: a plane curve                */
  PAWL_LAW_VALUE,      /* the law of a contact's normal force                  */
  PAWL_FRICTION_VALUE, /* and of its friction                               */
  PAWL_LIFT_VALUE,     /* a stretch of the lift of a cam                       */
  PAWL_DRAWING,        /* only looks                                           */
  PAWL_EQUATIONS,      /* coordinates with equations of the user's own         */
  PAWL_GAP,            /* a distance between them, as a function of them       */
  PAWL_CONDITION,      /* a constraint on them                                 */
  PAWL_ROPE_KIND,      /* a length between frames that is not exceeded         */
  PAWL_COMPOSITE       /* stands for several parts                             */
} pawl_family;

struct pawl_pen;
struct pawl_outline;
struct pawl_functions; /* what a curve gets besides its fields: parts/curve.h */

typedef struct pawl_kind pawl_kind;

/* How a composite makes its parts: kind, what follows its own name and a dot, and the kind's struct, which is copied.
 * Returns the number of a body, 0 for other parts, -1 without memory. */
typedef struct pawl_maker {
  void *context;
  unsigned worlds;
  int (*make)(struct pawl_maker *maker, const pawl_kind *kind, const char *name, const void *fields);
} pawl_maker;

/* ---- the tables of the families ------------------------------------------------------------------------------ */

/* A body. */
typedef struct {
  /* how it moves where no joint holds it: PAWL_FLOATS; PAWL_DRIFTS, a point, which has no turn of its own; PAWL_CARRIED, a
   * base */
  pawl_mobility alone;
} pawl_body_table;

/* A joint: what it leaves free in the spanning tree. */
typedef struct {
  pawl_mobility mobility;
  const pawl_freedoms *freedoms; /* of PAWL_MOVES */
} pawl_joint_table;

/* What holds bodies together: the rows of joints that are cut, of links and curve joints; couplings of joints. */
typedef struct {
  int row_count[3];                    /* by PAWL_PLANAR and PAWL_SPATIAL */
  int (*count_rows)(const void *part); /* how many of them a part has; NULL: all */
  void (*rows)(const void *part, const pawl_pair *x, pawl_row *row);
  /* rows that hold on to how the mechanism was assembled (the phase of gears): what they remember of the start, up to
   * PAWL_MEMORY numbers; a sentence when the start does not suit them */
  const char *(*remember)(const void *part, const pawl_pair *x, double *memory);
  /* mass that belongs to the two pins of a link: as if it sat on the bodies there */
  void (*lump)(const void *part, double *at_a, double *at_b);
  /* couplings, in place of rows: Σ coefficient q = what it is at the start, over its PAWL_JOINT fields */
  void (*couple)(const void *part, double *coefficient);
} pawl_constraint_table;

/* A force: between two frames, or along the coordinates of joints. */
typedef struct {
  /* one of the two. `signal` holds the values of the part's PAWL_SIGNAL fields in the order of the table; along joints'
   * coordinates it fills effort or efforts, power, energy */
  void (*load)(const void *part, const pawl_pair *x, const double *signal, pawl_load *out);
  void (*joint_load)(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out);
  int state_count;
  void (*start)(const void *part, double *state); /* NULL: zeros */
  pawl_corners (*corners)(const void *part);      /* of a characteristic of the state; NULL: it has none */
  /* along joints, and held as contacts are: whether a part is a pawl_stop or a pawl_joint_friction; NULL: no */
  bool (*is_stop)(const void *part);
  bool (*is_friction)(const void *part);
} pawl_force_table;

/* A drive, beside its load: how it prescribes the motion of its joint. */
typedef struct {
  pawl_drive_mode (*mode)(const void *part); /* what its signal says: with PAWL_EFFORT it is a load */
  /* how a prescribed motion begins, from the coordinate at the start; NULL: as the signal says */
  void (*begin)(const void *part, double t, double start, pawl_jet *u);
  const pawl_member *rotor; /* where its pawl_rotor is; NULL: none */
} pawl_drive_table;

/* A signal: a number that depends on time, on other signals and channels, and on states of its own. */
typedef struct {
  /* value and derivatives, and the rates of its states. A derivative that is not known is NaN. */
  void (*value)(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate);
  int state_count;
  void (*start)(const void *part, const pawl_signal_at *at, double *state); /* NULL: zeros */
  /* its value is its first state, whatever the inputs are: it may be part of a feedback */
  bool value_is_state;
  /* the first time after t at which the signal or a derivative jumps; NULL: never */
  double (*next_break)(const void *part, double t);
  /* a bound of |v'| from a to b in the piece that began at `since`; in: such bounds of its PAWL_SIGNAL fields, 0 of those
   * that are not given. NULL: none is known */
  double (*pace)(const void *part, double since, double a, double b, const double *in);
  pawl_corners (*corners)(const void *part); /* of a characteristic of its input; NULL: it has none */
} pawl_signal_table;

/* A sensor; links and forces of frames may be one beside: more is seen of them than reaction or load. */
typedef struct {
  /* of two frames or a joint's: from their motion and acceleration, everything in world axes; of links and forces *out has
   * the reaction or load already. `acc` and `alpha` of the two ends are NULL below the level of accelerations. */
  void (*sense)(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                pawl_seen *out);
  /* of one place: whether its channels are components along the world's axes, which servos can keep; NULL: no */
  bool (*in_world)(const void *part);
} pawl_sensor_table;

/* A curve, as the value of a shape. */
typedef struct {
  /* its pieces in the shape's frame, geometry/profile.h; a sentence when the fields make no sense. `functions` evaluates Lua
   * functions. */
  const char *(*outline)(const void *value, struct pawl_outline *outline,
                         const struct pawl_functions *functions, bool *closed);
  bool bare_ends; /* its ends are no corners */
  bool is_point;  /* it is the point that its first field gives, so that it can touch for a point mass */
} pawl_curve_table;

/* A law: the push of two shapes that are pressed into each other. */
typedef struct {
  void (*press)(const void *value, const pawl_press *x, pawl_push *out);
  /* in place of a push: the force is solved for, and its struct begins with pawl_rigid */
  bool rigid;
  /* the number of functions that are negative before and positive beyond a knot, where the law goes over to its next piece,
   * and these functions: depths, so they grow by `rate` */
  int knot_count;
  void (*knots)(const void *value, const pawl_press *x, double *knot);
  bool gives; /* all its work is counted as it is done, and may be more than it was given */
} pawl_law_table;

/* Friction: the force along the sliding. */
typedef struct {
  void (*rub)(const void *value, const pawl_rub *x, pawl_drag *out);
  int state_count; /* own states of each touch, 0 when it begins */
  /* in place of a formula: it sticks, and the force is solved for. What it is while it slides with a speed, and up to which it holds
   * at rest, which is never less than it is from there on: a NaN where a function of the model has failed */
  pawl_bound (*slides)(const void *value, const pawl_slip *x);
  pawl_bound (*holds)(const void *value, const pawl_slip *x);
  bool (*bends)(const void *value); /* whether what it is while it slides depends on the speed; NULL: never */
  bool (*lasts)(
      const void *
          value); /* whether some of it is there as long as shapes touch, however little they press; NULL: none */
  const pawl_curve *(*corners)(
      const void *value); /* a characteristic of the speed whose points count; NULL: there is none */
} pawl_friction_table;

/* ---- the kind ------------------------------------------------------------------------------------------------ */

struct pawl_kind {
  const char *name;
  pawl_family family;
  const char *doc;          /* one or two sentences                                                     */
  const char *equations;    /* what it computes: lines of text, in the symbols of docs/notation.md      */
  const char *example;      /* a whole model of a few lines that can be run; each ends with an end of line */
  unsigned worlds;          /* PAWL_PLANAR, PAWL_SPATIAL; 0: both                                       */
  size_t size;              /* of the part's struct */
  const pawl_field *fields; /* ends with {0} */
  const pawl_channel_def *channels; /* ends with {0}; NULL: none */
  /* NULL, or: completes defaults that depend on other fields, and returns a sentence when the fields make no sense
   * together. `worlds` is the model's. May be called again after a field was changed. */
  const char *(*check)(void *part, unsigned worlds);
  /* what it looks like, as primitives: parts/look.h; NULL: nothing */
  void (*draw)(const void *part, struct pawl_pen *pen);

  /* of several families: it acts by forces at the origins of its frames alone, so that it can hold a point; where its
   * pawl_spin is, a coordinate of its own (NULL: none) */
  bool at_points;
  const pawl_member *spin;

  /* what it is, by the table of its family; the others are NULL */
  const pawl_body_table *body;             /* bodies, bases                                           */
  const pawl_joint_table *joint;           /* joints, with a constraint                               */
  const pawl_constraint_table *constraint; /* joints, links, curve joints, couplings                  */
  const pawl_force_table *force;           /* forces between frames, along joints; drives             */
  const pawl_drive_table *drive;           /* drives, with a force                                    */
  const pawl_signal_table *signal;         /* signals                                                 */
  const pawl_sensor_table *sensor;         /* sensors; links and forces of which more is seen         */
  const pawl_curve_table *curve;           /* curves                                                  */
  const pawl_law_table *law;               /* laws of contact                                         */
  const pawl_friction_table *friction;     /* frictions                                               */
  /* families of one slot. A servo: the channel that is kept, and at what; its effort acts at the part's joint. A composite:
   * makes its parts, or writes them again after a field was changed; false: no memory */
  void (*keep)(const void *part, const char **channel, const pawl_signal **at);
  bool (*expand)(const void *part, pawl_maker *maker);
};

static inline const pawl_rigid *pawl_rigid_of(const pawl_value *law)
{
  return law->kind && law->kind->law->rigid ? law->fields : NULL;
}

/* Whether it is friction that sticks. */
static inline bool pawl_is_dry(const pawl_value *friction)
{
  return friction->kind && friction->kind->friction->slides;
}

/* Whether it is, and depends on the speed of sliding. */
static inline bool pawl_friction_lasts(const pawl_value *friction)
{
  return friction->kind && friction->kind->friction->lasts &&
         friction->kind->friction->lasts(friction->fields);
}
static inline bool pawl_friction_bends(const pawl_value *friction)
{
  return pawl_is_dry(friction) && friction->kind->friction->bends &&
         friction->kind->friction->bends(friction->fields);
}

/* How many states of its own a touch has by its friction. */
static inline int pawl_friction_states(const pawl_value *friction)
{
  return friction->kind ? friction->kind->friction->state_count : 0;
}

static inline const pawl_spin *pawl_spin_of(const pawl_kind *kind, const void *fields)
{
  return pawl_member_of(kind->spin, fields);
}

static inline const pawl_rotor *pawl_rotor_in(const pawl_kind *kind, const void *fields)
{
  return kind->drive ? pawl_member_of(kind->drive->rotor, fields) : NULL;
}

/* Whether a part prescribes the motion of its joint, so that it is no load. */
static inline bool pawl_prescribes(const pawl_kind *kind, const void *part)
{
  return kind->drive && kind->drive->mode(part) != PAWL_EFFORT;
}

/* Whether a kind of body is a point. */
static inline bool pawl_is_point(const pawl_kind *kind)
{
  return kind->body && kind->body->alone == PAWL_DRIFTS;
}

static inline int pawl_row_count(const pawl_kind *kind, unsigned world)
{
  return kind->constraint ? kind->constraint->row_count[world] : 0;
}

/* Whether a kind holds on to how it was assembled, and whether it has mass at its pins. */
static inline bool pawl_remembers(const pawl_kind *kind)
{
  return kind->constraint && kind->constraint->remember;
}

static inline bool pawl_lumps(const pawl_kind *kind)
{
  return kind->constraint && kind->constraint->lump;
}

static inline pawl_mobility pawl_mobility_of(const pawl_kind *kind)
{
  return kind->joint ? kind->joint->mobility : PAWL_NOT_A_TREE_JOINT;
}

static inline const pawl_freedoms *pawl_freedoms_of(const pawl_kind *kind)
{
  pawl_mobility mobility = pawl_mobility_of(kind);
  return mobility == PAWL_MOVES ? kind->joint->freedoms : pawl_freedoms_by + mobility;
}

/* Whether something was written on a joint's first coordinate or on any that has a name; the same of speeds. */
static inline bool pawl_is_written(const pawl_kind *kind, const double *numbers)
{
  bool written = !isnan(numbers[0]);
  for (int k = 1; k < pawl_freedoms_of(kind)->named; k++)
    written |= !isnan(numbers[k]);
  return written;
}

/* Whether a kind has just one coordinate with a name, and whether its first is a length. */
static inline bool pawl_has_one(const pawl_kind *kind)
{
  return pawl_freedoms_of(kind)->named == 1;
}

static inline bool pawl_slides(const pawl_kind *kind)
{
  return pawl_freedoms_of(kind)->named > 0 && (pawl_freedoms_of(kind)->lengths[PAWL_SPATIAL] & 1u);
}

/* The law of what is pressed together by a given force. */
extern const pawl_kind pawl_law_preload;

/* Whether a part is held friction of joints, or a stop that does not give way. */
static inline bool pawl_is_joint_friction(const pawl_kind *kind, const void *part)
{
  return kind->force && kind->force->is_friction && kind->force->is_friction(part);
}

static inline bool pawl_is_hard_stop(const pawl_kind *kind, const void *part)
{
  return kind->force && kind->force->is_stop && kind->force->is_stop(part);
}

/* The list: list.c. Ends with NULL. */
extern const pawl_kind *const pawl_kinds[];
const pawl_kind *pawl_kind_find(const char *name);

#endif
