/* Whether the units in an expression fit, and which comes out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/expression.h"

const char *pawl_node_unit(const pawl_node *node, char text[PAWL_UNIT_TEXT])
{
  if (node->unit && *node->unit && strcmp(node->unit, "1") != 0)
    return node->unit;
  pawl_unit_write(&node->dimension, text);
  return *text ? text : strcpy(text, node->dimension.open ? "something without a unit" : "a pure number");
}

/* The number 0 is 0 of everything. */
static bool is_zero(const pawl_node *node)
{
  return node->kind == PAWL_NODE_NEGATIVE ? is_zero(node->argument[0])
                                          : node->kind == PAWL_NODE_NUMBER && node->value == 0 && !node->unit;
}

/* Two units that nobody knows fit if they are the same text. */
static bool fit(const pawl_node *a, const pawl_node *b)
{
  if (is_zero(a) || is_zero(b))
    return true;
  if (a->dimension.open && b->dimension.open && a->unit && b->unit)
    return strcmp(a->unit, b->unit) == 0;
  return pawl_dimension_fits(&a->dimension, &b->dimension);
}

static bool same_unit(const pawl_node *a, const pawl_node *b)
{
  return a->unit && b->unit && strcmp(a->unit, b->unit) == 0;
}

/* The result has the unit of both: of the one that says more. */
static const char *alike(pawl_node *node, const char *what, char why[PAWL_WHY])
{
  const pawl_node *a = node->argument[0], *b = node->count > 1 ? node->argument[1] : a;
  char text_a[PAWL_UNIT_TEXT], text_b[PAWL_UNIT_TEXT];
  if (!fit(a, b)) {
    snprintf(why, PAWL_WHY, "%s and %s cannot be %s", pawl_node_unit(a, text_a), pawl_node_unit(b, text_b),
             what);
    return why;
  }
  const pawl_node *known = is_zero(a) || (a->dimension.open && !b->dimension.open) ? b : a;
  node->dimension = known->dimension;
  if (b->dimension.power[PAWL_RADIAN] != 0 && !b->dimension.open && pawl_dimension_pure(&known->dimension))
    node->dimension.power[PAWL_RADIAN] = b->dimension.power[PAWL_RADIAN];
  node->unit = is_zero(a) ? b->unit : is_zero(b) || a == b || same_unit(a, b) ? a->unit : NULL;
  return NULL;
}

static const char *product(pawl_node *node)
{
  const pawl_node *a = node->argument[0], *b = node->argument[1];
  bool divide = node->kind == PAWL_NODE_QUOTIENT;
  node->dimension = pawl_dimension_product(&a->dimension, 1, &b->dimension, divide ? -1 : 1);
  /* half a volt is in volts, though nobody knows what that is */
  bool a_number = !a->unit && pawl_dimension_pure(&a->dimension) && a->dimension.power[PAWL_RADIAN] == 0,
       b_number = !b->unit && pawl_dimension_pure(&b->dimension) && b->dimension.power[PAWL_RADIAN] == 0;
  node->unit = b_number ? a->unit : a_number && !divide ? b->unit : NULL;
  return NULL;
}

static const char *power(pawl_node *node, char why[PAWL_WHY])
{
  const pawl_node *base = node->argument[0], *exponent = node->argument[1];
  char text[PAWL_UNIT_TEXT];
  if (!pawl_dimension_pure(&exponent->dimension)) {
    snprintf(why, PAWL_WHY, "an exponent is a pure number, not %s", pawl_node_unit(exponent, text));
    return why;
  }
  node->dimension = (pawl_dimension){.open = base->dimension.open};
  if (exponent->known) {
    const pawl_row_of none = {0};
    double n = pawl_node_value(exponent, &none);
    node->dimension = pawl_dimension_product(&base->dimension, isfinite(n) ? n : 1, &base->dimension, 0);
  } else if (!pawl_dimension_pure(&base->dimension)) {
    snprintf(why, PAWL_WHY, "%s is raised to constant powers only", pawl_node_unit(base, text));
    return why;
  }
  return NULL;
}

/* ---- functions ---- */

static const char *wants(const pawl_node *node, const char *what, const pawl_node *argument,
                         char why[PAWL_WHY])
{
  char text[PAWL_UNIT_TEXT];
  snprintf(why, PAWL_WHY, "%s wants %s, not %s", node->function->name, what, pawl_node_unit(argument, text));
  return why;
}

static const char *angle(pawl_node *node, char why[PAWL_WHY])
{
  const pawl_node *a = node->argument[0];
  if (node->count == 2) {
    const char *wrong = alike(node, "compared", why);
    if (wrong)
      return wrong;
  } else if (!pawl_dimension_pure(&a->dimension))
    return wants(node, "a pure number", a, why);
  node->dimension = (pawl_dimension){.power[PAWL_RADIAN] = 1};
  node->unit = NULL;
  return NULL;
}

/* x, a level in its unit, and a whole number. */
static const char *crossing(pawl_node *node, char why[PAWL_WHY])
{
  pawl_node *x = node->argument[0], *level = node->argument[1], *n = node->argument[2];
  char of_x[PAWL_UNIT_TEXT], wanted[PAWL_WHY / 2];
  if (node->count > 1 && !fit(x, level)) {
    snprintf(wanted, sizeof wanted, "a level in %s", pawl_node_unit(x, of_x));
    return wants(node, wanted, level, why);
  }
  const pawl_row_of none = {0};
  double number = node->count > 2 && n->known ? pawl_node_value(n, &none) : 1;
  if (node->count > 2 && (!n->known || !pawl_dimension_pure(&n->dimension) || number != floor(number) ||
                          number == 0 || !(fabs(number) < 1e9)))
    return "n is a whole number: 1, 2, …, or -1 for the last";
  bool count = node->function->rule == PAWL_RULE_COUNT;
  node->dimension = (pawl_dimension){.power[PAWL_SECOND] = count ? 0 : 1};
  return NULL;
}

static const char *at(pawl_node *node, char why[PAWL_WHY])
{
  static const pawl_dimension time = {.power[PAWL_SECOND] = 1};
  if (!is_zero(node->argument[1]) && !pawl_dimension_fits(&node->argument[1]->dimension, &time))
    return wants(node, "a time, 0.5*s", node->argument[1], why);
  node->dimension = node->argument[0]->dimension;
  node->unit = node->argument[0]->unit;
  return NULL;
}

static const char *events(pawl_node *node)
{
  const pawl_row_of none = {0};
  double factor;
  node->unit = node->unit ? node->unit : node->function->unit; /* the part may have its own */
  pawl_unit_read(node->unit, &node->dimension, &factor);
  if (node->count == 0)
    return NULL;
  double number = node->argument[0]->known ? pawl_node_value(node->argument[0], &none) : 0;
  bool good = number == floor(number) && number != 0 && fabs(number) < 1e9;
  return good ? NULL : "n is a whole number: 1, 2, …, or -1 for the last";
}

static const char *call(pawl_node *node, char why[PAWL_WHY])
{
  const pawl_node *a = node->argument[0];
  switch (node->function->rule) {
  case PAWL_RULE_SAME:
    return alike(node, "compared", why);
  case PAWL_RULE_SIGN:
    return NULL;
  case PAWL_RULE_ROOT:
    node->dimension = pawl_dimension_product(&a->dimension, 0.5, &a->dimension, 0);
    return NULL;
  case PAWL_RULE_PURE:
    return pawl_dimension_pure(&a->dimension) ? NULL : wants(node, "a pure number", a, why);
  case PAWL_RULE_ANGLE:
    return angle(node, why);
  case PAWL_RULE_INTEGRAL:
    node->dimension = pawl_dimension_product(&a->dimension, 1, &(pawl_dimension){.power[PAWL_SECOND] = 1}, 1);
    return NULL;
  case PAWL_RULE_TIME:
  case PAWL_RULE_COUNT:
    return crossing(node, why);
  case PAWL_RULE_AT:
    return at(node, why);
  default:
    return events(node);
  }
}

const char *pawl_node_judge(pawl_node *node, char why[PAWL_WHY])
{
  switch (node->kind) {
  case PAWL_NODE_NEGATIVE:
    node->dimension = node->argument[0]->dimension;
    node->unit = node->argument[0]->unit;
    return NULL;
  case PAWL_NODE_SUM:
    return alike(node, "added", why);
  case PAWL_NODE_DIFFERENCE:
    return alike(node, "subtracted", why);
  case PAWL_NODE_PRODUCT:
  case PAWL_NODE_QUOTIENT:
    return product(node);
  case PAWL_NODE_POWER:
    return power(node, why);
  case PAWL_NODE_CALL:
  case PAWL_NODE_REDUCTION:
    return call(node, why);
  default:
    return NULL;
  }
}
