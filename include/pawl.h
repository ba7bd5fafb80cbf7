/* Pawl: dynamics of mechanisms.
 *
 *     #include <pawl.h>
 *     #include <stdio.h>
 *     int main(void) {
 *       pawl_error e = {0};
 *       pawl_model *m = NULL;
 *       pawl_run *r = NULL;
 *       const char *text = "planar { gravity = {0, -9.81} }\n"
 *                          "local b = body 'bob' { mass = 1, com = {1, 0} }\n"
 *                          "revolute 'hinge' { ground, b }\n"
 *                          "simulate { duration = 10 }\n";
 *       if (pawl_model_parse(&m, text, "pendulum", NULL, &e) == PAWL_OK &&
 *           pawl_run_new(&r, m, &e) == PAWL_OK &&
 *           pawl_run_until(r, 10, &e) == PAWL_OK)
 *         printf("angle %.12g rad\n", pawl_run_read(r, pawl_run_find(r, "hinge.angle")));
 *       else
 *         fprintf(stderr, "%s: %s\n", e.where, e.text);
 *       pawl_run_free(r);
 *       pawl_model_free(m);
 *       return e.status;
 *     }
 *
 * Rules that hold for every call: the library never prints, exits or reads the environment; a call that can
 * fail returns a pawl_status and fills the caller's pawl_error (which may be NULL); after a failure the caller
 * frees the same way as after success; NULL may be freed. SI units throughout. One run is used by one thread
 * at a time; different models are independent of each other.
 */
#ifndef PAWL_H
#define PAWL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAWL_VERSION "0.1.0"
#define PAWL_VERSION_NUMBER 100 /* 10000 major + 100 minor + patch */

typedef enum {
  PAWL_OK = 0,
  PAWL_BAD_MODEL = 1,   /* the model is wrong; `where` is file:line                  */
  PAWL_BAD_CALL = 2,    /* the call is wrong: an unknown name, a value out of range  */
  PAWL_BAD_NUMBERS = 3, /* the numbers failed: no step, no assembly, a failed expect */
  PAWL_BAD_FILE = 4,    /* a file could not be read or written                       */
  PAWL_NO_MEMORY = 5
} pawl_status;

typedef struct {
  pawl_status status;
  double time;     /* simulated time of a failed step, else 0 */
  char where[192]; /* file:line of the part, or the file      */
  char text[832];  /* one sentence                            */
} pawl_error;

/* Where Pawl and its Lua get memory. `resize` works like realloc, and like free when size is 0. */
typedef struct {
  void *(*resize)(void *context, void *old, size_t old_size, size_t size);
  void *context;
} pawl_memory;

/* One `--set name=value`: a parameter, or any numeric field of a part by path ("return.stiffness"). A number may have a unit and be
 * computed, "50*cm": it is turned into the unit of what it sets. */
typedef struct {
  const char *name;
  const char *value;
} pawl_setting;

/* How to read a model; NULL or {0} will do. */
typedef struct {
  const pawl_setting *settings;
  int setting_count;
  const pawl_memory *memory;
} pawl_reading;

typedef struct pawl_model pawl_model; /* what the user wrote                        */
typedef struct pawl_run pawl_run;     /* the assembled equations, a state, a method */

/* Of the library that the program runs with. */
const char *pawl_version(void);
int pawl_version_number(void);

pawl_status pawl_model_read(pawl_model **model, const char *path, const pawl_reading *how, pawl_error *error);
pawl_status pawl_model_parse(pawl_model **model, const char *text, const char *name, const pawl_reading *how,
                             pawl_error *error);
void pawl_model_free(pawl_model *model);

/* Assembles the model at its start values. The model must outlive the run and is not changed by it: several runs of one model may be at
 * work in turns. Not in several threads, because they share the model's functions. */
pawl_status pawl_run_new(pawl_run **run, const pawl_model *model, pawl_error *error);
void pawl_run_free(pawl_run *run);

/* Advances by one step of the method's own choice, but not beyond `limit`. */
pawl_status pawl_run_step(pawl_run *run, double limit, pawl_error *error);
/* Advances to exactly `time`. */
pawl_status pawl_run_until(pawl_run *run, double time, pawl_error *error);
double pawl_run_time(const pawl_run *run);
double pawl_run_duration(const pawl_run *run); /* what the model's `simulate` says */

/* Sets an `input` ("throttle" or "throttle.value") or a number of a force, spring, drive by path
 * ("return.stiffness"), between steps. Masses and geometry need the model to be read again. */
pawl_status pawl_run_set(pawl_run *run, const char *name, double value, pawl_error *error);

/* The whole state: time, coordinates, velocities, memories of parts and of the method. Restoring it continues bit
 * for bit; a stiff run (BDF) rebuilds its history and continues to tolerance. */
size_t pawl_run_state_size(const pawl_run *run); /* in doubles */
void pawl_run_get_state(const pawl_run *run, double *state);
pawl_status pawl_run_set_state(pawl_run *run, const double *state, pawl_error *error);
unsigned long long pawl_run_hash(const pawl_run *run);

/* Channels: everything that parts publish, by index 0 … count-1. */
int pawl_run_channel_count(const pawl_run *run);
const char *pawl_run_channel_name(const pawl_run *run, int index);
const char *pawl_run_channel_unit(const pawl_run *run, int index);
int pawl_run_find(const pawl_run *run, const char *name); /* -1 when there is none */
double pawl_run_read(pawl_run *run, int index);           /* NaN when there is none */
/* Several at once, into the caller's array.
 *
 *     int index[2] = {pawl_run_find(r, "hinge.angle"), pawl_run_find(r, "hinge.speed")};
 *     double value[2];
 *     pawl_run_read_several(r, index, 2, value, &e);
 */
pawl_status pawl_run_read_several(pawl_run *run, const int *index, int count, double *value,
                                  pawl_error *error);

/* What happened at an instant: a mode of a contact ended, an impact, an accumulation of impacts. Numbers that it does not have are NaN. */
typedef struct {
  double time;
  const char *part, *from, *to, *reason; /* of the contact and its modes, in words   */
  double impulse, energy_lost;           /* N s, normal; J                           */
  double impulse_t;                      /* N s, tangential                          */
  double rate_before, rate_after;        /* m/s, of the gap: negative closes it      */
  double slide_before, slide_after;      /* m/s                                      */
  double first, limit;                   /* s, of an accumulation: its first impact, where it ends   */
  int count;                             /* impacts of an accumulation; 0: it is none                */
  int modes;                             /* valid sets of modes found; 0: not counted                */
  int point;                             /* which touch of the two shapes, from 0; -1: none in particular */
  const char *shape1, *shape2;           /* that touch; "": there are none */
  /* Of the gap: "m"; "rad" in a joint that turns, whose rates are in rad/s and impulses in N m s; "1" of own equations. */
  const char *unit;
} pawl_event;

/* Tells every event as it happens, from inside of the calls that advance the run; texts live as long as the call. NULL: no more.
 *
 *     static void tell(void *context, const pawl_event *event) {
 *       printf("t = %g s: %s %s, %g N s\n", event->time, event->part, event->to, event->impulse);
 *     }
 *     pawl_run_listen(r, tell, NULL);
 */
void pawl_run_listen(pawl_run *run, void (*on_event)(void *context, const pawl_event *event), void *context);

/* Where a body's own frame is, and how it moves, in the world: origin, unit quaternion (scalar first), velocity of the origin, rate of turn. In
 * a plane z and turns about x and y are 0. Bodies are those of the model and its bases, in the order in which they were written.
 *
 *     pawl_body_motion at;
 *     for (int i = 0; i < pawl_run_body_count(r); i++)
 *       if (pawl_run_body_motion(r, i, &at, &e) == PAWL_OK)
 *         printf("%s: %g %g\n", pawl_run_body_name(r, i), at.r[0], at.r[1]);
 */
typedef struct {
  double r[3], e[4], v[3], w[3];
} pawl_body_motion;
int pawl_run_body_count(const pawl_run *run);
const char *pawl_run_body_name(const pawl_run *run, int index); /* NULL when there is none */
pawl_status pawl_run_body_motion(pawl_run *run, int index, pawl_body_motion *motion, pawl_error *error);

/* Energy, J, and the books: `error` is total less work less the total at the start, 0 in truth; `worst` the largest of it so far over the
 * energy that was turned over.
 *
 *     pawl_ledger books;
 *     if (pawl_run_ledger(r, &books, &e) == PAWL_OK && books.worst > 1e-6)
 *       fprintf(stderr, "energy came from nowhere\n");
 */
typedef struct {
  double kinetic, gravity, stored, work, total, error, worst, turned;
} pawl_ledger;
pawl_status pawl_run_ledger(pawl_run *run, pawl_ledger *ledger, pawl_error *error);

/* The equations at the run's instant, written out, without contacts:  M a = h + J^T lambda,  J a + gamma = 0. Tables by rows, of the names that
 * `pawl matrices` prints ("M", "h", "J", "gamma", "lambda", "q", "v", "a" …); NULL, and 0 rows: there is none of that name.
 *
 *     pawl_matrices *all;
 *     int n, same;
 *     if (pawl_matrices_new(&all, r, &e) == PAWL_OK) {
 *       const double *M = pawl_matrices_table(all, "M", &n, &same);
 *       for (int i = 0; i < n; i++)
 *         printf("%s: %g\n", pawl_matrices_coordinate(all, i), M[i * n + i]);
 *       pawl_matrices_free(all);
 *     }
 */
typedef struct pawl_matrices pawl_matrices;
pawl_status pawl_matrices_new(pawl_matrices **matrices, pawl_run *run, pawl_error *error);
const double *pawl_matrices_table(const pawl_matrices *matrices, const char *name, int *rows, int *columns);
const char *pawl_matrices_coordinate(const pawl_matrices *matrices, int index); /* NULL when there is none */
void pawl_matrices_free(pawl_matrices *matrices);

#ifdef __cplusplus
}
#endif
#endif
