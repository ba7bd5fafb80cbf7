/* Expressions in a row; and those of numbers alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/expression.h"

double pawl_node_value(const pawl_node *node, const pawl_row_of *row)
{
  double x[2] = {0};
  if (node->kind == PAWL_NODE_NUMBER || node->kind == PAWL_NODE_REDUCTION)
    return node->value;
  if (node->kind == PAWL_NODE_TIME)
    return row->time;
  if (node->kind == PAWL_NODE_CHANNEL) {
    double value = row->columns ? row->columns[node->channel][row->row] : row->values[node->channel];
    return node->factor == 1 ? value : value * node->factor;
  }
  for (int i = 0; i < node->count; i++)
    x[i] = pawl_node_value(node->argument[i], row);
  switch (node->kind) {
  case PAWL_NODE_NEGATIVE:
    return -x[0];
  case PAWL_NODE_SUM:
    return x[0] + x[1];
  case PAWL_NODE_DIFFERENCE:
    return x[0] - x[1];
  case PAWL_NODE_PRODUCT:
    return x[0] * x[1];
  case PAWL_NODE_QUOTIENT:
    return x[0] / x[1];
  case PAWL_NODE_POWER:
    return x[1] == 2 ? x[0] * x[0] : pow(x[0], x[1]);
  default:
    return node->count == 1 ? node->function->one(x[0]) : node->function->two(x[0], x[1]);
  }
}

/* ---- quantities ---- */

/* Whether it fits one of the units of a field, "N/m or N m/rad". 0: the unit is not known. */
static int fits_unit(const char *unit, const pawl_dimension *given, double *factor)
{
  int known = 0;
  for (size_t length; *unit; unit += length + (unit[length] ? strlen(" or ") : 0)) {
    const char *next = strstr(unit, " or ");
    char one[PAWL_UNIT_TEXT];
    pawl_dimension wanted;
    length = next ? (size_t)(next - unit) : strlen(unit);
    if (length >= sizeof one)
      return 0;
    memcpy(one, unit, length);
    one[length] = 0;
    if (!pawl_unit_read(one, &wanted, factor))
      return 0;
    if (pawl_dimension_fits(&wanted, given))
      return 1;
    known = -1;
  }
  return known;
}

/* What a sentence about an expression of no name says after its place: the text is shown already. */
static const char *reason(const pawl_error *error)
{
  const char *column = strstr(error->text, ", column ");
  const char *colon = column ? strstr(column, ": ") : NULL;
  return colon ? colon + 2 : error->text;
}

bool pawl_quantity_read(const char *text, const char *unit, double *value, char why[PAWL_WHY])
{
  const pawl_row_of none = {0};
  pawl_arena arena;
  pawl_error error = {0};
  pawl_expression *e = NULL;
  bool good = false;
  pawl_arena_open(&arena, NULL);
  *why = 0;
  if (pawl_expression_read(&e, text, "", NULL, &arena, &error) == PAWL_OK) {
    double factor = 1, x = pawl_node_value(e->root, &none);
    bool pure = !*e->unit;
    int fits = pure || !unit || !*unit ? 1 : fits_unit(unit, &e->root->dimension, &factor);
    good = isfinite(x) && fits >= 0;
    if (fits < 0)
      snprintf(why, PAWL_WHY, "%s is not %s", e->unit, unit);
    if (good)
      *value = pure || fits == 0 || factor == 1 ? x : x / factor;
  } else
    snprintf(why, PAWL_WHY, "%.200s", reason(&error));
  pawl_arena_close(&arena);
  return good;
}
