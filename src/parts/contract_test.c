/* What every part owes, checked over the tables: a new part is tested before its author writes a test.
 *   tables     names, units, sentences, defaults within their ranges, fields that do not overlap
 *   examples   parse, build, and publish finite numbers
 *   rows       d(phi)/dt = t·w + f·u,   d(rate)/dt = t·dw + f·dv + gamma,   the same seen from elsewhere
 *   loads      t·w + f·u = power - d(energy)/dt
 * Derivatives are central differences with two extrapolations, along smooth random motions of both frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/trig.h"
#include "parts/part.h"
#include "pawl.h"

enum { POSES = 200, TRIES = 1000, TYPES = PAWL_JOINT + 1, ROOM = 4096, SIGNALS = 32 };
static const double EXACT = 1e-9; /* of differences, relative; they reach some 1e-11 */

/* clang-format off */
static const size_t size_of[TYPES] = {
    [PAWL_REAL] = sizeof(double), [PAWL_COUNT] = sizeof(int), [PAWL_FLAG] = sizeof(bool), [PAWL_TEXT] = sizeof(char *),
    [PAWL_CHOICE] = sizeof(int), [PAWL_VECTOR] = sizeof(pawl_vec), [PAWL_INERTIA] = 6 * sizeof(double),
    [PAWL_SIGNAL] = sizeof(pawl_signal), [PAWL_FRAME] = sizeof(pawl_frame), [PAWL_JOINT] = sizeof(int)};
/* clang-format on */

/* Calls `check` for every kind in each of its worlds. */
static void for_all(void (*check)(const pawl_kind *kind, unsigned world))
{
  for (int i = 0; pawl_kinds[i]; i++)
    for (unsigned world = PAWL_PLANAR; world <= PAWL_SPATIAL; world++)
      if (pawl_in_world(pawl_kinds[i]->worlds, world))
        check(pawl_kinds[i], world);
}

/* ---- tables ------------------------------------------------------------------------------------------------ */

static bool is_sentence(const char *text)
{
  return text && *text && text[0] != ' ' && text[strlen(text) - 1] != ' ';
}

static bool is_position(const char *name)
{
  return name[0] >= '0' && name[0] <= '9';
}

static int count_words(const char *words)
{
  int n = 0;
  for (; words && *words; words += strcspn(words, " "), words += *words == ' ')
    n++;
  return n;
}

static void check_default(const char *kind, const pawl_field *f)
{
  bool open = isnan(f->fallback) || f->fallback == PAWL_REQUIRED, choice = f->type == PAWL_CHOICE;
  int words = count_words(f->choices);
  if (choice != (words > 1))
    fail_msg("%s.%s: has %d words to choose from", kind, f->name, words);
  if (!open && (f->type == PAWL_FRAME || f->type == PAWL_JOINT || f->type == PAWL_TEXT))
    fail_msg("%s.%s: has a number as default", kind, f->name);
  double min = choice || f->type == PAWL_FLAG ? 0 : f->min, max = choice                 ? words - 1
                                                                  : f->type == PAWL_FLAG ? 1
                                                                                         : f->max;
  if (!open && !(f->fallback >= min && f->fallback <= max))
    fail_msg("%s.%s: the default %g is outside its range", kind, f->name, f->fallback);
}

static void check_field(const pawl_kind *kind, const pawl_field *f)
{
  if (!is_sentence(f->doc) || !f->unit)
    fail_msg("%s.%s: lacks a unit or a sentence", kind->name, f->name);
  if ((unsigned)f->type >= TYPES || (f->worlds & ~(unsigned)PAWL_BOTH_WORLDS))
    fail_msg("%s.%s: has an unknown type or world", kind->name, f->name);
  if (!(f->min <= f->max))
    fail_msg("%s.%s: its range is empty", kind->name, f->name);
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
    if (!*c->name || !c->unit || !is_sentence(c->doc))
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

static const pawl_field *first_of(const pawl_kind *kind, unsigned world, pawl_type type, int *count)
{
  const pawl_field *first = NULL;
  *count = 0;
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (f->type == type && pawl_in_world(f->worlds, world)) {
      first = first ? first : f;
      ++*count;
    }
  return first;
}

/* A joint's rows and its freedoms together are all motions. */
static void check_joint(const pawl_kind *kind, unsigned world)
{
  int all = world == PAWL_PLANAR ? 3 : 6, frames;
  const int freedoms[] = {
      [PAWL_WELDED] = 0, [PAWL_TURNS] = 1, [PAWL_SLIDES] = 1, [PAWL_SWIVELS] = 3, [PAWL_FLOATS] = all};
  const pawl_field *f = first_of(kind, world, PAWL_FRAME, &frames);
  if (kind->size < sizeof(pawl_joint) || frames != 2 || f[0].where != offsetof(pawl_joint, a) ||
      f[1].where != offsetof(pawl_joint, b))
    fail_msg("%s: a joint's struct begins with pawl_joint, its fields with the two frames", kind->name);
  if (kind->mobility != PAWL_NOT_A_TREE_JOINT && kind->row_count[world] + freedoms[kind->mobility] != all)
    fail_msg("%s: %d rows and %d freedoms", kind->name, kind->row_count[world], freedoms[kind->mobility]);
}

/* The slots that its family needs are there, and no others. */
static void check_slots(const pawl_kind *kind, unsigned world)
{
  bool joint = kind->family == PAWL_JOINT_KIND, link = kind->family == PAWL_LINK;
  bool drive = kind->family == PAWL_DRIVE, along = drive || kind->family == PAWL_JOINT_FORCE;
  int rows = kind->row_count[world], frames, joints;
  first_of(kind, world, PAWL_FRAME, &frames);
  first_of(kind, world, PAWL_JOINT, &joints);
  if (joint)
    check_joint(kind, world);
  if (rows < 0 || rows > PAWL_ROWS || (link && rows == 0) || (rows && !joint && !link) ||
      (rows && !kind->rows))
    fail_msg("%s: has %d rows", kind->name, rows);
  if ((kind->family == PAWL_FORCE) != (kind->load != NULL) || along != (kind->joint_load != NULL) ||
      drive != (kind->mode != NULL))
    fail_msg("%s: the slots of another family", kind->name);
  if ((along && joints != 1) || (link && frames != 2) ||
      (kind->family == PAWL_FORCE && (frames < 1 || frames > 2)))
    fail_msg("%s: connects %d frames and %d joints", kind->name, frames, joints);
}

static void check_kind(const pawl_kind *kind, unsigned world)
{
  if (!kind->name || !*kind->name || pawl_kind_find(kind->name) != kind)
    fail_msg("a kind without a name of its own: %s", kind->name ? kind->name : "");
  if (!is_sentence(kind->doc) || kind->doc[strlen(kind->doc) - 1] != '.' || !is_sentence(kind->example))
    fail_msg("%s: lacks a sentence or an example", kind->name);
  if (!kind->fields || kind->size == 0)
    fail_msg("%s: has no fields", kind->name);
  check_fields(kind, world);
  check_channels(kind, world);
  check_slots(kind, world);
}

static void tables_are_complete(void **state)
{
  (void)state;
  for_all(check_kind);
}

/* ---- examples ---------------------------------------------------------------------------------------------- */

static size_t word_length(const char *s)
{
  return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

static void append(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(char *text, const char *format, ...)
{
  size_t n = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(text + n, ROOM - n, format, arguments);
  va_end(arguments);
  assert_true(more >= 0 && n + (size_t)more < ROOM);
}

/* The names that stand at positions are bodies or joints, as the table says. `name[i]` is empty for others. */
static void names_at_positions(const pawl_kind *kind, unsigned world, char name[8][32])
{
  const char *s = strchr(kind->example, '{');
  int depth = 0, place = 0;
  memset(name, 0, 8 * sizeof *name);
  for (; s && *s; s++) {
    depth += (*s == '{' || *s == '(') - (*s == '}' || *s == ')');
    if (depth != 1 || (*s != '{' && *s != ','))
      continue;
    const char *word = s + 1 + strspn(s + 1, " ");
    size_t n = word_length(word);
    if (place < 8 && n > 0 && n < 32 && word[n + strspn(word + n, " ")] != '=' &&
        strncmp(word, "ground", n) != 0)
      memcpy(name[place], word, n);
    place++;
  }
  int at = 0;
  for (const pawl_field *f = kind->fields; f->name && at < 8; f++)
    if (pawl_in_world(f->worlds, world) && is_position(f->name) && f->type != PAWL_FRAME &&
        f->type != PAWL_JOINT)
      name[at++][0] = 0;
    else
      at++;
}

/* Strings like "tip.x" are channels: of a marker, so that there is something to read. */
static void add_markers(const char *example, const char *body, char *text)
{
  for (const char *s = strchr(example, '"'); s; s = strchr(s + 1, '"')) {
    size_t n = word_length(s + 1);
    char declared[64];
    snprintf(declared, sizeof declared, "marker '%.*s'", (int)n, s + 1);
    if (n > 0 && n < 32 && s[1 + n] == '.' && !strstr(text, declared))
      append(text, "%s { %s }\n", declared, body);
  }
}

/* What the example needs around it. `joint` is the kind of joint for those it names. */
static void write_harness(const pawl_kind *kind, unsigned world, const char *joint, char *text)
{
  const char *body = world == PAWL_PLANAR ? "{ mass = 1, inertia = 1 }" : "{ mass = 1, inertia = {1, 1, 1} }";
  char name[8][32];
  text[0] = 0;
  names_at_positions(kind, world, name);
  if (strcmp(kind->name, "planar") != 0 && strcmp(kind->name, "spatial") != 0)
    append(text, "%s {}\n", world == PAWL_PLANAR ? "planar" : "spatial");
  else
    append(text, "%s\n", kind->example);
  append(text, "local some = body 'some' %s\n", body);
  for (int i = 0; i < 8 && kind->fields[i].name; i++)
    if (name[i][0] && kind->fields[i].type == PAWL_FRAME)
      append(text, "local %s = body 'body%d' %s\n", name[i], i, body);
    else if (name[i][0])
      append(text, "local %s = %s 'joint%d' { ground, some }\n", name[i], joint, i);
  add_markers(kind->example, "some", text);
  if (strcmp(kind->name, "planar") != 0 && strcmp(kind->name, "spatial") != 0)
    append(text, "%s\n", kind->example);
}

static pawl_status build_example(const char *text, pawl_error *e)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  *e = (pawl_error){0};
  pawl_status status = pawl_model_parse(&model, text, "example", NULL, e);
  if (status == PAWL_OK)
    status = pawl_run_new(&run, model, e);
  for (int i = 0; status == PAWL_OK && i < pawl_run_channel_count(run); i++)
    if (!isfinite(pawl_run_read(run, i))) {
      snprintf(e->text, sizeof e->text, "%s is not finite", pawl_run_channel_name(run, i));
      status = PAWL_BAD_NUMBERS;
    }
  pawl_run_free(run);
  pawl_model_free(model);
  return status;
}

static bool in_space(const pawl_kind *kind)
{
  return kind->worlds == PAWL_SPATIAL || strcmp(kind->name, "spatial") == 0;
}

/* An example is written for the plane unless the part lives in space only. */
static void examples_build(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    char text[ROOM];
    pawl_error e;
    unsigned world = in_space(pawl_kinds[i]) ? PAWL_SPATIAL : PAWL_PLANAR;
    write_harness(pawl_kinds[i], world, "revolute", text);
    if (build_example(text, &e) == PAWL_OK)
      continue;
    write_harness(pawl_kinds[i], world, "prismatic", text);
    if (build_example(text, &e) != PAWL_OK)
      fail_msg("the example of %s: %s: %s\n%s", pawl_kinds[i]->name, e.where, e.text, text);
  }
}

/* ---- random parts and motions ------------------------------------------------------------------------------ */

typedef struct {
  uint64_t seed;
} dice;

/* In -1 … 1. */
static double roll(dice *d)
{
  d->seed = d->seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(int64_t)(d->seed ^ (d->seed >> 29)) / 9223372036854775808.0;
}

static pawl_vec roll_vec(dice *d, unsigned world)
{
  pawl_vec v = {roll(d), roll(d), 0};
  v.z = world == PAWL_PLANAR ? 0 : roll(d);
  return v;
}

static double number_in_range(dice *d, const pawl_field *f)
{
  double u = roll(d);
  if (isfinite(f->min) && isfinite(f->max))
    return f->min + 0.5 * (1 + u) * (f->max - f->min);
  if (isfinite(f->min))
    return f->min + 1.05 + u;
  return isfinite(f->max) ? f->max - 1.05 - u : 2 * u;
}

static void fill_field(dice *d, const pawl_field *f, unsigned world, void *to)
{
  bool left_out = isnan(f->fallback) && roll(d) < 0;
  double x = left_out ? NAN : number_in_range(d, f), c[6];
  for (int i = 0; i < 6; i++)
    c[i] = left_out ? NAN : number_in_range(d, f);
  if (f->type == PAWL_REAL)
    *(double *)to = x;
  else if (f->type == PAWL_SIGNAL)
    *(pawl_signal *)to = (pawl_signal){x, 0};
  else if (f->type == PAWL_VECTOR)
    *(pawl_vec *)to = (pawl_vec){c[0], c[1], world == PAWL_PLANAR ? 0 : c[2]};
  else if (f->type == PAWL_INERTIA)
    memcpy(to, (const double[6]){1, 1, 1, 0, 0, 0}, 6 * sizeof(double));
  else if (f->type == PAWL_COUNT)
    *(int *)to = (int)x;
  else if (f->type == PAWL_CHOICE)
    *(int *)to = (int)(0.5 * (1 + roll(d)) * 0.999 * count_words(f->choices));
  else if (f->type == PAWL_FLAG)
    *(bool *)to = roll(d) < 0;
  else if (f->type == PAWL_FRAME)
    *(pawl_frame *)to = (pawl_frame){.turn = pawl_unit_mat()};
}

/* Random fields that the part's own check accepts; `signal` gets what slots are given of them. */
static void fill_part(dice *d, const pawl_kind *kind, unsigned world, void *part, double *signal)
{
  const char *wrong = "";
  for (int i = 0, n = 0; i < TRIES && wrong; i++, n = 0) {
    memset(part, 0, kind->size);
    for (const pawl_field *f = kind->fields; f->name; f++) {
      if (pawl_in_world(f->worlds, world))
        fill_field(d, f, world, (char *)part + f->where);
      if (pawl_in_world(f->worlds, world) && f->type == PAWL_SIGNAL && n < SIGNALS)
        memcpy(signal + n++, (char *)part + f->where + offsetof(pawl_signal, value), sizeof *signal);
    }
    wrong = kind->check ? kind->check(part, world) : NULL;
  }
  if (wrong)
    fail_msg("%s: no random fields pass its check: %s", kind->name, wrong);
}

/* A smooth motion of a frame: r = r0 + v t + a t^2/2, R = exp(w t + alpha t^2/2) R0. At t = 0 the rate of turn is w
 * and its derivative alpha; velocities are those of t = 0. */
typedef struct {
  pawl_end start;
  pawl_vec acc, alpha;
} path;

static path roll_path(dice *d, unsigned world)
{
  bool plane = world == PAWL_PLANAR;
  path p = {.acc = roll_vec(d, world), .alpha = plane ? pawl_v(0, 0, roll(d)) : roll_vec(d, world)};
  p.start.r = roll_vec(d, world);
  p.start.v = roll_vec(d, world);
  p.start.w = plane ? pawl_v(0, 0, roll(d)) : roll_vec(d, world);
  p.start.zeta = roll_vec(d, world);
  double turn = 1.4 * roll(d); /* two frames differ by less than half a turn, but for whole turns */
  p.start.angle = plane ? turn + 6.283185307179586 * rint(2 * roll(d)) : 0;
  p.start.R = pawl_quat_mat(pawl_quat_exp(plane ? pawl_v(0, 0, turn) : roll_vec(d, world)));
  return p;
}

static pawl_vec quadratic(pawl_vec x, pawl_vec rate, pawl_vec second, double t)
{
  return pawl_add(x, pawl_times(t, pawl_add(rate, pawl_times(0.5 * t, second))));
}

static pawl_end follow(const path *p, double t)
{
  pawl_end x = p->start;
  pawl_vec turn = quadratic(pawl_v(0, 0, 0), x.w, p->alpha, t);
  pawl_mat R = pawl_quat_mat(pawl_quat_exp(turn));
  x.r = quadratic(x.r, x.v, p->acc, t);
  x.R = pawl_mat_mul(&R, &x.R);
  x.angle += turn.z;
  return x;
}

/* ---- what is differentiated -------------------------------------------------------------------------------- */

typedef struct {
  const pawl_kind *kind;
  unsigned world;
  const void *part;
  path a, b;
  const double *signal;
  int row;
} scene;

/* Frames apart by at least 0.5, so that directions between them are smooth on the scale of the differences. */
static scene roll_scene(dice *d, const pawl_kind *kind, unsigned world, const void *part,
                        const double *signal)
{
  scene s = {kind, world, part, roll_path(d, world), roll_path(d, world), signal, 0};
  pawl_vec away = pawl_sub(s.b.start.r, s.a.start.r);
  s.b.start.r = pawl_add(s.b.start.r, pawl_times(0.5 / pawl_norm(away), away));
  return s;
}

static pawl_pair pair_at(const scene *s, double t)
{
  return (pawl_pair){.worlds = (int)s->world, .t = t, .a = follow(&s->a, t), .b = follow(&s->b, t)};
}

/* What a wrench on b and its opposite on a, on the same line, give to both. */
static double power_of_pair(const pawl_pair *x, pawl_vec f, pawl_vec t)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r);
  pawl_vec u = pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d));
  return pawl_dot(f, u) + pawl_dot(t, pawl_sub(x->b.w, x->a.w));
}

static double phi_at(const scene *s, double t)
{
  pawl_row row[PAWL_ROWS];
  pawl_pair x = pair_at(s, t);
  s->kind->rows(s->part, &x, row);
  return row[s->row].phi;
}

/* Of a force between frames, or of one along a joint whose coordinate is the x of b. */
static pawl_load load_at(const scene *s, double t)
{
  pawl_load out = {0};
  pawl_pair x = pair_at(s, t);
  if (s->kind->load)
    s->kind->load(s->part, &x, s->signal, &out);
  else
    s->kind->joint_load(s->part, x.b.r.x, x.b.v.x, s->signal, &out);
  return out;
}

static double energy_at(const scene *s, double t)
{
  return load_at(s, t).energy;
}

static double length_at(const scene *s, double t)
{
  return load_at(s, t).length;
}

/* d/dt and d2/dt2 at 0, of order 6: central differences at h, h/2, h/4, extrapolated twice. */
static double slope(double (*f)(const scene *, double), const scene *s, double *second)
{
  double one[3], two[3], h = 0.02, middle = f(s, 0);
  for (int i = 0; i < 3; i++, h /= 2) {
    double before = f(s, -h), after = f(s, h);
    one[i] = (after - before) / (2 * h);
    two[i] = (after - 2 * middle + before) / (h * h);
  }
  *second = (two[0] - 20 * two[1] + 64 * two[2]) / 45;
  return (one[0] - 20 * one[1] + 64 * one[2]) / 45;
}

static void agree(double found, double wanted, double size, const char *what, const scene *s)
{
  if (!(fabs(found - wanted) <= EXACT * (1 + fabs(size))))
    fail_msg("%s in a %s world: %s (row %d) is %.15g, not %.15g", s->kind->name,
             s->world == PAWL_PLANAR ? "planar" : "spatial", what, s->row + 1, found, wanted);
}

/* ---- rows -------------------------------------------------------------------------------------------------- */

static pawl_end moved(const pawl_end *x, const pawl_end *by)
{
  pawl_end y = {.r = pawl_add(by->r, pawl_turn(&by->R, x->r)), .angle = x->angle + by->angle};
  y.R = pawl_mat_mul(&by->R, &x->R);
  y.v = pawl_turn(&by->R, x->v);
  y.w = pawl_turn(&by->R, x->w);
  y.zeta = pawl_turn(&by->R, x->zeta);
  return y;
}

/* Moving both frames together changes nothing: the wrenches of a row do no net work in it. */
static void check_invariance(scene *s, const pawl_row *row, int n, dice *d)
{
  pawl_end by = roll_path(d, s->world).start;
  pawl_pair x = pair_at(s, 0);
  pawl_row other[PAWL_ROWS];
  x.a = moved(&x.a, &by);
  x.b = moved(&x.b, &by);
  s->kind->rows(s->part, &x, other);
  for (s->row = 0; s->row < n; s->row++) {
    const pawl_row *r = row + s->row, *o = other + s->row;
    agree(o->phi, r->phi, r->phi, "phi of both frames moved together", s);
    agree(o->gamma, r->gamma, r->gamma, "gamma of both frames moved together", s);
    agree(pawl_norm(pawl_sub(o->f, pawl_turn(&by.R, r->f))), 0, 0, "the change of f with both frames", s);
    agree(pawl_norm(pawl_sub(o->t, pawl_turn(&by.R, r->t))), 0, 0, "the change of t with both frames", s);
  }
}

static void check_rows_of(const pawl_kind *kind, unsigned world)
{
  int n = kind->row_count[world];
  void *part = test_malloc(kind->size);
  double signal[SIGNALS] = {0}, second;
  dice d = {world};
  for (int i = 0; n > 0 && i < POSES; i++) {
    fill_part(&d, kind, world, part, signal);
    scene s = roll_scene(&d, kind, world, part, signal);
    pawl_row row[PAWL_ROWS];
    pawl_pair x = pair_at(&s, 0);
    kind->rows(part, &x, row);
    check_invariance(&s, row, n, &d);
    pawl_vec dw = pawl_sub(s.b.alpha, s.a.alpha), arm = pawl_sub(x.b.r, x.a.r);
    pawl_vec a = pawl_sub(s.a.acc, x.a.zeta), b = pawl_sub(s.b.acc, x.b.zeta);
    pawl_vec dv = pawl_sub(pawl_sub(b, a), pawl_cross(s.a.alpha, arm));
    for (s.row = 0; s.row < n; s.row++) {
      const pawl_row *r = row + s.row;
      double first = slope(phi_at, &s, &second);
      agree(power_of_pair(&x, r->f, r->t), first, first, "t·w + f·u", &s);
      double found = pawl_dot(r->t, dw) + pawl_dot(r->f, dv) + r->gamma;
      agree(found, second, second, "t·dw + f·dv + gamma", &s);
    }
  }
  test_free(part);
}

static void rows_are_derivatives(void **state)
{
  (void)state;
  for_all(check_rows_of);
}

/* ---- loads -------------------------------------------------------------------------------------------------- */

static bool publishes(const pawl_kind *kind, size_t where)
{
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
    if (c->where == where)
      return true;
  return false;
}

/* Frames on each other, or so near that squares underflow; at rest against each other, and not. */
static void check_no_length(const scene *given, dice *d)
{
  scene s = *given;
  for (int i = 0; i < 8; i++) {
    s.a.start.r = pawl_v(0, 0, 0);
    s.b.start.r = pawl_times(i % 4 == 0   ? 0
                             : i % 4 == 1 ? 1e-300
                             : i % 4 == 2 ? 1e-160
                                          : 1e-15,
                             roll_vec(d, s.world));
    s.b.start.v = pawl_add(s.a.start.v, pawl_times(i < 4 ? 0 : 1, roll_vec(d, s.world)));
    pawl_load l = s.kind->load ? load_at(&s, 0) : (pawl_load){0};
    const double x[] = {l.f.x,   l.f.y,    l.f.z,    l.t.x,  l.t.y,   l.t.z,
                        l.power, l.energy, l.length, l.rate, l.effort};
    for (size_t k = 0; k < sizeof x / sizeof *x; k++)
      if (!isfinite(x[k]))
        fail_msg("%s: a load that is not finite where its frames are on each other", s.kind->name);
    for (s.row = 0; s.row < s.kind->row_count[s.world]; s.row++)
      if (!isfinite(phi_at(&s, 0)))
        fail_msg("%s: row %d is not finite where its frames are on each other", s.kind->name, s.row + 1);
  }
}

static void check_load_of(const pawl_kind *kind, unsigned world)
{
  void *part = test_malloc(kind->size);
  double signal[SIGNALS] = {0}, unused;
  dice d = {world + 10};
  int frames;
  first_of(kind, world, PAWL_FRAME, &frames);
  for (int i = 0; (kind->load || kind->row_count[world]) && i < POSES; i++) {
    fill_part(&d, kind, world, part, signal);
    scene s = roll_scene(&d, kind, world, part, signal);
    check_no_length(&s, &d);
    if (!kind->load)
      continue;
    if (frames == 1)
      s.a = (path){.start.R = pawl_unit_mat()}; /* the ground */
    pawl_pair x = pair_at(&s, 0);
    pawl_load out = load_at(&s, 0);
    double found = power_of_pair(&x, out.f, out.t), wanted = out.power - slope(energy_at, &s, &unused);
    agree(found, wanted, fmax(fabs(wanted), fabs(out.energy)), "t·w + f·u against power - d(energy)/dt", &s);
    if (publishes(kind, PAWL_SEEN(rate)))
      agree(out.rate, slope(length_at, &s, &unused), out.rate, "rate against d(length)/dt", &s);
    if (world == PAWL_PLANAR && (out.f.z != 0 || out.t.x != 0 || out.t.y != 0))
      fail_msg("%s: leaves the plane", kind->name);
  }
  test_free(part);
}

static void loads_follow_from_energy(void **state)
{
  (void)state;
  for_all(check_load_of);
}

static void check_joint_load_of(const pawl_kind *kind, unsigned world)
{
  void *part = test_malloc(kind->size);
  double signal[SIGNALS] = {0}, unused;
  dice d = {world + 20};
  int tested = 0;
  for (int i = 0; kind->joint_load && i < TRIES && tested < POSES; i++) {
    fill_part(&d, kind, world, part, signal);
    if (kind->mode && kind->mode(part) != PAWL_EFFORT)
      continue;
    scene s = roll_scene(&d, kind, world, part, signal);
    pawl_load out = load_at(&s, 0);
    double found = out.effort * s.b.start.v.x, wanted = out.power - slope(energy_at, &s, &unused);
    agree(found, wanted, fmax(fabs(wanted), fabs(out.energy)), "effort times speed", &s);
    tested++;
  }
  if (kind->joint_load && tested < POSES)
    fail_msg("%s: only %d of its random parts have an effort", kind->name, tested);
  test_free(part);
}

static void joint_loads_follow_from_energy(void **state)
{
  (void)state;
  for_all(check_joint_load_of);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_complete),
      cmocka_unit_test(examples_build),
      cmocka_unit_test(rows_are_derivatives),
      cmocka_unit_test(loads_follow_from_energy),
      cmocka_unit_test(joint_loads_follow_from_energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
