/* contact { …, start = "touching" }: the mechanism is moved until the shapes just touch, along the way on which a force between their
 * nearest points would move it, which all constraints allow: as little as masses let it.
 *     dq = -(gap / gap') a,   a the accelerations that a force on both makes, gap' the rate of the gap along them
 * Of several contacts one after the other, until all of them touch. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/length.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "step/start_apart.h"
#include "system/project.h"

enum { ROUNDS = 200 };
#define LEAST_SHARE 1e-3 /* of a step that is halved */

static bool is_meant(const pawl_contact_pair *pair)
{
  return pair->kind->searched && pair->fields && pair->fields->start == 1;
}

static pawl_status refuse(const pawl_run *r, const pawl_contact_pair *pair, const char *why,
                          pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  return pawl_fail(error, PAWL_BAD_MODEL, part->where, "%s \"%s\": start = \"touching\": %s",
                   part->kind->name, part->name, why);
}

static pawl_status refuse_gap(const pawl_run *r, const pawl_contact_pair *pair, double gap, const char *why,
                              pawl_error *error)
{
  char length[32], text[200];
  snprintf(text, sizeof text, "its shapes %s by %s, and %s", gap > 0 ? "are apart" : "overlap",
           pawl_length_text(fabs(gap), length), why);
  return refuse(r, pair, text, error);
}

#define NOT_FOUND "no place was found where it touches, and all others that are to"

/* Moves along the way, by less until the gap becomes smaller; false: it does not. */
static bool move(pawl_run *r, pawl_contact_pair *pair, pawl_arena *arena, const double *way,
                 const pawl_opening *open)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  const pawl_request at = {0, r->y, r->y + n, r->base, r->y + 2 * n};
  double *before = PAWL_TAKE(arena, n + 1, double);
  for (double share = 1; before && share > LEAST_SHARE; share /= 2) {
    pawl_opening then;
    if (share == 1)
      memcpy(before, r->y, (size_t)n * sizeof *before);
    for (int i = 0; i < n; i++)
      r->y[i] = before[i] - share * open->gap / open->rate * way[i];
    if (s->tree.row_count && pawl_project(s, 0, r->y, r->y + n, r->base) != PAWL_OK)
      s->error = (pawl_error){0};
    else if (pawl_contact_opening(s, pair, &at, arena, NULL, &then) == PAWL_OK && then.met &&
             fabs(then.gap) < (1 - 0.1 * share) * fabs(open->gap))
      return true;
  }
  if (before)
    memcpy(r->y, before, (size_t)n * sizeof *before);
  return false;
}

/* One step; *gap is what it was before. */
static pawl_status come_nearer(pawl_run *r, pawl_contact_pair *pair, pawl_arena *arena, double *gap,
                               pawl_error *error)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  const pawl_request at = {0, r->y, r->y + n, r->base, r->y + 2 * n};
  double *way = PAWL_TAKE(arena, n + 1, double);
  pawl_opening open;
  if (!way)
    return pawl_fail_memory(error);
  if (pawl_contact_opening(s, pair, &at, arena, way, &open) != PAWL_OK) {
    *error = s->error;
    return s->error.status ? s->error.status : pawl_fail_memory(error);
  }
  *gap = open.gap;
  if (!open.met)
    return refuse(r, pair, "its shapes are nowhere opposite each other", error);
  if (fabs(open.gap) <= PAWL_GAP_NONE * s->scale.length)
    return PAWL_OK;
  if (open.rate == 0)
    return refuse_gap(r, pair, open.gap, "nothing can move them: joints, and what is prescribed, hold both",
                      error);
  return move(r, pair, arena, way, &open) ? PAWL_OK : refuse_gap(r, pair, open.gap, NOT_FOUND, error);
}

pawl_status pawl_start_touching(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *worst = NULL;
  double most = 0;
  for (int round = 0; round < ROUNDS; round++) {
    most = 0;
    for (int k = 0; k < s->contact->count; k++) {
      pawl_contact_pair *pair = s->contact->pair + k;
      double gap = 0;
      pawl_arena arena; /* of one look */
      pawl_arena_open(&arena, &r->arena.memory);
      pawl_status status = is_meant(pair) ? come_nearer(r, pair, &arena, &gap, error) : PAWL_OK;
      pawl_arena_close(&arena);
      if (status != PAWL_OK)
        return status;
      worst = fabs(gap) > most ? pair : worst;
      most = fmax(most, fabs(gap));
    }
    if (most <= PAWL_GAP_NONE * s->scale.length)
      break;
  }
  if (most > PAWL_GAP_NONE * s->scale.length)
    return refuse_gap(r, worst, most, "no place was found where it touches, and all others that are to",
                      error);
  int n = s->tree.dof_count;
  if (pawl_system_rows(s, 0, r->y, r->y + n, r->base) != PAWL_OK) {
    *error = s->error;
    return s->error.status;
  }
  return PAWL_OK;
}
