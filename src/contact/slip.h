/* How problems in numbers call sliding along a direction: in the plane by its sign, plus or minus, in space it is one mode.
 * theory.md, 8.2, 8.10 */
#ifndef PAWL_CONTACT_SLIP_H
#define PAWL_CONTACT_SLIP_H

#include "contact/problem.h"

enum { PAWL_MODES = PAWL_MODE_MINUS + 1 };
/* Those that are pressed, as a set. */
enum {
  PAWL_MODES_PRESSED =
      1 << PAWL_MODE_PRESSED | 1 << PAWL_MODE_STICK | 1 << PAWL_MODE_PLUS | 1 << PAWL_MODE_MINUS
};

/* The names of sliding along a direction: in the plane its sign, plus or minus, in space one for all. */
static inline pawl_contact_kind pawl_kind_along(int dim, const double *way)
{
  return dim == 3 || way[0] > 0 ? PAWL_SLIDES_PLUS : PAWL_SLIDES_MINUS;
}

static inline pawl_contact_mode pawl_slip_of(pawl_contact_kind kind, bool held)
{
  return kind == PAWL_SLIDES_MINUS ? (held ? PAWL_MODE_HELD_MINUS : PAWL_MODE_MINUS)
                                   : (held ? PAWL_MODE_HELD_PLUS : PAWL_MODE_PLUS);
}

static inline pawl_contact_mode pawl_slip_along(int dim, const double *way, bool held)
{
  return pawl_slip_of(pawl_kind_along(dim, way), held);
}

/* The sign of a mode that slips, in the plane; else 0. */
static inline double pawl_slip_sign(int mode)
{
  return mode >> 1 == PAWL_TANGENT_PLUS ? 1 : mode >> 1 == PAWL_TANGENT_MINUS ? -1 : 0;
}

#endif
