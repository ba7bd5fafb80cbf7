/* Signals at an instant: numbers, Lua functions, channels, and signal parts, which may read each other. A part is
 * evaluated when somebody asks for it, once per instant; who asks for itself on the way is in a loop.      theory.md, 5.9 */
#include "base/error.h"
#include "system/system.h"

static const pawl_part *part_of(const pawl_system *s, int index)
{
  return s->model->parts[s->signal.parts[index].part];
}

const double *pawl_system_states(const pawl_system *s)
{
  return s->at.work ? s->at.work + s->extra.works + s->extra.turns : s->extra.start;
}

void pawl_signals_forget(pawl_system *s)
{
  s->signal.depth = 0;
  s->signal.stamp++;
}

/* ---- reading ------------------------------------------------------------------------------------------------- */

static pawl_status read_channel(pawl_system *s, const char *name, double *value)
{
  if (s->signal.in_time)
    return pawl_fail(&s->error, PAWL_BAD_MODEL, NULL,
                     "a prescribed motion is a function of time: it cannot follow channel '%s'; a servo can",
                     name);
  return s->channel.reader.read(s->channel.reader.context, name, value, &s->error) == 0 ? PAWL_OK
                                                                                        : s->error.status;
}

static pawl_status read_jet(pawl_system *s, const pawl_signal *signal, pawl_jet *jet)
{
  *jet = (pawl_jet){signal->value, 0, 0};
  if (signal->part > 0)
    return pawl_signals_part(s, signal->part - 1, jet);
  if (signal->channel) {
    *jet = (pawl_jet){NAN, NAN, NAN};
    return read_channel(s, signal->channel, &jet->v);
  }
  if (signal->function <= 0)
    return PAWL_OK;
  if (s->signal.in_time) {
    double x[3] = {0};
    pawl_status status = pawl_signal_jet(s->model, signal, s->at.t, x, &s->error);
    *jet = (pawl_jet){x[0], x[1], x[2]};
    return status;
  }
  jet->d = jet->dd = NAN;
  return pawl_signal_value(s->model, signal, s->at.t, &s->channel.reader, &jet->v, &s->error);
}

static int signal_fields(const pawl_system *s, const pawl_part *part, const pawl_signal **found, int room)
{
  int n = 0;
  for (const pawl_field *f = part->kind->fields; f->name && n < room; f++)
    if (f->type == PAWL_SIGNAL && pawl_in_world(f->worlds, s->worlds))
      found[n++] = (const pawl_signal *)((const char *)part->fields + f->where);
  return n;
}

enum { INPUTS = 8, MOST_DEEP = 5000 };

static pawl_status read_inputs(pawl_system *s, const pawl_part *part, pawl_jet in[INPUTS])
{
  const pawl_signal *field[INPUTS];
  int n = signal_fields(s, part, field, INPUTS);
  for (int i = 0; i < n; i++)
    if (read_jet(s, field[i], in + i) != PAWL_OK)
      return s->error.status;
  return PAWL_OK;
}

static pawl_status loop(pawl_system *s, const pawl_part *part)
{
  return pawl_fail(
      &s->error, PAWL_BAD_MODEL, part->where,
      "signal \"%s\" depends on itself at the same instant; a lag on the way makes it well defined",
      part->name);
}

static pawl_status start_one(pawl_system *s, pawl_signal_use *use, const pawl_part *part, const pawl_jet *in)
{
  pawl_signal_at at = {s->at.t, s->at.since, in, NULL};
  if (part->kind->signal->start)
    part->kind->signal->start(part->fields, &at, s->extra.start + use->state);
  use->started =
      s->signal.in_time || s->start.assembled; /* before that the start is still being looked for */
  return PAWL_OK;
}

/* Whether its state is known without its inputs: it has started, or its start was written. */
static bool has_state(pawl_system *s, pawl_signal_use *use, const pawl_part *part)
{
  pawl_jet in[INPUTS];
  if (use->started)
    return true;
  for (int i = 0; i < INPUTS; i++)
    in[i] = (pawl_jet){NAN, NAN, NAN};
  start_one(s, use, part, in);
  bool known = isfinite(pawl_system_states(s)[use->state]);
  use->started = use->started && known;
  return known;
}

/* A signal that is asked for while it reads its inputs: one whose value is its first state has it already. */
static pawl_status from_state(pawl_system *s, pawl_signal_use *use, const pawl_part *part, pawl_jet *jet)
{
  if (!part->kind->signal->value_is_state || !has_state(s, use, part))
    return loop(s, part);
  *jet = (pawl_jet){pawl_system_states(s)[use->state], NAN, NAN};
  return PAWL_OK;
}

static pawl_status evaluate(pawl_system *s, pawl_signal_use *use, const pawl_part *part)
{
  pawl_jet in[INPUTS];
  if (read_inputs(s, part, in) != PAWL_OK)
    return s->error.status;
  if (!use->started && start_one(s, use, part, in) != PAWL_OK)
    return s->error.status;
  pawl_signal_at at = {s->at.t, s->at.since, in, pawl_system_states(s) + use->state};
  part->kind->signal->value(part->fields, &at, &use->now, s->extra.rate + use->state);
  if (fabs(use->now.v) <= PAWL_MOST_NUMBER)
    return PAWL_OK;
  if (isfinite(use->now.v))
    return pawl_fail(&s->error, PAWL_BAD_NUMBERS, part->where,
                     "signal \"%s\" is too large to compute with at t = %.9g s: %.6g", part->name, s->at.t,
                     use->now.v);
  return pawl_fail(&s->error, PAWL_BAD_NUMBERS, part->where,
                   "signal \"%s\" is not a finite number at t = %.9g s", part->name, s->at.t);
}

pawl_status pawl_signals_part(pawl_system *s, int index, pawl_jet *jet)
{
  pawl_signal_use *use = s->signal.parts + s->index.signal[index];
  const pawl_part *part = s->model->parts[index];
  if (use->busy)
    return from_state(s, use, part, jet);
  /* asked for by another signal: its state is enough, and its inputs may depend on that signal */
  if (part->kind->signal->value_is_state && !s->signal.in_time && s->signal.depth > 0 &&
      use->stamp != s->signal.stamp && has_state(s, use, part)) {
    *jet = (pawl_jet){pawl_system_states(s)[use->state], NAN, NAN};
    return PAWL_OK;
  }
  if (use->stamp != s->signal.stamp || (s->signal.in_time && !use->in_time)) {
    if (++s->signal.depth > MOST_DEEP)
      return pawl_fail(&s->error, PAWL_BAD_MODEL, part->where,
                       "signal \"%s\" is at the end of more than %d signals that follow each other",
                       part->name, MOST_DEEP);
    use->busy = true;
    pawl_status status = evaluate(s, use, part);
    use->busy = false;
    s->signal.depth--;
    if (status != PAWL_OK)
      return status;
    use->stamp = s->signal.stamp;
    use->in_time = s->signal.in_time;
  }
  *jet = use->now;
  return PAWL_OK;
}

pawl_status pawl_signals_read(pawl_system *s, const pawl_signal *signal, double *value)
{
  if (signal->function <= 0 && signal->part <= 0 && !signal->channel) {
    *value = signal->value;
    return PAWL_OK;
  }
  pawl_jet jet;
  pawl_status status = read_jet(s, signal, &jet);
  *value = jet.v;
  return status;
}

pawl_status pawl_signals_jet(pawl_system *s, const pawl_signal *signal, int index, pawl_jet *jet)
{
  s->signal.in_time = true;
  pawl_status status = read_jet(s, signal, jet);
  s->signal.in_time = false;
  const pawl_part *part = s->model->parts[index];
  if (status != PAWL_OK) {
    if (!s->error.where[0])
      pawl_fail_place(&s->error, part->where);
    return status;
  }
  if (isfinite(jet->v) && isfinite(jet->d) && isfinite(jet->dd))
    return PAWL_OK;
  return pawl_fail(
      &s->error, PAWL_BAD_MODEL, part->where,
      "%s \"%s\" prescribes a motion that is not smooth enough at t = %.9g s: its speed jumps; give a "
      "speed instead of a position, or smooth the signal (lag, step, characteristic \"akima\")",
      part->kind->name, part->name, s->at.t);
}

pawl_status pawl_signals_all(pawl_system *s)
{
  pawl_jet jet;
  for (int i = 0; i < s->signal.count; i++)
    if (pawl_signals_part(s, s->signal.parts[i].part, &jet) != PAWL_OK)
      return s->error.status;
  return PAWL_OK;
}

/* What one signal prescribes on both sides of t; `unit`: the size of what it prescribes, `place`: positions and their
 * rates must go on, else the values alone. */
static pawl_status join(pawl_system *s, const pawl_signal *signal, int index, double last, double unit,
                        bool place)
{
  pawl_jet before, after;
  double since = s->at.since;
  s->at.since = last;
  pawl_signals_forget(s);
  pawl_status status = pawl_signals_jet(s, signal, index, &before);
  s->at.since = since;
  pawl_signals_forget(s);
  if (status == PAWL_OK)
    status = pawl_signals_jet(s, signal, index, &after);
  if (status != PAWL_OK)
    return status;
  bool value = fabs(after.v - before.v) > 1e-7 * (unit + fabs(after.v) + fabs(before.v));
  bool speed =
      place && fabs(after.d - before.d) > 1e-7 * (unit / s->scale.time + fabs(after.d) + fabs(before.d));
  if (!value && !speed)
    return PAWL_OK;
  const pawl_part *part = s->model->parts[index];
  return pawl_fail(
      &s->error, PAWL_BAD_MODEL, part->where,
      "%s \"%s\" prescribes a %s that jumps at t = %.9g s, which would take an infinite effort; smooth "
      "the signal (step with a duration, lag, second_order, characteristic \"akima\")",
      part->kind->name, part->name, place && value ? "position" : "speed", s->at.t);
}

pawl_status pawl_signals_join(pawl_system *s, double t, double last)
{
  pawl_status status = PAWL_OK;
  s->at.t = s->at.since = t;
  for (int n = 0; n < s->tree.block_count && status == PAWL_OK; n++) {
    const pawl_block_use *use = s->blocks + n;
    if (!use->signal)
      continue;
    bool slides = use->joint_count ? pawl_slides(s->model->parts[s->joint.use[use->joint[0]].part]->kind)
                                   : use->about.z == 0;
    bool place = use->mode == PAWL_POSITION;
    double unit = (slides ? s->scale.length : 1) / (place ? 1 : s->scale.time);
    status = join(s, use->signal, use->part, last, unit, place);
  }
  for (int i = 0; i < s->base.count && status == PAWL_OK; i++) {
    const pawl_base *b = s->model->parts[s->base.use[i].part]->fields;
    const pawl_signal *signal[4] = {&b->x, &b->y, &b->angle, &b->z};
    for (int k = 0; k < (s->worlds == PAWL_SPATIAL ? 4 : 3) && status == PAWL_OK; k++)
      status = join(s, signal[k], s->base.use[i].part, last, k == 2 ? 1 : s->scale.length, true);
  }
  return status;
}

double pawl_signals_next_break(const pawl_system *s, double t)
{
  double next = INFINITY;
  for (int i = 0; i < s->signal.count; i++)
    if (part_of(s, i)->kind->signal->next_break)
      next = fmin(next, part_of(s, i)->kind->signal->next_break(part_of(s, i)->fields, t));
  return next;
}

enum { PACE_DEPTH = 8 }; /* of signals that follow each other: beyond, no bound is looked for */

static double pace(const pawl_system *s, const pawl_signal *signal, double a, double b, int depth)
{
  const pawl_signal *field[INPUTS];
  double in[INPUTS] = {0};
  if (signal->function > 0 || signal->channel)
    return NAN;
  if (signal->part <= 0)
    return 0;
  const pawl_part *part = s->model->parts[signal->part - 1];
  if (!part->kind->signal->pace || depth >= PACE_DEPTH)
    return NAN;
  int n = signal_fields(s, part, field, INPUTS);
  for (int i = 0; i < n; i++)
    in[i] = pawl_signal_given(field[i]) ? pace(s, field[i], a, b, depth + 1) : 0;
  return part->kind->signal->pace(part->fields, a, a, b, in);
}

double pawl_signals_pace(const pawl_system *s, const pawl_signal *signal, double a, double b)
{
  return pace(s, signal, a, b, 0);
}

/* ---- building and starting --------------------------------------------------------------------------------- */

static pawl_status check_channel(pawl_system *s, const pawl_part *part, const char *name, pawl_error *error)
{
  int i = pawl_channel_find(s, name);
  if (i < 0) {
    const char *near = pawl_channel_near(s, name);
    return near ? pawl_fail(error, PAWL_BAD_MODEL, part->where,
                            "%s \"%s\": there is no channel or signal '%s'; did you mean '%s'?",
                            part->kind->name, part->name, name, near)
                : pawl_fail(error, PAWL_BAD_MODEL, part->where,
                            "%s \"%s\": there is no channel or signal '%s'", part->kind->name, part->name,
                            name);
  }
  if (s->channel.list[i].def->level > PAWL_AT_VELOCITY)
    return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" cannot follow '%s': it comes from forces, which may depend on this part; "
                     "positions and velocities can be followed",
                     part->kind->name, part->name, name);
  return PAWL_OK;
}

pawl_status pawl_signals_build(pawl_system *s, pawl_error *error)
{
  const pawl_model *model = s->model;
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    const pawl_signal *field[INPUTS];
    /* texts of outputs are expressions: channels_formula.c */
    int n = part->kind->family == PAWL_SENSOR ? 0 : signal_fields(s, part, field, INPUTS);
    for (int f = 0; f < n; f++)
      if (field[f]->channel && check_channel(s, part, field[f]->channel, error) != PAWL_OK)
        return error->status;
    s->index.signal[i] = -1;
    if (!part->kind->signal)
      continue;
    s->index.signal[i] = s->signal.count;
    s->signal.parts[s->signal.count++] = (pawl_signal_use){
        .part = i, .state = s->extra.states, .started = part->kind->signal->state_count == 0};
    s->extra.states += part->kind->signal->state_count;
  }
  return PAWL_OK;
}

pawl_status pawl_signals_start(pawl_system *s)
{
  pawl_signals_forget(s);
  s->start.assembled = true;
  for (int i = 0; i < s->load.count; i++) {
    const pawl_load_use *use = s->load.use + i;
    const pawl_part *part = s->model->parts[use->part];
    if (part->kind->force && part->kind->force->start)
      part->kind->force->start(part->fields, s->extra.start + use->state);
  }
  return pawl_signals_all(s);
}
