/* Which contacts there are, and after which events more than one motion is possible: in words.      theory.md, 9.4 */
#include <stdio.h>
#include <string.h>

#include "contact/strike.h"

void pawl_held_names(const pawl_system *s, char names[PAWL_NAMES])
{
  int at = 0, last = -1;
  bool several = false;
  for (int i = 1; i < s->hold_count; i++)
    several |= s->hold[i].pair != s->hold[0].pair;
  at += snprintf(names, PAWL_NAMES, several ? "contacts " : "contact ");
  for (int i = 0; i < s->hold_count && at < PAWL_NAMES - 50; i++)
    if (s->hold[i].pair != last) {
      at += snprintf(names + at, PAWL_NAMES - (size_t)at, "%s\"%s\"", last < 0 ? "" : ", ",
                     s->model->parts[s->contacts[s->hold[i].pair].part]->name);
      last = s->hold[i].pair;
    }
}

/* The word of a mode of problem.h. */
static const char *word_of(const pawl_system *s, int i, int mode)
{
  static const pawl_rub_mode rubs[] = {PAWL_RUB_NONE, PAWL_RUB_STICK, PAWL_RUB_PLUS, PAWL_RUB_MINUS};
  bool pressed = mode & 1 || s->hold[i].given;
  return pawl_contact_word(s->contacts + s->hold[i].pair, pressed ? PAWL_PRESSED : PAWL_OPEN,
                           pressed ? rubs[mode >> 1] : PAWL_RUB_NONE);
}

/* "sliding -", or "floor" sliding -, "wall" open where there are several touches. */
static int put_modes(const pawl_system *s, const unsigned char *mode, char *text, int room)
{
  int at = 0;
  for (int i = 0; i < s->hold_count && at < room; i++) {
    const char *name = s->model->parts[s->contacts[s->hold[i].pair].part]->name;
    if (s->hold_count > 1)
      at += snprintf(text + at, (size_t)(room - at), "%s\"%s\" ", i ? ", " : "", name);
    if (at < room)
      at += snprintf(text + at, (size_t)(room - at), "%s", word_of(s, i, mode[i]));
  }
  return at < room ? at : room;
}

static const char *rule_of(pawl_solved_by by)
{
  return by == PAWL_BY_MODES   ? "as it was before"
         : by == PAWL_BY_LEMKE ? "which Lemke's path comes to"
                               : "which is farthest from its limits";
}

void pawl_several_note(pawl_system *s, pawl_switching *x, const pawl_solution *found, const pawl_motion *list)
{
  pawl_several *several = &s->several;
  const int room = (int)sizeof several->text,
            count = found->motions < PAWL_MOTIONS ? found->motions : PAWL_MOTIONS;
  int at = 0;
  x->motions = found->motions > x->motions ? found->motions : x->motions;
  if (found->motions < 2)
    return;
  for (int i = 0; i < s->hold_count; i++)
    pawl_doubt_note(s->contacts + s->hold[i].pair, PAWL_DOUBT_SEVERAL, x->t);
  if (several->events++)
    return;
  several->time = x->t;
  several->motions = found->motions;
  for (int i = 0; i < count && at < room; i++) {
    at += snprintf(several->text + at, (size_t)(room - at), "%s", i ? "; or " : "");
    if (at < room)
      at += put_modes(s, list[i].mode, several->text + at, room - at);
  }
  if (at < room)
    at += snprintf(several->text + at, (size_t)(room - at), ": taken is ");
  if (at < room)
    at += put_modes(s, x->room->mode, several->text + at, room - at);
  if (at < room)
    snprintf(several->text + at, (size_t)(room - at), ", %s", rule_of(found->by));
}
