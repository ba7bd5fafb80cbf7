/* Contact problems of the start: a run is opened before anybody can listen, so they are kept and told at its first step. */
#include <string.h>

#include "step/run.h"

struct pawl_start_problem {
  pawl_problem problem;
  pawl_block_rows rows; /* where W is kept by blocks */
  double time;
  const char *what;
  struct pawl_start_problem *before;
};

static const double *copy(pawl_arena *arena, const double *x, int n)
{
  double *to = x ? PAWL_TAKE(arena, n, double) : NULL;
  if (to)
    memcpy(to, x, sizeof *x * (size_t)n);
  return to;
}

static const int *copy_indices(pawl_arena *arena, const int *x, int n)
{
  int *to = PAWL_TAKE(arena, n, int);
  if (to)
    memcpy(to, x, sizeof *x * (size_t)n);
  return to;
}

static const unsigned char *copy_bytes(pawl_arena *arena, const unsigned char *x, int n)
{
  unsigned char *to = x ? PAWL_TAKE(arena, n, unsigned char) : NULL;
  if (to)
    memcpy(to, x, (size_t)n);
  return to;
}

/* Without memory opening the run fails, so that nobody sees what is missing here. */
void pawl_start_keep(void *context, double time, const pawl_problem *problem, const char *what)
{
  pawl_run *r = context;
  pawl_arena *arena = &r->arena;
  int n = problem->n;
  struct pawl_start_problem *kept = PAWL_TAKE(arena, 1, struct pawl_start_problem);
  if (!kept)
    return;
  *kept = (struct pawl_start_problem){.time = time, .what = what, .before = r->tells.start_problems};
  kept->problem = (pawl_problem){.n = n,
                                 .W = copy(arena, problem->W, 4 * n * n),
                                 .b = copy(arena, problem->b, 2 * n),
                                 .mu = copy(arena, problem->mu, n),
                                 .mu_stick = copy(arena, problem->mu_stick, n),
                                 .own = copy(arena, problem->own, n),
                                 .own_stick = copy(arena, problem->own_stick, n),
                                 .kind = copy_bytes(arena, problem->kind, n),
                                 .floor = copy(arena, problem->floor, n),
                                 .barred = copy_bytes(arena, problem->barred, n)};
  if (problem->rows) {
    int blocks = problem->rows->start[n];
    kept->rows = (pawl_block_rows){copy_indices(arena, problem->rows->start, n + 1),
                                   copy_indices(arena, problem->rows->column, blocks),
                                   copy(arena, problem->rows->value, 4 * blocks)};
    kept->problem.rows = &kept->rows;
  }
  if (!arena->failed)
    r->tells.start_problems = kept;
}

static void tell(pawl_run *r, const struct pawl_start_problem *kept)
{
  if (!kept)
    return;
  tell(r, kept->before);
  r->tells.on_problem(r->tells.listener, kept->time, &kept->problem, kept->what);
}

void pawl_start_tell(pawl_run *r)
{
  if (r->tells.on_problem)
    tell(r, r->tells.start_problems);
  r->tells.start_problems = NULL;
}
