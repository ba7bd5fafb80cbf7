/* The row of two wheels, what is seen of them, and whether they sit where their radii say, in words.      theory.md, 4.10 */
#include "parts/link_wheels.h"

#include <stdio.h>

typedef struct {
  pawl_vec n, e;
  double length, psi, rate, gamma;
} centres;

/* Centres nearer than `least` have no line: any direction that turns with a will do. */
static centres line_of_centres(const pawl_pair *x, double least)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), v = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d);
  if (!(l > least))
    return (centres){x->a.R.x, x->a.R.y, least, x->a.angle, x->a.w.z, 0};
  centres c = {.n = pawl_times(1 / l, d), .length = l, .psi = atan2(d.y, d.x)};
  c.e = pawl_v(-c.n.y, c.n.x, 0);
  c.rate = pawl_dot(c.e, v) / l;
  c.gamma = (pawl_dot(c.e, pawl_sub(x->b.zeta, x->a.zeta)) - 2 * pawl_dot(c.n, v) * c.rate) / l;
  return c;
}

static void set_row(const pawl_shares *s, const pawl_pair *x, pawl_row *row)
{
  double along = -(s->a + s->b), size = along == 0 ? fabs(s->b) : 1; /* no force at all: an angle, then */
  centres c = line_of_centres(x, s->least);
  double phi = (s->a * x->a.angle + s->b * x->b.angle + along * c.psi) / size;
  row->speed_only = x->memory == NULL;
  row->phi = phi;
  if (x->memory)
    row->phi = along == 0 ? phi - x->memory[0] : remainder(phi - x->memory[0], PAWL_TWO_PI * along);
  row->t = pawl_v(0, 0, s->b / size);
  row->f = pawl_times(along / c.length, c.e);
  row->gamma = along * c.gamma;
}

void pawl_wheels_rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  set_row(&((const pawl_wheels *)part)->shares, x, row);
}

double pawl_wheels_phase(const pawl_wheels *p, const pawl_pair *x)
{
  pawl_pair fresh = *x;
  pawl_row row = {0};
  fresh.memory = NULL;
  set_row(&p->shares, &fresh, &row);
  return row.phi;
}

void pawl_wheels_sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                       pawl_seen *out)
{
  (void)acc, (void)alpha;
  const pawl_shares *s = &((const pawl_wheels *)part)->shares;
  centres c = line_of_centres(x, s->least);
  out->effort = out->t.z / s->b;
  out->rate = s->a * (x->a.w.z - c.rate);
  out->power = out->t.z * (x->b.w.z - c.rate);
}

const char *pawl_wheels_fit(const char *what, double found, double wanted)
{
  static _Thread_local char text[256]; /* a slot returns text that it cannot allocate */
  if (fabs(found - wanted) <= 1e-6 * fabs(wanted))
    return NULL;
  int n = snprintf(text, sizeof text, "does not fit: %s is %.9g m, but its radii ask for %.9g m", what, found,
                   wanted);
  return n > 0 ? text : "does not fit its radii";
}
