/* Other assemblies of a curve joint: where else its curves could touch. The mechanism is assembled anew with
 * `near` at touches of the start and at places all along both curves; what comes out different is one more. */
#include <math.h>

#include "contacts.h"

enum { GRID = 6 };

typedef struct {
  pawl_run *run; /* the first assembly */
  int contact;
  pawl_curve_joint *joint;
  double period[2], range[2]; /* of the parameters; period INFINITY: open curves */
  pawl_branch found[PAWL_BRANCHES + 1];
  int count;
} branches;

static double apart(const branches *b, const pawl_branch *x, const pawl_branch *y)
{
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    double d = fabs(x->s[i] - y->s[i]);
    if (isfinite(b->period[i]))
      d = fabs(d - b->period[i] * round(d / b->period[i]));
    sum += b->range[i] > 0 ? d / b->range[i] : 0;
  }
  return sum;
}

static bool is_known(const branches *b, const pawl_branch *x)
{
  for (int i = 0; i < b->count; i++)
    if (apart(b, b->found + i, x) < 1e-5)
      return true;
  return false;
}

/* Where the curves touch when `near` is there; false: it cannot be assembled so. */
static bool assemble(const branches *b, pawl_branch near, pawl_branch *out)
{
  const pawl_vec written = b->joint->near;
  pawl_run *trial = NULL;
  b->joint->near = pawl_v(near.s[0], near.s[1], 0);
  bool good = pawl_run_open(&trial, b->run->model, NULL, NULL) == PAWL_OK;
  b->joint->near = written;
  if (good) {
    const pawl_contact_point *p = trial->system.contact->pair[b->contact].point;
    *out = (pawl_branch){{p->track.touch.s[0], p->track.touch.s[1]}};
  }
  pawl_run_free(trial);
  return good;
}

/* Only what `near` leads to when it is written as it is printed. */
static void try(branches *b, pawl_branch near)
{
  pawl_branch at, again;
  if (b->count > PAWL_BRANCHES || !assemble(b, near, &at) || is_known(b, &at))
    return;
  if (assemble(b, at, &again) && apart(b, &at, &again) < 1e-5)
    b->found[b->count++] = at;
}

static void try_touches(branches *b)
{
  const pawl_contact_pair *pair = b->run->system.contact->pair + b->contact;
  pawl_touch touch[PAWL_TOUCHES];
  pawl_shape_motion m;
  pawl_search_note note;
  pawl_contact_motion(&b->run->system, pair, &m);
  double reach = fmax(pawl_contact_apart(pair, &m), 0) + pawl_profile_size(pair->profile[0]) +
                 pawl_profile_size(pair->profile[1]);
  int n = pawl_search(pair->profile[0], pair->profile[1], &m.place, reach, NULL, 0, touch, PAWL_TOUCHES,
                      pair->search.room, &note);
  for (int i = 0; i < n; i++)
    try(b, (pawl_branch){{touch[i].s[0], touch[i].s[1]}});
}

int pawl_branches_find(pawl_run *run, int contact, const double *values, pawl_branch other[PAWL_BRANCHES])
{
  pawl_contact_pair *pair = run->system.contact->pair + contact;
  branches b = {.run = run, .contact = contact, .joint = run->model->parts[pair->part]->fields, .count = 1};
  double from[2], to[2];
  b.found[0] = (pawl_branch){
      {pawl_start_value(run, pair->part, "s1", values), pawl_start_value(run, pair->part, "s2", values)}};
  for (int i = 0; i < 2; i++) {
    pawl_profile_range(pair->profile[i], from + i, to + i);
    b.range[i] = to[i] - from[i];
    b.period[i] = pawl_profile_closed(pair->profile[i]) ? b.range[i] : INFINITY;
  }
  try_touches(&b);
  for (int i = 0; i < GRID; i++)
    for (int k = 0; k < GRID; k++)
      try(&b,
          (pawl_branch){{from[0] + b.range[0] * (i + 0.5) / GRID, from[1] + b.range[1] * (k + 0.5) / GRID}});
  for (int i = 1; i < b.count; i++)
    other[i - 1] = b.found[i];
  return b.count - 1;
}
