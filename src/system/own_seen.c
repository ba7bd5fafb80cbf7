/* Own equations seen from outside: their energies and channels, and the sizes that the model's own units are made of.      theory.md, 1.3 and 5.14 */
#include "system/own.h"
#include "system/own_instant.h"

/* ---- energy and channels ---------------------------------------------------------------------------------------- */

void pawl_own_energy(const pawl_system *s, double *kinetic, double *stored)
{
  for (int i = 0; i < s->own.count; i++) {
    if (s->at.v)
      *kinetic += pawl_own_kinetic(s->own.use + i, s->at.v + s->own.use[i].dof);
    *stored += s->own.use[i].stored;
  }
}

void pawl_own_see(pawl_system *s, int part, pawl_level level, pawl_seen *seen)
{
  if (level < PAWL_AT_FORCE) /* coordinates are read as they are */
    return;
  const pawl_own_use *own = s->own.use + pawl_own_of_part(s, part);
  seen->energy = pawl_own_kinetic(own, s->at.v + own->dof);
  seen->value = own->stored;
  seen->power = own->power;
  seen->work = s->at.work ? s->at.work[own->work] : 0;
}

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

static void widen(double *most, double x)
{
  if (isfinite(x) && fabs(x) > *most)
    *most = fabs(x);
}

/* At the start values of the part, which need not be assembled yet. */
static pawl_status move_at_start(pawl_system *s, pawl_own_use *own)
{
  const pawl_lagrangian *p = pawl_own_fields(s, own);
  double *q = own->spare + 4 * own->n, *v = q + own->n;
  for (int k = 0; k < own->n; k++) {
    q[k] = p->start.count ? p->start.number[k] : 0;
    v[k] = p->speed.count ? p->speed.number[k] : 0;
  }
  return pawl_own_move(s, own, 0, q, v);
}

pawl_status pawl_own_sizes(pawl_system *s, double *length, double *mass, double *moment)
{
  for (int i = 0; i < s->own.count; i++) {
    pawl_own_use *own = s->own.use + i;
    const pawl_lagrangian *p = pawl_own_fields(s, own);
    double heavy = 0, bulky = 0;
    if (move_at_start(s, own) != PAWL_OK)
      return s->error.status;
    for (int k = 0; k < own->n; k++) {
      const char *unit = pawl_own_unit(p, k);
      widen(*unit == 'm' ? &heavy : &bulky, *unit == '1' ? 0 : own->M[k * own->n + k]);
    }
    widen(mass, heavy);
    widen(moment, bulky);
    if (heavy > 0 && bulky > 0)
      widen(length, sqrt(bulky / heavy));
    for (int k = 0; k < own->n && bulky == 0; k++)
      if (*pawl_own_unit(p, k) == 'm')
        widen(length, p->start.count ? p->start.number[k] : 0);
  }
  for (int i = 0; i < s->own.gap_count && *length == 0; i++) {
    const pawl_part *part = s->model->parts[s->own.gaps[i].part];
    const pawl_gap *gap = part->fields;
    if (part->kind->family == PAWL_GAP && gap->gap.number)
      widen(length, *gap->gap.number);
  }
  return PAWL_OK;
}

pawl_status pawl_own_rates(pawl_system *s, double length, double *rate2)
{
  for (int i = 0; i < s->own.count; i++) {
    pawl_own_use *own = s->own.use + i;
    const pawl_lagrangian *p = pawl_own_fields(s, own);
    if (move_at_start(s, own) != PAWL_OK)
      return s->error.status;
    for (int k = 0; k < own->n; k++) {
      double unit = *pawl_own_unit(p, k) == 'm' ? length : 1,
             v = p->speed.count ? p->speed.number[k] / unit : 0;
      widen(rate2, own->a[k] / unit);
      widen(rate2, v * v);
    }
  }
  return PAWL_OK;
}
