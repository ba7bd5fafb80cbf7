/* What contacts remember of the past, in and out of a row of numbers: which touches there are, their modes, where they are
 * followed from, and what searches have left. */
#include <string.h>

#include "contact/contact.h"

enum {
  HEAD = 10 + PAWL_PAIR_OWN,
  TOUCH = 17,
  OWN = TOUCH + 15,
  POINT = OWN + 3 * PAWL_MARGINS,
  PAIR = HEAD + PAWL_TOUCHES * POINT
};

int pawl_contacts_memory_size(const pawl_system *s)
{
  return PAIR * s->contact->count;
}

/* Distances and curvatures may be infinite, which a state must not be. */
static double finite(double x)
{
  return x < 1e300 ? x : 1e300;
}

static double unbounded(double x)
{
  return x < 1e300 ? x : INFINITY;
}

static void get_touch(const pawl_touch *t, double *to)
{
  const double all[TOUCH] = {t->feature[0],   t->feature[1], t->s[0], t->s[1],   t->id,
                             t->straight,     t->ends,       t->gap,  t->x[0].x, t->x[0].y,
                             t->x[1].x,       t->x[1].y,     t->n.x,  t->n.y,    finite(t->k[0]),
                             finite(t->k[1]), finite(t->D)};
  for (int i = 0; i < TOUCH; i++)
    to[i] = all[i];
}

/* In space, where no touch is of shapes, a second tangent stands in place of what these have. */
enum { WAY = 8, REST = 10 };

static void get_point(const pawl_contact_pair *pair, const pawl_contact_point *p, double *to)
{
  const double own[OWN - TOUCH] = {p->track.time,
                                   p->track.s_rate[0],
                                   p->track.s_rate[1],
                                   p->mode.normal,
                                   p->mode.piece,
                                   p->mode.approach,
                                   finite(p->mode.curvature),
                                   pawl_rub_number(p->mode.tangent, p->mode.way, pair->dim),
                                   p->mode.rest[0],
                                   p->mode.rest[1],
                                   p->log.impacts,
                                   p->log.first,
                                   p->log.last,
                                   p->log.speed,
                                   p->mode.spread_anew};
  get_touch(&p->track.touch, to);
  if (pair->dim == 3) {
    memcpy(to + WAY, p->mode.way, sizeof p->mode.way);
    to[REST] = p->mode.rest[2];
  }
  for (int i = TOUCH; i < OWN; i++)
    to[i] = own[i - TOUCH];
  for (int i = 0; i < PAWL_MARGINS; i++) {
    to[OWN + i] = p->mode.side[i];
    to[OWN + PAWL_MARGINS + i] = p->mode.armed[i];
    to[OWN + 2 * PAWL_MARGINS + i] = p->mode.slack[i];
  }
}

static bool is_index(double x, int below)
{
  return x >= 0 && x < below && x == (int)x;
}

static bool set_touch(const pawl_contact_pair *pair, pawl_touch *t, const double *from)
{
  if (!pair->kind->shapes) {
    bool good = is_index(from[0], 1 << (PAWL_PULLEYS + 1)); /* of ropes: which pulleys are left out */
    *t = (pawl_touch){.feature = {good ? (int)from[0] : 0}, .gap = from[7]};
    return good;
  }
  if (!is_index(from[0], pawl_profile_features(pair->profile[0])) ||
      !is_index(from[1], pawl_profile_features(pair->profile[1])) || !is_index(from[4], 1 << 30) ||
      !is_index(from[6], 4))
    return false;
  *t = (pawl_touch){.feature = {(int)from[0], (int)from[1]},
                    .s = {from[2], from[3]},
                    .id = (int)from[4],
                    .straight = from[5] != 0,
                    .ends = (int)from[6],
                    .gap = from[7],
                    .x = {{from[8], from[9]}, {from[10], from[11]}},
                    .n = {from[12], from[13]},
                    .k = {unbounded(from[14]), unbounded(from[15])},
                    .D = unbounded(from[16])};
  return true;
}

static bool set_point(const pawl_contact_pair *pair, pawl_contact_point *p, const double *from)
{
  const double *own = from + TOUCH, *margin = from + OWN;
  *p = (pawl_contact_point){0};
  if (!set_touch(pair, &p->track.touch, from) || !is_index(own[3], PAWL_RELEASED + 1) ||
      !is_index(own[4], 1 << 30) || !is_index(own[7], PAWL_RUB_NUMBERS) || !is_index(own[10], 1 << 30) ||
      !is_index(own[14], 1 << 30))
    return false;
  p->track.time = own[0];
  p->track.s_rate[0] = own[1];
  p->track.s_rate[1] = own[2];
  p->mode.normal = (pawl_touch_mode)own[3];
  p->mode.piece = (int)own[4];
  p->mode.approach = own[5];
  p->mode.curvature = unbounded(own[6]);
  pawl_rub_set(&p->mode, (int)own[7]);
  p->mode.rest[0] = own[8];
  p->mode.rest[1] = own[9];
  if (pair->dim == 3) {
    memcpy(p->mode.way, from + WAY, sizeof p->mode.way);
    p->mode.rest[2] = from[REST];
  }
  p->log.impacts = (int)own[10];
  p->log.first = own[11];
  p->log.last = own[12];
  p->log.speed = own[13];
  p->mode.spread_anew = (int)own[14];
  for (int i = 0; i < PAWL_MARGINS; i++) {
    p->mode.side[i] = margin[i] < 0 ? -1 : 1;
    p->mode.armed[i] = margin[PAWL_MARGINS + i] != 0;
    p->mode.slack[i] = margin[2 * PAWL_MARGINS + i];
  }
  p->track.now = p->track.touch;
  return true;
}

void pawl_contacts_get(const pawl_system *s, double *memory)
{
  for (int k = 0; k < s->contact->count; k++, memory += PAIR) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    const double head[HEAD] = {pair->count,          finite(pair->search.beyond), finite(pair->search.moved),
                               pair->log.peak_force, pair->log.deepest,           pair->log.past.impacts,
                               pair->log.past.first, pair->log.past.last,         pair->log.past.speed,
                               pair->limit};
    for (int i = 0; i < PAIR; i++)
      memory[i] = i < (int)(sizeof head / sizeof *head) ? head[i] : 0;
    for (int i = 0; i < pair->own_count; i++)
      memory[HEAD - PAWL_PAIR_OWN + i] = pair->own[i];
    for (int i = 0; i < pair->count; i++)
      get_point(pair, pair->point + i, memory + HEAD + i * POINT);
  }
}

bool pawl_contacts_set(pawl_system *s, const double *memory)
{
  for (int k = 0; k < s->contact->count; k++, memory += PAIR) {
    pawl_contact_pair *pair = s->contact->pair + k;
    if (!is_index(memory[0], PAWL_TOUCHES + 1) || !is_index(memory[5], 1 << 30))
      return false;
    pair->count = (int)memory[0];
    pair->search.beyond = memory[1];
    pair->search.moved = memory[2];
    pair->log.peak_force = memory[3];
    pair->log.deepest = memory[4];
    pair->log.past.impacts = (int)memory[5];
    pair->log.past.first = memory[6];
    pair->log.past.last = memory[7];
    pair->log.past.speed = memory[8];
    if (pair->kind->both_ways || pair->kind->always_pressed)
      pair->limit = memory[9];
    for (int i = 0; i < pair->own_count; i++)
      pair->own[i] = memory[HEAD - PAWL_PAIR_OWN + i];
    for (int i = 0; i < pair->count; i++)
      if (!set_point(pair, pair->point + i, memory + HEAD + i * POINT))
        return false;
  }
  return true;
}
