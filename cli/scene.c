/* A recording as it is to be seen: the eye, the arrows, the paths of points, and snapshots of it. */
#include "scene.h"

#include <math.h>
#include <string.h>

#define DEG (3.14159265358979323846 / 180)

/* ---- words ---- */

void pawl_theme(int theme, int *background, bool *dark)
{
  *dark = theme == 1;
  *background = *dark ? 0x14181d : 0xffffff;
}

pawl_status pawl_whole_number(pawl_call *call, const char *option, double x)
{
  if (isnan(x) || x == floor(x))
    return PAWL_OK;
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "%s wants a whole number, not %g", option, x);
}

const char *pawl_scene_title(pawl_call *call, const char *path)
{
  static const char own[] = "/model.lua";
  size_t end = strlen(path);
  if (end > strlen(own) && strcmp(path + end - strlen(own), own) == 0)
    end -= strlen(own);
  while (end > 1 && path[end - 1] == '/')
    end--;
  size_t begin = end;
  while (begin > 0 && path[begin - 1] != '/')
    begin--;
  const char *title = pawl_format(&call->arena, "%.*s", (int)(end - begin), path + begin);
  return title ? title : path;
}

static pawl_status read_view(pawl_scene *s, const char *text)
{
  static const struct {
    const char *name;
    double aside, above;
  } views[] = {{"front", 0, 0}, {"side", 90, 0}, {"top", 0, 90}, {"oblique", 31.5, 25.8}};
  pawl_view_options *view = &s->options.view;
  pawl_error *error = &s->call->error;
  const char *comma = text ? strchr(text, ',') : NULL;
  double above;
  if (!text)
    return PAWL_OK;
  if (s->recording->model->worlds == PAWL_PLANAR)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--view is for models in space, and %s is planar",
                     s->recording->path);
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    if (strcmp(text, views[i].name) == 0) {
      view->aside = views[i].aside * DEG;
      view->above = views[i].above * DEG;
      return PAWL_OK;
    }
  char *aside = comma ? pawl_format(&s->call->arena, "%.*s", (int)(comma - text), text) : NULL;
  if (!aside || !pawl_number_of(aside, &view->aside) || !pawl_number_of(comma + 1, &above))
    return pawl_fail(
        error, PAWL_BAD_CALL, NULL,
        "--view wants front, side, top, oblique, or two angles in degrees such as 30,20, not '%s'", text);
  view->aside *= DEG;
  view->above = above * DEG;
  return PAWL_OK;
}

static unsigned arrows_of(int choice)
{
  const unsigned forces = 1u << PAWL_ROLE_FORCE | 1u << PAWL_ROLE_DRIVE, reactions = 1u << PAWL_ROLE_REACTION;
  const unsigned all[] = {0, forces, reactions, forces | reactions};
  return choice < 0 ? forces : all[choice];
}

/* ---- paths ---- */

static pawl_status no_place(pawl_scene *s, const char *name)
{
  const pawl_model *model = s->recording->model;
  const char **names = PAWL_TAKE(&s->call->arena, model->part_count + 1, const char *);
  int n = 0;
  for (int i = 0; names && i < model->part_count; i++)
    if (pawl_recording_column(s->recording, i, "x") >= 0)
      names[n++] = model->parts[i]->name;
  const char *near = names ? pawl_nearest(name, names, n) : NULL;
  bool known = pawl_model_find(model, name) >= 0;
  if (known)
    return pawl_fail(&s->call->error, PAWL_BAD_CALL, NULL,
                     "--trace: there is no place (x and y) recorded of '%s'; a marker there has one", name);
  return pawl_fail(&s->call->error, PAWL_BAD_CALL, NULL, "--trace: there is no part '%s'%s%s%s", name,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static pawl_status find_path(pawl_scene *s, const char *name, pawl_trace *trace)
{
  static const int colors[] = {0xd1495b, 0x00798c, 0xe08e0b, 0x6a4c93, 0x4c956c, 0x30638e};
  static const char *const axes[] = {"x", "y", "z"};
  const pawl_recording *r = s->recording;
  int part = pawl_model_find(r->model, name), column[3], count = r->model->worlds == PAWL_PLANAR ? 2 : 3;
  for (int i = 0; i < count; i++) {
    column[i] = part < 0 ? -1 : pawl_recording_column(r, part, axes[i]);
    if (column[i] < 0)
      return no_place(s, name);
  }
  pawl_vec *point = PAWL_TAKE(&s->call->arena, r->result->rows, pawl_vec);
  if (!point)
    return pawl_fail_memory(&s->call->error);
  for (size_t i = 0; i < r->result->rows; i++)
    point[i] = (pawl_vec){r->result->columns[column[0]][i], r->result->columns[column[1]][i],
                          count > 2 ? r->result->columns[column[2]][i] : 0};
  *trace = (pawl_trace){point, r->result->time, r->result->rows, colors[s->options.trace_count % 6]};
  s->options.trace_count++;
  return PAWL_OK;
}

static pawl_status find_paths(pawl_scene *s, const char *words)
{
  if (!words)
    return PAWL_OK;
  pawl_trace *trace = PAWL_TAKE(&s->call->arena, strlen(words) + 1, pawl_trace);
  s->options.trace = trace;
  for (size_t length; trace; words += length + 1, trace++) {
    length = strcspn(words, ",");
    char *name = pawl_format(&s->call->arena, "%.*s", (int)length, words);
    pawl_status status = name ? find_path(s, name, trace) : pawl_fail_memory(&s->call->error);
    if (status != PAWL_OK || !words[length])
      return status;
  }
  return pawl_fail_memory(&s->call->error);
}

/* ---- opening ---- */

/* Only a model knows what its parts look like, and only poses where they are. */
static pawl_status check_drawing(pawl_call *call, const pawl_recording *r)
{
  if (!r->model)
    return pawl_fail(
        &call->error, PAWL_BAD_CALL, NULL,
        "a drawing needs the model, which %s does not hold: name it by --model MODEL, or plot channels "
        "by pawl picture --plot%s%s",
        r->path, r->warning_count > 0 ? ". " : "", r->warning_count > 0 ? r->warning[0] : "");
  int needed = r->model->worlds == PAWL_PLANAR ? 3 : 7;
  for (int b = 1; b <= r->model->body_count; b++)
    for (int i = 0; i < needed; i++)
      if (r->pose[7 * b + i] < 0)
        return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                         "%s does not hold where '%s' is: a drawing needs the places of all bodies", r->path,
                         r->model->parts[r->model->body_part[b]]->name);
  return PAWL_OK;
}

pawl_status pawl_scene_open(pawl_call *call, pawl_scene *scene, pawl_recording *recording,
                            const pawl_scene_words *words)
{
  *scene = (pawl_scene){.call = call, .recording = recording, .options = pawl_strip_usual()};
  pawl_strip_options *o = &scene->options;
  pawl_status status = check_drawing(call, recording);
  if (status != PAWL_OK)
    return status;
  o->title = pawl_scene_title(call, recording->path);
  o->view.arrows = arrows_of(words->arrows);
  pawl_theme(words->theme, &o->background, &o->dark);
  status = read_view(scene, words->view);
  return status == PAWL_OK ? find_paths(scene, words->trace) : status;
}

double pawl_scene_begin(const pawl_scene *scene)
{
  return scene->recording->result->time[0];
}

double pawl_scene_end(const pawl_scene *scene)
{
  return scene->recording->result->time[scene->recording->result->rows - 1];
}

pawl_status pawl_scene_at(pawl_scene *scene, const double *time, int count)
{
  pawl_arena *arena = &scene->call->arena;
  pawl_instant *now = PAWL_TAKE(arena, count, pawl_instant);
  scene->instant = PAWL_TAKE(arena, count, pawl_recorded_instant);
  scene->snapshot = PAWL_TAKE(arena, count, pawl_snapshot);
  scene->count = count;
  if (arena->failed)
    return pawl_fail_memory(&scene->call->error);
  for (int i = 0; i < count; i++) {
    scene->instant[i] = (pawl_recorded_instant){scene->recording, time[i]};
    now[i] = pawl_recording_instant(&scene->instant[i]);
    scene->snapshot[i] = (pawl_snapshot){.now = now[i], .time = time[i]};
  }
  pawl_error *error = &scene->call->error;
  pawl_status status = pawl_view_collect(scene->recording->model, now, count, arena, &scene->drawing, error);
  if (status == PAWL_OK && scene->drawing.count == 0)
    status = pawl_fail(error, PAWL_BAD_CALL, NULL, "%s draws nothing", scene->recording->path);
  return status;
}
