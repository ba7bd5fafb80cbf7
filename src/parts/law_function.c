/* A law that is a function of the model.   F = f(δ, δ')                                      theory.md, 7.7
 * What of it is stored is not known, so all its work is counted as it is done: E = 0, P = -F δ'. Steps that
 * go beyond the instant at which the shapes part see it mirrored, f(-δ, δ') = 2 f(0, δ') - f(δ, δ'): it is
 * never called with δ < 0. */
#include "parts/law.h"

typedef struct {
  int function;
} contact_law;

static const pawl_field fields[] = {{"1", "", PAWL_FUNCTION, offsetof(contact_law, function), PAWL_REQUIRED,
                                     0, 0,
                                     "function(depth, rate) that returns the force; depth in m, not "
                                     "negative, rate in m/s, positive while they "
                                     "approach"},
                                    {0}};

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  int f = ((const contact_law *)value)->function;
  if (!x->call)
    out->force = NAN;
  else if (x->depth >= 0)
    out->force = x->call(x->context, f, x->depth, x->rate);
  else
    out->force = 2 * x->call(x->context, f, 0, x->rate) - x->call(x->context, f, -x->depth, x->rate);
}

const pawl_kind pawl_law_function = {
    .name = "contact_law",
    .family = PAWL_LAW_VALUE,
    .doc = "A law of your own, as a function of depth and rate. It should be smooth, or steps become short.",
    .equations = "F = f(δ, δ'),   never pulling;   E = 0,   P = -F δ'\n",
    .example = PAWL_LAW_EXAMPLE("contact_law { function(depth, rate) return 1e5*depth*(1 + 0.5*rate) end }"),
    .size = sizeof(contact_law),
    .fields = fields,
    .law = &(const pawl_law_table){.press = press, .gives = true}};
