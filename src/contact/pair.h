/* Contacts: pairs of shapes, or of what is like them; their touches; and the kinds of pairs.
 *
 * A touch is four structs by who writes them: track, mode, row, log.      theory.md, 7.6, 9.1 */
#ifndef PAWL_CONTACT_PAIR_H
#define PAWL_CONTACT_PAIR_H

#include "contact/pair_kinds.h"
#include "contact/problem.h"
#include "geometry/overlap.h"
#include "system/system.h"

enum { PAWL_N, PAWL_T };   /* rows of a touch: its normal and its first tangent                  */
enum { PAWL_TOUCHES = 8 }; /* of one pair of shapes, at most                                  */
enum { PAWL_PAIR_OWN = PAWL_PULLEYS }; /* numbers that a pair may remember                                */
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

/* And so is what dry friction does there: what slides has a direction, too. */
typedef enum { PAWL_RUB_NONE, PAWL_RUB_STICK, PAWL_RUB_SLIDE } pawl_rub_mode;

/* A touch of a pair, in four structs by who writes them. */

/* Where it is. Written by the search (candidates.c) and by tracking (pair_*.c, at every evaluation). */
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

/* What is frozen between events, and what may end it. Written by events (margins.c, pass.c, switch.c, impact.c). */
typedef struct {
  pawl_touch_mode normal;
  pawl_rub_mode tangent;
  double way[PAWL_TANGENTS];  /* of what slides: a unit vector along the tangents, in the plane ±1 */
  pawl_touch_mode was_normal; /* at an event: the modes that end, and what began their end         */
  pawl_rub_mode was_tangent;
  double was_way[PAWL_TANGENTS];
  const char *cause;              /* NULL: another touch                                        */
  unsigned char barred;           /* modes of problem.h that it cannot go on in, as bits        */
  bool idle;                      /* left out of an exact fit: open, and its gap stays 0 by the others */
  int piece;                      /* of the law: how many of its knots are passed               */
  double approach, curvature;     /* m/s, 1/m: when it closed                                   */
  signed char side[PAWL_MARGINS]; /* of each margin: the sign it has in this mode               */
  bool armed[PAWL_MARGINS];       /* it has been away from zero since the last event            */
  double slack[PAWL_MARGINS];     /* of those that have not: by how much they may be on the wrong side */
  double rest[PAWL_DIMENSIONS];   /* N: held forces when the mode began, normal and tangential  */
  double torn[PAWL_TANGENTS];     /* N: the friction that held it when it came to its limit     */
  bool still;      /* of friction by itself, by stepping: it has held its sides through the step */
  int spread_anew; /* events in a row at which forces that are not unique were only spread anew */
} pawl_touch_frozen;

/* Rates and forces. Written by the evaluation (load.c, held.c, held_forces.c). */
typedef struct {
  double gap_rate, slide[PAWL_TANGENTS];  /* m/s                                       */
  double raw, normal;                     /* N: what the law says, and what is left of it */
  double elastic;                         /* N: what it would say at rest              */
  double friction[PAWL_TANGENTS], energy; /* N along the tangents; J                    */
  double power;                           /* W: what is lost, not positive             */
  double rate[PAWL_DIMENSIONS];           /* m/s^2: of gap rate and slide, of what is held */
  double when; /* of own equations: it holds while this is positive; INFINITY: always */
  double drift[PAWL_TANGENTS], drift_rate; /* m/s, m/s^2: what moving surfaces add to `slide` */
  double climb;                            /* m/s: what time adds to the gap rate, of own equations */
  double pressed;                          /* N, N m: by a force from outside, of joints' friction  */
  double
      size; /* N, N m: the heaviest of its island along its direction, on the model's scale; 0: not known, by held_forces.c */
  double strayed; /* m, rad: of what sticks, from where it began to; only joints' friction has such a place */
  double blur[PAWL_DIMENSIONS]; /* m/s: rounding of gap rate and slide after an impact, by impact.c */
} pawl_touch_row;

/* Impacts in a row, each weaker than the last. Written by the books of impacts (impact.c). */
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

typedef struct pawl_contact_pair pawl_contact_pair;
typedef struct pawl_pair_kind pawl_pair_kind;
enum { PAWL_PAIR_TEXT = 120 };
typedef struct pawl_held pawl_held;

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

/* What is known of everything that is not watched. Written by the search (candidates.c) and by motion since (scan.c, stepping_touch.c). */
typedef struct {
  double beyond, moved; /* m: nothing else was nearer at the last search; motion since  */
  double pace;          /* m/s: of its shapes, when its open touches were last seen     */
  bool guessed;         /* rails: its curves did not face each other at the last look   */
  pawl_search_work *room;
} pawl_pair_search;

/* The last touch that was lost while it was not open, and when: one that is found there at that instant is the same. Written by pass.c. */
typedef struct {
  pawl_touch touch;
  pawl_touch_mode normal;
  double time, approach, curvature, energy;
} pawl_pair_lost;

/* What is told of it. Written by the books of the run, and by whoever is in doubt. */
typedef struct {
  double peak_force, deepest; /* N, m: of the run                                                */
  double peak_time[2];        /* s: when, where that was found inside of a step: by peaks.c      */
  double shown[2];    /* N, m: the largest in what was shown, which is no part of the state: by output.c */
  double start_depth; /* m: how deep rigid shapes overlapped at the start                */
  bool behind;        /* at the start its shapes were near and nowhere opposite each other */
  double late, late_time;         /* m, s: the deepest touch that was deep when it was first seen    */
  double lifts;                   /* rails: when its force was first seen to pull, s; NaN: never     */
  bool doubt[PAWL_DOUBTS];        /* what was not unique or not decided there …                      */
  double doubt_time[PAWL_DOUBTS]; /* … first then, s                                                 */
  pawl_touch_log past;            /* impacts in a row of a touch that went far away, for the next one */
} pawl_pair_log;

/* Of a rope: its pulleys, and how far it goes round each, rad: as it was followed to the last accepted instant, and at the last
 * evaluation. Written by pair_rope.c. */
typedef struct {
  int pulleys;
  pawl_place pulley[PAWL_PULLEYS];
  double *wrap, wrap_now[PAWL_PULLEYS]; /* the first is what the pair remembers */
} pawl_rope_way;

/* Two shapes, or what is like them, and what is known of their distance. The first members are laid out when the system is built, and stay. */
struct pawl_contact_pair {
  const pawl_pair_kind *kind;
  int part;
  int dim; /* rows of its touches: a normal and tangents, 2 or 3 */
  pawl_place place[2];
  const pawl_profile *profile[2]; /* of shapes                                                 */
  const pawl_contact *fields;
  int joint;  /* limits and friction: index in `joints`                     */
  int second; /* friction: between two joints, else -1                      */
  double way; /* limits: gap = way (q - limit); friction: slide = q' + way (that of the second) */
  double
      limit; /* and of constraints: φ where it began to hold, by impact.c; friction: where it began to stick, by switch.c; of ropes: their length */
  double *own;                   /* what its kind remembers of the past, which a stored state has, too */
  int own_count;                 /* of these: PAWL_PAIR_OWN at the most                        */
  pawl_rope_way *rope;           /* of ropes                                                   */
  const pawl_signal *surface[2]; /* speeds of their surfaces; NULL: they are at rest           */
  bool begins_shut;              /* a curve joint that may lift off: its shapes touch at the start */
  int state;                     /* the first state of its friction                            */
  int load;                      /* of two shapes: its index in `loads`; a group has many pairs */

  pawl_contact_point point[PAWL_TOUCHES];
  int count;
  pawl_pair_search search;
  pawl_pair_lost lost;
  pawl_pair_log log;
  pawl_parting parting; /* of the last look at its overlap: by step/judge.c */
};

/* The first time that several motions were possible. */
typedef struct {
  double time;
  int motions, events; /* how many; how often in the run there were several */
  bool continuum;      /* infinitely many                                   */
  char text[1800];     /* which, and which was taken                        */
} pawl_several;

/* Contacts of many shapes: group.c. Left to stepping, it has a work of its own and shows what that found. */
typedef struct {
  int part;
  int work; /* its energy in the state; -1: its pairs have theirs */
  double count, depth, force;
  double peak_force, deepest; /* N, m: of the run */
} pawl_group_use;

/* What touches of groups that are left to stepping do to a body, about its centre of mass: in an evaluation with known forces. */
typedef struct {
  int body;
  pawl_vec f, t;
} pawl_group_wrench;

/* All contacts of a model. Laid out when its equations are built. */
struct pawl_contact_set {
  int dim; /* rows of a touch in the problems that they make together: 3 where one slides along two tangents, else 2 */
  pawl_contact_pair *pair;
  int count, most; /* of `pair` */
  bool over;       /* more were asked for: by lay_out.c */
  int pulleys;     /* of all ropes */
  double
      blur; /* of the length: how near two touches are closed at once; written by a run, from its tolerance */
  pawl_group_use *groups;
  int group_count;
  pawl_group_wrench *wrench;
  int wrenches;
  bool piles;             /* groups are left to stepping: they have no pairs       */
  bool holds;             /* some contact is rigid, or sticks: held.h              */
  struct pawl_held *hold; /* of the last evaluation                                */
  int hold_count;
  struct pawl_held_room *room;
  double *move, *power; /* a displacement or acceleration; what all give on a way */
  pawl_several several; /* motions of what is held, if there ever were           */
};

/* Where the second shape is, seen from the first, and how it moves, at the instant that is placed. */
typedef struct {
  pawl_placing place;
  pawl_xy v;
  double w;
  pawl_end a;
} pawl_shape_motion;

/* ---- kinds ---- */

typedef struct {
  const char *open, *pressed; /* its modes                                              */
  const char *closes, *opens; /* what has ended them                                    */
  const char *passes;         /* what has brought it to other features                  */
} pawl_pair_words;

/* Two shapes, or what is held, rubs and is hit like them: one file each, pair_*.c, that ends in its entry, and one line in pair_kinds.h. What
 * is not of shapes has one touch, which is always there; [0] of two or three numbers is along the normal, the others along the tangents. A slot that is NULL:
 * there is nothing of that kind.      theory.md, 9.1 */
struct pawl_pair_kind {
  bool shapes;                  /* it is of two profiles,                                             */
  bool of_places;               /* it acts at its two places; else along coordinates                  */
  bool searched;                /* whose touches come and go: they are searched for                   */
  bool is_rail;                 /* rows of the mechanism hold it: it has no law, and nothing hits it  */
  bool both_ways;               /* it pulls, too, as long as it holds                                 */
  bool of_joint;                /* its gap or way is that of a joint's coordinate                     */
  bool always_pressed;          /* by a force from outside: there is friction, and no gap             */
  bool may_jump;                /* its gap is a function of the model's                               */
  bool is_switched;             /* it may be off, which its row says by `when` */
  int most;                     /* pairs that one part may be; 0: one                                 */
  const pawl_pair_words *words; /* of its modes and what ends them; NULL: those of shapes */
  const char *noun, *force;     /* what it is, in a word, and what it bears; NULL: a contact, of shapes */

  /* Laying out: which parts are such, and their pairs and loads (lay_out.h). */
  bool (*is)(const pawl_part *part);
  pawl_status (*add)(pawl_builder *builder, int part);
  /* At the start, when it has been followed: whether it is possible. */
  pawl_status (*check)(pawl_system *system, const pawl_contact_pair *pair, pawl_error *error);

  /* A touch at the instant that is placed: gap, gap rate, speed of sliding. `held`: on its features, also beyond their ends. `found`
   * says whether there is one; where not, system->error may say why. */
  void (*follow)(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                 pawl_contact_point *point, bool held);
  /* What it remembers beside its touch: before it is followed for the first time; from here on as it is now. */
  void (*begin)(pawl_contact_pair *pair);
  void (*keep)(pawl_contact_pair *pair, pawl_contact_point *point);
  /* Whether functions or prescribed motions say its gap, so that no speed bounds it. */
  bool (*is_said)(const pawl_system *system, const pawl_contact_pair *pair);

  /* What unit forces along the normal and each tangent do along every degree of freedom: into zeros. */
  bool (*directions)(pawl_system *system, const pawl_contact_pair *pair, const pawl_contact_point *point,
                     double *const w[PAWL_DIMENSIONS]);
  /* The rates of gap rate and slide with the accelerations a, after a solve that gave them. */
  void (*rates)(pawl_system *system, const pawl_contact_pair *pair, const pawl_contact_point *point,
                const double *a, double *rate);
  /* x = M^-1 w of one of its directions; NULL: it is for the kernel to do. */
  void (*respond)(pawl_system *system, const pawl_contact_pair *pair, int along, const double *w, double *x);
  /* Forces along normal and tangent, as loads. */
  void (*load)(pawl_system *system, const pawl_contact_pair *pair, const pawl_contact_point *point,
               double normal, const double friction[PAWL_TANGENTS]);

  /* At the end of a step or event: whether it is where it must not be; `steps`: made of the length that was asked for. */
  pawl_status (*judge)(pawl_system *system, const pawl_contact_pair *pair, bool steps, pawl_error *error);
  /* Where no step can be made: whether that is because of it; NULL: it never is. */
  pawl_status (*explain)(pawl_system *system, const pawl_contact_pair *pair, pawl_error *error);
  /* What is seen of those of a part, which follow each other; NULL: as of shapes. And the efforts along joints' coordinates. */
  void (*see)(pawl_system *system, const pawl_contact_pair *pair, int count, pawl_level level,
              pawl_seen *seen);
  void (*efforts)(const pawl_contact_pair *pair, double *effort);
  /* Its measure and how far it is from it, in words: "min 0.5 m, 3 mm away"; NULL: there is nothing to say. */
  void (*tell)(const pawl_system *system, const pawl_contact_pair *pair, char text[PAWL_PAIR_TEXT]);
};

#define PAWL_DECLARE_PAIR(name) extern const pawl_pair_kind pawl_pair_##name;
PAWL_PAIR_KINDS(PAWL_DECLARE_PAIR)
/* pair_list.c: the kind of the pairs that a part is; NULL: it is none. */
const pawl_pair_kind *pawl_pair_kind_of(const pawl_part *part);

/* What shapes and rails share: pair_shapes.c. */
void pawl_shapes_follow(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                        pawl_contact_point *point, bool held);
/* Whether it is not there, as its function said at the last event: the margin of what is switched has that side. */
static inline bool pawl_touch_is_off(const pawl_contact_pair *pair, const pawl_contact_point *p)
{
  return pair->kind->is_switched && p->mode.side[PAWL_MARGIN_FEATURE] < 0;
}
/* What its gap is measured by: the model's length, or 1 rad. */
static inline double pawl_pair_unit(const pawl_system *s, const pawl_contact_pair *pair)
{
  bool turns = pair->kind->of_joint && !pawl_slides(s->model->parts[s->joint.use[pair->joint].part]->kind);
  return turns ? 1 : s->scale.length;
}
/* A touch that is always there, at the instant that is placed, before its gap is known. */
static inline void pawl_pair_begin(const pawl_system *s, pawl_contact_point *p)
{
  p->track.now = (pawl_touch){0};
  p->track.found = PAWL_LOST;
  p->track.leaves[0] = p->track.leaves[1] = 0;
  p->track.time = s->at.t;
}
/* And when it is. */
static inline void pawl_pair_end(pawl_contact_point *p)
{
  p->track.touch = p->track.now;
  p->track.found = PAWL_TRACKED;
}

/* pair_joint.c: the effort against which friction of joints slides at the instant that is placed, which a signal may make negative. */
pawl_status pawl_joint_pair_limit(pawl_system *system, const pawl_contact_pair *pair, double *limit);

/* ---- functions ---- */

/* Where the work of a pair is booked. */
static inline int pawl_pair_work(const pawl_system *s, const pawl_contact_pair *pair)
{
  int load = s->index.load[pair->part];
  return s->load.use[load >= 0 ? load : pair->load].work;
}

/* States of a contact: those of its friction at each touch. */
int pawl_contact_states(const pawl_contact *contact);
/* The base that a link stands on; -1: none. */
int pawl_base_below(const pawl_system *system, int link);
/* Where shapes are at the instant that is placed. */
void pawl_contact_motion(const pawl_system *system, const pawl_contact_pair *pair, pawl_shape_motion *motion);
/* Follows a touch to the instant that is placed. `held`: on its features, also beyond their ends. */
void pawl_contact_follow(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                         pawl_contact_point *point, bool held);
/* Where shapes overlap at the instant that is placed they are pressed, and nowhere else: touches of a mechanism at rest,
 * which no motion leads to. Forgetting them leaves it to the run to look for its own. */
void pawl_contacts_lie(pawl_system *system);
void pawl_contacts_forget(pawl_system *system);
/* The touch of a curve joint at the instant that is placed; false: it cannot be followed. Until the mechanism is assembled
 * it is looked for. */
bool pawl_rail_touch(pawl_system *system, pawl_contact_pair *pair, pawl_touching *touch);
/* pair_check.c: whether two shapes can touch at one point, and their law has an answer there. `pair->fields` NULL: there is no
 * law. */
pawl_status pawl_pair_check(const pawl_system *system, const pawl_contact_pair *pair, pawl_error *error);
/* The sentence of those that fit into each other. */
pawl_status pawl_pair_fits(const pawl_system *system, const pawl_contact_pair *pair, pawl_error *error);
/* The name of one of its two shapes; NULL: it has none. */
const char *pawl_contact_shape(const pawl_system *system, const pawl_contact_pair *pair, int which);
/* What a law is told of a touch. */
pawl_press pawl_contact_pressed(pawl_system *system, const pawl_contact_point *point);
/* What the law and the friction make of it. `rate` may be NULL. */
void pawl_contact_press(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                        pawl_contact_point *point, double *rate);
/* The force on the second body at a touch, world axes. */
static inline pawl_vec pawl_contact_force(const pawl_contact_point *point)
{
  pawl_vec along = {-point->track.n.y, point->track.n.x, 0};
  return pawl_add(pawl_times(point->row.normal, point->track.n), pawl_times(point->row.friction[0], along));
}
/* A distance that two shapes are apart at least, from the discs that hold them. */
double pawl_contact_apart(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* All touches of a pair as a load on the second body; false: a touch cannot be followed. */
bool pawl_contact_load(pawl_system *system, pawl_contact_pair *pair, pawl_load *out);
/* Whether a touch is left alone: it was deep when it was first seen, and has not come out since. */
bool pawl_contact_looks_away(const pawl_contact_point *point);
/* What there is to see of it. */
void pawl_contact_see(pawl_system *system, const pawl_contact_pair *pair, pawl_level level, pawl_seen *seen);

#endif
