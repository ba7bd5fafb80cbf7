/* Which contacts there are, and after which events more than one motion is possible: in words.      theory.md, 9.4 */
#include <stdio.h>
#include <string.h>

#include "contact/impact.h"

/* Those of the touches that are wanted, or (NULL) of all; returns the part of the first. */
static const pawl_part *put_names(const pawl_system *s, const bool *wanted, char names[PAWL_NAMES])
{
  int at = 0, last = -1, first = -1;
  bool several = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    if (wanted && !wanted[i])
      continue;
    first = first < 0 ? s->contact->hold[i].pair : first;
    several |= s->contact->hold[i].pair != first;
  }
  at += snprintf(names, PAWL_NAMES, several ? "contacts " : "contact ");
  for (int i = 0; i < s->contact->hold_count && at < PAWL_NAMES - 50; i++)
    if ((!wanted || wanted[i]) && s->contact->hold[i].pair != last) {
      at += snprintf(names + at, PAWL_NAMES - (size_t)at, "%s\"%s\"", last < 0 ? "" : ", ",
                     s->model->parts[s->contact->pair[s->contact->hold[i].pair].part]->name);
      last = s->contact->hold[i].pair;
    }
  return s->model->parts[s->contact->pair[first].part];
}

void pawl_held_names(const pawl_system *s, char names[PAWL_NAMES])
{
  put_names(s, NULL, names);
}

const pawl_part *pawl_unsolved_names(const pawl_system *s, pawl_switch_room *o, char names[PAWL_NAMES])
{
  size_t mark = o->scratch.used;
  bool *none = PAWL_LEND(&o->scratch, s->contact->hold_count, bool), any = false;
  for (int i = 0; i < s->contact->hold_count; i++)
    any |= none[i] = !pawl_is_solved(o->solver.of[o->solver.island[i]].by);
  const pawl_part *first = put_names(s, any ? none : NULL, names);
  o->scratch.used = mark;
  return first;
}

/* The word of a mode of problem.h. */
static const char *word_of(const pawl_system *s, int i, int mode)
{
  bool pressed = mode & 1 || s->contact->hold[i].given;
  const pawl_contact_pair *pair = s->contact->pair + s->contact->hold[i].pair;
  const double way[PAWL_TANGENTS] = {pawl_slip_sign(mode)};
  pawl_rub_mode rub = way[0] != 0                       ? PAWL_RUB_SLIDE
                      : mode >> 1 == PAWL_TANGENT_STICK ? PAWL_RUB_STICK
                                                        : PAWL_RUB_NONE;
  return pawl_contact_word(pair, pressed ? PAWL_PRESSED : PAWL_OPEN, pressed ? rub : PAWL_RUB_NONE, way,
                           pair->dim);
}

/* The touches of an island. */
typedef struct {
  int n, *at;
} touches;

static touches touches_of(const pawl_system *s, const pawl_solver *solver, int island, int *at)
{
  touches all = {.at = at};
  for (int i = 0; i < s->contact->hold_count; i++)
    if (solver->island[i] == island)
      all.at[all.n++] = i;
  return all;
}

/* "sliding -", or "floor" sliding -, "wall" open where there are several touches. */
static int put_modes(const pawl_system *s, const touches *of, const unsigned char *mode, char *text, int room)
{
  int at = 0;
  for (int k = 0; k < of->n && at < room; k++) {
    int i = of->at[k];
    const char *name = s->model->parts[s->contact->pair[s->contact->hold[i].pair].part]->name;
    if (of->n > 1)
      at += snprintf(text + at, (size_t)(room - at), "%s\"%s\" ", k ? ", " : "", name);
    if (at < room)
      at += snprintf(text + at, (size_t)(room - at), "%s", word_of(s, i, mode[k]));
  }
  return at < room ? at : room;
}

static const char *rule_of(pawl_solved_by by)
{
  return by == PAWL_BY_MODES   ? "as it was before"
         : by == PAWL_BY_LEMKE ? "which Lemke's path comes to"
                               : "which is farthest from its limits";
}

enum { WORDS = 400 }; /* of one motion */

/* Motions of the same words, which differ in how fast they are, are told once; room is left for which is taken. */
static int put_list(const pawl_system *s, const touches *of, const pawl_motion *list, int count, char *text,
                    int room)
{
  char one[WORDS];
  int at = 0;
  for (int i = 0; i < count; i++) {
    put_modes(s, of, list[i].mode, one, WORDS);
    if (i && strstr(text, one))
      continue;
    bool fits = at + 3 * WORDS < room;
    at += snprintf(text + at, (size_t)(room - at), "%s%s", i ? "; or " : "", fits ? one : "…");
    if (!fits)
      break;
  }
  return at;
}

/* Touches of islands with several motions. */
static bool mark_doubts(pawl_system *s, pawl_switching *x)
{
  const pawl_solver *solver = &x->room->solver;
  bool any = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    int motions = solver->of[solver->island[i]].motions;
    x->motions = motions > x->motions ? motions : x->motions;
    if (motions < 2)
      continue;
    pawl_doubt_note(s->contact->pair + s->contact->hold[i].pair, PAWL_DOUBT_SEVERAL, x->t);
    if (!any) {
      x->doubtful.pair = s->contact->hold[i].pair;
      x->doubtful.point = s->contact->hold[i].point;
    }
    any = true;
  }
  return any;
}

void pawl_several_note(pawl_system *s, pawl_switching *x, const pawl_solution *found, const pawl_motion *list)
{
  pawl_several *several = &s->contact->several;
  const int room = (int)sizeof several->text;
  if (!mark_doubts(s, x) || several->events++)
    return;
  const pawl_solution *one = x->room->solver.of + found->island;
  pawl_scratch *scratch = &x->room->scratch;
  size_t mark = scratch->used;
  const touches of =
      touches_of(s, &x->room->solver, found->island, PAWL_LEND(scratch, s->contact->hold_count, int));
  unsigned char *taken = PAWL_LEND(scratch, s->contact->hold_count, unsigned char);
  for (int k = 0; k < of.n; k++)
    taken[k] = one->by == PAWL_BY_LEMKE ? list[one->chosen].mode[k] : x->room->mode[of.at[k]];
  several->time = x->t;
  several->motions = one->motions;
  several->continuum = one->continuum;
  int at =
      put_list(s, &of, list, one->motions < PAWL_MOTIONS ? one->motions : PAWL_MOTIONS, several->text, room);
  if (at < room)
    at += snprintf(several->text + at, (size_t)(room - at), ": taken is ");
  if (at < room)
    at += put_modes(s, &of, taken, several->text + at, room - at);
  if (at < room)
    snprintf(several->text + at, (size_t)(room - at), ", %s", rule_of(one->by));
  scratch->used = mark;
}
