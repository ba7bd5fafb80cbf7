/* What is not unique or not decided at contacts, in sentences: nothing of that is chosen in silence.      theory.md, 9.4 */
#include <math.h>

#include "contacts.h"

#define MOST_NAMED 6 /* contacts in one sentence */

typedef struct {
  const char *name;           /* for programs                                       */
  const char *before, *after; /* the time, after the names                          */
  int unless;                 /* a doubt that says this and more, unless it came later; -1: there is none */
} saying;

static const saying sayings[PAWL_DOUBTS] = {
    [PAWL_DOUBT_FORCES] =
        {"forces", "their forces are not unique from",
         " on, which does not change the motion: shown are those farthest from their limits",
         PAWL_DOUBT_MOTION},
    [PAWL_DOUBT_MOTION] = {"motion", "neither their forces nor, with friction, the motion are unique from",
                           " on: taken are the forces farthest from their limits", -1},
    [PAWL_DOUBT_FIT] =
        {"fit", "an exact fit from",
         " on: how hard it is clamped is not known, so their forces are not unique, and whether "
         "friction holds may depend on it: taken are those without preload",
         PAWL_DOUBT_CLAMP},
    [PAWL_DOUBT_CLAMP] =
        {"clamp", "an exact fit from",
         " on: how hard it is clamped is not known, so neither their forces nor, with friction, "
         "the motion are unique: taken is the motion without preload",
         -1},
    [PAWL_DOUBT_CORNER] = {"corner", "a corner rests exactly on a corner at",
                           ": the direction of their force is not decided, and a hair to either side "
                           "gives another motion",
                           -1},
    [PAWL_DOUBT_SEVERAL] = {"several", NULL, NULL, -1}};

static bool has(const pawl_contact_pair *pair, pawl_doubt doubt)
{
  const pawl_pair_log *log = &pair->log;
  int unless = sayings[doubt].unless;
  bool more = unless >= 0 && log->doubt[unless] && log->doubt_time[unless] <= log->doubt_time[doubt];
  return log->doubt[doubt] && !more;
}

/* contact "a", "b" and stop "c" */
static void put_names(FILE *to, const pawl_run *run, pawl_doubt doubt, int left)
{
  const pawl_system *s = &run->system;
  const pawl_kind *kind = NULL;
  for (int i = 0, count = 0; i < s->contact->count; i++) {
    const pawl_part *part = run->model->parts[s->contact->pair[i].part];
    if (!has(s->contact->pair + i, doubt))
      continue;
    left--;
    fputs(count == 0 || (count > MOST_NAMED && left > 0) ? "" : left == 0 ? " and " : ", ", to);
    if (count < MOST_NAMED || left == 0) {
      fprintf(to, "%s%s\"%s\"", part->kind == kind ? "" : part->kind->name, part->kind == kind ? "" : " ",
              part->name);
      pawl_put_pair(to, run, s->contact->pair + i);
    } else if (count == MOST_NAMED)
      fputs("…", to);
    kind = part->kind;
    count++;
  }
}

/* How many contacts have it, and since when. */
static int count(const pawl_system *s, pawl_doubt doubt, double *since)
{
  int n = 0;
  *since = INFINITY;
  for (int i = 0; i < s->contact->count; i++)
    if (has(s->contact->pair + i, doubt)) {
      *since = fmin(*since, s->contact->pair[i].log.doubt_time[doubt]);
      n++;
    }
  return n;
}

static void put_several(FILE *to, const pawl_several *several)
{
  if (several->continuum)
    fputs(": infinitely many", to);
  else
    fprintf(to, ": %d", several->motions);
  fprintf(to, " motions are possible at t = %.6g s, %s", several->time, several->text);
  if (several->events > 1)
    fprintf(to, "; there are several at %d events", several->events);
}

void pawl_put_doubts(FILE *to, const char *before, const pawl_run *run)
{
  const pawl_system *s = &run->system;
  for (int d = 0; d < PAWL_DOUBTS; d++) {
    double since;
    int n = count(s, (pawl_doubt)d, &since);
    if (n == 0)
      continue;
    fputs(before, to);
    put_names(to, run, (pawl_doubt)d, n);
    if (d == PAWL_DOUBT_SEVERAL)
      put_several(to, &s->contact->several);
    else
      fprintf(to, ": %s t = %.6g s%s", sayings[d].before, since, sayings[d].after);
    fputc('\n', to);
  }
}

void pawl_put_doubts_json(pawl_json *json, const pawl_run *run)
{
  const pawl_system *s = &run->system;
  pawl_json_open(json, "doubts", '[');
  for (int d = 0; d < PAWL_DOUBTS; d++)
    for (int i = 0; i < s->contact->count; i++) {
      if (!has(s->contact->pair + i, (pawl_doubt)d))
        continue;
      pawl_json_open(json, NULL, '{');
      pawl_json_text(json, "doubt", sayings[d].name);
      pawl_json_text(json, "part", run->model->parts[s->contact->pair[i].part]->name);
      pawl_json_number(json, "since", s->contact->pair[i].log.doubt_time[d]);
      pawl_json_text(json, "text", d == PAWL_DOUBT_SEVERAL ? s->contact->several.text : NULL);
      pawl_json_text(json, "shape1", pawl_contact_shape(s, s->contact->pair + i, 0));
      pawl_json_text(json, "shape2", pawl_contact_shape(s, s->contact->pair + i, 1));
      pawl_json_close(json, '}');
    }
  pawl_json_close(json, ']');
}
