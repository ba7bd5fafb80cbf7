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
  const pawl_contact_point *p = pair->point + i;
  return pawl_contact_word(pair, p->mode.normal, p->mode.tangent, p->mode.way, pair->dim);
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
    fprintf(to, ": %s", pawl_contact_word(pair, PAWL_OPEN, PAWL_RUB_NONE, NULL, 2));
}

void pawl_put_modes_json(pawl_json *json, const pawl_run *run, const pawl_contact_pair *pair)
{
  pawl_json_open(json, "modes", '[');
  for (int i = 0; has_modes(run, pair) && i < pair->count; i++)
    if (is_closed(pair->point + i))
      pawl_json_text(json, NULL, word_of(pair, i));
  pawl_json_close(json, ']');
}

bool pawl_put_single(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  const pawl_system *s = &run->system;
  const pawl_part *part = run->model->parts[pair->part];
  if (pair->kind->both_ways) {
    fprintf(to, "    %s \"%s\": %s\n", part->kind->name, part->name, count_closed(pair) ? "holds" : "is off");
    return true;
  }
  if (!pawl_is_in_joint(pair) && !pair->kind->tell)
    return false;
  fprintf(to, "    %s \"%s\": ", part->kind->name, part->name);
  if (pawl_is_in_joint(pair))
    fprintf(to, "joint \"%s\"%s", run->model->parts[s->joint.use[pair->joint].part]->name,
            pair->kind->tell ? ", " : "");
  if (pair->kind->tell) {
    char text[PAWL_PAIR_TEXT];
    pair->kind->tell(s, pair, text);
    fputs(text, to);
  }
  pawl_put_modes(to, run, pair);
  fputc('\n', to);
  return true;
}

/* The pairs of one part follow each other: both sides of a stop. */
static bool goes_on(const pawl_run *run, int contact)
{
  const pawl_contact_pair *c = run->system.contact->pair + contact;
  return contact > 0 && c[-1].part == c->part;
}

bool pawl_is_hidden(const pawl_run *run, int contact)
{
  const pawl_contact_pair *c = run->system.contact->pair + contact;
  return (c->kind->noun && goes_on(run, contact)) || c->kind->always_pressed || c->kind->both_ways;
}

bool pawl_is_side(const pawl_run *run, int contact)
{
  return run->system.contact->pair[contact].kind->most > 0 && goes_on(run, contact);
}

double pawl_peak_of(const pawl_run *run, int contact)
{
  double peak = pawl_pair_peak(run->system.contact->pair + contact);
  for (int i = contact + 1; i < run->system.contact->count && pawl_is_side(run, i); i++)
    peak = fmax(peak, pawl_pair_peak(run->system.contact->pair + i));
  return peak;
}

const char *pawl_unit_of_effort(const pawl_run *run, const pawl_contact_pair *pair)
{
  const char *unit = pawl_contact_unit(&run->system, pair);
  return *unit == 'r' ? " N m" : *unit == 'm' ? " N" : "";
}

void pawl_put_strength(FILE *to, const pawl_run *run, int contact)
{
  const pawl_contact_pair *c = run->system.contact->pair + contact;
  fprintf(to, "  %-14s%s: peak %s %.4g%s", c->kind->noun, run->model->parts[c->part]->name, c->kind->force,
          pawl_peak_of(run, contact), pawl_unit_of_effort(run, c));
}
