/* Units of numbers: what "N m/rad" means, what comes of products and powers, and how it is written. Angles are pure numbers
 * that remember that they are angles: they fit pure numbers, and are only shown. */
#ifndef PAWL_BASE_DIMENSION_H
#define PAWL_BASE_DIMENSION_H

#include <stdbool.h>
#include <stddef.h>

enum { PAWL_METRE, PAWL_KILOGRAM, PAWL_SECOND, PAWL_RADIAN, PAWL_BASES };

typedef struct {
  double power[PAWL_BASES];
  bool open; /* not known: fits everything */
} pawl_dimension;

/* A name to multiply with: 5*mm. */
typedef struct {
  const char *name;
  double factor; /* in SI units */
  double power[PAWL_BASES];
} pawl_unit;

extern const pawl_unit pawl_unit_names[]; /* ends with {0} */
const pawl_unit *pawl_unit_find(const char *name, size_t length);

/* "N m/rad", "1/m", "m/s^2": factors with blanks or * between them; / is of the next one alone. "" and "1" are pure numbers.
 * False: it is not known. */
bool pawl_unit_read(const char *text, pawl_dimension *dimension, double *factor);
/* Its SI unit; "" for pure numbers and what is open. */
enum { PAWL_UNIT_TEXT = 64 };
const char *pawl_unit_write(const pawl_dimension *dimension, char text[PAWL_UNIT_TEXT]);

bool pawl_dimension_pure(const pawl_dimension *dimension); /* a number or an angle */
bool pawl_dimension_fits(const pawl_dimension *a, const pawl_dimension *b);
/* That of a^n b^m. */
pawl_dimension pawl_dimension_product(const pawl_dimension *a, double n, const pawl_dimension *b, double m);

#endif
