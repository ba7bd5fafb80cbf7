/* Energies of a model at an instant, and the gravity of a point.      theory.md, 5.7 and 6.4 */
#include "system/own.h"
#include "system/system.h"

/* Gravity towards a point: the acceleration there, and the energy of a unit mass.      theory.md, 5.7 */
pawl_vec pawl_system_field(const pawl_system *s, pawl_vec r, double *energy)
{
  const pawl_world *w = &s->model->world;
  pawl_vec d = pawl_sub(pawl_add(r, s->origin), w->at);
  double l = pawl_norm(d);
  *energy = w->mu != 0 ? -w->mu / l : 0;
  return w->mu != 0 ? pawl_times(-w->mu / (l * l * l), d) : pawl_v(0, 0, 0);
}

/* On each body at its centre of mass, and on the mass of a link where it is between its pins, which share its force.
 * Returns the energy. */
double pawl_system_gravity(pawl_system *s, bool load)
{
  double energy = 0, unit;
  pawl_vec zero = {0, 0, 0};
  for (int body = 1; body <= s->model->body_count; body++) {
    double mass = ((const pawl_body *)s->model->parts[s->model->body_part[body]]->fields)->mass;
    pawl_end e;
    s->ops->end(s->kernel, s->place.com + body, &e);
    pawl_vec f = pawl_times(mass, pawl_system_field(s, e.r, &unit));
    energy += mass * unit;
    if (load)
      s->ops->load(s->kernel, s->place.com[body].link, e.r, f, zero);
  }
  for (int n = 0; n < s->tree.block_count; n++) {
    const pawl_part *part = s->model->parts[s->blocks[n].part];
    double mass[2];
    pawl_pair x;
    if (s->blocks[n].kind != PAWL_BLOCK_ROWS || !pawl_lumps(part->kind))
      continue;
    part->kind->constraint->lump(part->fields, mass, mass + 1);
    pawl_system_pair(s, &s->blocks[n].a, &s->blocks[n].b, -1, -1, &x);
    pawl_vec g = pawl_system_field(s, pawl_centre_between(x.a.r, x.b.r, mass), &unit);
    energy += (mass[0] + mass[1]) * unit;
    if (load) {
      s->ops->load(s->kernel, s->blocks[n].a.link, x.a.r, pawl_times(mass[0], g), zero);
      s->ops->load(s->kernel, s->blocks[n].b.link, x.b.r, pawl_times(mass[1], g), zero);
    }
  }
  return energy;
}

/* Kinetic energy of the rows that are inertias. */
static double soft_energy(pawl_system *s)
{
  bool any = false;
  for (int n = 0; n < s->tree.block_count; n++)
    any |= s->tree.blocks[n].soft;
  if (!any || !s->at.v)
    return 0;
  double sum = 0;
  s->ops->rates(s->kernel, s->at.v, s->row.rate);
  if (s->base.count)
    s->ops->rates(s->kernel, NULL, s->row.drift);
  for (int r = 0; r < s->tree.row_count; r++) {
    double rate = s->row.rate[r] + (s->base.count ? s->row.drift[r] : 0);
    sum += s->tree.soft[r] != 0 ? 0.5 * rate * rate / s->tree.soft[r] : 0;
  }
  return sum;
}

double pawl_system_energy(pawl_system *s, double *kinetic, double *gravity, double *stored)
{
  const pawl_world *w = &s->model->world;
  s->ops->energy(s->kernel, w->gravity, kinetic, gravity);
  for (int i = 1; i < s->tree.link_count; i++)
    *gravity -= s->tree.links[i].mass * pawl_dot(w->gravity, s->origin);
  for (int d = 0; s->tree.added && s->at.v && d < s->tree.dof_count; d++)
    if (d < s->own.dof || d >= s->own.dof + s->own.dofs) /* of these it is 1 and means nothing */
      *kinetic += 0.5 * s->tree.added[d] * s->at.v[d] * s->at.v[d];
  *kinetic += soft_energy(s);
  if (w->mu != 0)
    *gravity += pawl_system_gravity(s, false);
  *stored = 0;
  for (int i = 0; i < s->load.count; i++)
    *stored += s->load.last[i].energy;
  pawl_own_energy(s, kinetic, stored);
  return *kinetic + *gravity + *stored;
}
