/* Constraints of own equations among what is held: they hold whatever the touches do, and are eliminated.      theory.md, 9.1 */
#include <string.h>

#include "contact/held_net.h"

/* K c = r in natural units, in place. */
static void solve_scaled(pawl_system *s, const double *K, double *r, int m)
{
  struct pawl_held_room *o = s->contact->room;
  double *A = o->A, *unit = o->bound.unit, *b = o->b, *begin = o->begin, *x = o->x;
  memset(begin, 0, sizeof(double) * (size_t)m);
  memset(x, 0, sizeof(double) * (size_t)m);
  for (int i = 0; i < m; i++)
    unit[i] = K[i * m + i] > 0 ? 1 / sqrt(K[i * m + i]) : 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      A[i * m + j] = unit[i] * K[i * m + j] * unit[j];
    b[i] = unit[i] * r[i];
  }
  pawl_held_approach(s, A, b, begin, x, m);
  for (int i = 0; i < m; i++)
    r[i] = unit[i] * x[i];
}

/* With the constraints kept: x -= x_C K⁻¹ w_C·x, b -= W_iC K⁻¹ b_C; they leave the list. */
void pawl_held_condense(pawl_system *s)
{
  int all = s->contact->hold_count, first = 0, n = s->tree.dof_count;
  while (first < all && !s->contact->pair[s->contact->hold[first].pair].kind->both_ways)
    first++;
  int m = all - first;
  double *K = s->contact->room->bound.K, *c = s->contact->room->bound.rate;
  if (m == 0)
    return;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      K[i * m + j] = pawl_held_W(s, first + i, PAWL_N, first + j, PAWL_N);
  for (int i = 0; i < m; i++)
    c[i] = s->contact->hold[first + i].free[PAWL_N];
  solve_scaled(s, K, c, m);
  for (int i = 0; i < first; i++)
    for (int a = 0; a < s->contact->hold[i].dim; a++)
      for (int j = 0; j < m; j++)
        s->contact->hold[i].free[a] -= pawl_held_W(s, i, a, first + j, PAWL_N) * c[j];
  for (int i = 0; i < first; i++)
    for (int a = 0; a < s->contact->hold[i].dim; a++) {
      for (int j = 0; j < m; j++)
        c[j] = pawl_held_W(s, first + j, PAWL_N, i, a);
      solve_scaled(s, K, c, m);
      for (int j = 0; j < m; j++)
        for (int d = 0; d < n; d++)
          s->contact->hold[i].x[a][d] -= s->contact->hold[first + j].x[PAWL_N][d] * c[j];
    }
  pawl_held_mark_locked(s);
  s->contact->hold_count = first;
}

void pawl_held_engage(pawl_system *s, double *impulse)
{
  int all = s->contact->hold_count, first = 0;
  while (first < all && !s->contact->pair[s->contact->hold[first].pair].kind->both_ways)
    first++;
  int m = all - first;
  double *K = s->contact->room->bound.K;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      K[i * m + j] = pawl_held_W(s, first + i, PAWL_N, first + j, PAWL_N);
    impulse[first + i] = -s->contact->hold[first + i].velocity[PAWL_N];
  }
  if (m)
    solve_scaled(s, K, impulse + first, m);
  for (int i = 0; i < first; i++)
    impulse[i] = 0;
}
