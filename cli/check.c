/* pawl check: assembles a model and explains it: what moves, what closes loops, what follows from what. */
#include <math.h>
#include <string.h>

#include "job.h"
#include "system/inspect.h"

typedef struct {
  const char *model;
  pawl_settings set;
  bool json;
} words;

typedef struct {
  pawl_model *model;
  pawl_run *run;
  pawl_inspection is;
  pawl_start_impacts impacts;
  double *values; /* of all channels at the start */
  pawl_outlook *contacts;
  pawl_arena *arena;
} finding;

static const char *world_of(const pawl_model *model)
{
  return model->worlds == PAWL_PLANAR ? "planar" : "spatial";
}

static const char *block_kind(const finding *f, int block)
{
  const pawl_block_use *use = f->run->system.blocks + block;
  if (use->kind == PAWL_BLOCK_DRIVE)
    return "prescribes a motion";
  if (use->kind == PAWL_BLOCK_COUPLING)
    return "couples joints";
  if (use->kind == PAWL_BLOCK_SERVO)
    return "keeps a condition";
  bool joint = f->model->parts[use->part]->kind->joint;
  return joint ? "closes a loop" : "holds two bodies together";
}

/* The part whose channels show the coordinates of a link, or -1: its joint, or the body that moves freely. */
static int shown_by(const finding *f, int link)
{
  const pawl_link *l = f->run->system.tree.links + link;
  if (l->dofs == 0)
    return -1;
  return l->joint >= 0 ? l->joint : l->body > 0 ? f->model->body_part[l->body] : -1;
}

/* Whether a channel is a coordinate of that part or its rate; "com.x" and the like follow from these. */
static bool is_coordinate(const finding *f, const pawl_channel_use *c, int part, int link)
{
  if (c->part == part && f->model->parts[part]->kind->family == PAWL_EQUATIONS)
    return c->dof == f->run->system.tree.links[link].dof && c->def->level <= PAWL_AT_VELOCITY;
  return c->part == part && c->def->level <= PAWL_AT_VELOCITY && !strchr(c->def->name, '.');
}

/* ---- for people ---- */

static void put_blocks(const finding *f)
{
  const pawl_system *s = &f->run->system;
  for (int i = 0; i < s->tree.block_count; i++) {
    const pawl_part *part = f->model->parts[s->blocks[i].part];
    int rows = s->tree.blocks[i].rows;
    for (int r = s->tree.blocks[i].row; r < s->tree.blocks[i].row + s->tree.blocks[i].rows; r++)
      rows -= s->tree.soft[r] != 0;
    printf("    %s \"%s\" %s: %d equation%s\n", part->kind->name, part->name, block_kind(f, i), rows,
           pawl_plural(rows));
  }
}

static void put_dependences(const finding *f)
{
  for (int i = 0; i < f->is.dependence_count; i++) {
    const pawl_dependence *d = f->is.dependences + i;
    const pawl_part *part = f->model->parts[d->part];
    printf("    %s \"%s\": %d of %d equation%s %s from the others", part->kind->name, part->name,
           d->dependent, d->rows, pawl_plural(d->rows), d->dependent == 1 ? "follows" : "follow");
    if (d->here_only)
      puts(" in this position only");
    else
      puts(": redundant. Reactions are not unique; the motion is not affected");
  }
  if (f->is.singular)
    puts("    The start is a singular position: the rank is larger nearby");
}

static void put_start(const finding *f)
{
  const pawl_system *s = &f->run->system;
  puts(f->impacts.count ? "  at the start, after its impacts" : "  at the start");
  for (int link = 1; link < s->tree.link_count; link++) {
    int part = shown_by(f, link);
    for (int i = 0; part >= 0 && i < s->channel.count; i++)
      if (is_coordinate(f, s->channel.list + i, part, link)) {
        fputs("    ", stdout);
        pawl_pad(stdout, s->channel.list[i].name, 22);
        printf("%14.9g %s\n", f->values[i], s->channel.list[i].unit);
      }
  }
}

static void put_moved(const finding *f)
{
  pawl_put_start_impacts(stdout, "    ", f->run, &f->impacts);
  pawl_put_not_written(stdout, "    ", f->run);
  pawl_put_moved_starts(stdout, "    ", f->run);
  pawl_put_assembly(stdout, "    ", f->run, true);
}

static void put_parameters(const finding *f)
{
  if (f->model->parameter_count)
    puts("  parameters");
  for (int i = 0; i < f->model->parameter_count; i++) {
    const pawl_parameter *p = f->model->parameters + i;
    char number[32];
    printf("    %s = %s %s%s%s\n", p->name, p->text ? p->text : pawl_digits(p->value, number), p->unit,
           *p->doc ? "  " : "", p->doc);
  }
}

static void put_text(const finding *f)
{
  const pawl_inspection *is = &f->is;
  const pawl_scales *scale = &f->run->system.scale;
  printf("%s: %s, %d bod%s, %d joint%s\n", f->model->path, world_of(f->model), is->bodies,
         is->bodies == 1 ? "y" : "ies", is->joints, pawl_plural(is->joints));
  printf("  degrees of freedom  %d: %d coordinate%s of the tree", is->mobility, is->tree_dofs,
         pawl_plural(is->tree_dofs));
  if (is->rows)
    printf(", less %d independent of %d equation%s", is->rank, is->rows, pawl_plural(is->rows));
  putchar('\n');
  if (is->loops) {
    puts("  constraints");
    put_blocks(f);
  }
  if (is->dependence_count || is->singular) {
    puts("  dependent equations");
    put_dependences(f);
  }
  printf("  energy              kinetic %.6g J, gravity %.6g J, stored %.6g J\n", is->kinetic, is->gravity,
         is->stored);
  printf("  scales              length %.4g m, mass %.4g kg, time %.4g s\n", scale->length, scale->mass,
         scale->time);
  bool stepping = f->run->way->fixed;
  printf("  method              %s, %s%g%s, for %g s\n", pawl_run_method(f->run),
         stepping ? "steps of " : "tolerance ", stepping ? f->model->plan.step : f->run->plan.tolerance,
         stepping ? " s" : "", pawl_run_duration(f->run));
  pawl_put_misprints(stdout, "    warning, ", f->model);
  pawl_put_idle_plan(stdout, "    warning, ", f->run);
  put_start(f);
  put_moved(f);
  pawl_put_shapes(stdout, f->model, f->arena);
  pawl_put_contacts(stdout, f->run, f->contacts, f->values);
  put_parameters(f);
}

/* ---- for programs ---- */

static void put_blocks_json(pawl_json *json, const finding *f)
{
  const pawl_system *s = &f->run->system;
  pawl_json_open(json, "loops", '[');
  for (int i = 0; i < s->tree.block_count; i++) {
    const pawl_part *part = f->model->parts[s->blocks[i].part];
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "part", part->name);
    pawl_json_text(json, "kind", part->kind->name);
    pawl_json_text(json, "what", block_kind(f, i));
    pawl_json_text(json, "where", part->where);
    pawl_json_count(json, "equations", s->tree.blocks[i].rows);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
  pawl_json_open(json, "dependent", '[');
  for (int i = 0; i < f->is.dependence_count; i++) {
    const pawl_dependence *d = f->is.dependences + i;
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "part", f->model->parts[d->part]->name);
    pawl_json_text(json, "where", f->model->parts[d->part]->where);
    pawl_json_count(json, "equations", d->rows);
    pawl_json_count(json, "dependent", d->dependent);
    pawl_json_flag(json, "here_only", d->here_only);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

static void put_start_json(pawl_json *json, const finding *f)
{
  const pawl_system *s = &f->run->system;
  pawl_json_open(json, "start", '{');
  for (int link = 1; link < s->tree.link_count; link++) {
    int part = shown_by(f, link);
    for (int i = 0; part >= 0 && i < s->channel.count; i++)
      if (is_coordinate(f, s->channel.list + i, part, link))
        pawl_json_number(json, s->channel.list[i].name, f->values[i]);
  }
  pawl_json_close(json, '}');
  pawl_json_open(json, "parameters", '{');
  for (int i = 0; i < f->model->parameter_count; i++) {
    const pawl_parameter *p = f->model->parameters + i;
    if (p->text)
      pawl_json_text(json, p->name, p->text);
    else
      pawl_json_number(json, p->name, p->value);
  }
  pawl_json_close(json, '}');
}

static void put_scales_json(pawl_json *json, const finding *f)
{
  const pawl_scales *scale = &f->run->system.scale;
  pawl_json_open(json, "energy", '{');
  pawl_json_number(json, "kinetic", f->is.kinetic);
  pawl_json_number(json, "gravity", f->is.gravity);
  pawl_json_number(json, "stored", f->is.stored);
  pawl_json_close(json, '}');
  pawl_json_open(json, "scales", '{');
  pawl_json_number(json, "length", scale->length);
  pawl_json_number(json, "mass", scale->mass);
  pawl_json_number(json, "time", scale->time);
  pawl_json_close(json, '}');
}

static void put_json(const finding *f, pawl_call *call)
{
  const pawl_inspection *is = &f->is;
  pawl_json json = {.to = stdout};
  pawl_json_open(&json, NULL, '{');
  pawl_json_text(&json, "model", f->model->path);
  pawl_json_text(&json, "world", world_of(f->model));
  pawl_json_count(&json, "bodies", is->bodies);
  pawl_json_count(&json, "joints", is->joints);
  pawl_json_count(&json, "coordinates", is->tree_dofs);
  pawl_json_count(&json, "equations", is->rows);
  pawl_json_count(&json, "rank", is->rank);
  pawl_json_count(&json, "degrees_of_freedom", is->mobility);
  pawl_json_flag(&json, "singular", is->singular);
  pawl_json_number(&json, "residual", is->residual);
  pawl_json_count(&json, "operations", is->operations);
  pawl_put_moved_starts_json(&json, f->run);
  pawl_put_assembly_json(&json, f->run);
  put_blocks_json(&json, f);
  put_scales_json(&json, f);
  pawl_json_text(&json, "method", pawl_run_method(f->run));
  pawl_json_number(&json, "tolerance", f->run->way->fixed ? NAN : f->run->plan.tolerance);
  pawl_json_number(&json, "step", f->run->way->fixed ? f->model->plan.step : NAN);
  pawl_json_number(&json, "duration", pawl_run_duration(f->run));
  put_start_json(&json, f);
  pawl_put_start_impacts_json(&json, &f->impacts);
  pawl_put_shapes_json(&json, f->model, f->arena);
  pawl_put_contacts_json(&json, f->run, f->contacts, f->values);
  pawl_put_doubts_json(&json, f->run);
  pawl_json_outcome(&json, 0, &call->error);
  pawl_json_close(&json, '}');
  call->answered = true;
}

/* ---- the command ---- */

/* What `run` would refuse before its first step. */
static pawl_status plan(const finding *f, pawl_call *call)
{
  pawl_run_words as_written = {.until = NAN};
  pawl_job job = {.call = call, .words = &as_written, .model = f->model, .run = f->run};
  return pawl_job_plan(&job);
}

/* The energies of the instant that the values are of, after impacts at the start. */
static pawl_status weigh(finding *f, pawl_call *call)
{
  pawl_status status = pawl_run_motion(f->run, f->run->t, f->run->y);
  if (status != PAWL_OK)
    return call->error = f->run->system.error, status;
  pawl_system_energy(&f->run->system, &f->is.kinetic, &f->is.gravity, &f->is.stored);
  return PAWL_OK;
}

static pawl_status look(finding *f, pawl_call *call)
{
  pawl_status status = pawl_run_open(&f->run, f->model, NULL, &call->error);
  if (status == PAWL_OK)
    status = plan(f, call);
  if (status != PAWL_OK)
    return status;
  f->values = PAWL_TAKE(&call->arena, pawl_run_channel_count(f->run), double);
  if (!f->values)
    return pawl_fail_memory(&call->error);
  f->contacts = pawl_contacts_look(f->run, true, &call->arena);
  pawl_start_impacts_look(f->run, &f->impacts);
  status = pawl_run_output(f->run, 0, f->values, &call->error);
  if (status == PAWL_OK)
    status = pawl_inspect(&f->run->system, &f->is, &call->error);
  return status == PAWL_OK ? weigh(f, call) : status;
}

static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  finding f = {.arena = &call->arena};
  pawl_status status = pawl_call_model(call, o->model, &o->set, &f.model);
  if (status == PAWL_OK)
    status = look(&f, call);
  if (status == PAWL_OK && o->json)
    put_json(&f, call);
  else if (status == PAWL_OK)
    put_text(&f);
  pawl_run_free(f.run);
  pawl_model_free(f.model);
  return pawl_exit_of(status);
}

static const pawl_option options[] = {
    {"MODEL", NULL, PAWL_ARGUMENT, offsetof(words, model), 0, 0, "a folder with model.lua, or a file"},
    {"--set", "NAME=VALUE", PAWL_OPTION_SETTINGS, offsetof(words, set), 0, 0,
     "sets a parameter, or a number of a part by path; may be repeated"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0, "prints one JSON object"},
    {0}};

const pawl_command pawl_command_check = {
    .name = "check",
    .doc = "Assembles a model and explains it: freedoms, loops, redundant equations.",
    .size = sizeof(words),
    .options = options,
    .run = run};
