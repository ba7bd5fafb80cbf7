/* Fields and families of parts in words. */
#include <string.h>

#include "parts.h"

const pawl_family_words pawl_families[PAWL_FAMILIES] = {
    {PAWL_STATEMENT, "statement", "Statements"},
    {PAWL_BODY, "body", "Bodies"},
    {PAWL_BASE, "base", "Bases: bodies whose motion is prescribed"},
    {PAWL_JOINT_KIND, "joint", "Joints"},
    {PAWL_LINK, "link", "Links, gears and wheels"},
    {PAWL_COUPLING, "coupling", "Couplings of joints"},
    {PAWL_FORCE, "force", "Forces between two places"},
    {PAWL_JOINT_FORCE, "joint force", "Forces along a joint"},
    {PAWL_DRIVE, "drive", "Drives"},
    {PAWL_SERVO, "servo", "Servos"},
    {PAWL_SIGNAL_KIND, "signal", "Signals"},
    {PAWL_SENSOR, "sensor", "Sensors, inputs and outputs"},
    {PAWL_SHAPE_KIND, "shape", "Shapes"},
    {PAWL_CURVE_VALUE, "curve", "Curves, as values of shapes"},
    {PAWL_LIFT_VALUE, "lift", "Stretches of lift, as values of cams"},
    {PAWL_CONTACT, "contact", "Contacts of shapes"},
    {PAWL_CONTACT_GROUP, "contact group", "Contacts of many shapes"},
    {PAWL_CURVE_JOINT, "curve joint", "Joints of shapes"},
    {PAWL_LAW_VALUE, "law", "Laws of contact, as values of contacts"},
    {PAWL_FRICTION_VALUE, "friction", "Friction, as values of contacts"},
    {PAWL_EQUATIONS, "set of equations", "Equations of your own"},
    {PAWL_GAP, "gap", "Gaps in them"},
    {PAWL_CONDITION, "constraint", "Constraints on them"},
    {PAWL_ROPE_KIND, "rope", "Ropes"},
    {PAWL_COMPOSITE, "composite", "Composites of several parts"},
    {PAWL_DRAWING, "drawing", "Drawings"},
};

const char *pawl_family_name(pawl_family family)
{
  for (int i = 0; i < PAWL_FAMILIES; i++)
    if (pawl_families[i].family == family)
      return pawl_families[i].name;
  return "part";
}

static const struct {
  const char *name, *about;
} types[] = {
    [PAWL_REAL] = {"number", "a finite number: `0.8`, `5*mm`"},
    [PAWL_COUNT] = {"whole number", "a number without a fraction: `20`"},
    [PAWL_FLAG] = {"true or false", "`true` or `false`"},
    [PAWL_TEXT] = {"text", "`\"tip.x\"`"},
    [PAWL_CHOICE] = {"choice", "one of the words that stand there"},
    [PAWL_VECTOR] = {"vector", "`{x, y}` in a plane, `{x, y, z}` in space"},
    [PAWL_INERTIA] = {"inertia",
                      "a number in a plane; `{xx, yy, zz}` or `{xx, yy, zz, xy, xz, yz}` in space"},
    [PAWL_SIGNAL] = {"number, function, signal or channel",
                     "a number, `function(t, s) … end` of time and channels, a signal part, or the name of a "
                     "signal or channel"},
    [PAWL_FRAMES] = {"frames", "`{ ground:at{0, 1}, block }`"},
    [PAWL_FRAME] = {"frame", "a body, or a place on it: `body:at{x, y, angle = …}`"},
    [PAWL_JOINT] = {"joint",
                    "a part with one coordinate, or its name: a revolute or prismatic joint, a shaft, a "
                    "wheel"},
    [PAWL_POINTS] = {"points", "`{ {x, y}, {x, y}, … }`, or what `read_table` returns"},
    [PAWL_CURVE] = {"characteristic", "`characteristic { {x, y}, … }`"},
    [PAWL_NUMBERS] = {"numbers", "`{ 0, 0.5, 1 }`"},
    [PAWL_CONTROL] = {"control points", "`{ {x, y}, {x, y, w = 2}, … }`: w is the weight, 1 unless given"},
    [PAWL_VALUE] =
        {"value",
         "a value of the family that stands there: `circle { … }` for a curve, `rigid {}` for a law, "
         "`coulomb { … }` or a plain number for a friction; it may be kept in a local and used again"},
    [PAWL_VALUES] = {"values", "several of them"},
    [PAWL_PROFILE] = {"shape", "a shape, or its name"},
    [PAWL_FUNCTION] = {"function", "`function(u) … end`"},
    [PAWL_GRAPH] = {"number, function or characteristic",
                    "a number, `function(x) … end`, or `characteristic { {x, y}, … }`"},
    [PAWL_FILE] = {"file", "`\"outline.svg\"`: the name of a file below the model's folder"},
    [PAWL_WORDS] = {"names", "`{ \"y\", \"phi\" }`"},
    [PAWL_ARRAY] = {"numbers or function",
                    "a number, a table of numbers `{1, 2}`, a table of such rows `{ {1, 0}, {0, 1} }`, or a "
                    "function of coordinates that returns one"},
    [PAWL_POINT_FORCES] = {"forces at points",
                           "`{ { at = function(q, t) return {x, y} end, force = {fx, fy} }, … }`"},
    [PAWL_OWN] = {"lagrangian", "a lagrangian, or its name"},
    [PAWL_GRAVITY] = {"vector or point",
                      "`{gx, gy}`, in space `{gx, gy, gz}`, or `point { at = …, mu = … }`"},
};

const char *pawl_type_name(pawl_type type)
{
  return types[type].name;
}

const char *pawl_type_about(pawl_type type)
{
  return types[type].about;
}

bool pawl_type_has_range(pawl_type type)
{
  return type == PAWL_REAL || type == PAWL_COUNT || type == PAWL_VECTOR || type == PAWL_INERTIA ||
         type == PAWL_SIGNAL || type == PAWL_GRAPH;
}

/* The n-th of words separated by blanks. */
static const char *word(pawl_arena *arena, const char *words, int n)
{
  for (; n > 0 && *words; n--) {
    words += strcspn(words, " ");
    words += *words == ' ';
  }
  return pawl_format(arena, "\"%.*s\"", (int)strcspn(words, " "), words);
}

const char *pawl_field_type(pawl_arena *arena, const pawl_field *field)
{
  if (field->type == PAWL_VALUE)
    return field->choices;
  if (field->type == PAWL_VALUES)
    return pawl_format(arena, "%ss", field->choices);
  if (field->type != PAWL_CHOICE)
    return pawl_type_name(field->type);
  const char *all = word(arena, field->choices, 0), *rest = field->choices;
  for (int n = 1; all && (rest = strchr(rest, ' ')); n++, rest++) {
    const char *next = word(arena, field->choices, n);
    all = next ? pawl_format(arena, "%s or %s", all, next) : NULL;
  }
  return all;
}

const char *pawl_field_default(pawl_arena *arena, const pawl_field *field)
{
  char number[32];
  if (field->type == PAWL_CHOICE)
    return word(arena, field->choices, (int)field->fallback);
  if (isinf(field->fallback))
    return "required";
  if (isnan(field->fallback))
    return "";
  if (field->type == PAWL_FLAG)
    return field->fallback != 0 ? "true" : "false";
  return pawl_arena_text(arena, pawl_digits(field->fallback, number));
}

const char *pawl_field_range(pawl_arena *arena, const pawl_field *field)
{
  char low[32], high[32];
  if (!pawl_type_has_range(field->type) || (isinf(field->min) && isinf(field->max)))
    return "";
  if (isinf(field->max))
    return pawl_format(arena, "≥ %s", pawl_digits(field->min, low));
  if (isinf(field->min))
    return pawl_format(arena, "≤ %s", pawl_digits(field->max, high));
  return pawl_format(arena, "%s … %s", pawl_digits(field->min, low), pawl_digits(field->max, high));
}

const char *pawl_world_note(unsigned worlds)
{
  return worlds == PAWL_PLANAR ? "planar only" : worlds == PAWL_SPATIAL ? "spatial only" : "";
}
