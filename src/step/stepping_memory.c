/* What time-stepping remembers beside the state: S⁻¹, the modes of the last problem, the forces of the last step, and which
 * touches were followed. Of more than MOST degrees of freedom S⁻¹ is found anew, and of piles the pushes: these go on but for
 * rounding and what the solver leaves.      theory.md, 10.2 */
#include <limits.h>
#include <string.h>

#include "step/stepping_inner.h"

enum { MOST = 64, HEAD = 4, POINT = 6 };

static size_t kept_dofs(const pawl_run *r)
{
  size_t n = (size_t)r->system.tree.dof_count;
  return n <= MOST ? n : 0;
}

size_t pawl_stepping_memory_size(const pawl_run *r)
{
  size_t n = kept_dofs(r), touches = (size_t)r->system.contact->count * PAWL_TOUCHES;
  return r->system.contact->piles
             ? 0
             : HEAD + n * n + (r->system.contact->holds ? PAWL_HELD_FEW : 0) + POINT * touches;
}

static void get_points(const pawl_run *r, double *to)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < PAWL_TOUCHES; i++, to += POINT) {
      const pawl_contact_point *p = s->contact->pair[k].point + i;
      bool is = i < s->contact->pair[k].count;
      const double all[POINT] = {is ? p->row.normal : 0,  is ? p->row.friction[0] : 0,
                                 is ? p->track.found : 0, is && p->track.gone,
                                 is ? p->row.when : 0,    is ? r->stepping->rubs[k * PAWL_TOUCHES + i] : 0};
      for (int j = 0; j < POINT; j++)
        to[j] = fmin(fmax(all[j], -1e300), 1e300);
    }
}

void pawl_stepping_get(const pawl_run *r, double *to)
{
  const pawl_stepping *x = r->stepping;
  size_t n = kept_dofs(r);
  if (r->system.contact->piles)
    return;
  bool knows = x->S.known && !x->S.worn && n > 0;
  to[0] = knows;
  to[1] = knows ? x->S.h : 0;
  int warm = x->warm <= PAWL_HELD_FEW ? x->warm : 0;
  to[2] = warm;
  to[3] = x->touches;
  to += HEAD;
  for (size_t i = 0; i < n * n; i++)
    to[i] = knows ? x->S.inverse[i] : 0;
  to += n * n;
  for (int i = 0; r->system.contact->holds && i < PAWL_HELD_FEW; i++)
    to[i] = i < warm ? r->event.room.mode[i] : 0;
  get_points(r, to + (r->system.contact->holds ? PAWL_HELD_FEW : 0));
}

static bool is_index(double x, int below)
{
  return x >= 0 && x < below && x == (int)x;
}

static bool put_points(pawl_run *r, const double *from)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < PAWL_TOUCHES; i++, from += POINT) {
      pawl_contact_point *p = s->contact->pair[k].point + i;
      if (!is_index(from[2], PAWL_LOST + 1))
        return false;
      r->stepping->rubs[k * PAWL_TOUCHES + i] = from[5];
      if (i >= s->contact->pair[k].count || s->contact->pair[k].kind->is_rail)
        continue;
      p->row.normal = from[0];
      p->row.friction[0] = from[1];
      p->track.found = (pawl_tracking)from[2];
      p->track.gone = from[3] != 0;
      p->row.when = from[4];
    }
  return true;
}

bool pawl_stepping_put(pawl_run *r, const double *from)
{
  pawl_stepping *x = r->stepping;
  size_t n = kept_dofs(r);
  if (r->system.contact->piles)
    return true;
  if (!is_index(from[2], PAWL_HELD_FEW + 1) || !is_index(from[3], INT_MAX))
    return false;
  x->S.known = from[0] != 0;
  x->S.worn = false;
  x->S.h = from[1];
  x->warm = (int)from[2];
  x->touches = (int)from[3];
  from += HEAD;
  if (n)
    memcpy(x->S.inverse, from, n * n * sizeof *from);
  from += n * n;
  for (int i = 0; r->system.contact->holds && i < PAWL_HELD_FEW; i++)
    if (!is_index(from[i], PAWL_MODES))
      return false;
    else
      r->event.room.mode[i] = (unsigned char)from[i];
  return put_points(r, from + (r->system.contact->holds ? PAWL_HELD_FEW : 0));
}
