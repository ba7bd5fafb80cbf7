/* pawl problem: solves stored contact problems and says how, and how many solutions there are. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "study/problem_file.h"

typedef struct {
  pawl_arguments files;
  bool json;
} words;

/* What is known of one problem. */
typedef struct {
  const char *path;
  int n;    /* contacts; 0: it is one of complementarity, of */
  int size; /* unknowns                                      */
  int dim;  /* rows of a contact                             */
  pawl_solved_by by;
  double residual; /* NaN: there is no answer                       */
  int solutions;   /* motions, or z; -1: not counted                */
  int sets;        /* valid sets of modes, or bases; -1: not counted */
  bool continuum, forces_free;
  const char **mode;          /* n                */
  const double *force, *rate; /* dn; or z and w   */
} answer;

/* ---- solving ---- */

enum { ROOM = 64 }; /* so many solutions are told apart */

static bool solve_lcp(answer *a, const pawl_stored_problem *p, pawl_arena *arena)
{
  int n = a->size = p->size;
  size_t count = pawl_lcp_enumerate_bytes(n < PAWL_LCP_MOST ? n : PAWL_LCP_MOST);
  double *z = PAWL_TAKE(arena, n, double), *w = PAWL_TAKE(arena, n, double);
  void *memory = pawl_arena_take(arena, 1, pawl_lcp_solve_bytes(n));
  void *tried = n <= PAWL_LCP_MOST ? pawl_arena_take(arena, 1, count) : NULL;
  double *all_z = tried ? PAWL_TAKE(arena, ROOM * (size_t)n, double) : NULL;
  if (arena->failed)
    return false;
  a->by = pawl_lcp_solve(z, w, p->M, p->q, n, memory);
  a->residual = pawl_is_solved(a->by) ? pawl_lcp_residual(z, p->M, p->q, n) : (double)NAN;
  a->force = z;
  a->rate = w;
  if (tried) {
    pawl_lcp_count all = pawl_lcp_enumerate(all_z, ROOM, p->M, p->q, n, tried);
    a->solutions = all.solutions;
    a->sets = all.bases;
    a->continuum = all.continuum;
  }
  return true;
}

/* Large ones come as blocks. */
static bool solve_sparse(answer *a, const pawl_problem *p, double *force, double *rate, unsigned char *mode,
                         pawl_arena *arena)
{
  enum { FILL = 60 };
  pawl_sparse_report report;
  size_t bytes = pawl_problem_dim(p) == 3 ? pawl_space_bytes(p->n, FILL) : pawl_sparse_bytes(p->n, FILL);
  void *memory = pawl_arena_take(arena, 1, bytes);
  if (!memory)
    return false;
  bool good = pawl_sparse_solve(force, rate, mode, &report, p, &(pawl_sparse_options){.fill = FILL}, memory);
  a->by = good ? PAWL_BY_ITERATION : PAWL_NOT_FOUND;
  a->residual = report.residual;
  return true;
}

static bool solve_dense(answer *a, const pawl_problem *p, double *force, double *rate, unsigned char *mode,
                        pawl_arena *arena)
{
  pawl_solver solver;
  int dim = pawl_problem_dim(p);
  void *memory = pawl_arena_take(arena, 1, pawl_solver_bytes_of(dim, p->n, p->n));
  pawl_motion *motion = PAWL_TAKE(arena, ROOM, pawl_motion);
  if (arena->failed)
    return false;
  pawl_solver_place_of(&solver, dim, p->n, p->n, memory);
  pawl_solution found = pawl_problem_solve(
      force, rate, mode, p,
      &(pawl_solve_options){.count = true, .exhaust = true, .motion = motion, .room = ROOM}, &solver);
  a->by = found.by;
  a->residual = pawl_is_solved(a->by) ? found.residual : (double)NAN;
  a->solutions = found.motions;
  a->continuum = found.continuum;
  a->forces_free = found.forces_free;
  a->sets = found.sets;
  return true;
}

static bool solve_contacts(answer *a, const pawl_problem *p, pawl_arena *arena)
{
  int n = a->n = p->n, m = a->size = pawl_problem_dim(p) * n;
  double *force = PAWL_TAKE(arena, m, double), *rate = PAWL_TAKE(arena, m, double);
  unsigned char *mode = PAWL_TAKE(arena, n, unsigned char);
  a->mode = PAWL_TAKE(arena, n, const char *);
  if (arena->failed)
    return false;
  a->dim = pawl_problem_dim(p);
  a->force = force;
  a->rate = rate;
  bool good = (p->W ? solve_dense : solve_sparse)(a, p, force, rate, mode, arena);
  for (int i = 0; i < n; i++)
    a->mode[i] = pawl_mode_name(p, (pawl_contact_mode)mode[i]);
  return good;
}

static pawl_status solve(answer *a, const char *path, pawl_arena *arena, pawl_error *error)
{
  pawl_stored_problem p;
  *a = (answer){.path = path, .by = PAWL_NOT_FOUND, .residual = (double)NAN, .solutions = -1, .sets = -1};
  if (pawl_stored_read(&p, arena, path, error) != PAWL_OK)
    return error->status;
  bool good = p.contacts.n ? solve_contacts(a, &p.contacts, arena) : solve_lcp(a, &p, arena);
  return good ? PAWL_OK : pawl_fail_memory(error);
}

/* ---- for people ---- */

static void put_solutions(const answer *a)
{
  const char *one = a->n ? "motion" : "solution";
  if (a->continuum)
    printf("; infinitely many %ss", one);
  else if (a->solutions >= 0)
    printf("; %d %s%s", a->solutions, one, a->solutions == 1 ? "" : "s");
  if (a->sets >= 0)
    printf(" by %d set%s of %s", a->sets, a->sets == 1 ? "" : "s", a->n ? "modes" : "basic unknowns");
  if (a->forces_free)
    fputs("; its forces are not unique", stdout);
}

static void put_row(const double *x, int count)
{
  for (int k = 0; k < count; k++)
    printf(" %14.6g", x[k]);
}

static void put_contacts(const answer *a)
{
  const char *tangential = a->dim == 3 ? "tangential              ''" : "tangential";
  int wide = a->dim == 3 ? 29 : 14;
  if (a->n)
    printf("  %-8s %-14s %14s %*s %14s %*s\n", "contact", "mode", "normal force", wide, tangential,
           "normal rate", wide, tangential);
  else
    printf("  %-8s %14s %14s\n", "unknown", "z", "w");
  for (int i = 0; i < (a->n ? a->n : a->size); i++) {
    int count = a->n ? a->dim : 1;
    if (a->n)
      printf("  %-8d %-14s", i, a->mode[i]);
    else
      printf("  %-8d", i);
    put_row(a->force + count * i, count);
    put_row(a->rate + count * i, count);
    putchar('\n');
  }
}

static void put_answer(const answer *a, bool alone)
{
  printf("%s: ", a->path);
  if (a->n)
    printf("%d contact%s, ", a->n, a->n == 1 ? "" : "s");
  else
    printf("%d unknown%s, ", a->size, a->size == 1 ? "" : "s");
  if (a->by == PAWL_NO_SOLUTION)
    fputs(a->n ? "there is no solution: all modes were tried" : "there is no solution: all bases were tried",
          stdout);
  else if (a->by == PAWL_NOT_FOUND)
    fputs("no solution was found, which does not prove that there is none", stdout);
  else
    printf("solved by %s, residual %.1e", pawl_solved_by_name(a->by), a->residual);
  if (pawl_is_solved(a->by))
    put_solutions(a);
  putchar('\n');
  if (alone && pawl_is_solved(a->by))
    put_contacts(a);
}

/* ---- for programs ---- */

static void put_json(pawl_json *json, const answer *a)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "file", a->path);
  pawl_json_count(json, "contacts", a->n);
  pawl_json_count(json, "size", a->size);
  if (a->n)
    pawl_json_count(json, "dimension", a->dim);
  pawl_json_flag(json, "solved", pawl_is_solved(a->by));
  pawl_json_text(json, "by", pawl_solved_by_name(a->by));
  pawl_json_number(json, "residual", a->residual);
  pawl_json_count(json, "solutions", a->solutions);
  pawl_json_count(json, "sets", a->sets);
  pawl_json_flag(json, "continuum", a->continuum);
  pawl_json_flag(json, "forces_free", a->forces_free);
  if (pawl_is_solved(a->by)) {
    pawl_json_open(json, "modes", '[');
    for (int i = 0; i < a->n; i++)
      pawl_json_text(json, NULL, a->mode[i]);
    pawl_json_close(json, ']');
    pawl_json_numbers(json, "forces", a->force, a->size);
    pawl_json_numbers(json, "rates", a->rate, a->size);
  }
  pawl_json_close(json, '}');
}

/* ---- the command ---- */

/* One file at a time: there may be a hundred thousand. */
static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  pawl_json json = {.to = stdout};
  int unsolved = 0;
  if (o->json) {
    pawl_json_open(&json, NULL, '{');
    pawl_json_open(&json, "problems", '[');
  }
  for (int i = 0; i < o->files.count && call->error.status == PAWL_OK; i++) {
    pawl_arena arena;
    answer a;
    pawl_arena_open(&arena, &call->arena.memory);
    if (solve(&a, o->files.items[i], &arena, &call->error) == PAWL_OK) {
      if (o->json)
        put_json(&json, &a);
      else
        put_answer(&a, o->files.count == 1);
      unsolved += !pawl_is_solved(a.by);
    }
    pawl_arena_close(&arena);
  }
  int status = call->error.status != PAWL_OK ? pawl_exit_of(call->error.status)
               : unsolved                    ? PAWL_BAD_NUMBERS
                                             : 0;
  if (o->json) {
    pawl_json_close(&json, ']');
    pawl_json_outcome(&json, status, &call->error);
    pawl_json_close(&json, '}');
    call->answered = true;
  } else if (status != PAWL_BAD_FILE && o->files.count > 1) {
    printf("%d problems, %d solved\n", o->files.count, o->files.count - unsolved);
  }
  return status;
}

static const pawl_option options[] = {
    {"FILE…", NULL, PAWL_ARGUMENTS, offsetof(words, files), 0, 0,
     "stored problems: of pawl run --dump-problems, or Siconos' files of complementarity or friction"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0,
     "prints one JSON object, with forces and rates"},
    {0}};

const pawl_command pawl_command_problem = {
    .name = "problem",
    .doc = "Solves stored contact problems: by which solver, how exactly, and how many solutions there are.",
    .about =
        "Solutions are counted for up to 4 contacts that are coupled, or 16 unknowns of a complementarity "
        "problem; of one file its forces and rates are shown, too. Exit status 3 when a problem has no "
        "solution or none was found.",
    .size = sizeof(words),
    .options = options,
    .run = run};
