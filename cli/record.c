/* What a run writes: the chosen channels row by row, states to continue from, and at the end the ledger. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "channels.h"
#include "job.h"
#include "model/drawing.h"

enum { STATES = 200 }; /* so many are stored at most, about */

/* ---- which channels ---- */

static const char *part_of(const pawl_run *run, int channel)
{
  const pawl_system *s = &run->system;
  return channel < s->channel.count ? run->model->parts[s->channel.list[channel].part]->name : "energy";
}

static pawl_channel describe(const pawl_run *run, int i)
{
  const pawl_system *s = &run->system;
  const pawl_channel_def *def =
      i < s->channel.count ? s->channel.list[i].def : pawl_run_energy_channel(i - s->channel.count);
  return (pawl_channel){pawl_run_channel_name(run, i), pawl_run_channel_unit(run, i), part_of(run, i),
                        def->doc};
}

/* All channels of the run, and room for more. */
static pawl_status list_channels(pawl_job *job, size_t more)
{
  int n = pawl_run_channel_count(job->run);
  pawl_channel *list = PAWL_TAKE(&job->call->arena, (size_t)n + more, pawl_channel);
  if (!list)
    return pawl_fail_memory(&job->call->error);
  for (int i = 0; i < n; i++)
    list[i] = describe(job->run, i);
  job->channels = list;
  job->channel_count = n;
  return PAWL_OK;
}

const char *pawl_channel_nearest(pawl_job *job, const char *name)
{
  return pawl_choice_near(job->call, name, job->channels, job->channel_count);
}

/* A column that is computed: it must be known in each row. */
static pawl_status add_computed(pawl_job *job, pawl_expression *e)
{
  if (e->over_run)
    return pawl_expression_fail(&job->call->error, "--channels", e->text, 1,
                                "what is in it is known when the run is over, and rows are written before");
  int i = job->channel_count + job->computed_count;
  job->channels[i] = (pawl_channel){e->text, e->unit, "", "computed"};
  job->computed[job->computed_count++] = e;
  job->chosen[job->chosen_count++] = i;
  return PAWL_OK;
}

static pawl_status choose_word(pawl_job *job, const char *word, size_t length, pawl_choice *choice)
{
  pawl_expression *expression;
  pawl_status status =
      pawl_choice_expression(job->call, &job->ask.names, "--channels", word, length, &expression);
  if (status == PAWL_OK && expression)
    return add_computed(job, expression);
  int before = choice->chosen_count;
  if (status == PAWL_OK)
    status = pawl_choice_add(job->call, choice, "--channels", word, length);
  for (int i = before; i < choice->chosen_count; i++)
    job->chosen[job->chosen_count++] = choice->chosen[i];
  return status;
}

static pawl_status choose(pawl_job *job, const char *words)
{
  pawl_choice choice;
  size_t most = strlen(words) + 1;
  pawl_status status = pawl_choice_open(job->call, &choice, job->channels, job->channel_count);
  job->computed = PAWL_TAKE(&job->call->arena, most, pawl_expression *);
  job->chosen = PAWL_TAKE(&job->call->arena, most + (size_t)job->channel_count, int);
  if (job->call->arena.failed)
    return pawl_fail_memory(&job->call->error);
  for (size_t length; status == PAWL_OK; words += length + 1) {
    length = pawl_expression_end(words, 0);
    status = choose_word(job, words, length, &choice);
    if (!words[length])
      break;
  }
  return status;
}

pawl_status pawl_record_choose(pawl_job *job)
{
  const char *words = job->words->channels ? job->words->channels : "*";
  pawl_status status = list_channels(job, strlen(words) + 1);
  if (status == PAWL_OK)
    status = pawl_ask_collect(job);
  if (status == PAWL_OK)
    status = choose(job, words);
  int all = job->channel_count + job->computed_count;
  job->row = PAWL_TAKE(&job->call->arena, all + 1, double);
  return status == PAWL_OK && !job->row ? pawl_fail_memory(&job->call->error) : status;
}

/* ---- opening ---- */

bool pawl_is_stdout(const char *path)
{
  struct stat a, b;
  return stat(path, &a) == 0 && fstat(STDOUT_FILENO, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* The call as one would repeat it; where the program is on this machine is nobody's business. */
static const char *join(pawl_arena *arena, char **words, int count)
{
  const char *text = count > 0 ? "pawl" : "";
  for (int i = 1; text && i < count; i++)
    text = pawl_format(arena, "%s %s", text, words[i]);
  return text;
}

static void write_meta(pawl_job *job, const char *name, const char *text)
{
  if (!text)
    pawl_fail_memory(&job->call->error);
  else
    pawl_writer_meta(job->writer, name, text, &job->call->error);
}

static void write_meta_number(pawl_job *job, const char *name, double x)
{
  char text[32];
  write_meta(job, name, pawl_digits(x, text));
}

static void write_options(pawl_job *job)
{
  pawl_arena *arena = &job->call->arena;
  write_meta(job, "command", join(arena, job->call->argv, job->call->argc));
  write_meta(job, "from", job->words->from ? job->words->from : "");
  write_meta_number(job, "begin", job->begin);
  write_meta_number(job, "end", job->end);
  char text[32];
  write_meta(job, "output",
             pawl_format(arena, "%s%s", pawl_digits(job->interval, text), job->even ? ",even" : ""));
  write_meta_number(job, "tolerance", job->run->plan.tolerance);
}

/* The drawing as JSON, for programs that read the file; "" where it cannot be made. */
static char *draw(const pawl_model *model)
{
  pawl_arena arena;
  pawl_drawing drawing;
  char *text = NULL;
  size_t size;
  pawl_arena_open(&arena, &model->arena.memory);
  FILE *to = open_memstream(&text, &size);
  if (to && pawl_drawing_collect(model, &arena, &drawing, NULL) == PAWL_OK)
    pawl_drawing_json(&drawing, to, NULL);
  if (to)
    fclose(to);
  pawl_arena_close(&arena);
  return text;
}

static void write_model(pawl_job *job)
{
  const pawl_model *model = job->model;
  const pawl_settings *set = &job->words->set;
  pawl_result_parameter *list = PAWL_TAKE(&job->call->arena, model->parameter_count, pawl_result_parameter);
  int count = 0;
  if (model->parameter_count && !list) {
    pawl_fail_memory(&job->call->error);
    return;
  }
  for (int i = 0; i < model->parameter_count; i++) {
    const pawl_parameter *p = model->parameters + i;
    if (p->text)
      write_meta(job, pawl_format(&job->call->arena, "parameter.%s", p->name), p->text);
    else
      list[count++] = (pawl_result_parameter){p->name, p->value, p->unit, p->doc};
  }
  const pawl_stored_model stored = {model->path,       model->source, model->files,
                                    model->file_count, set->items,    set->count};
  char *drawing = job->in_memory ? NULL : draw(model);
  pawl_writer_model(job->writer, &stored, drawing, list, count, &job->call->error);
  free(drawing);
}

static const pawl_channel row_why = {
    PAWL_ROW_WHY, "", "row",
    "why there is this row: 0 even grid, 1 before an event, 2 after it, 3 peak, 4 last of a run that failed"};

/* Those chosen, and why there is each row, unless all are there for the same reason. */
static pawl_channel *describe_columns(pawl_job *job, const int *chosen, int count, int *columns)
{
  pawl_channel *list = PAWL_TAKE(&job->call->arena, count + 1, pawl_channel);
  for (int i = 0; list && i < count; i++)
    list[i] = job->channels[chosen[i]];
  *columns = count + !job->even;
  if (list && !job->even)
    list[count] = row_why;
  return list;
}

/* A file, or memory. */
static pawl_status open_writer(pawl_job *job)
{
  int columns;
  pawl_channel *channels = describe_columns(job, job->chosen, job->chosen_count, &columns);
  size_t size = pawl_run_state_size(job->run);
  pawl_error *error = &job->call->error;
  if (!channels)
    return pawl_fail_memory(error);
  if (job->in_memory)
    return pawl_writer_open_memory(&job->writer, channels, columns, NULL, error);
  job->state = PAWL_TAKE(&job->call->arena, size, double);
  if (!job->state)
    return pawl_fail_memory(error);
  return pawl_writer_open(&job->writer, job->words->out, channels, columns, size, NULL, error);
}

pawl_status pawl_record_open(pawl_job *job)
{
  pawl_error *error = &job->call->error;
  const char *path = job->words->out;
  if (job->words->plot && job->words->json)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--json and --plot both want the standard output");
  if (pawl_ask_open(job) != PAWL_OK)
    return error->status;
  if (!path && !job->in_memory)
    return PAWL_OK;
  job->to_stdout = path && pawl_is_stdout(path);
  if (job->to_stdout && job->words->json)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--json and --out %s both want the standard output", path);
  if (open_writer(job) != PAWL_OK)
    return error->status;
  write_model(job);
  write_options(job);
  job->next_state = job->in_memory ? INFINITY : job->begin;
  job->state_interval = fmax(job->interval, (job->end - job->begin) / STATES);
  return error->status;
}

/* ---- while it runs ---- */

pawl_status pawl_record_row(pawl_job *job, double time, pawl_row_why why)
{
  if (pawl_ask_row(job, time) != PAWL_OK)
    return job->call->error.status;
  if (!job->writer)
    return PAWL_OK;
  const pawl_row_of row = {.time = time, .values = job->values};
  for (int i = 0; i < job->computed_count; i++)
    job->values[job->channel_count + i] = pawl_node_value(job->computed[i]->root, &row);
  for (int i = 0; i < job->chosen_count; i++)
    job->row[i] = job->values[job->chosen[i]];
  job->row[job->chosen_count] = why;
  job->row_count++;
  job->row_time = time;
  return pawl_writer_row(job->writer, time, job->row, &job->call->error);
}

/* States stand at the ends of steps: between them there are only outputs. */
pawl_status pawl_record_state(pawl_job *job)
{
  double t = pawl_run_time(job->run);
  bool last = t >= job->end && (job->state_count == 0 || job->state_time < t);
  if (!job->state || (t < job->next_state && !last))
    return PAWL_OK;
  pawl_run_get_state(job->run, job->state);
  job->next_state = t + job->state_interval;
  job->state_time = t;
  job->state_count++;
  return pawl_writer_state(job->writer, t, job->state, &job->call->error);
}

/* ---- the end ---- */

static pawl_ledger_entry entry(pawl_job *job, int part, int work)
{
  const pawl_run *run = job->run;
  const char *name = pawl_format(&job->call->arena, "%s.work", run->model->parts[part]->name);
  return (pawl_ledger_entry){name, run->y[2 * run->system.tree.dof_count + work]};
}

static void write_ledger(pawl_job *job)
{
  const pawl_run *run = job->run;
  const pawl_system *s = &run->system;
  pawl_ledger_entry *list =
      PAWL_TAKE(&job->call->arena, s->extra.works + PAWL_ENERGY_CHANNELS, pawl_ledger_entry);
  int n = 0;
  for (int i = 0; list && i < PAWL_ENERGY_CHANNELS; i++)
    list[n++] = (pawl_ledger_entry){pawl_run_energy_channel(i)->name, job->values[s->channel.count + i]};
  for (int i = 0; list && i < s->load.count; i++)
    list[n++] = entry(job, s->load.use[i].part, s->load.use[i].work);
  for (int i = 0; list && i < s->tree.block_count; i++)
    if (s->blocks[i].work >= 0)
      list[n++] = entry(job, s->blocks[i].part, s->blocks[i].work);
  if (job->call->arena.failed)
    pawl_fail_memory(&job->call->error);
  else
    pawl_writer_ledger(job->writer, list, n, &job->call->error);
}

void pawl_put_coarse_rows(FILE *to, const char *head, const pawl_job *job)
{
  const char *name = pawl_rows_coarse(job->rows);
  if (name && job->row_count > 0)
    fprintf(to,
            "%s\"%s\" moves to and fro with fewer than %d rows for a period: less than %.3g s between rows "
            "show it; see --output\n",
            head, name, PAWL_ROWS_ENOUGH, job->interval);
}

/* What is worth knowing of a run beside its numbers, a line each. */
static char *collect_warnings(pawl_job *job)
{
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (!to)
    return NULL;
  pawl_put_moved_starts(to, "", job->run);
  pawl_put_assembly(to, "", job->run, false);
  pawl_put_contact_warnings(to, "", job->run, job->contacts);
  if (job->run->way->stiff && !job->run->plan.method->way->stiff)
    fprintf(to, "The model proved stiff: from t = %.4g s on it was integrated by bdf.\n",
            job->run->books.stiff_since);
  pawl_put_coarse_rows(to, "", job);
  pawl_expect_put_missed(job, to);
  fclose(to);
  return text;
}

/* The largest force and depth of contacts, which the run has looked for between rows; impulses that were asked for. */
static void write_peaks(pawl_job *job)
{
  const pawl_system *s = &job->run->system;
  for (int i = 0; i < job->ask.sum_count; i++)
    if (job->ask.sums[i].part)
      write_meta_number(job, pawl_format(&job->call->arena, PAWL_PRESSED_META "%s", job->ask.sums[i].part),
                        job->ask.sums[i].sum);
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    const char *name = job->model->parts[pair->part]->name;
    if (pair->kind->force || pawl_is_of_group(job->run, pair) || pawl_is_hidden(job->run, k))
      continue;
    write_meta_number(job, pawl_format(&job->call->arena, PAWL_PEAK_META "%s.normal_force", name),
                      pair->log.peak_force);
    if (!pair->kind->is_rail)
      write_meta_number(job, pawl_format(&job->call->arena, PAWL_PEAK_META "%s.penetration", name),
                        fmax(pair->log.deepest, 0));
  }
}

/* What was asked of the run, with its answer: "max(hit.normal_force)", "4128.407885 N". */
static void write_asked(pawl_job *job)
{
  for (int i = 0; i < job->ask.count; i++) {
    const pawl_asked *a = job->ask.list + i;
    pawl_arena *arena = &job->call->arena;
    const char *unit = a->expression->unit;
    write_meta(job, pawl_format(arena, PAWL_MEASURE_META "%s", a->name ? a->name : a->expression->text),
               isnan(a->value) ? "none" : pawl_format(arena, "%.10g%s%s", a->value, *unit ? " " : "", unit));
  }
}

static void write_books(pawl_job *job)
{
  char *warnings = collect_warnings(job);
  write_ledger(job);
  write_meta(job, "method", pawl_run_method(job->run));
  write_meta(job, "state_hash", pawl_format(&job->call->arena, "%016llx", pawl_run_hash(job->run)));
  if (warnings && *warnings)
    write_meta(job, "warnings", warnings);
  free(warnings);
  write_peaks(job);
  if (job->ask.kept)
    write_asked(job);
}

void pawl_record_books(pawl_job *job, pawl_writer *writer)
{
  pawl_writer *own = job->writer;
  job->writer = writer;
  write_books(job);
  job->writer = own;
}

pawl_status pawl_record_close(pawl_job *job, bool keep)
{
  pawl_error *error = &job->call->error, unheard = {0};
  if (!job->writer)
    return PAWL_OK;
  if (keep) {
    write_books(job);
    keep = error->status == PAWL_OK;
  }
  const char *partial = job->in_memory ? NULL : pawl_writer_partial(job->writer);
  if (partial)
    partial = strcmp(partial, job->words->out) == 0 ? NULL : pawl_arena_text(&job->call->arena, partial);
  pawl_status status = pawl_writer_close(job->writer, keep, keep ? error : &unheard);
  job->writer = NULL;
  job->partial = (!keep || status != PAWL_OK) && job->row_count > 0 ? partial : NULL;
  return status;
}

pawl_status pawl_record_result(pawl_job *job, pawl_result **result)
{
  pawl_error own = {0}, said = job->call->error; /* of the run, which may have failed */
  pawl_writer *writer = job->writer;
  job->call->error = own;
  write_books(job);
  if (said.status != PAWL_OK)
    write_meta(job, "failure", pawl_format(&job->call->arena, "%s", said.text));
  job->writer = NULL;
  pawl_status status = pawl_writer_result(writer, result, &job->call->error);
  if (said.status != PAWL_OK)
    job->call->error = said;
  return status;
}
