/* Counting freedoms: an equation between two bodies is independent of those before it, in general position, when no
 * group of n bodies gets more than 3 n - 3 (in space 6 n - 6) of them: the pebble game of body-bar frameworks. */
#include <string.h>

#include "mechanisms/random_plan.h"

static int all_freedoms(const pawl_plan_of *x)
{
  return x->draft.world == PAWL_PLANAR ? 3 : 6;
}

static int freedoms_left(const pawl_plan_of *x, int body)
{
  int left = all_freedoms(x);
  if (x->point[body])
    left = x->draft.world == PAWL_PLANAR ? 2 : 3;
  for (int i = 0; i <= x->bodies; i++)
    left -= x->taken[body][i];
  return left;
}

/* Frees a freedom of a body by letting others pay for the equations it pays for; `seen` are not asked. */
static bool free_one(pawl_plan_of *x, int body, bool seen[PAWL_PLAN_BODIES + 1])
{
  seen[body] = true;
  for (int i = 0; i <= x->bodies; i++)
    if (x->taken[body][i] > 0 && !seen[i] && (freedoms_left(x, i) > 0 || free_one(x, i, seen))) {
      x->taken[body][i]--;
      x->taken[i][body]++;
      return true;
    }
  return false;
}

bool pawl_take_freedom(pawl_plan_of *x, int a, int b)
{
  while (freedoms_left(x, a) + freedoms_left(x, b) <= all_freedoms(x)) {
    bool but_b[PAWL_PLAN_BODIES + 1] = {false}, but_a[PAWL_PLAN_BODIES + 1] = {false};
    but_b[b] = but_a[a] = true;
    if (a == b || (!free_one(x, a, but_b) && !free_one(x, b, but_a)))
      return false;
  }
  x->taken[freedoms_left(x, a) > 0 ? a : b][freedoms_left(x, a) > 0 ? b : a]++;
  return true;
}

bool pawl_take_freedoms(pawl_plan_of *x, int count, int a, int b)
{
  int before[PAWL_PLAN_BODIES + 1][PAWL_PLAN_BODIES + 1];
  memcpy(before, x->taken, sizeof before);
  for (int i = 0; i < count; i++)
    if (!pawl_take_freedom(x, a, b)) {
      memcpy(x->taken, before, sizeof before);
      return false;
    }
  return true;
}

/* A spin that rows have tied to its body is the body's freedom. */
bool pawl_take_coordinate(pawl_plan_of *x, int part)
{
  pawl_draft *m = &x->draft;
  pawl_draft_part *p = m->parts + part;
  pawl_frame *a = pawl_draft_frame(m, p, 0), *b = pawl_draft_frame(m, p, 1);
  if (!p->kind->spin)
    return pawl_take_freedom(x, a->body, b->body);
  if (x->own[part]) {
    x->own[part] = false;
    return true;
  }
  return a && pawl_take_freedom(x, b ? a->body : 0, b ? b->body : a->body);
}
