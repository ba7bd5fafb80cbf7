/* What a run reports at its end, for people and for programs. */
#include <math.h>

#include "job.h"

enum { MANY = 12 }; /* contacts of which those that never touch are only counted */

/* "dop853", or "dop853, bdf since t = 0.2 s" when the model proved stiff on the way. */
static void put_method(const pawl_job *job, FILE *to)
{
  const pawl_run *run = job->run;
  bool changed = run->way->stiff && !run->plan.method->way->stiff;
  fprintf(to, "by %s", changed ? run->rk.table->name : pawl_run_method(run));
  if (changed)
    fprintf(to, ", since t = %.4g s by bdf,", run->books.stiff_since);
  if (run->way->fixed)
    fprintf(to, " with steps of %g s\n", run->model->plan.step);
  else
    fprintf(to, " with tolerance %g\n", run->plan.tolerance);
}

static void put_expect(const pawl_job *job, const pawl_expectation *e, FILE *to)
{
  char got[32];
  const pawl_expect *wants = e->wants;
  if (wants->measure)
    fprintf(to, "  expect        %s: ", wants->measure);
  else
    fprintf(to, "  expect        %s at t = %.9g s: ", wants->channel, e->at);
  if (e->unlogged)
    fputs("stepping keeps no log of events", to);
  else if (e->verdict == PAWL_NOT_REACHED && e->measure)
    fputs("not reached", to);
  else if (e->verdict != PAWL_NOT_REACHED && isnan(e->got))
    fputs("there is none: FAILED", to);
  else if (e->verdict == PAWL_NOT_REACHED)
    fputs(e->at < job->begin ? "before the start" : "not reached", to);
  else
    fprintf(to, "%s, off by %.2g of ±%g: %s", pawl_expect_digits(wants, e->got, got),
            fabs(e->got - wants->value), wants->tolerance, e->verdict == PAWL_MET ? "good" : "FAILED");
  if (wants->source)
    fprintf(to, " (%s)", wants->source);
  fputc('\n', to);
}

static void put_impacts(const pawl_tally *tally, FILE *to)
{
  if (!tally || !tally->impacts)
    return;
  fprintf(to, "; %ld impact%s", tally->impacts, pawl_plural(tally->impacts));
  if (tally->accumulations)
    fprintf(to, ", %ld accumulation%s", tally->accumulations, pawl_plural(tally->accumulations));
  fprintf(to, ", %.4g J lost in them", tally->energy_lost);
}

static void put_force(const pawl_job *job, const pawl_contact_pair *c, FILE *to)
{
  fprintf(to, "  contact       %s", job->model->parts[c->part]->name);
  pawl_put_pair(to, job->run, c);
  fprintf(to, ": peak force %.4g%s", pawl_pair_peak(c), pawl_unit_of_effort(job->run, c));
  if (!c->kind->is_rail)
    fprintf(to, ", deepest penetration %.4g%s", pawl_pair_deepest(c),
            *pawl_contact_unit(&job->run->system, c) == 'm' ? " m" : "");
  else if (!isnan(c->log.lifts))
    fprintf(to, "; it pulls, and would lift off at t = %.6g s", c->log.lifts);
}

/* Nothing has come near it in the whole run. */
static bool is_idle(const pawl_job *job, const pawl_contact_pair *c)
{
  const pawl_tally *tally = pawl_events_of(job, c);
  return !c->kind->is_rail && c->log.peak_force == 0 && c->log.deepest <= 0 && !(tally && tally->impacts);
}

/* Groups that are left to stepping have no pairs: they speak of all their touches. */
static void put_groups(const pawl_job *job, FILE *to)
{
  const pawl_system *s = &job->run->system;
  for (int g = 0; s->contact->piles && g < s->contact->group_count; g++)
    fprintf(to, "  contact       %s: peak force %.4g N over all touches, deepest penetration %.4g m\n",
            job->model->parts[s->contact->groups[g].part]->name, s->contact->groups[g].peak_force,
            s->contact->groups[g].deepest);
}

static void put_contacts(const pawl_job *job, FILE *to)
{
  const pawl_system *s = &job->run->system;
  int idle = 0;
  put_groups(job, to);
  for (int i = 0; i < s->contact->count; i++) {
    const pawl_contact_pair *c = s->contact->pair + i;
    if (pawl_is_hidden(job->run, i))
      continue;
    if (s->contact->count > MANY && is_idle(job, c)) {
      idle++;
      continue;
    }
    if (c->kind->noun)
      pawl_put_strength(to, job->run, i);
    else
      put_force(job, c, to);
    put_impacts(pawl_events_of(job, c), to);
    fputc('\n', to);
  }
  if (idle)
    fprintf(to, "  contact       %d other%s not touched\n", idle, idle == 1 ? " has" : "s have");
  const char *log = job->words->events;
  if (s->contact->count && job->run->way->fixed)
    fprintf(to, "  events        stepping keeps no log%s%s%s\n", log ? ": " : "", log ? log : "",
            log ? " has only its head" : "");
  else if (s->contact->count)
    fprintf(to, "  events        %ld%s%s\n", job->event_count, log ? ", in " : "", log ? log : "");
  pawl_events_put(job, to);
}

/* Beside those of the even grid. */
static void put_more_rows(const pawl_job *job, FILE *to)
{
  long sides = pawl_rows_count(job->rows, PAWL_ROW_BEFORE) + pawl_rows_count(job->rows, PAWL_ROW_AFTER),
       peaks = pawl_rows_count(job->rows, PAWL_ROW_PEAK);
  if (sides)
    fprintf(to, ", %ld at events", sides);
  if (peaks)
    fprintf(to, ", %ld at peaks", peaks);
}

static void put_rows(const pawl_job *job, FILE *to)
{
  fprintf(to, "  result        %s: %ld row%s of %d channel%s", job->words->out, job->row_count,
          pawl_plural(job->row_count), job->chosen_count, pawl_plural(job->chosen_count));
  put_more_rows(job, to);
  fputc('\n', to);
}

void pawl_summary_text(const pawl_job *job, FILE *to)
{
  const pawl_run *run = job->run;
  const pawl_books *books = &run->books;
  fprintf(to, "%s\n", job->model->path);
  fprintf(to, "  simulated     t = %.9g to %.9g s in %.3g s, ", job->begin, pawl_run_time(run), job->wall);
  put_method(job, to);
  fprintf(to, "  steps         %ld, %ld rejected, %ld right-hand sides, %ld factorisations\n", books->steps,
          books->rejected, books->rhs, run->system.at.factors);
  fprintf(to, "  energy        the ledger closes to %.2g of the energy turned over\n", books->worst_ledger);
  if (run->system.tree.row_count > 0)
    fprintf(to, "  constraints   residual %.2g in position, %.2g in velocity, at most\n",
            books->worst_position, books->worst_velocity);
  put_contacts(job, to);
  pawl_until_put(job, to);
  pawl_dump_put(job, to);
  fprintf(to, "  state         %016llx\n", pawl_run_hash(run));
  if (!job->words->from) { /* else it starts elsewhere */
    pawl_put_moved_starts(to, "  start         ", job->run);
    pawl_put_assembly(to, "  start         ", job->run, false);
  }
  pawl_put_misprints(to, "  warning       ", job->model);
  pawl_put_idle_plan(to, "  warning       ", job->run);
  pawl_put_contact_warnings(to, "  warning       ", job->run, job->contacts);
  pawl_put_coarse_rows(to, "  warning       ", job);
  pawl_ask_put(job, to);
  for (int i = 0; i < job->expect_count; i++)
    put_expect(job, job->expects + i, to);
  if (job->words->out)
    put_rows(job, to);
}

static void put_expect_json(pawl_json *json, const pawl_expectation *e)
{
  pawl_json_open(json, NULL, '{');
  if (e->wants->measure) {
    pawl_json_text(json, "measure", e->wants->measure);
  } else {
    pawl_json_text(json, "channel", e->wants->channel);
    pawl_json_number(json, "at", e->at);
  }
  pawl_json_number(json, "value", e->wants->value);
  pawl_json_number(json, "got", e->got);
  pawl_json_number(json, "difference", e->got - e->wants->value);
  pawl_json_number(json, "tolerance", e->wants->tolerance);
  if (e->verdict == PAWL_NOT_REACHED)
    pawl_json_text(json, "ok", NULL);
  else
    pawl_json_flag(json, "ok", e->verdict == PAWL_MET);
  pawl_json_text(json, "source", e->wants->source);
  pawl_json_text(json, "where", e->part->where);
  pawl_json_close(json, '}');
}

/* A stop with two sides is one: how far it is from the nearer one, and the deepest of both. */
static void put_contact_json(pawl_json *json, const pawl_job *job, int contact)
{
  const pawl_run *run = job->run;
  const pawl_contact_pair *c = run->system.contact->pair + contact;
  double deepest = NAN, gap = NAN, force = NAN;
  for (int i = contact;
       !c->kind->is_rail && (i == contact || (i < run->system.contact->count && pawl_is_side(run, i))); i++) {
    deepest = fmax(deepest, pawl_pair_deepest(run->system.contact->pair + i));
    gap = job->contacts ? fmin(gap, job->contacts[i].gap) : NAN;
    force = job->contacts ? fmax(force, job->contacts[i].force) : NAN;
  }
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "name", job->model->parts[c->part]->name);
  pawl_json_number(json, "peak_force", pawl_peak_of(run, contact));
  pawl_json_number(json, "deepest", deepest);
  pawl_json_text(json, "unit", pawl_contact_unit(&run->system, c));
  pawl_json_number(json, "lifts", c->log.lifts);
  pawl_events_put_json(json, pawl_events_of(job, c));
  pawl_json_number(json, "start_gap", gap);
  pawl_json_number(json, "start_force", force);
  pawl_json_text(json, "shape1", pawl_contact_shape(&run->system, c, 0));
  pawl_json_text(json, "shape2", pawl_contact_shape(&run->system, c, 1));
  pawl_json_close(json, '}');
}

static void put_run_json(pawl_json *json, const pawl_job *job)
{
  const pawl_run *run = job->run;
  const pawl_books *books = &run->books;
  char hash[24];
  snprintf(hash, sizeof hash, "%016llx", pawl_run_hash(run));
  pawl_json_number(json, "begin", job->begin);
  pawl_json_number(json, "time", pawl_run_time(run));
  pawl_json_text(json, "method", pawl_run_method(run));
  pawl_json_number(json, "stiff_since", books->stiff_since);
  pawl_json_number(json, "tolerance", run->way->fixed ? NAN : run->plan.tolerance);
  pawl_json_number(json, "step", run->way->fixed ? run->model->plan.step : NAN);
  pawl_json_count(json, "steps", books->steps);
  pawl_json_count(json, "rejected", books->rejected);
  pawl_json_count(json, "rhs", books->rhs);
  pawl_json_count(json, "factorizations", run->system.at.factors);
  pawl_json_number(json, "ledger_worst", books->worst_ledger);
  pawl_json_number(json, "residual_position", books->worst_position);
  pawl_json_number(json, "residual_velocity", books->worst_velocity);
  pawl_json_text(json, "state_hash", hash);
  pawl_json_number(json, "wall_seconds", job->wall);
  pawl_json_text(json, "out", job->finished ? job->words->out : job->partial);
  pawl_json_count(json, "rows", job->row_count);
  pawl_put_moved_starts_json(json, job->run);
  pawl_put_assembly_json(json, job->run);
  pawl_json_count(json, "events", job->event_count);
  pawl_events_put_json(json, &job->tallied);
  pawl_json_open(json, "contacts", '[');
  for (int i = 0; i < run->system.contact->count; i++)
    if (!pawl_is_side(run, i))
      put_contact_json(json, job, i);
  for (int g = 0; run->system.contact->piles && g < run->system.contact->group_count; g++) {
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "name", job->model->parts[run->system.contact->groups[g].part]->name);
    pawl_json_number(json, "peak_force", run->system.contact->groups[g].peak_force);
    pawl_json_number(json, "deepest", run->system.contact->groups[g].deepest);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
  pawl_put_doubts_json(json, run);
  pawl_until_put_json(json, job);
  pawl_ask_put_json(json, job);
  pawl_json_open(json, "expects", '[');
  for (int i = 0; i < job->expect_count; i++)
    put_expect_json(json, job->expects + i);
  pawl_json_close(json, ']');
}

void pawl_summary_json(pawl_job *job, int status)
{
  pawl_json json = {.to = stdout};
  pawl_json_open(&json, NULL, '{');
  pawl_json_text(&json, "model", job->model->path);
  put_run_json(&json, job);
  pawl_json_outcome(&json, status, &job->call->error);
  pawl_json_close(&json, '}');
  job->call->answered = true;
}
