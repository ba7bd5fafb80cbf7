/* What every part owes, checked over the tables: a new part is tested before its author writes a test.
 *   tables     names, units, sentences, defaults within their ranges, fields that do not overlap
 *   examples   parse, build, and publish finite numbers
 *   rows       d(phi)/dt = t·w + f·u,   d(rate)/dt = t·dw + f·dv + gamma,   the same seen from elsewhere
 *   loads      t·w + f·u = power - d(energy)/dt
 * Derivatives are central differences with two extrapolations, along smooth random motions of both frames. */
#define _XOPEN_SOURCE 700 /* fmemopen */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "parts/part.h"
#include "pawl.h"

enum { POSES = 200, TRIES = 1000, TYPES = PAWL_GRAVITY + 1, ROOM = 4096 };
static const double EXACT = 1e-8; /* of differences, relative; the worst is 2e-10 */

/* clang-format off */
static const size_t size_of[TYPES] = {
    [PAWL_REAL] = sizeof(double), [PAWL_COUNT] = sizeof(int), [PAWL_FLAG] = sizeof(bool), [PAWL_TEXT] = sizeof(char *),
    [PAWL_CHOICE] = sizeof(int), [PAWL_VECTOR] = sizeof(pawl_vec), [PAWL_INERTIA] = 6 * sizeof(double),
    [PAWL_SIGNAL] = sizeof(pawl_signal), [PAWL_FRAME] = sizeof(pawl_frame), [PAWL_JOINT] = sizeof(int),
    [PAWL_POINTS] = sizeof(pawl_points), [PAWL_CURVE] = sizeof(pawl_curve *), [PAWL_GRAVITY] = offsetof(pawl_world, axes)};
/* clang-format on */

typedef void (*contract)(const pawl_kind *kind, unsigned world);

/* The contract in *state, for every kind in each of its worlds. */
static void for_all(void **state)
{
  const contract *check = *state;
  for (int i = 0; pawl_kinds[i]; i++)
    for (unsigned world = PAWL_PLANAR; world <= PAWL_SPATIAL; world++)
      if (pawl_in_world(pawl_kinds[i]->worlds, world))
        (*check)(pawl_kinds[i], world);
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
  bool word = choice || f->type == PAWL_FLAG;
  double min = word ? 0 : f->min, max = word ? fmax(1, words - 1) : f->max;
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
  if (!kind->name || pawl_kind_find(kind->name) != kind)
    fail_msg("a kind has no name of its own: %s", kind->name ? kind->name : "");
  if (!is_sentence(kind->doc) || kind->doc[strlen(kind->doc) - 1] != '.' || !is_sentence(kind->example))
    fail_msg("%s: lacks a sentence or an example", kind->name);
  if (!kind->fields || kind->size == 0)
    fail_msg("%s: has no fields", kind->name);
  check_fields(kind, world);
  check_channels(kind, world);
  check_slots(kind, world);
}

/* ---- examples ---------------------------------------------------------------------------------------------- */

static size_t word_length(const char *s)
{
  return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

/* The names at the example's positions are bodies or joints, as the table of fields says. */
static void write_names(FILE *out, const pawl_kind *kind, const char *body, const char *joint)
{
  const pawl_field *f = kind->fields;
  int depth = 0;
  for (const char *s = strchr(kind->example, '{'); s && *s && f->name; s++) {
    depth += (*s == '{' || *s == '(') - (*s == '}' || *s == ')');
    if (depth != 1 || (*s != '{' && *s != ','))
      continue;
    const char *word = s + 1 + strspn(s + 1, " ");
    int n = (int)word_length(word);
    bool name = n > 0 && strncmp(word, "ground", 6) != 0 && is_position(f->name);
    if (name && f->type == PAWL_FRAME)
      fprintf(out, "local %.*s = body 'body%s' %s\n", n, word, f->name, body);
    else if (name && f->type == PAWL_JOINT)
      fprintf(out, "local %.*s = %s 'joint%s' { ground, some }\n", n, word, joint, f->name);
    f++;
  }
}

/* Strings like "tip.x" are channels: of a marker, so that there is something to read. */
static void write_markers(FILE *out, const char *example)
{
  for (const char *s = strchr(example, '"'); s; s = strchr(s + 1, '"')) {
    size_t n = word_length(s + 1);
    if (n > 0 && s[1 + n] == '.')
      fprintf(out, "marker '%.*s' { some }\n", (int)n, s + 1);
  }
}

/* The example and what it needs around it. `joint` is the kind of joint for those it names. */
static void write_model(const pawl_kind *kind, const char *joint, char text[ROOM])
{
  bool space = kind->worlds == PAWL_SPATIAL || kind == pawl_kind_find("spatial");
  bool world = kind == pawl_kind_find("planar") || kind == pawl_kind_find("spatial");
  const char *body = space ? "{ mass = 1, inertia = {1, 1, 1} }" : "{ mass = 1, inertia = 1 }";
  FILE *out = fmemopen(text, ROOM, "w");
  assert_non_null(out);
  fprintf(out, "%s\nlocal some = body 'some' %s\n",
          world   ? kind->example
          : space ? "spatial {}"
                  : "planar {}",
          body);
  write_names(out, kind, body, joint);
  write_markers(out, kind->example);
  fprintf(out, "%s\n", world ? "" : kind->example);
  assert_int_equal(fclose(out), 0);
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

/* An example is written for the plane unless the part lives in space only. */
static void build_examples(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    char text[ROOM];
    pawl_error e;
    write_model(pawl_kinds[i], "revolute", text);
    if (build_example(text, &e) == PAWL_OK)
      continue;
    write_model(pawl_kinds[i], "prismatic", text);
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
  pawl_vec v = {0, 0, 0};
  v.x = roll(d);
  v.y = roll(d);
  v.z = world == PAWL_PLANAR ? 0 : roll(d);
  return v;
}

static pawl_vec roll_turn(dice *d, unsigned world)
{
  return world == PAWL_PLANAR ? pawl_v(0, 0, roll(d)) : roll_vec(d, world);
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
  double c[3], x = 0;
  for (int i = 0; i < 3; i++)
    c[i] = x = left_out ? NAN : number_in_range(d, f);
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

/* A smooth motion of a frame: r = r0 + v t + a t^2/2, R = exp(w t + alpha t^2/2) R0. At t = 0 the rate of turn is w
 * and its derivative alpha; velocities are those of t = 0. */
typedef struct {
  pawl_end start;
  pawl_vec acc, alpha;
} path;

static path roll_path(dice *d, unsigned world)
{
  bool plane = world == PAWL_PLANAR;
  path p = {0};
  p.start.r = roll_vec(d, world);
  p.start.v = roll_vec(d, world);
  p.start.w = roll_turn(d, world);
  p.start.zeta = roll_vec(d, world);
  p.acc = roll_vec(d, world);
  p.alpha = roll_turn(d, world);
  pawl_vec turn = pawl_times(1.4, roll_turn(d, world)); /* planar frames differ by less than half a turn, … */
  p.start.R = pawl_quat_mat(pawl_quat_exp(turn));
  p.start.angle = plane ? turn.z + 6.283185307179586 * rint(1.4 * roll(d)) : 0; /* … and whole turns */
  return p;
}

static pawl_end follow(const path *p, double t)
{
  pawl_end x = p->start;
  pawl_vec turn = pawl_times(t, pawl_add(x.w, pawl_times(0.5 * t, p->alpha)));
  pawl_mat R = pawl_quat_mat(pawl_quat_exp(turn));
  x.r = pawl_add(x.r, pawl_times(t, pawl_add(x.v, pawl_times(0.5 * t, p->acc))));
  x.R = pawl_mat_mul(&R, &x.R);
  x.angle += turn.z;
  return x;
}

/* ---- what is differentiated -------------------------------------------------------------------------------- */

typedef struct {
  const pawl_kind *kind;
  unsigned world;
  _Alignas(max_align_t) char part[1024];
  double signal[32]; /* the values of the part's signals */
  path a, b;
  int row;
} scene;

/* Random fields that the part's own check accepts. */
static void fill_part(dice *d, scene *s)
{
  const char *wrong = "";
  assert_true(s->kind->size <= sizeof s->part);
  for (int i = 0; i < TRIES && wrong; i++) {
    int n = 0;
    memset(s->part, 0, sizeof s->part);
    for (const pawl_field *f = s->kind->fields; f->name; f++) {
      if (!pawl_in_world(f->worlds, s->world))
        continue;
      fill_field(d, f, s->world, s->part + f->where);
      if (f->type == PAWL_SIGNAL && n < 32)
        s->signal[n++] = ((const pawl_signal *)(const void *)(s->part + f->where))->value;
    }
    wrong = s->kind->check ? s->kind->check(s->part, s->world) : NULL;
  }
  if (wrong)
    fail_msg("%s: no random fields pass its check: %s", s->kind->name, wrong);
}

/* Frames apart by at least 0.5, so that directions between them are smooth on the scale of the differences. */
static scene roll_scene(dice *d, const pawl_kind *kind, unsigned world)
{
  scene s = {.kind = kind, .world = world, .a = roll_path(d, world)};
  s.b = roll_path(d, world);
  pawl_vec away = pawl_sub(s.b.start.r, s.a.start.r);
  s.b.start.r = pawl_add(s.b.start.r, pawl_times(0.5 / pawl_norm(away), away));
  fill_part(d, &s);
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

static pawl_row row_at(const scene *s, double t)
{
  pawl_row row[PAWL_ROWS];
  pawl_pair x = pair_at(s, t);
  s->kind->rows(s->part, &x, row);
  return row[s->row];
}

static double phi_at(const scene *s, double t)
{
  return row_at(s, t).phi;
}

/* Of a force between frames, or of one along a joint whose coordinate is the x of b. */
static pawl_load load_at(const scene *s, double t)
{
  pawl_load out = {0};
  pawl_pair x = pair_at(s, t);
  if (s->kind->load)
    s->kind->load(s->part, &x, s->signal, &out);
  else
    s->kind->joint_load(s->part, &(pawl_coordinates){.q = {x.b.r.x}, .v = {x.b.v.x}}, s->signal, &out);
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
  double second;
  dice d = {world};
  for (int i = 0; n > 0 && i < POSES; i++) {
    scene s = roll_scene(&d, kind, world);
    pawl_row row[PAWL_ROWS];
    pawl_pair x = pair_at(&s, 0);
    kind->rows(s.part, &x, row);
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
}

/* ---- loads -------------------------------------------------------------------------------------------------- */

static void check_load_of(const pawl_kind *kind, unsigned world)
{
  double unused;
  dice d = {world + 10};
  int frames, tested = 0;
  first_of(kind, world, PAWL_FRAME, &frames);
  for (int i = 0; (kind->load || kind->joint_load) && i < TRIES && tested < POSES; i++) {
    scene s = roll_scene(&d, kind, world);
    if (kind->mode && kind->mode(s.part) != PAWL_EFFORT)
      continue;
    if (frames == 1)
      s.a = (path){.start.R = pawl_unit_mat()}; /* the ground */
    pawl_pair x = pair_at(&s, 0);
    pawl_load out = load_at(&s, 0);
    double found = kind->load ? power_of_pair(&x, out.f, out.t) : out.effort * x.b.v.x;
    double wanted = out.power - slope(energy_at, &s, &unused), size = fmax(fabs(wanted), fabs(out.energy));
    agree(found, wanted, size, kind->load ? "t·w + f·u" : "effort times speed", &s);
    if (out.length != 0)
      agree(out.rate, slope(length_at, &s, &unused), out.rate, "the rate of length", &s);
    if (world == PAWL_PLANAR && (out.f.z != 0 || out.t.x != 0 || out.t.y != 0))
      fail_msg("%s: leaves the plane", kind->name);
    tested++;
  }
  if ((kind->load || kind->joint_load) && tested < POSES)
    fail_msg("%s: only %d of its random parts give a load", kind->name, tested);
}

/* Frames on each other, or so near that squares underflow; at rest against each other, and not. */
static void check_no_length(const pawl_kind *kind, unsigned world)
{
  static const double away[] = {0, 1e-300, 1e-160, 1e-15};
  dice d = {world + 20};
  for (int i = 0; (kind->load || kind->rows) && i < POSES; i++) {
    scene s = roll_scene(&d, kind, world);
    s.a.start.r = pawl_v(0, 0, 0);
    s.b.start.r = pawl_times(away[i % 4], roll_vec(&d, world));
    s.b.start.v = i & 4 ? s.a.start.v : s.b.start.v;
    pawl_load l = kind->load ? load_at(&s, 0) : (pawl_load){0};
    if (!isfinite(pawl_norm(l.f) + pawl_norm(l.t) + l.power + l.energy + l.length + l.rate + l.effort))
      fail_msg("%s: a load that is not finite where its frames are on each other", kind->name);
    for (s.row = 0; s.row < kind->row_count[world]; s.row++) {
      pawl_row row = row_at(&s, 0);
      if (!isfinite(row.phi + row.gamma + pawl_norm(row.f) + pawl_norm(row.t)))
        fail_msg("%s: row %d is not finite where its frames are on each other", kind->name, s.row + 1);
    }
  }
}

int main(void)
{
  static contract tables = check_kind, rows = check_rows_of, loads = check_load_of,
                  no_length = check_no_length;
  const struct CMUnitTest tests[] = {
      {"tables are complete", for_all, NULL, NULL, &tables},
      {"examples build", build_examples, NULL, NULL, NULL},
      {"rows are derivatives", for_all, NULL, NULL, &rows},
      {"loads follow from energy", for_all, NULL, NULL, &loads},
      {"all is finite at no length", for_all, NULL, NULL, &no_length},
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
