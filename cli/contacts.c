/* What is worth knowing of a model's contacts before it moves: who touches whom by which law, how far they are
 * apart, what presses them, and advice where a law is absurd for the model. */
#include "contacts.h"

#include <math.h>
#include <string.h>

#include "base/length.h"
#include "model/shape.h"

/* What is too much for `pawl check`, and what for every run. */
#define DEEP 0.35 /* rubber buffers give way by a third */
#define BRIEF 1e-7
#define ABSURDLY_DEEP 0.5
#define ABSURDLY_BRIEF 1e-9

/* ---- looking ---- */

pawl_outlook *pawl_contacts_look(pawl_run *run, bool all, pawl_arena *arena)
{
  pawl_system *s = &run->system;
  int n = s->tree.dof_count;
  pawl_outlook *list = s->contact->count ? PAWL_TAKE(arena, s->contact->count, pawl_outlook) : NULL;
  const pawl_request at = {run->t, run->y, run->y + n, run->base, run->y + 2 * n};
  bool good = list && pawl_contacts_glance(s, &at, arena) == PAWL_OK;
  for (int i = 0; list && i < s->contact->count; i++) {
    pawl_contact_pair *pair = s->contact->pair + i;
    bool feels = all || !pair->fields || !pawl_rigid_of(&pair->fields->law);
    list[i] = (pawl_outlook){.gap = NAN};
    if (pair->kind->is_rail || !good)
      continue;
    if (!feels)
      pawl_contact_glance(s, pair, list + i);
    else if (pawl_contact_outlook(s, pair, &at, arena, list + i) != PAWL_OK)
      list[i] = (pawl_outlook){.gap = NAN};
  }
  return list;
}

double pawl_start_value(const pawl_run *run, int part, const char *channel, const double *values)
{
  const pawl_system *s = &run->system;
  for (int i = 0; i < s->channel.count; i++)
    if (s->channel.list[i].part == part && strcmp(s->channel.list[i].def->name, channel) == 0)
      return values[i];
  return NAN;
}

/* ---- sentences ---- */

/* A distance of own equations, or in a joint: there are no shapes. */
static bool is_gap(const pawl_contact_pair *pair)
{
  return !pair->kind->shapes;
}

bool pawl_is_of_group(const pawl_run *run, const pawl_contact_pair *pair)
{
  return !is_gap(pair) && run->model->parts[pair->part]->kind->family == PAWL_CONTACT_GROUP;
}

void pawl_put_pair(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  if (pawl_is_of_group(run, pair))
    fprintf(to, " (%s on %s)", pawl_contact_shape(&run->system, pair, 1),
            pawl_contact_shape(&run->system, pair, 0));
}

/* contact "hit", contacts "all" (ball on floor) */
static void put_name(FILE *to, const pawl_run *run, const pawl_contact_pair *pair)
{
  const pawl_part *part = run->model->parts[pair->part];
  fprintf(to, "%s \"%s\"", part->kind->name, part->name);
  pawl_put_pair(to, run, pair);
}

static const char *law_name(const pawl_value *law)
{
  return law->kind ? law->kind->name : NULL;
}

static const char *advice(const pawl_run *run, const pawl_contact_pair *pair, const pawl_outlook *at,
                          double deep, double brief, char text[PAWL_ADVICE])
{
  pawl_impact impact = at->impact;
  impact.step = run->way->fixed ? run->model->plan.step : 0;
  impact.deep = deep;
  impact.brief = brief;
  return pair->kind->is_rail || !at->met ? NULL : pawl_law_advice(&pair->fields->law, &impact, text);
}

/* Deeper than rounding makes it: shapes of that size are not placed more exactly. */
static bool is_pressed(const pawl_outlook *at)
{
  return at->gap < -1e-12 * at->impact.length;
}

/* Pressed by a preload: what presses the two on at the start, with the law left out, is about what their law holds, so they were put
 * there. What overlaps by mistake is thrown apart by many times that. */
#define PRELOAD 2 /* times what presses: one that rests on two touches, and a catch under way */

static bool is_preloaded(const pawl_outlook *at)
{
  return at->force <= PRELOAD * at->impact.load;
}

static void put_distance(FILE *to, const pawl_contact_pair *pair, const pawl_outlook *at)
{
  char text[32];
  bool met = at->met || is_gap(pair);
  if (isnan(at->gap))
    fputs("its distance is not known", to);
  else if (is_pressed(at))
    fprintf(to, "starts pressed by %s: %.4g N", pawl_length_text(-at->gap, text), at->force);
  else if (met && fabs(at->gap) <= 1e-12 * at->impact.length)
    fputs("just touches", to);
  else if (met)
    fprintf(to, "%s apart", pawl_length_text(at->gap, text));
  else if (at->gap <= 0)
    fputs(PAWL_SHAPES_BEHIND, to);
  else
    fprintf(to, "nowhere opposite each other, at least %s apart", pawl_length_text(at->gap, text));
}

/* The contact before this one that has the same two shapes; -1: there is none. */
static int twin(const pawl_system *s, int contact)
{
  const pawl_contact_pair *own = s->contact->pair + contact;
  for (int i = 0; i < contact && !own->kind->is_rail && !is_gap(own); i++) {
    const pawl_contact_pair *other = s->contact->pair + i;
    if (other->kind->is_rail || is_gap(other))
      continue;
    const int *a = own->fields->shape, *b = other->fields->shape;
    if ((a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]))
      return i;
  }
  return -1;
}

static void put_twin(FILE *to, const char *before, const pawl_run *run, int contact)
{
  int other = twin(&run->system, contact);
  const pawl_part *part = run->model->parts[run->system.contact->pair[contact].part];
  if (other < 0)
    return;
  fprintf(to, "%s%s: ", before, part->where);
  put_name(to, run, run->system.contact->pair + contact);
  fputs(": its shapes touch in ", to);
  put_name(to, run, run->system.contact->pair + other);
  fputs(", too: both forces act\n", to);
}

/* Rigid contacts that start a little inside each other are brought to a gap of zero; stepping without projection takes them as
 * they are. */
static void put_moved(FILE *to, const char *before, const pawl_run *run, int i, const pawl_outlook *at)
{
  const pawl_contact_pair *pair = run->system.contact->pair + i;
  const pawl_part *part = run->model->parts[pair->part];
  char length[32];
  if (pair->kind->is_rail || pawl_is_in_joint(pair) || !pawl_rigid_of(&pair->fields->law) ||
      !(pair->log.start_depth > 1e-12 * at->impact.length))
    return;
  fprintf(to, "%s%s: ", before, part->where);
  put_name(to, run, pair);
  fprintf(to, " overlapped by %s at the start as written; %s\n",
          pawl_length_text(pair->log.start_depth, length),
          run->way->fixed && !run->model->plan.projection ? "stepping goes on from there"
                                                          : "it was moved to just touch");
}

/* A straight piece is what a flat spot can roll on. */
static bool has_straight(const pawl_profile *profile)
{
  pawl_profile_part part;
  for (int i = 0; i < pawl_profile_features(profile); i++) {
    pawl_profile_feature(profile, i, &part);
    if (part.straight)
      return true;
  }
  return false;
}

static void put_flat(FILE *to, const char *before, const pawl_run *run, int contact)
{
  const pawl_contact_pair *pair = run->system.contact->pair + contact;
  double s;
  if (is_gap(pair) || run->way->fixed || !pawl_rigid_of(&pair->fields->law))
    return;
  for (int i = 0; i < 2; i++)
    if (pawl_profile_flat_spot(pair->profile[i], &s) && has_straight(pair->profile[1 - i]))
      fprintf(
          to,
          "%s%s: %s is flat at s%d = %.6g: should it roll over that on a straight piece of %s, the force "
          "would be "
          "infinite for an instant and the run would end; laws such as linear, and stepping, go over it\n",
          before, pair->fields->law.where, pawl_contact_shape(&run->system, pair, i), i + 1, s,
          pawl_contact_shape(&run->system, pair, 1 - i));
}

/* ---- for people ---- */

static void put_contact(FILE *to, const pawl_run *run, int contact, const pawl_outlook *at)
{
  const pawl_contact_pair *pair = run->system.contact->pair + contact;
  const pawl_part *part = run->model->parts[pair->part];
  const char *friction = law_name(&pair->fields->friction);
  char text[PAWL_ADVICE];
  fprintf(to, "    %s \"%s\": ", part->kind->name, part->name);
  if (!is_gap(pair))
    fprintf(to, "%s on %s, ", pawl_contact_shape(&run->system, pair, 1),
            pawl_contact_shape(&run->system, pair, 0));
  fprintf(to, "%s, %s friction; ", law_name(&pair->fields->law), friction ? friction : "no");
  put_distance(to, pair, at);
  pawl_put_modes(to, run, pair);
  fputc('\n', to);
  put_moved(to, "      warning, ", run, contact, at);
  put_twin(to, "      warning, ", run, contact);
  if (advice(run, pair, at, DEEP, BRIEF, text))
    fprintf(to, "      advice, %s: %s\n", pair->fields->law.where, text);
  put_flat(to, "      advice, ", run, contact);
}

static void put_branches(FILE *to, pawl_run *run, int contact, const double *values)
{
  pawl_branch other[PAWL_BRANCHES];
  int n = pawl_branches_find(run, contact, values, other);
  if (n == PAWL_BRANCHES)
    fputs("      it can be assembled in many other ways: near = { s1, s2 } picks one\n", to);
  for (int i = 0; i < n && n < PAWL_BRANCHES; i++)
    fprintf(to, "      another assembly: near = { %.4g, %.4g }\n", other[i].s[0], other[i].s[1]);
}

static void put_curve_joint(FILE *to, pawl_run *run, int contact, const double *values)
{
  const pawl_contact_pair *pair = run->system.contact->pair + contact;
  const pawl_part *part = run->model->parts[pair->part];
  double force = pawl_start_value(run, pair->part, "normal_force", values);
  fprintf(to, "    curve_joint \"%s\": %s at s1 = %.6g, %s at s2 = %.6g; %s with %.4g N\n", part->name,
          pawl_contact_shape(&run->system, pair, 0), pawl_start_value(run, pair->part, "s1", values),
          pawl_contact_shape(&run->system, pair, 1), pawl_start_value(run, pair->part, "s2", values),
          force < 0 ? "pulls" : "pushes", fabs(force));
  put_branches(to, run, contact, values);
}

void pawl_put_contacts(FILE *to, pawl_run *run, const pawl_outlook *list, const double *values)
{
  const pawl_system *s = &run->system;
  if (list)
    fputs("  contacts\n", to);
  for (int i = 0; list && i < s->contact->count; i++)
    if (s->contact->pair[i].kind->is_rail)
      put_curve_joint(to, run, i, values);
    else if (!pawl_put_single(to, run, s->contact->pair + i))
      put_contact(to, run, i, list + i);
  pawl_put_doubts(to, "    warning, ", run);
}

/* ---- for programs ---- */

static void put_contact_json(pawl_json *json, const pawl_run *run, const pawl_contact_pair *pair,
                             const pawl_outlook *at)
{
  char text[PAWL_ADVICE];
  pawl_json_text(json, "law", law_name(&pair->fields->law));
  pawl_json_text(json, "friction", law_name(&pair->fields->friction));
  double gap = pair->kind->always_pressed ? NAN : at->gap;
  pawl_json_number(json, "gap", gap);
  pawl_json_number(json, "penetration", isnan(gap) ? NAN : fmax(-gap, 0));
  pawl_json_number(json, "normal_force", at->force);
  pawl_json_number(json, "s1", at->met ? at->s[0] : NAN);
  pawl_json_number(json, "s2", at->met ? at->s[1] : NAN);
  pawl_json_number(json, "mass", at->impact.mass > 0 ? at->impact.mass : NAN);
  pawl_json_number(json, "speed", at->met ? at->impact.speed : NAN);
  pawl_json_text(json, "advice", advice(run, pair, at, DEEP, BRIEF, text));
  pawl_put_modes_json(json, run, pair);
}

static void put_curve_joint_json(pawl_json *json, pawl_run *run, int contact, const double *values)
{
  static const char *const names[] = {"normal_force", "s1", "s2"};
  pawl_branch other[PAWL_BRANCHES];
  int n = pawl_branches_find(run, contact, values, other);
  for (int i = 0; i < 3; i++)
    pawl_json_number(json, names[i],
                     pawl_start_value(run, run->system.contact->pair[contact].part, names[i], values));
  pawl_json_open(json, "other_assemblies", '[');
  for (int i = 0; i < n; i++) {
    pawl_json_open(json, NULL, '{');
    pawl_json_number(json, "s1", other[i].s[0]);
    pawl_json_number(json, "s2", other[i].s[1]);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

void pawl_put_contacts_json(pawl_json *json, pawl_run *run, const pawl_outlook *list, const double *values)
{
  pawl_json_open(json, "contacts", '[');
  for (int i = 0; list && i < run->system.contact->count; i++) {
    const pawl_contact_pair *pair = run->system.contact->pair + i;
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "part", run->model->parts[pair->part]->name);
    pawl_json_text(json, "kind", run->model->parts[pair->part]->kind->name);
    pawl_json_text(json, "where", run->model->parts[pair->part]->where);
    pawl_json_text(json, "shape1", pawl_contact_shape(&run->system, pair, 0));
    pawl_json_text(json, "shape2", pawl_contact_shape(&run->system, pair, 1));
    pawl_json_text(json, "unit", pawl_contact_unit(&run->system, pair));
    if (pair->kind->is_rail)
      put_curve_joint_json(json, run, i, values);
    else
      put_contact_json(json, run, pair, list + i);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

/* ---- warnings of runs ---- */

static void put_crossing(FILE *to, const char *before, const pawl_run *run, int shape,
                         const pawl_profile *profile)
{
  pawl_shape_note note;
  const pawl_part *part = run->model->parts[shape];
  pawl_shape_look(profile, &note);
  if (note.crosses)
    fprintf(to, "%s%s: shape \"%s\" crosses itself at {%.6g, %.6g}, where s is %.6g and %.6g\n", before,
            part->where, part->name, note.at.x, note.at.y, note.s[0], note.s[1]);
}

/* Whether a contact before this one has the shape, which was looked at then. */
static bool seen_before(const pawl_system *s, int contact, int shape)
{
  for (int i = 0; i < contact; i++) {
    const void *fields = s->model->parts[s->contact->pair[i].part]->fields;
    if (is_gap(s->contact->pair + i))
      continue;
    const int *has = s->contact->pair[i].kind->is_rail ? ((const pawl_curve_joint *)fields)->shape
                                                       : s->contact->pair[i].fields->shape;
    if (has[0] == shape || has[1] == shape)
      return true;
  }
  return false;
}

static void put_crossings(FILE *to, const char *before, const pawl_run *run, int contact)
{
  const pawl_contact_pair *pair = run->system.contact->pair + contact;
  const void *fields = run->model->parts[pair->part]->fields;
  const int *shape = pair->kind->is_rail ? ((const pawl_curve_joint *)fields)->shape : pair->fields->shape;
  for (int i = 0; i < 2 && !is_gap(pair); i++)
    if (!seen_before(&run->system, contact, shape[i]))
      put_crossing(to, before, run, shape[i], pair->profile[i]);
}

void pawl_put_law_warnings(FILE *to, const char *before, const pawl_run *run, const pawl_outlook *list)
{
  char text[PAWL_ADVICE];
  for (int i = 0; list && i < run->system.contact->count; i++) {
    const pawl_contact_pair *pair = run->system.contact->pair + i;
    if (!advice(run, pair, list + i, ABSURDLY_DEEP, ABSURDLY_BRIEF, text))
      continue;
    fprintf(to, "%s%s: ", before, pair->fields->law.where);
    put_name(to, run, pair);
    fprintf(to, ": %s\n", text);
  }
}

/* Touches that begin deep have brought energy that nobody put in: it is booked, but the motion is another. */
static void put_late(FILE *to, const char *before, const pawl_run *run, int i)
{
  const pawl_contact_pair *pair = run->system.contact->pair + i;
  char length[32];
  if (pair->kind->is_rail || !(pair->log.late > 0))
    return;
  fputs(before, to);
  put_name(to, run, pair);
  fprintf(to, ": a touch was %s deep when it was first seen, at t = %.6g s\n",
          pawl_length_text(pair->log.late, length), pair->log.late_time);
}

void pawl_put_contact_warnings(FILE *to, const char *before, const pawl_run *run, const pawl_outlook *list)
{
  char length[32];
  for (int i = 0; list && i < run->system.contact->count; i++) {
    const pawl_contact_pair *pair = run->system.contact->pair + i;
    if (!pair->kind->is_rail && !is_gap(pair) && !list[i].met && list[i].gap <= 0) {
      fputs(before, to);
      put_name(to, run, pair);
      fputs(": its shapes are " PAWL_SHAPES_BEHIND "\n", to);
    }
    if (is_pressed(list + i) && !is_preloaded(list + i) && !pair->kind->always_pressed &&
        !pawl_rigid_of(&pair->fields->law)) {
      fputs(before, to);
      put_name(to, run, pair);
      fprintf(to, " starts pressed by %s: %.4g N\n", pawl_length_text(-list[i].gap, length), list[i].force);
    }
    put_moved(to, before, run, i, list + i);
    put_late(to, before, run, i);
    put_twin(to, before, run, i);
    put_crossings(to, before, run, i);
  }
  pawl_put_law_warnings(to, before, run, list);
  pawl_put_doubts(to, before, run);
}
