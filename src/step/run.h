/* A run: the assembled equations, a state, a method, and the books it keeps.
 *
 * The state vector is y = (q, v, work): coordinates in charts, velocities, and the work that each drive, damper
 * and force has done; base quaternions carry the charts. */
#ifndef PAWL_STEP_RUN_H
#define PAWL_STEP_RUN_H

#include "base/event.h"
#include "contact/contact.h"
#include "contact/problem.h"
#include "step/method.h"
#include "step/rk.h"
#include "step/stiff.h"
#include "system/project.h"
#include "system/system.h"

typedef struct {
  long steps, rejected, rhs, factors;
  long row_rhs;                 /* right-hand sides of looks.c */
  long events, looks, searches; /* passed; instants looked at for them; searches for touches    */
  double worst_position;        /* constraint residual over the model's length, at outputs        */
  double worst_velocity;        /* over length/time                                               */
  double worst_ledger;          /* |ledger| over the energy turned over by then, at its worst      */
  double ledger;                /* J, at the last output                                          */
  double turned;                /* J: energy turned over, step/judge.c                            */
  double smallest_pivot;        /* of constraints, over their reference: how near to a singularity */
  double stiff_since;           /* time at which the run went over to BDF; NaN: it did not        */
} pawl_books;

/* Instants of events that are looked at together. Written by storm.c. */
typedef struct {
  long count;
  double since, speed[2]; /* the largest approach in the two halves of them, m/s */
  int pair, point;        /* where the first was                                 */
  bool several;           /* there were others                                   */
} pawl_instants;

/* Events that do not come to an end, and what was passed of them by stepping. Written by storm.c. */
typedef struct {
  long crowd; /* events since crowd_t, which is not long ago                    */
  double crowd_t;
  bool noted;                /* something changes at this instant,                             */
  double approach;           /* and of that, how fast what is fastest approaches, m/s          */
  int pair, point;           /* where the first change of this instant is,                     */
  bool several;              /* and whether there are others                                   */
  pawl_instants many, few;   /* that can hardly be seen, and that are less than rounding       */
  double fastest;            /* approach of those that were last found to be a storm, m/s      */
  double passed_t, passed_h; /* the last that was passed: when, by how long a step             */
  int row;                   /* how many there were with it, one right after the other         */
  int left;                  /* how many more are to be, whatever happens                      */
  int alike;                 /* counts in a row whose approach and interval were these:        */
  double same_speed, same_between;
} pawl_storm;

/* Forces that grow, at the last look at them. Written by jam.c. */
typedef struct {
  double t, force; /* the largest, N                                 */
  double end;      /* where it would have no bound, by its growth    */
  int count;       /* looks in a row that agreed on that             */
  bool known;      /* they were enough, and when they were last      */
  double known_end;
} pawl_jam;

/* Energies at the last look at them: what has gone from one to another since is turned over. Written by judge.c. */
typedef struct {
  bool known;
  double kinetic, gravity, stored, ledger;
  double *work;  /* per work */
  double *least; /* per work: the least it was, from the start or a change of the state on */
  bool least_known;
} pawl_accounts;

enum { PAWL_SAMPLES = 3 };

/* What is known of the model before the first step. Written by run.c, and const from there on. */
typedef struct {
  bool timed;         /* loads depend on time: what rests has to be looked at all the same             */
  bool blind;         /* a gap, `when` or base is said by a function: no speed bounds it               */
  bool has_shapes;    /* some contact is of shapes                                                     */
  bool has_functions; /* something acts that a function or a characteristic says                     */
  bool has_looks;     /* and may begin and end between stages: looks.c                               */
  const pawl_method *method; /* what the user asked for                                        */
  double tolerance;
  double row_spacing; /* s: of the model's rows, written or not                                        */
  double t0, energy0;
} pawl_run_plan;

/* How long steps are. Written by the ways of making them, advance*.c. */
typedef struct {
  double h;              /* the next one's length; 0 before the first                            */
  double last_t, last_h; /* where the step just taken began; the step between two looks at them  */
  double limit;          /* beyond which it must not go                                          */
  double usual_h;        /* the longest of late                                                  */
  double flight, flown;  /* s: between the last two events, 0: not known; since the last one      */
  bool slope_known, unchanged, rejected;
  int tiny;      /* in a row, beside a singular position                                 */
  int still;     /* in a row, by BDF, that do not change the time                        */
  long paced;    /* since the run was opened or set                                      */
  double pace_t; /* time at which they were counted last                                 */
} pawl_steps;

/* Whether the model is stiff, and its history of BDF. Written by advance_bdf.c and advance_explicit.c. */
typedef struct {
  bool started;   /* its history belongs to (t, y)                                       */
  bool ends;      /* and ends there: at a jump                                           */
  bool rings;     /* what is stiff oscillates: by BDF of order 2, until something happens */
  bool rings_end; /* this is over: explicit steps again                                  */
  double rung_t;  /* when its steps were last looked at,                                 */
  double rung_h;  /* how long the explicit ones were,                                    */
  int rung_steps; /* how many there have been,                                           */
  int rung_looks; /* and looks at them                                                   */
  int ring_hits;  /* how often the edge has to be met                                    */
  int hits, mild_hits;
  long rejected; /* explicit steps                                                      */
} pawl_stiffness;

/* How near a singular position is. Written by advance_explicit.c. */
typedef struct {
  double apart, last_apart; /* root of the smallest pivot, now and before                  */
  int weakest;              /* the block with the smallest pivot                           */
  bool near;                /* stages are brought onto the constraints, too                */
  bool crossing;            /* the step being tried leads into one or across               */
  pawl_error verdict;       /* why the end of a step cannot be brought onto the constraints */
} pawl_singular;

/* Looking through a step for its first event. Written by scan.c, pace.c and peaks.c. */
typedef struct {
  /* of all touches, PAWL_MARGINS each: at the two ends of what is looked at, and at PAWL_SAMPLES places between */
  pawl_margin *margin[2 + PAWL_SAMPLES];
  int *carried;          /* per pair, two: the base that its shapes stand on, or -1            */
  double *base_pace;     /* per base, two: bounds of its speed and turning in the step, pace.c */
  double *slack;         /* m/s, per pair: how much faster it may be than at an instant        */
  double *probe;         /* s, per pair: intervals at whose end is looked again; 0: none       */
  double *speed, *reach; /* of each pair, at the begin of what is looked at                    */
  pawl_placing *place;   /* and where its second shape was                                     */
  double *saved;         /* what searches had left at the begin of the step                    */
  bool *may_peak;        /* per pair: its force may, inside of what is looked at: peaks.c      */
  bool cut;              /* the step ends not at an event, but where too many searches had been made */
  long cuts;             /* such steps in a row                                                */
} pawl_scan_room;

/* Functions that may jump. Written by chatter.c. */
typedef struct {
  struct pawl_suspect *suspects;
  int count;
  long watched; /* steps; of the last round of them how many had a jump, and how many rounds in a row */
  int jumps_in, jumps_near, rounds;
  double round_t, longest; /* where the round began; the longest step */
} pawl_chatter;

/* Characteristics of the state. Written by corners.c. */
typedef struct {
  struct pawl_corner *list;
  int count;
} pawl_corner_list;

/* The event at which the step ends, and what it leaves behind. Written by scan.c and events.c. */
typedef struct {
  int pair, point, margin; /* whose zero it is                                                   */
  double slope;            /* of that margin, where it has no rate of its own                    */
  bool at;                 /* the step ends at one                                               */
  bool jumped;             /* a signal jumps at its end: by advance.c                            */
  bool unsolved;           /* at the last one, impulses or modes were not found, though there may be some */
  pawl_contact_pair
      *before;             /* as they were in the step that ended there: rows inside it are asked for later */
  pawl_contact_pair *kept; /* before what may have to be passed in a shorter step                */
  pawl_switch_room room;
  double *given; /* J, per work: of prescribed motions in an impact                     */
  long here;     /* at one instant                                                      */
} pawl_at_event;

/* Who listens to a run. Written by run.c and events.c. */
typedef struct {
  void (*on_event)(void *context, const pawl_event *event); /* NULL: nobody listens                  */
  /* Of every contact problem before it is solved; `what` it asks for: "acceleration", "impact", …  NULL: nobody. */
  void (*on_problem)(void *context, double time, const pawl_problem *problem, const char *what);
  const char *const *problem_names; /* parts of that problem's contacts, while it is told; NULL: not known */
  void *listener;
  int untold;                                /* changes at the start, in the room of events */
  bool starting;                             /* nobody can listen yet                       */
  struct pawl_start_problem *start_problems; /* contact problems of the start, the last first: start_told.c */
} pawl_tells;

/* Room for vectors. Written by whoever evaluates. */
typedef struct {
  double *scale, *relative; /* of the state: what errors are weighed by          */
  double *on;               /* the step's end, on the constraints                */
  double *power, *acceleration, *out, *values;
  bool seen; /* `values` belong to (t, y) */
  bool filter_ready;
  double *look_y, *look_rate, *look_f; /* of looks.c */
} pawl_run_room;

struct pawl_run {
  pawl_model *model;
  pawl_arena arena;
  pawl_system system;
  pawl_run_plan plan;
  const pawl_way *way; /* how steps are made now */

  int n; /* of y */
  double t;
  double *y, *y1;
  pawl_quat *base, *last_base; /* of y; of the step just taken, for dense output */

  pawl_ode ode;
  pawl_rk rk;
  pawl_stiff *stiff;
  struct pawl_stepping *stepping; /* NULL: steps are not made so          */
  struct pawl_stepping *passage;  /* room to pass accumulations by it     */
  pawl_steps steps;
  pawl_stiffness stiffness;
  pawl_singular singular;
  pawl_scan_room scan;
  pawl_at_event event;
  pawl_storm storm;
  pawl_jam jam;
  pawl_chatter chatter;
  pawl_corner_list corner;
  pawl_tells tells;
  pawl_run_room room;
  pawl_books books;
  pawl_accounts accounts;
  pawl_error error;
};

/* As pawl_run_new, with a choice of kernel and options in place of the model's (NaN or NULL: the model's). */
typedef struct {
  const pawl_kernel_ops *kernel;
  double tolerance;
  int method; /* PAWL_METHOD_AUTO …, or -1 */
} pawl_run_options;
pawl_status pawl_run_open(pawl_run **run, const pawl_model *model, const pawl_run_options *options,
                          pawl_error *error);

/* Root of the smallest pivot below which projections are carried on down to rounding. */
#define PAWL_DELICATE 0.5

/* Whether the step just tried or made is one of BDF: right after an impact it may not be. */
static inline bool pawl_run_by_bdf(const pawl_run *r)
{
  return r->way->stiff && r->stiffness.started;
}

/* Evaluates the system at t with this state: r->acceleration, r->power. */
static inline pawl_status pawl_run_motion(pawl_run *r, double t, const double *y)
{
  int n = r->system.tree.dof_count;
  const pawl_request request = {t, y, y + n, r->base, y + 2 * n};
  return pawl_system_motion(&r->system, &request, r->room.acceleration, r->room.power);
}

/* pace.c: which pairs stand on what. False: no memory. */
bool pawl_pace_open(pawl_run *run);
/* scan.c: the system at an instant; one touch followed to it, as far as it is one. */
bool pawl_scan_place(pawl_run *run, double t, const double *y);
void pawl_scan_follow(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion,
                      pawl_contact_point *point);
/* The first event of the step just tried or made, between two states; INFINITY: there is none. */
double pawl_events_first(pawl_run *run, double begin, const double *first, double end, const double *last);
/* The step is not made after all: what searches leave is as it was before. (Touches that were found may stay.) */
void pawl_events_undo(pawl_run *run);
/* How long after the end of the step in y1, s, the event would be that it was made for: a correction. */
double pawl_events_miss(pawl_run *run, double end);
/* What happened before anybody could listen. */
void pawl_events_tell_start(pawl_run *run);
/* start_told.c: keeps a contact problem of the start (`context` is the run), and tells them all in their order. */
void pawl_start_keep(void *context, double time, const pawl_problem *problem, const char *what);
void pawl_start_tell(pawl_run *run);

/* ---- set.c ---- */
/* Whether numbers of a part may be changed between steps; the run has its own of them. */
bool pawl_run_can_change(const pawl_part *part);

/* ---- timed.c ---- */
bool pawl_model_is_timed(const pawl_model *model);
/* Whether anything acts that a function or a characteristic says, */
bool pawl_model_has_functions(const pawl_model *model);
/* and whether it may be narrow: not, if all are linear functions of own equations, which is known once they have been called. */
bool pawl_model_may_be_narrow(const pawl_model *model);
/* kinks.c: whether motions that functions prescribe are smooth in the step just tried; where its length says that one never
 * will be, system.error says so. */
bool pawl_kinks_none(pawl_run *run, double end);
/* corners.c: the characteristics of the state. False: no memory. */
bool pawl_corners_open(pawl_run *run);
/* The first instant in the step just tried, up to `end`, at which a piece of one of them denies it; INFINITY: none. */
double pawl_corners_first(pawl_run *run, double end);
/* chatter.c: the functions that may jump. False: no memory. */
bool pawl_chatter_open(pawl_run *run);
/* Of the step from (t, y0) to (end, y1), before it is accepted: says when the motion is held where a function jumps. */
pawl_status pawl_chatter_watch(pawl_run *run, const double *y0, double end, const double *y1,
                               pawl_error *error);
/* No step can be made: says so where a function jumps in the last that was tried; PAWL_OK: none does. */
pawl_status pawl_chatter_explain(pawl_run *run, pawl_error *error);
/* looks.c: the first row inside the step just tried, up to `end`, at which the equations deny its dense output; INFINITY: none. */
double pawl_looks_first(pawl_run *run, double end);
/* Whether they deny it at t; the dense output is ready. */
bool pawl_looks_deny(pawl_run *run, double t);
/* s: between the rows of the model, written or not. */
double pawl_run_row_spacing(const pawl_run *run);
/* events.c: the accepted state is at that event: modes change. */
pawl_status pawl_events_pass(pawl_run *run, pawl_error *error);
/* The same where loads or limits have just jumped, as far as that ends modes of what is held: at this instant, not in the next step. */
pawl_status pawl_events_jump(pawl_run *run, pawl_error *error);
typedef enum {
  PAWL_AT_EVENT,
  PAWL_AT_JAM,       /* forces grow without bound               */
  PAWL_AFTER_PASSING /* of a storm: what approaches stays closed */
} pawl_occasion;
/* What rigid contacts and Coulomb's friction do at (t, y), which is changed; told and booked. */
pawl_status pawl_events_switch(pawl_run *run, pawl_occasion occasion, pawl_error *error);
/* The accepted state is at no event. */
pawl_status pawl_events_accept(pawl_run *run);

/* storm.c: a change at an event; and what may have become a storm, after all changes of one: true where it was passed. */
void pawl_storm_note(pawl_run *run, const pawl_contact_change *change);
pawl_status pawl_storm_pass(pawl_run *run, bool *passed, pawl_error *error);
/* In place of a step: more of one that goes on and on. False: it is over. */
pawl_status pawl_storm_go_on(pawl_run *run, bool *gone, pawl_error *error);
/* The same in place of an event at which no solution was found. */
pawl_status pawl_storm_instead(pawl_run *run, pawl_error *error);

/* jam.c: the accepted state is at no event; true: forces of what slides grow without bound, and this is an instant before. */
bool pawl_jam_due(pawl_run *run);
/* The end of a jam was found, and is nearer than can be seen. */
bool pawl_jam_is_near(const pawl_run *run);
pawl_status pawl_jam_pass(pawl_run *run, pawl_error *error);
/* The same from the last instant, where no step can be made. */
pawl_status pawl_jam_pass_here(pawl_run *run, pawl_error *error);

/* judge.c: at the end of a step or event, where the system is placed, whether rigid shapes overlap, or a negative force presses joints. */
pawl_status pawl_judge_contacts(pawl_run *run, pawl_error *error);
/* The latter alone, for the start. */
pawl_status pawl_judge_pressed(pawl_run *run, pawl_error *error);
/* Whether shapes overlap by more than a share of the model's length. */
bool pawl_judge_apart(pawl_run *run, double most);
/* And whether energy came from nowhere in it; the system is at (t, y). */
/* The work of contacts that only take, at the end of a step. */
pawl_status pawl_judge_works(pawl_run *run, pawl_error *error);
pawl_status pawl_judge_energy(pawl_run *run, double t, const double *y, pawl_error *error);
/* A sentence about a contact whose shapes were behind each other at the start, or about energy where there is one, ends with what may be
 * the reason. */
void pawl_judge_hint(const pawl_run *run, pawl_error *error);
/* The shape of a pair whose ends are bare, so that the other can come in over them unseen; NULL: neither is such. */
const char *pawl_judge_bare(const pawl_run *run, const pawl_contact_pair *pair);
/* The share of the energy turned over that the ledger may be off by. */
double pawl_judge_share(const pawl_run *run);
/* The energy that a ledger is held against: what was turned over, and no less than the model's own. */
double pawl_judge_scale(const pawl_run *run);

/* At the end of a step: whether curve joints pull, and since when. */
pawl_status pawl_run_watch_rails(pawl_run *run, pawl_error *error);

/* Of a state, the numbers that it has by every method; those of stepping alone come behind. */
size_t pawl_run_state_shared(const pawl_run *run);

/* What one step may err of the tolerance. */
double pawl_run_local_share(double tolerance);
/* Sets up run->ode: right-hand side, error filter, scales. */
void pawl_run_equations(pawl_run *run);
/* Says why no step can be made. */
pawl_status pawl_run_fail_step(pawl_run *run, double h, pawl_error *error);
/* From here on by BDF. False: no memory. */
bool pawl_run_go_stiff(pawl_run *run);

/* The dense output of the step just tried or taken, in its charts. False: there is none. */
bool pawl_run_dense_prepare(pawl_run *run);
/* The channels at a time inside the step just taken, or at its end; the books note residuals and ledger. */
pawl_status pawl_run_output(pawl_run *run, double time, double *values, pawl_error *error);
/* The same at the end of the step, or where what follows was passed by stepping, before what changes there has changed. */
pawl_status pawl_run_output_before(pawl_run *run, double time, double *values, pawl_error *error);
/* The same of the step just made, before modes change: rows inside it are asked for later. */
bool pawl_run_keep_dense(pawl_run *run);

/* The channels of the run: those of parts, then those of energy. */
enum { PAWL_ENERGY_CHANNELS = 6 };
const pawl_channel_def *pawl_run_energy_channel(int index);

#endif
