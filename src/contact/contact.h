/* Contacts of a run: which touches are followed, what ends their modes, and what comes after.
 *
 * A margin is a number that keeps its sign as long as the mode of a touch lasts:
 *     0  gap of an open touch, depth of a closed one
 *     1  force of a pressed or held touch, less the force that a released one would have
 *     2  closed touches: the way to the end of the feature that they are on, whose curvature may jump there
 *     3  Coulomb's friction: speed of what slides, what is left to the limit of what sticks, N
 *     4… knots of the law
 * The step looks for their zeros, ends there, and `pawl_contact_change` says how it goes on.      theory.md, 7.9 */
#ifndef PAWL_CONTACT_CONTACT_H
#define PAWL_CONTACT_CONTACT_H

#include <stddef.h>
#include <string.h>

#include "base/scratch.h"
#include "base/tolerances.h"
#include "contact/friction.h"
#include "contact/held.h"
#include "contact/pair.h"
#include "contact/problem.h"
#include "contact/slip.h"

/* layer.c: what the equations ask of contacts. */
extern const pawl_contact_ops pawl_contact_layer;

typedef struct {
  double value; /* times the sign it should have: positive while the mode lasts; NaN: there is none */
  double rate;  /* NaN: not known                                                                   */
} pawl_margin;

/* motion.c, candidates.c: everything at the instant that is placed. */

/* How fast any two points of the shapes can approach each other, m/s. */
double pawl_contact_speed(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* How far they have come from one placing of the second to another, m: no more than that speed makes of the time. */
double pawl_contact_way(const pawl_contact_pair *pair, const pawl_placing *from, const pawl_placing *to);
/* How far they may move before something may touch that is not watched, m. */
double pawl_contact_reach(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* Where that is next to nothing: how long an interval may be at whose end pawl_contact_hides is asked, s; 0: there is more. */
double pawl_contact_probe(const pawl_system *system, const pawl_contact_pair *pair,
                          const pawl_shape_motion *motion);
bool pawl_contact_hides(const pawl_system *system, const pawl_contact_pair *pair,
                        const pawl_shape_motion *motion);
/* Looks for touches nearer than `interest` anew: those that are known go on, new ones are open. */
void pawl_contact_search(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion,
                         double interest);
/* Inside of a step: open touches are followed from the instant that is placed. */
void pawl_contact_refresh(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* How much of a certificate is worth having, m. Over the first, motion is measured as far out as what is certain: of a floor of 10 m under a
 * cam of 6 cm a turn moves the ends by 80 times as much as the cam, and intervals would be that much shorter. */
double pawl_contact_worth(const pawl_contact_pair *pair);
/* The size of the smaller shape; INFINITY: it has none. */
double pawl_contact_size(const pawl_contact_pair *pair);
/* The distance below which touches are worth watching, when shapes move by `way` in a step. */
double pawl_contact_interest(const pawl_contact_pair *pair, double way);
/* The unit of its gap: "m", "rad"; "1": of the model's own equations. */
const char *pawl_contact_unit(const pawl_system *system, const pawl_contact_pair *pair);
/* All pairs at the start: what overlaps is pressed. */
void pawl_contacts_start(pawl_system *system);
/* The instant is accepted: touches are followed from here on, those that are over or far are dropped. */
void pawl_contacts_accept(pawl_system *system);

/* margins.c */
void pawl_contact_margins(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                          pawl_contact_point *point, pawl_margin margin[PAWL_MARGINS]);
/* pass.c */
/* Whether a touch has come to where another one is pressed already, over a joint of the curves: then they are one. The
 * others are followed to the instant that is placed (a copy of them); `follow` NULL: they are there already. */
bool pawl_contact_is_taken(pawl_system *system, const pawl_contact_pair *pair,
                           const pawl_shape_motion *follow, const pawl_contact_point *point);
/* From here on the touch is followed from where it is, on the features that it is on. */
void pawl_contact_settle(const pawl_system *system, pawl_contact_point *point);
/* Overlapping by more than an event can be off by. */
bool pawl_contact_is_deep(const pawl_system *system, const pawl_contact_point *point);
/* How late a touch may be found beside others that are watched. */
double pawl_contact_least_reach(const pawl_contact_pair *pair);
/* A touch that is behind something is left alone until it has come out, or nothing else holds its pair. */
void pawl_contact_look_away(const pawl_system *system, pawl_contact_pair *pair, pawl_contact_point *point);
/* What nothing else of the pair holds any more counts after all. */
void pawl_contact_look_again(pawl_contact_pair *pair);
/* Whether a pressed touch is at a corner that sinks in beside an edge whose other end is not watched. */
bool pawl_contact_lacks_end(const pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* Of a law that gives way: the piece between its knots that forces are of from here on. */
void pawl_contact_choose_piece(pawl_system *system, const pawl_contact_pair *pair, pawl_contact_point *point);
/* Beyond a knot of the law, whichever side of it the landing has left the touch on. */
void pawl_contact_pass_knot(pawl_system *system, const pawl_contact_pair *pair, pawl_contact_point *point,
                            int margin, int side_before);
/* A friction that is smooth, as a kind of contact: it leans back from where it slides to. */
static inline pawl_contact_kind pawl_held_kind(const pawl_held *h)
{
  const double way = h->lean > 0 ? -1 : 1;
  return pawl_kind_along(2, &way);
}
/* What one margin is measured against: smaller numbers are rounding. */
double pawl_contact_band(const pawl_system *system, const pawl_contact_pair *pair,
                         const pawl_contact_point *point, int margin);
/* How far below zero a force that is held counts as none: it is part of its margin, so that one which is zero for a while, but for
 * rounding, does not end there. 0 for other margins. */
double pawl_contact_allowance(const pawl_system *system, const pawl_contact_pair *pair,
                              const pawl_contact_point *point, int margin);

typedef struct {
  const char *from, *to, *reason;
  double energy_lost;
  double given; /* J: what surfaces that move by themselves gave in it */
  int pair, point;
  double impulse[PAWL_DIMENSIONS], before[PAWL_DIMENSIONS],
      after[PAWL_DIMENSIONS]; /* N s; m/s: of gap and sliding; NaN: no impact */
  int modes;                  /* valid sets of modes found, 0: not counted           */
  int count;                  /* impacts of a row that ends here, its first, its limit */
  double first, limit;
} pawl_contact_change;

/* The mode after the zero of a margin, at the instant that is placed. False: nothing changes. */
bool pawl_contact_pass(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion,
                       pawl_contact_point *point, int margin, pawl_contact_change *change);
/* The signs that margins have in the mode that begins here. */
void pawl_contact_arm(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                      pawl_contact_point *point);
/* At an accepted instant: margins that have come away from zero count from now on. */
void pawl_contact_rearm(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                        pawl_contact_point *point);

static inline void pawl_doubt_note(pawl_contact_pair *pair, pawl_doubt doubt, double time)
{
  if (!pair->log.doubt[doubt])
    pair->log.doubt_time[doubt] = time;
  pair->log.doubt[doubt] = true;
}

/* ---- corners of what has sunk in: corner.c ---- */

typedef enum {
  PAWL_MEET_NOT,   /* two corners do not meet here: the touch stays what it is */
  PAWL_MEET_PARTS, /* they leave each other: there is no touch                 */
  PAWL_MEET_LIFTS, /* the same, along the normal of the touch itself           */
  PAWL_MEET_TURNS  /* they meet on another edge, where the touch is now        */
} pawl_corner_fate;
/* What becomes of a touch near two corners that closes when the shapes move by no more than `way`, forwards or back. `blur`, m: a
 * corner that is lower than an edge by no more than this passes over it, beside what it has sunk in. */
pawl_corner_fate pawl_contact_corner(pawl_system *system, const pawl_contact_pair *pair,
                                     const pawl_shape_motion *motion, double way, double blur,
                                     pawl_touch *touch);

/* Whether the edges at the end of an overlap are parallel: where they are only nearly so, it is a corner like any other. */
bool pawl_contact_is_parallel(const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                              const pawl_touch *touch);
/* Whether an edge beside the corner of a touch lies along the other shape, and its other end is not known to be a touch. */
bool pawl_contact_lies_flat(const pawl_system *system, const pawl_contact_pair *pair,
                            const pawl_shape_motion *motion, const pawl_touch *touch);
/* How far the two bodies must be moved apart along the normal of a touch to be out of those that are closed. */
double pawl_contact_sunk(pawl_system *system, const pawl_contact_pair *pair, const pawl_shape_motion *motion,
                         const pawl_touch *touch);
/* pass.c: whether a touch that closes is none, by these rules, or another one is already where it goes. */
bool pawl_contact_passes_corner(pawl_system *system, const pawl_contact_pair *pair,
                                const pawl_shape_motion *motion, double way, double blur, pawl_touch *touch);

/* ---- rigid contacts, and Coulomb's friction: switch.c, impact_solve.c ---- */

/* Numbers of a problem with all touches that are closed, for up to `most`. */
typedef struct {
  int most;
  pawl_solver solver;   /* of d rows for each: its `dim` */
  double *W;            /* of a few touches: dn x dn; of more NULL, and `rows` */
  pawl_block_rows rows; /* W by blocks: `start`, `column`, `value` */
  int *start, *column;  /* most + 1; for `blocks` of them */
  double *value;        /* d x d for each column          */
  int blocks;
  double *b, *force, *rate; /* d most each */
  double *way;              /* 2 most: directions of what slides, in space */
  double *floor, *mu, *mu_static, *own,
      *own_static; /* most each; the last two: friction that is not of the normal force, */
  bool owns;       /* if there is any */
  unsigned char *kind, *barred, *mode;
  double *first, *second, *before,
      *total; /* impulses of compression and expansion, velocities, their sum: d most */
  double *e, *e_t;
  struct {
    double *W, *clamp; /* of a few touches, d PAWL_HELD_FEW squared; for clamp.c: 6 PAWL_HELD_FEW² */
  } dense;
  pawl_contact_change *change; /* most */
  pawl_scratch scratch;        /* of calls: PAWL_LENT for each touch */
} pawl_switch_room;

/* Room for so many touches; what is in it is lost where it has to be laid out anew. False: no memory. */
bool pawl_switch_room_fit(pawl_switch_room *room, pawl_arena *arena, int dim, int most);
/* W of the touches that are listed and have their responses; no force acts that is given, or moves nothing. False: no memory. */
bool pawl_switch_room_couple(pawl_switch_room *room, pawl_system *system);
/* For those who fill `start`, `column` and `value` themselves: room for so many blocks, those that are there stay; then W is what they
 * say. False: no memory. */
bool pawl_switch_room_fit_blocks(pawl_switch_room *room, pawl_arena *arena, int need);
void pawl_switch_room_use_blocks(pawl_switch_room *room);
/* The problem of W with these rates, friction of the normal force, and kinds. */
pawl_problem pawl_switch_room_problem(const pawl_switch_room *room, int n, const double *b);
/* The friction of a touch in a problem of forces (h = 1), or of impulses in a time h: what it has of its own grows with that. */
void pawl_switch_room_rub(pawl_switch_room *room, int i, pawl_bound slides, pawl_bound holds, double h);
/* Adds what holds at rest, what friction has of its own, and floors. */
void pawl_switch_room_rest(const pawl_switch_room *room, pawl_problem *problem);
/* The entry of W on its diagonal. */
double *pawl_switch_room_own(pawl_switch_room *room, int n, int r);
/* An entry of W; of rows r, what forces add to a rate, and (`size`) the sum of their sizes. */
double pawl_switch_room_W(const pawl_switch_room *room, int n, int r, int c);
double pawl_switch_room_add(const pawl_switch_room *room, int n, int r, double rate, const double *force);
double pawl_switch_room_size(const pawl_switch_room *room, int n, int r, const double *force);

/* A run's state at an event, and what becomes of its touches. */
typedef struct {
  double t, *q, *v;
  const pawl_quat *base;
  const double *work;
  double *a, *power; /* room for an evaluation */
  pawl_switch_room *room;
  int change_count; /* of room->change */
  double *given;    /* J, per work: what an impact has taken from prescribed motions; NULL: nobody asks */
  void (*on_problem)(void *context, double time, const pawl_problem *problem, const char *what);
  void *listener;
  int motions; /* that an island has, in an impact or in what follows; the most of all, 0: not counted    */
  struct {
    int pair, point;
  } doubtful;    /* the first touch that has several */
  bool jammed;   /* friction jams: forces grow without bound */
  bool plastic;  /* nothing is given back */
  bool struck;   /* velocities have jumped */
  bool unsolved; /* impulses or modes were not found, of so many touches that steps may come to others */
  bool modeless; /* no modes were found, of several touches: an impact may lead to others                */
} pawl_switching;

/* A gap that is switched on below zero, by more than an event can be off by, cannot be without compliance: close.c. */
static inline bool pawl_gap_is_shut_in(const pawl_system *s, const pawl_contact_point *p)
{
  return p->track.now.gap < -PAWL_BEHIND * s->scale.length;
}
pawl_status pawl_gap_say_shut_in(const pawl_system *system, const pawl_contact_pair *pair,
                                 const pawl_contact_point *point, pawl_error *error);
/* An event begins: what touches are. Then of those whose mode is at its end, which margin says so. */
void pawl_contacts_mark(pawl_system *system);
void pawl_contact_end(const pawl_contact_pair *pair, pawl_contact_point *point, int margin);
/* All touches at an event: impacts, then which of them open, stick, slide; positions and velocities are brought onto what is
 * held. */
pawl_status pawl_contacts_switch(pawl_system *system, pawl_switching *x, pawl_error *error);
/* Whether the mode of a touch is a matter of pawl_contacts_switch. */
bool pawl_contact_switches(const pawl_contact_pair *pair);
enum { PAWL_NAMES = 200 };
/* contacts "a", "b", those that are held: for sentences. */
void pawl_held_names(const pawl_system *system, char names[PAWL_NAMES]);
/* Those of the islands that the solver has not solved, if it has left any; returns the part of the first. */
const pawl_part *pawl_unsolved_names(const pawl_system *system, pawl_switch_room *room,
                                     char names[PAWL_NAMES]);
/* spread.c: of forces that are not unique, those farthest from their limits, in an island of the problem that the room's solver has just
 * solved; room->mode and rate go with them. The family, with groups given, tells what else there is; false: nothing. */
bool pawl_spread_forces(pawl_switch_room *room, const pawl_problem *problem, int island, double *force,
                        pawl_mode_family *family);
/* clamp.c: an exact fit, in which touches can be clamped against each other. So that there is no preload, some of them are idle;
 * what is shut has no force now, but keeps the others' gaps closed. */
typedef enum { PAWL_FIT_NONE, PAWL_FIT_PRESSED, PAWL_FIT_SHUT, PAWL_FIT_IDLE } pawl_fit;
/* What each touch of the problem is in such a fit; rates below `still` are none. False: there is no fit. The room's forces and
 * rates are lost. */
bool pawl_clamps_release(pawl_switch_room *room, const pawl_problem *problem, double still, pawl_fit *fit);
/* several.c: so many motions are listed. */
enum { PAWL_MOTIONS = 8 };
/* Of several motions, which they are and which was taken; the first time it is kept in words. */
void pawl_several_note(pawl_system *system, pawl_switching *x, const pawl_solution *found,
                       const pawl_motion *list);
/* impact_solve.c: velocities jump. `x->room` has W and, in `before`, the velocities; leaves impulses in `total`, velocities after in
 * `rate`. False: no impulses were found. */
typedef struct {
  bool repaired; /* restitution was made less, so that energy does not rise */
} pawl_impact_report;
bool pawl_impact_solve(pawl_system *system, pawl_switching *x, pawl_impact_report *report);
/* Impulses that give nothing back, from these velocities: `total`, `rate` and `mode`. */
bool pawl_impact_plastic(pawl_system *system, pawl_switching *x, const double *velocities);
/* spent.c: of what an impact has thrown up too low to be followed, the speed is taken. `fall` gets with which accelerations
 * touches would come back. */
void pawl_spent_settle(pawl_system *system, pawl_switching *x, double *fall);
/* "open", "sticking" … */
const char *pawl_contact_word(const pawl_contact_pair *pair, pawl_touch_mode mode, pawl_rub_mode rub,
                              const double *way, int dim);

/* memory.c: what contacts remember of the past, as plain numbers. */
int pawl_contacts_memory_size(const pawl_system *system);
void pawl_contacts_get(const pawl_system *system, double *memory);
/* False: these are not numbers of such contacts. */
bool pawl_contacts_set(pawl_system *system, const double *memory);

/* Pairs as they are, to be gone back to: of their touches those that there are. */
static inline void pawl_pairs_copy(pawl_contact_pair *to, const pawl_contact_pair *from, int count)
{
  const size_t points = offsetof(pawl_contact_pair, point), rest = offsetof(pawl_contact_pair, count);
  for (int k = 0; k < count; k++) {
    memcpy(to + k, from + k, points + sizeof *from->point * (size_t)from[k].count);
    memcpy((char *)(to + k) + rest, (const char *)(from + k) + rest, sizeof *from - rest);
  }
}

/* N, m: the largest force and depth of the run that were found or shown. */
static inline double pawl_pair_peak(const pawl_contact_pair *pair)
{
  const pawl_pair_log *log = &pair->log;
  return log->shown[0] > log->peak_force ? log->shown[0] : log->peak_force;
}
static inline double pawl_pair_deepest(const pawl_contact_pair *pair)
{
  const pawl_pair_log *log = &pair->log;
  double deepest = log->shown[1] > log->deepest ? log->shown[1] : log->deepest;
  return deepest > 0 ? deepest : 0;
}

#endif
