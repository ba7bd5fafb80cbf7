/* What contacts remember of the past, in and out of a row of numbers: which touches there are, their modes, where they are
 * followed from, and what searches have left. */
#include "contact/contact.h"

enum { HEAD = 5, POINT = 13 + 3 * PAWL_MARGINS, PAIR = HEAD + PAWL_TOUCHES * POINT };

int pawl_contacts_memory_size(const pawl_system *s)
{
  return PAIR * s->contact_count;
}

static void get_point(const pawl_contact_point *p, double *to)
{
  const pawl_touch *t = &p->touch;
  const double own[13] = {t->feature[0],
                          t->feature[1],
                          t->s[0],
                          t->s[1],
                          t->id,
                          t->straight,
                          p->time,
                          p->s_rate[0],
                          p->s_rate[1],
                          p->mode,
                          p->piece,
                          p->approach,
                          fmin(p->curvature, 1e300)};
  for (int i = 0; i < 13; i++)
    to[i] = own[i];
  for (int i = 0; i < PAWL_MARGINS; i++) {
    to[13 + i] = p->side[i];
    to[13 + PAWL_MARGINS + i] = p->armed[i];
    to[13 + 2 * PAWL_MARGINS + i] = p->slack[i];
  }
}

static bool is_index(double x, int below)
{
  return x >= 0 && x < below && x == (int)x;
}

static bool set_point(const pawl_contact_pair *pair, pawl_contact_point *p, const double *from)
{
  *p = (pawl_contact_point){0};
  if (!is_index(from[0], pawl_profile_features(pair->profile[0])) ||
      !is_index(from[1], pawl_profile_features(pair->profile[1])) || !is_index(from[9], PAWL_RELEASED + 1))
    return false;
  p->touch = (pawl_touch){.feature = {(int)from[0], (int)from[1]},
                          .s = {from[2], from[3]},
                          .id = (int)from[4],
                          .straight = from[5] != 0};
  p->time = from[6];
  p->s_rate[0] = from[7];
  p->s_rate[1] = from[8];
  p->mode = (pawl_touch_mode)from[9];
  p->piece = (int)from[10];
  p->approach = from[11];
  p->curvature = from[12] < 1e300 ? from[12] : INFINITY;
  for (int i = 0; i < PAWL_MARGINS; i++) {
    p->side[i] = from[13 + i] < 0 ? -1 : 1;
    p->armed[i] = from[13 + PAWL_MARGINS + i] != 0;
    p->slack[i] = from[13 + 2 * PAWL_MARGINS + i];
  }
  p->now = p->touch;
  return true;
}

/* Distances may be infinite, which a state must not be. */
static double finite(double x)
{
  return x < 1e300 ? x : 1e300;
}

void pawl_contacts_get(const pawl_system *s, double *memory)
{
  for (int k = 0; k < s->contact_count; k++, memory += PAIR) {
    const pawl_contact_pair *pair = s->contacts + k;
    const double head[HEAD] = {pair->count, finite(pair->beyond), finite(pair->moved), pair->peak_force,
                               pair->deepest};
    for (int i = 0; i < PAIR; i++)
      memory[i] = i < HEAD ? head[i] : 0;
    for (int i = 0; i < pair->count; i++)
      get_point(pair->point + i, memory + HEAD + i * POINT);
  }
}

bool pawl_contacts_set(pawl_system *s, const double *memory)
{
  for (int k = 0; k < s->contact_count; k++, memory += PAIR) {
    pawl_contact_pair *pair = s->contacts + k;
    if (!is_index(memory[0], PAWL_TOUCHES + 1))
      return false;
    pair->count = (int)memory[0];
    pair->beyond = memory[1];
    pair->moved = memory[2];
    pair->peak_force = memory[3];
    pair->deepest = memory[4];
    for (int i = 0; i < pair->count; i++)
      if (!set_point(pair, pair->point + i, memory + HEAD + i * POINT))
        return false;
  }
  return true;
}
