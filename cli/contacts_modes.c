/* Contacts without compliance, or with friction that sticks: which modes they start in; and those that sit in joints or
 * are equations, which have no shapes. */
#include <math.h>

#include "base/length.h"
#include "contact/contact.h"
#include "contacts.h"

bool pawl_is_in_joint(const pawl_contact_pair *pair)
{
  return pair->kind->of_joint;
}

/* By stepping there are no modes before the first step. */
static bool has_modes(const pawl_run *run, const pawl_contact_pair *pair)
{
  return !run->way->fixed && pawl_contact_switches(pair);
}

static bool is_closed(const pawl_contact_point *p)
{
  return p->mode.normal != PAWL_OPEN && !p->track.gone;
}

static int count_closed(const pawl_contact_pair *pair)
{
  int n = 0;
  for (int i = 0; i < pair->count; i++)
    n += is_closed(pair->point + i);
  return n;
}

static const char *word_of(const pawl_contact_pair *pair, int i)
{
  return pawl_contact_word(pair, pair->point[i].mode.normal, pair->point[i].mode.tangent);
}

void pawl_put_modes(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  if (!has_modes(run, pair))
    return;
  const char *between = ": ";
  for (int i = 0; i < pair->count; i++)
    if (is_closed(pair->point + i)) {
      fprintf(to, "%s%s", between, word_of(pair, i));
      between = ", ";
    }
  if (count_closed(pair) == 0)
    fprintf(to, ": %s", pawl_contact_word(pair, PAWL_OPEN, PAWL_RUB_NONE));
}

void pawl_put_modes_json(pawl_json *json, const pawl_run *run, const pawl_contact_pair *pair)
{
  pawl_json_open(json, "modes", '[');
  for (int i = 0; has_modes(run, pair) && i < pair->count; i++)
    if (is_closed(pair->point + i))
      pawl_json_text(json, NULL, word_of(pair, i));
  pawl_json_close(json, ']');
}

/* "rad" or "m" of a limit, "N m" or "N" of what it takes. */
static bool slides(const pawl_run *run, const pawl_contact_pair *pair)
{
  const pawl_system *s = &run->system;
  return pawl_slides(run->model->parts[s->joint.use[pair->joint].part]->kind);
}

static void put_limit(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  double gap = pair->point[0].track.now.gap;
  fprintf(to, "%s %.6g %s, ", pair->way > 0 ? "min" : "max", pair->limit, slides(run, pair) ? "m" : "rad");
  if (fabs(gap) <= 1e-12)
    fputs("just touches", to);
  else
    fprintf(to, "%.4g %s away", gap, slides(run, pair) ? "m" : "rad");
}

/* How long it is, and by how much longer than its way. */
static void put_rope(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  const pawl_part *part = run->model->parts[pair->part];
  double slack = pair->point[0].track.now.gap;
  char length[32], more[32];
  fprintf(to, "    rope \"%s\": %s long", part->name, pawl_length_text(pair->limit, length));
  if (slack > 1e-12 * pair->limit)
    fprintf(to, ", %s more than its way", pawl_length_text(slack, more));
  pawl_put_modes(to, run, pair);
  fputc('\n', to);
}

bool pawl_put_single(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  const pawl_system *s = &run->system;
  const pawl_part *part = run->model->parts[pair->part];
  if (pair->kind == &pawl_pair_rope) {
    put_rope(to, run, pair);
    return true;
  }
  if (pair->kind->both_ways) {
    fprintf(to, "    %s \"%s\": %s\n", part->kind->name, part->name, count_closed(pair) ? "holds" : "is off");
    return true;
  }
  if (!pawl_is_in_joint(pair))
    return false;
  fprintf(to, "    %s \"%s\": joint \"%s\"", part->kind->name, part->name,
          run->model->parts[s->joint.use[pair->joint].part]->name);
  if (pair->kind == &pawl_pair_limit) {
    fputs(", ", to);
    put_limit(to, run, pair);
  }
  pawl_put_modes(to, run, pair);
  fputc('\n', to);
  return true;
}

bool pawl_is_hidden(const pawl_run *run, int contact)
{
  const pawl_contact_pair *c = run->system.contact->pair + contact;
  bool second = c->kind == &pawl_pair_limit && contact > 0 && c[-1].part == c->part;
  return second || c->kind->always_pressed || c->kind->both_ways;
}

void pawl_put_stop(FILE *to, const pawl_run *run, int contact)
{
  const pawl_contact_pair *c = run->system.contact->pair + contact;
  bool two = contact + 1 < run->system.contact->count && c[1].part == c->part;
  fprintf(to, "  stop          %s: peak effort %.4g %s", run->model->parts[c->part]->name,
          fmax(c->log.peak_force, two ? c[1].log.peak_force : 0), slides(run, c) ? "N" : "N m");
}
