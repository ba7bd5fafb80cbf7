/* Curves end to end as one: where they do not go on in the same direction there is a corner. */
#include "parts/curve.h"

enum { MOST_CURVES = 10000 };

typedef struct {
  pawl_values curves;
  bool closed;
} chain;

static const pawl_field fields[] = {
    {"1", "", PAWL_VALUES, offsetof(chain, curves), PAWL_REQUIRED, 1, MOST_CURVES,
     "the curves, or one table of them; each begins where the last one ends", "curve"},
    {"closed", "", PAWL_FLAG, offsetof(chain, closed), 0, 0, 0,
     "whether the last one ends where the first begins"},
    {0}};

typedef struct {
  pawl_xy from, to;
  double size;
} ends;

/* Where curve number i begins and ends. */
static const char *find_ends(const pawl_value *curve, const pawl_functions *functions, int i, ends *out)
{
  const char *wrong;
  *functions->about = curve;
  const pawl_profile *alone = pawl_curve_profile(curve, functions, false, NULL, NULL, &wrong);
  if (!alone)
    return wrong;
  double s0, s1;
  pawl_profile_point a, b;
  pawl_profile_range(alone, &s0, &s1);
  if (pawl_profile_closed(alone) || !(s1 > s0))
    return pawl_sentence(functions, "is number %d of a chain, but %s", i + 1,
                         pawl_profile_closed(alone) ? "closed" : "a point");
  pawl_profile_at(alone, s0, true, &a);
  pawl_profile_at(alone, s1, false, &b);
  *out = (ends){a.p, b.p, pawl_profile_size(alone)};
  return NULL;
}

static const char *check_joint(const pawl_functions *functions, int i, int next, const ends *a, const ends *b)
{
  double gap = pawl_xy_distance(a->to, b->from);
  if (gap <= 1e-9 * fmax(a->size, b->size))
    return NULL;
  return pawl_sentence(functions, "curve %d ends at %s, curve %d begins at %s, %s away", i + 1,
                       pawl_sentence_point(functions, a->to), next + 1,
                       pawl_sentence_point(functions, b->from), pawl_sentence_length(functions, gap));
}

static const char *check_ends(const chain *c, const pawl_functions *functions)
{
  int n = c->curves.count;
  const pawl_value *whole = *functions->about;
  ends *end = PAWL_TAKE(functions->arena, n, ends);
  const char *wrong = end ? NULL : "out of memory";
  for (int i = 0; i < n && !wrong; i++)
    wrong = find_ends(c->curves.value + i, functions, i, end + i);
  if (wrong)
    return wrong;
  *functions->about = whole;
  for (int i = 0; i + 1 < n && !wrong; i++)
    wrong = check_joint(functions, i, i + 1, end + i, end + i + 1);
  return wrong || !c->closed ? wrong : check_joint(functions, n - 1, 0, end + n - 1, end);
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const chain *c = value;
  const char *wrong = check_ends(c, functions);
  for (int i = 0; i < c->curves.count && !wrong; i++) {
    const pawl_value *curve = c->curves.value + i;
    bool unused;
    wrong = curve->kind->curve->outline(curve->fields, o, functions, &unused);
  }
  *closed = c->closed;
  return wrong;
}

const pawl_kind pawl_curve_chain = {
    .name = "chain",
    .family = PAWL_CURVE_VALUE,
    .doc = "Curves end to end as one curve, open or closed. Where their directions differ there is a corner.",
    .equations = "the curves one after the other; s goes on from each to the next\n",
    .example = PAWL_CURVE_EXAMPLE("chain { arc { radius = 40*mm, from = 0, to = 180*deg },\n"
                                  "  line { {-40*mm, 0}, {40*mm, 0} }, closed = true }"),
    .size = sizeof(chain),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .curve = &(const pawl_curve_table){.outline = outline}};
