/* Parts of random mechanisms: which kinds there are, and fields drawn until the part's own check is content. */
#include "mechanisms/random_part.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 1000 };

/* ---- dice ---------------------------------------------------------------------------------------------------- */

pawl_vec pawl_roll_vec(pawl_draft *m, double size)
{
  double x = pawl_roll_between(m, -size, size), y = pawl_roll_between(m, -size, size);
  return pawl_v(x, y, m->world == PAWL_PLANAR ? 0 : pawl_roll_between(m, -size, size));
}

pawl_mat pawl_roll_turn(pawl_draft *m, double *angle)
{
  pawl_vec axis = {0, 0, 1};
  *angle = pawl_roll_between(m, -3, 3);
  if (m->world == PAWL_SPATIAL) {
    axis = pawl_roll_vec(m, 1);
    axis = pawl_times(1 / (1e-3 + pawl_norm(axis)), axis);
  }
  return pawl_quat_mat(pawl_quat_exp(pawl_times(*angle, axis)));
}

/* ---- fields -------------------------------------------------------------------------------------------------- */

typedef enum { DRAWN, START, SPEED, CONNECTED } role;

/* Start values of bodies and joints follow from the poses; frames and joints are the caller's. */
static role role_of(const pawl_kind *kind, const pawl_field *f)
{
  bool body = kind->family == PAWL_BODY, joint = kind->joint;
  size_t start = body ? offsetof(pawl_body, start) : offsetof(pawl_joint, start);
  size_t speed = body ? offsetof(pawl_body, speed) : offsetof(pawl_joint, speed);
  if (f->type == PAWL_FRAME || f->type == PAWL_JOINT || f->type == PAWL_TEXT)
    return CONNECTED;
  if ((body || joint) && f->where >= start && f->where < start + sizeof(double[7]))
    return START;
  return (body || joint) && f->where >= speed && f->where < speed + sizeof(double[6]) ? SPEED : DRAWN;
}

/* A default that is a number with a unit belongs to machines of our size; bodies inside composites have inertia. */
static bool is_default_fit(const pawl_kind *kind, const pawl_field *f)
{
  return kind->family != PAWL_COMPOSITE && isfinite(f->fallback) && f->type != PAWL_INERTIA &&
         (f->fallback == 0 || !*f->unit);
}

static void fill_once(pawl_draft *m, pawl_draft_part *p, bool turns, double distance, const pawl_field *only)
{
  int n = 0;
  char one[32], unused[PAWL_DRAFT_LINE], *signal;
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    void *to = p->fields + f->where;
    if (!pawl_in_world(f->worlds, m->world) || role_of(p->kind, f) == CONNECTED)
      continue;
    const char *unit = pawl_unit_for(f->unit, turns, one);
    signal = f->type == PAWL_SIGNAL && n < PAWL_DRAFT_SIGNALS ? p->signal[n++] : unused;
    signal[0] = 0;
    /* a stop without stiffness is a wall, and the joint may begin behind it */
    bool soft = p->kind->force && p->kind->force->is_stop && strcmp(f->name, "stiffness") == 0;
    bool left_out = !soft && isnan(f->fallback) && (only ? f != only : pawl_roll_chance(m, 0.5));
    if (left_out || role_of(p->kind, f) != DRAWN)
      pawl_set_number(f, m->world == PAWL_PLANAR, NAN, to);
    else if (is_default_fit(p->kind, f) && pawl_roll_chance(m, f->type == PAWL_COUNT ? 0.8 : 0.3))
      pawl_set_number(f, m->world == PAWL_PLANAR, f->fallback, to);
    else if (f->type == PAWL_REAL && distance > 0 && strcmp(unit, "m") == 0)
      *(double *)to = fmin(fmax(distance * pawl_roll_between(m, 0.7, 1.2), f->min), f->max);
    else
      pawl_roll_field(m, f, unit, p, signal);
  }
}

/* A body whose mass follows from its sides may come out far from those around it; machines are not made so. */
static bool is_of_size(const pawl_draft *m, const pawl_draft_part *p)
{
  if (p->kind->family != PAWL_BODY)
    return true;
  const pawl_body *b = (const pawl_body *)(const void *)p->fields;
  double M = m->mass, I = 0.005 * M * m->length * m->length;
  bool plane = m->world == PAWL_PLANAR;
  return b->mass >= 0.1 * M && b->mass <= 2 * M &&
         (pawl_is_point(p->kind) ||
          (b->inertia[2] >= I && (plane || (b->inertia[0] >= I && b->inertia[1] >= I))));
}

bool pawl_draft_fill(pawl_draft *m, pawl_draft_part *p, bool turns, double distance, const pawl_field *only)
{
  for (int i = 0; i < TRIES; i++) {
    fill_once(m, p, turns, distance, only);
    if ((!p->kind->check || !p->kind->check(p->fields, m->world)) && is_of_size(m, p))
      return true;
  }
  return false;
}

void pawl_draft_speeds(pawl_draft *m, pawl_draft_part *p)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, m->world) && role_of(p->kind, f) == SPEED && pawl_roll_chance(m, 0.6))
      pawl_roll_field(m, f, f->unit, p, NULL);
}

void pawl_draft_forget(const pawl_draft *m, pawl_draft_part *p, bool places, bool speeds)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++) {
    role r = role_of(p->kind, f);
    if (pawl_in_world(f->worlds, m->world) && ((places && r == START) || (speeds && r == SPEED)))
      pawl_set_number(f, false, NAN, p->fields + f->where);
  }
}

/* ---- parts --------------------------------------------------------------------------------------------------- */

const pawl_kind *pawl_roll_kind(pawl_draft *m, pawl_family family)
{
  const pawl_kind *found = NULL;
  int count = 0;
  for (int i = 0; pawl_kinds[i]; i++)
    if (pawl_kinds[i]->family == family && pawl_in_world(pawl_kinds[i]->worlds, m->world))
      if (pawl_roll_index(m, ++count) == 0)
        found = pawl_kinds[i];
  return found;
}

pawl_draft_part *pawl_draft_new(pawl_draft *m, const pawl_kind *kind)
{
  if (!kind || kind->size > PAWL_DRAFT_SIZE || m->part_count == PAWL_DRAFT_PARTS)
    return NULL;
  pawl_draft_part *p = m->parts + m->part_count++;
  memset(p, 0, sizeof *p);
  p->kind = kind;
  snprintf(p->name, sizeof p->name, "%.20s%d", kind->name, m->part_count);
  return p;
}

pawl_frame *pawl_draft_frame(const pawl_draft *m, pawl_draft_part *p, int n)
{
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_FRAME && pawl_in_world(f->worlds, m->world) && n-- == 0)
      return (pawl_frame *)(void *)(p->fields + f->where);
  return NULL;
}
