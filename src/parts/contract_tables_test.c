/* What the table of every part owes: names, units that are known, sentences, defaults within their ranges, fields that
 * do not overlap, the slots of its family and no others; an example that parses, builds, runs, and publishes finite
 * numbers. */
#define _XOPEN_SOURCE 700 /* fmemopen */
#include "parts/contract_test.h"
#include "parts/examples_test.h"
#include "pawl.h"

enum { TYPES = PAWL_GRAVITY + 1 };

/* clang-format off */
static const size_t size_of[TYPES] = {
    [PAWL_REAL] = sizeof(double), [PAWL_COUNT] = sizeof(int), [PAWL_FLAG] = sizeof(bool), [PAWL_TEXT] = sizeof(char *),
    [PAWL_CHOICE] = sizeof(int), [PAWL_VECTOR] = sizeof(pawl_vec), [PAWL_INERTIA] = 6 * sizeof(double),
    [PAWL_SIGNAL] = sizeof(pawl_signal), [PAWL_FRAME] = sizeof(pawl_frame), [PAWL_FRAMES] = sizeof(pawl_frames),
    [PAWL_JOINT] = sizeof(int),
    [PAWL_POINTS] = sizeof(pawl_points), [PAWL_CURVE] = sizeof(pawl_curve *), [PAWL_NUMBERS] = sizeof(pawl_numbers),
    [PAWL_CONTROL] = sizeof(pawl_points), [PAWL_VALUE] = sizeof(pawl_value), [PAWL_VALUES] = sizeof(pawl_values),
    [PAWL_PROFILE] = sizeof(int), [PAWL_FUNCTION] = sizeof(int), [PAWL_FILE] = sizeof(pawl_text *), [PAWL_WORDS] = sizeof(pawl_words),
    [PAWL_ARRAY] = sizeof(pawl_array), [PAWL_POINT_FORCES] = sizeof(pawl_point_forces), [PAWL_OWN] = sizeof(int), [PAWL_GRAPH] = sizeof(pawl_graph),
    [PAWL_GRAVITY] = offsetof(pawl_world, axes)};
/* clang-format on */

/* ---- tables ------------------------------------------------------------------------------------------------ */

static bool is_sentence(const char *text)
{
  return text && *text && text[0] != ' ' && text[strlen(text) - 1] != ' ';
}

static bool is_position(const char *name)
{
  return name[0] >= '0' && name[0] <= '9';
}

/* "N m s/rad", "m/s^2", "N m or N", "N/m^n": of symbols that people know. */
static bool is_unit(const char *unit)
{
  static const char *const known[] = {"m", "kg", "s", "N", "J", "W", "rad", "1", "Hz", "or"};
  while (*unit) {
    size_t n = strcspn(unit, " /^"), i = 0;
    while (i < sizeof known / sizeof *known && (strlen(known[i]) != n || strncmp(known[i], unit, n) != 0))
      i++;
    if (i == sizeof known / sizeof *known)
      return false;
    unit += n;
    unit += *unit == '^' ? 1 + strspn(unit + 1, "123456789.n") : 0;
    unit += *unit == ' ' || *unit == '/';
  }
  return true;
}

/* Whether a number can be its default. */
static bool may_have_default(pawl_type type)
{
  return type <= PAWL_SIGNAL ? type != PAWL_TEXT : type == PAWL_GRAVITY;
}

static void check_default(const char *kind, const pawl_field *f)
{
  bool open = isnan(f->fallback) || f->fallback == PAWL_REQUIRED, choice = f->type == PAWL_CHOICE;
  int words = count_words(f->choices);
  if (choice != (words > 1))
    fail_msg("%s.%s: has %d words to choose from", kind, f->name, words);
  if (!open && !may_have_default(f->type))
    fail_msg("%s.%s: has a number as default", kind, f->name);
  bool word = choice || f->type == PAWL_FLAG;
  double min = word ? 0 : f->min, max = word ? fmax(1, words - 1) : f->max;
  if (!open && !(f->fallback >= min && f->fallback <= max))
    fail_msg("%s.%s: the default %g is outside its range", kind, f->name, f->fallback);
}

static void check_field(const pawl_kind *kind, const pawl_field *f)
{
  if (!is_sentence(f->doc) || !f->unit || !is_unit(f->unit))
    fail_msg("%s.%s: lacks a unit or a sentence", kind->name, f->name);
  if ((unsigned)f->type >= TYPES || (f->worlds & ~(unsigned)PAWL_BOTH_WORLDS))
    fail_msg("%s.%s: has an unknown type or world", kind->name, f->name);
  if (!(f->min <= f->max))
    fail_msg("%s.%s: has an empty range", kind->name, f->name);
  if (f->where + size_of[f->type] > kind->size)
    fail_msg("%s.%s: is not inside its struct", kind->name, f->name);
  check_default(kind->name, f);
}

/* The fields of one world: positions first, 1 2 3 …; no name and no byte twice. */
static void check_fields(const pawl_kind *kind, unsigned world)
{
  int places = 0;
  bool named = false;
  for (const pawl_field *f = kind->fields; f->name; f++) {
    check_field(kind, f);
    if (!pawl_in_world(f->worlds, world))
      continue;
    named = named || !is_position(f->name);
    if (is_position(f->name) && (named || strtol(f->name, NULL, 10) != ++places))
      fail_msg("%s.%s: positions must come first, in order", kind->name, f->name);
    for (const pawl_field *g = kind->fields; g < f; g++)
      if (pawl_in_world(g->worlds, world)) {
        if (strcmp(f->name, g->name) == 0)
          fail_msg("%s.%s: there twice", kind->name, f->name);
        if (f->where < g->where + size_of[g->type] && g->where < f->where + size_of[f->type])
          fail_msg("%s.%s: lies on '%s'", kind->name, f->name, g->name);
      }
  }
}

static void check_channels(const pawl_kind *kind, unsigned world)
{
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++) {
    if (!*c->name || !c->unit || !is_unit(c->unit) || !is_sentence(c->doc))
      fail_msg("%s.%s: the channel lacks a name, a unit or a sentence", kind->name, c->name);
    if (c->where % _Alignof(double) || c->where + sizeof(double) > sizeof(pawl_seen))
      fail_msg("%s.%s: the channel is not inside pawl_seen", kind->name, c->name);
    if ((unsigned)c->level > PAWL_AT_ACCELERATION || (c->worlds & ~(unsigned)PAWL_BOTH_WORLDS))
      fail_msg("%s.%s: the channel has an unknown level or world", kind->name, c->name);
    for (const pawl_channel_def *d = kind->channels; pawl_in_world(c->worlds, world) && d < c; d++)
      if (pawl_in_world(d->worlds, world) && strcmp(c->name, d->name) == 0)
        fail_msg("%s.%s: the channel is there twice", kind->name, c->name);
  }
}

/* A joint's rows and its freedoms together are all motions. */
static void check_joint(const pawl_kind *kind, unsigned world)
{
  int all = world == PAWL_PLANAR ? 3 : 6, frames;
  int freedoms = pawl_freedoms_of(kind)->dofs[world], rows = pawl_row_count(kind, world);
  const pawl_field *f = first_of(kind, world, PAWL_FRAME, &frames);
  if (kind->size < sizeof(pawl_joint) || frames != 2 || f[0].where != offsetof(pawl_joint, a) ||
      f[1].where != offsetof(pawl_joint, b))
    fail_msg("%s: a joint's struct begins with pawl_joint, its fields with the two frames", kind->name);
  if (pawl_mobility_of(kind) != PAWL_NOT_A_TREE_JOINT && rows + freedoms != all)
    fail_msg("%s: %d rows and %d freedoms", kind->name, rows, freedoms);
}

/* How many frames and joints the parts of a family sit on, at least and at most. What spins may do without. */
static const struct {
  int frames[2], joints[2];
} seats[] = {[PAWL_JOINT_KIND] = {{2, 2}, {0, 0}},
             [PAWL_LINK] = {{1, 2}, {0, 0}},
             [PAWL_COUPLING] = {{0, 0}, {2, PAWL_JOINTS}},
             [PAWL_FORCE] = {{1, 2}, {0, 0}},
             [PAWL_JOINT_FORCE] = {{0, 0}, {1, PAWL_JOINTS}},
             [PAWL_DRIVE] = {{0, 0}, {1, 1}},
             [PAWL_SERVO] = {{0, 0}, {1, 1}},
             [PAWL_SENSOR] = {{0, 2}, {0, 1}},
             [PAWL_SHAPE_KIND] = {{1, 1}, {0, 0}},
             [PAWL_DRAWING] = {{1, 2}, {0, 0}},
             [PAWL_COMPOSITE] = {{0, 2}, {0, 0}},
             [PAWL_ROPE_KIND] = {{2, 2}, {0, 0}}};

static void check_seats(const pawl_kind *kind, unsigned world)
{
  int frames = count_of(kind, world, PAWL_FRAME), joints = count_of(kind, world, PAWL_JOINT),
      none[2] = {0, 0};
  bool known = (size_t)kind->family < sizeof seats / sizeof *seats;
  const int *f = known ? seats[kind->family].frames : none, *j = known ? seats[kind->family].joints : none;
  if (frames < f[0] - (kind->spin != NULL) || frames > f[1] || joints < j[0] || joints > j[1])
    fail_msg("%s: connects %d frames and %d joints", kind->name, frames, joints);
}

static void check_force(const pawl_kind *kind)
{
  const pawl_force_table *force = kind->force;
  bool between = kind->family == PAWL_FORCE;
  if ((force->load != NULL) != between || (force->joint_load != NULL) == between)
    fail_msg("%s: the slots of another family", kind->name);
  if (force->state_count < 0 || force->state_count > PAWL_STATES)
    fail_msg("%s: has %d states", kind->name, force->state_count);
}

static void check_signal(const pawl_kind *kind)
{
  if (!kind->signal->value || kind->signal->state_count < 0 || kind->signal->state_count > PAWL_STATES)
    fail_msg("%s: has no value, or %d states", kind->name, kind->signal->state_count);
}

/* A law pushes, with or without knots, or is solved for. */
static void check_law(const pawl_kind *kind)
{
  const pawl_law_table *law = kind->law;
  if ((law->press != NULL) == law->rigid)
    fail_msg("%s: a law either has a push or is rigid", kind->name);
  if ((law->knot_count > 0) != (law->knots != NULL) || (law->knot_count && !law->press) ||
      law->knot_count > PAWL_KNOTS)
    fail_msg("%s: a slot that belongs to another one, which is missing", kind->name);
}

static void check_friction(const pawl_kind *kind)
{
  const pawl_friction_table *friction = kind->friction;
  if (!friction->rub == !friction->slides)
    fail_msg("%s: friction either has a formula or sticks", kind->name);
  if (!friction->slides != !friction->holds)
    fail_msg("%s: friction that sticks says what it is sliding, and what it holds", kind->name);
  if ((friction->bends || friction->corners) && !friction->slides)
    fail_msg("%s: a slot that belongs to another one, which is missing", kind->name);
  if (friction->state_count < 0 || friction->state_count > PAWL_STATES ||
      (friction->state_count && !friction->rub))
    fail_msg("%s: has %d states", kind->name, friction->state_count);
}

static void check_constraint(const pawl_kind *kind)
{
  const pawl_constraint_table *constraint = kind->constraint;
  if ((kind->family == PAWL_COUPLING) != (constraint->couple != NULL))
    fail_msg("%s: the slots of another family", kind->name);
  if ((constraint->remember || constraint->lump) && !constraint->rows)
    fail_msg("%s: a slot that belongs to another one, which is missing", kind->name);
}

static void check_rows(const pawl_kind *kind, unsigned world)
{
  pawl_family is = kind->family;
  int rows = pawl_row_count(kind, world);
  bool fit = rows > 0 ? is == PAWL_LINK || is == PAWL_JOINT_KIND || is == PAWL_CURVE_JOINT
                      : is != PAWL_LINK || kind->spin;
  if (!fit || rows < 0 || rows > PAWL_ROWS || (rows && !kind->constraint->rows))
    fail_msg("%s: has %d rows", kind->name, rows);
}

enum {
  BODY = 1,
  JOINT = 2,
  CONSTRAINT = 4,
  FORCE = 8,
  DRIVE = 16,
  SIGNAL = 32,
  SENSOR = 64,
  CURVE = 128,
  LAW = 256,
  FRICTION = 512,
  KEEP = 1024,
  EXPAND = 2048
};

/* The tables that the kinds of a family must have, and those that they may have. */
static const struct {
  unsigned must, may;
} tables_for[PAWL_COMPOSITE + 1] = {[PAWL_BODY] = {BODY, 0},
                                    [PAWL_BASE] = {BODY, 0},
                                    [PAWL_JOINT_KIND] = {JOINT, CONSTRAINT},
                                    [PAWL_LINK] = {0, CONSTRAINT | SENSOR},
                                    [PAWL_CURVE_JOINT] = {CONSTRAINT, 0},
                                    [PAWL_COUPLING] = {CONSTRAINT, 0},
                                    [PAWL_FORCE] = {FORCE, SENSOR},
                                    [PAWL_JOINT_FORCE] = {FORCE, 0},
                                    [PAWL_DRIVE] = {FORCE | DRIVE, 0},
                                    [PAWL_SERVO] = {KEEP, 0},
                                    [PAWL_SIGNAL_KIND] = {SIGNAL, 0},
                                    [PAWL_SENSOR] = {0, SENSOR},
                                    [PAWL_CURVE_VALUE] = {CURVE, 0},
                                    [PAWL_LAW_VALUE] = {LAW, 0},
                                    [PAWL_FRICTION_VALUE] = {FRICTION, 0},
                                    [PAWL_COMPOSITE] = {EXPAND, 0}};

static unsigned tables_of(const pawl_kind *k)
{
  return (k->body ? BODY : 0) | (k->joint ? JOINT : 0) | (k->constraint ? CONSTRAINT : 0) |
         (k->force ? FORCE : 0) | (k->drive ? DRIVE : 0) | (k->signal ? SIGNAL : 0) |
         (k->sensor ? SENSOR : 0) | (k->curve ? CURVE : 0) | (k->law ? LAW : 0) |
         (k->friction ? FRICTION : 0) | (k->keep ? KEEP : 0) | (k->expand ? EXPAND : 0);
}

/* The tables and slots that its family needs are there, and no others. */
static void check_slots(const pawl_kind *kind, unsigned world)
{
  unsigned has = tables_of(kind), must = tables_for[kind->family].must, may = tables_for[kind->family].may;
  if ((has & must) != must || (has & ~(must | may)))
    fail_msg("%s: the tables of another family", kind->name);
  if (has & JOINT)
    check_joint(kind, world);
  check_rows(kind, world);
  if (has & CONSTRAINT)
    check_constraint(kind);
  if (has & FORCE)
    check_force(kind);
  if (has & SIGNAL)
    check_signal(kind);
  if (has & LAW)
    check_law(kind);
  if (has & FRICTION)
    check_friction(kind);
  if ((kind->drive && !kind->drive->mode) || (kind->sensor && !kind->sensor->sense) ||
      (kind->curve && !kind->curve->outline))
    fail_msg("%s: its table is empty", kind->name);
  check_seats(kind, world);
}

/* Structs that the equations read directly are inside the part's own. */
static void check_struct(const pawl_kind *kind)
{
  size_t least = kind->family == PAWL_BODY   ? sizeof(pawl_body)
                 : kind->family == PAWL_BASE ? sizeof(pawl_base)
                                             : 1;
  if (kind->law && kind->law->rigid)
    least = sizeof(pawl_rigid);
  if (kind->spin)
    least = kind->spin->where + sizeof(pawl_spin);
  if (kind->drive && kind->drive->rotor)
    least = kind->drive->rotor->where + sizeof(pawl_rotor);
  if (kind->size < least)
    fail_msg("%s: its struct is too small", kind->name);
}

static void check_kind(const pawl_kind *kind, unsigned world)
{
  if (!kind->name || pawl_kind_find(kind->name) != kind)
    fail_msg("a kind has no name of its own: %s", kind->name ? kind->name : "");
  if (!is_sentence(kind->doc) || kind->doc[strlen(kind->doc) - 1] != '.' || !is_sentence(kind->example))
    fail_msg("%s: lacks a sentence or an example", kind->name);
  if (!kind->fields || kind->size == 0)
    fail_msg("%s: has no fields", kind->name);
  check_fields(kind, world);
  check_channels(kind, world);
  check_slots(kind, world);
  check_struct(kind);
}

/* ---- examples ---------------------------------------------------------------------------------------------- */

static pawl_status run_example(const char *text, pawl_error *e)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  *e = (pawl_error){0};
  pawl_status status = pawl_model_parse(&model, text, "example", NULL, e);
  if (status == PAWL_OK)
    status = pawl_run_new(&run, model, e);
  for (int half = 0; status == PAWL_OK && half < 2; half++) {
    for (int i = 0; status == PAWL_OK && i < pawl_run_channel_count(run); i++)
      if (!isfinite(pawl_run_read(run, i))) {
        snprintf(e->text, sizeof e->text, "%s is not finite", pawl_run_channel_name(run, i));
        status = PAWL_BAD_NUMBERS;
      }
    if (status == PAWL_OK && half == 0)
      status = pawl_run_until(run, 0.02, e);
  }
  pawl_run_free(run);
  pawl_model_free(model);
  return status;
}

static void write_example(const pawl_kind *kind, const char *joint, char text[ROOM])
{
  FILE *out = fmemopen(text, ROOM, "w");
  assert_non_null(out);
  pawl_example_model(out, kind, joint);
  assert_int_equal(fclose(out), 0);
}

static void run_examples(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    char text[ROOM];
    pawl_error e;
    write_example(pawl_kinds[i], "revolute", text);
    if (run_example(text, &e) == PAWL_OK)
      continue;
    write_example(pawl_kinds[i], "prismatic", text);
    if (run_example(text, &e) != PAWL_OK)
      fail_msg("the example of %s: %s: %s\n%s", pawl_kinds[i]->name, e.where, e.text, text);
  }
}

int main(void)
{
  static contract tables = check_kind;
  const struct CMUnitTest tests[] = {
      {"tables are complete", for_all, NULL, NULL, &tables},
      {"examples run", run_examples, NULL, NULL, NULL},
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
