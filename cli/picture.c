/* pawl picture: snapshots of a motion in a strip or one over the other, or plots of its channels. */
#include "picture.h"

#include <math.h>
#include <string.h>

enum { MOST_EVENTS = 12, MOST_FRAMES = 1000 };

/* ---- when ---- */

typedef struct {
  double *time;
  const char **what; /* of events: what happened; NULL */
  int count;
} moments;

static pawl_status take(pawl_scene *s, moments *m, int count)
{
  m->time = PAWL_TAKE(&s->call->arena, count, double);
  m->what = PAWL_TAKE(&s->call->arena, count, const char *);
  return m->time && m->what ? PAWL_OK : pawl_fail_memory(&s->call->error);
}

static pawl_status read_times(pawl_scene *s, const char *text, moments *m)
{
  double begin = pawl_scene_begin(s), end = pawl_scene_end(s), slack = 1e-9 * (end - begin);
  pawl_error *error = &s->call->error;
  if (take(s, m, (int)strlen(text) + 1) != PAWL_OK)
    return error->status;
  for (size_t length;; text += length + 1) {
    double t;
    length = strcspn(text, ",");
    char *word = pawl_format(&s->call->arena, "%.*s", (int)length, text);
    if (!word || !pawl_number_of(word, &t))
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "--at wants times with commas between them, not '%.*s'",
                       (int)length, text);
    if (t < begin - slack || t > end + slack)
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "--at %s: the motion is from t = %.9g to %.9g s", word,
                       begin, end);
    m->time[m->count++] = t;
    if (!text[length])
      return PAWL_OK;
  }
}

static pawl_status space_times(pawl_scene *s, int count, moments *m)
{
  double begin = pawl_scene_begin(s), end = pawl_scene_end(s);
  if (take(s, m, count) != PAWL_OK)
    return s->call->error.status;
  for (int i = 0; i < count; i++)
    m->time[i] = i == 0 ? begin : i + 1 == count ? end : begin + (end - begin) * i / (count - 1);
  m->count = count;
  return PAWL_OK;
}

/* Events at one time are one picture, named after the first. */
static pawl_status find_events(pawl_scene *s, moments *m)
{
  const pawl_result *result = s->recording->result;
  if (result->event_count == 0)
    return pawl_fail(&s->call->error, PAWL_BAD_CALL, NULL, "--events: %s holds no events",
                     s->recording->path);
  if (take(s, m, (int)result->event_count) != PAWL_OK)
    return s->call->error.status;
  for (size_t i = 0; i < result->event_count; i++) {
    const pawl_event *e = &result->events[i];
    if (m->count > 0 && e->time == m->time[m->count - 1])
      continue;
    m->time[m->count] = e->time;
    m->what[m->count++] = pawl_format(&s->call->arena, "%s %s", e->part, e->to);
  }
  if (m->count > MOST_EVENTS) {
    pawl_say(NULL, "of %d events %d are drawn, evenly chosen", m->count, MOST_EVENTS);
    for (int i = 0; i < MOST_EVENTS; i++) {
      int from = i * (m->count - 1) / (MOST_EVENTS - 1);
      m->time[i] = m->time[from];
      m->what[i] = m->what[from];
    }
    m->count = MOST_EVENTS;
  }
  return PAWL_OK;
}

static pawl_status find_moments(pawl_scene *s, const pawl_picture_words *words, moments *m)
{
  if (words->at)
    return read_times(s, words->at, m);
  if (words->events)
    return find_events(s, m);
  return space_times(s, isnan(words->frames) ? 1 : (int)words->frames, m);
}

/* ---- labels ---- */

/* The least distance between two of the times, and of one from zero. */
static double least_step(const moments *m)
{
  double least = INFINITY;
  for (int i = 0; i < m->count; i++) {
    double before = i > 0 ? m->time[i - 1] : 0, step = fabs(m->time[i] - before);
    least = step > 0 ? fmin(least, step) : least;
  }
  return least;
}

/* The digits with which all times are right to a thousandth of their span, and told apart. */
static int decimals_of(const moments *m, double factor)
{
  double span = fmin(fabs(m->time[m->count - 1] - m->time[0]), 100 * least_step(m)) * factor;
  for (int d = 0; d < 12; d++) {
    double power = pow(10, d), worst = 0;
    for (int i = 0; i < m->count; i++)
      worst = fmax(worst, fabs(round(m->time[i] * factor * power) / power - m->time[i] * factor));
    if (worst <= 1e-3 * span || worst == 0)
      return d;
  }
  return 12;
}

/* A single picture of the start says nothing of time. */
static pawl_status put_labels(pawl_scene *s, const pawl_picture_words *words, const moments *m)
{
  bool milli = pawl_scene_end(s) < 0.1, plain = m->count == 1 && !words->at && !words->events;
  double factor = milli ? 1e3 : 1;
  const char *unit = milli ? "ms" : "s", *list = "t = ";
  int decimals = decimals_of(m, factor);
  pawl_arena *arena = &s->call->arena;
  for (int i = 0; i < m->count && !plain; i++) {
    double t = m->time[i] * factor;
    s->snapshot[i].label = pawl_format(arena, "t = %.*f %s%s%s", decimals, t, unit, m->what[i] ? ": " : "",
                                       m->what[i] ? m->what[i] : "");
    if (list)
      list = pawl_format(arena, "%s%.*f%s", list, decimals, t, i + 1 < m->count ? ", " : "");
  }
  if (words->overlay && !plain && list) {
    s->options.caption = pawl_format(arena, "%s %s", list, unit);
    if (s->options.caption && pawl_text_width(s->options.caption, 13) > s->options.width - 40)
      s->options.caption = pawl_format(arena, "t = %.*f … %.*f %s", decimals, m->time[0] * factor, decimals,
                                       m->time[m->count - 1] * factor, unit);
  }
  return arena->failed ? pawl_fail_memory(&s->call->error) : PAWL_OK;
}

/* ---- drawing ---- */

static void set_size(pawl_scene *s, const pawl_picture_words *words)
{
  bool strip = s->count > 1 && !words->overlay;
  s->options.width = !isnan(words->scene.width) ? words->scene.width : strip ? 720 : 560;
  s->options.height =
      !isnan(words->scene.height) ? words->scene.height : (strip ? 0.6 : 0.75) * s->options.width;
  s->options.zoom = isnan(words->scale) ? 1 : words->scale;
  s->options.columns = isnan(words->columns) ? 0 : (int)words->columns;
  s->options.overlay = words->overlay;
}

static pawl_status draw_snapshots(pawl_call *call, const pawl_picture_words *words, pawl_recording *recording,
                                  const pawl_paper_kind *kind, FILE *to)
{
  pawl_scene scene;
  moments m = {0};
  pawl_status status = pawl_scene_open(call, &scene, recording, &words->scene);
  if (status == PAWL_OK)
    status = find_moments(&scene, words, &m);
  if (status == PAWL_OK)
    status = pawl_scene_at(&scene, m.time, m.count);
  if (status != PAWL_OK)
    return status;
  set_size(&scene, words);
  status = put_labels(&scene, words, &m);
  if (status != PAWL_OK)
    return status;
  return pawl_strip_write(to, kind, &scene.drawing, scene.snapshot, scene.count, &scene.options,
                          &call->error);
}

/* ---- the command ---- */

static pawl_status check_words(pawl_call *call, const pawl_picture_words *words)
{
  pawl_error *error = &call->error;
  const char *wrong = words->at                  ? "--at"
                      : words->events            ? "--events"
                      : words->overlay           ? "--overlay"
                      : !isnan(words->frames)    ? "--frames"
                      : !isnan(words->columns)   ? "--columns"
                      : words->scene.trace       ? "--trace"
                      : words->scene.view        ? "--view"
                      : words->scene.arrows >= 0 ? "--arrows"
                                                 : NULL;
  if (!words->out)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "picture: say where it goes: -o FILE.svg, .png or .pdf");
  if (!pawl_paper_find(words->out))
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "cannot tell how to write '%s': a picture ends in .svg, .png or .pdf", words->out);
  if ((words->at != NULL) + words->events + !isnan(words->frames) > 1)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "--at, --frames and --events all say when: give one of them");
  if (words->plot && wrong)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "%s is for drawings, not for --plot", wrong);
  if (words->mark && !words->plot)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--mark is for --plot");
  if (words->units && !words->plot)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--units is for --plot");
  if (!isnan(words->since) && !words->plot)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--since is for --plot; drawings are made --at their times");
  if (pawl_whole_number(call, "--frames", words->frames) != PAWL_OK)
    return error->status;
  return pawl_whole_number(call, "--columns", words->columns);
}

static pawl_status write_picture(pawl_call *call, const pawl_picture_words *words, pawl_recording *recording)
{
  const pawl_paper_kind *kind = pawl_paper_find(words->out);
  pawl_outfile output;
  pawl_status status = pawl_outfile_spares(call, words->out, words->show.what);
  if (status == PAWL_OK)
    status = pawl_outfile_open(call, &output, words->out);
  if (status != PAWL_OK)
    return status;
  if (words->plot)
    status = pawl_picture_plot(call, words, recording, kind, output.to);
  else
    status = draw_snapshots(call, words, recording, kind, output.to);
  pawl_status closed = pawl_outfile_close(call, &output, status == PAWL_OK);
  return status == PAWL_OK ? closed : status;
}

/* Of a model that is drawn at its start, only the start is computed. */
static bool only_start(const pawl_picture_words *words)
{
  return !words->plot && !words->at && !words->events && !words->scene.trace && isnan(words->show.until) &&
         (isnan(words->frames) || words->frames == 1) && !pawl_show_is_result(words->show.what);
}

static int picture(pawl_call *call, const void *options)
{
  const pawl_picture_words *words = options;
  pawl_show_words show = words->show;
  pawl_recording *recording = NULL;
  if (check_words(call, words) != PAWL_OK)
    return pawl_exit_of(call->error.status);
  if (only_start(words))
    show.until = 0;
  if (words->plot && pawl_show_is_result(show.what))
    show.until = NAN; /* it ends the plot */
  int status = pawl_show_open(call, &show, NULL, &recording);
  if (status == 0)
    status = pawl_exit_of(write_picture(call, words, recording));
  if (status == 0 && !words->quiet)
    printf("%s: %s of %s\n", words->out, words->plot ? "a plot" : "a picture", recording->path);
  pawl_recording_free(recording);
  return status;
}

static const pawl_option options[] = {
    PAWL_SHOW_OPTIONS(pawl_picture_words),
    {"-o", "FILE", PAWL_OPTION_TEXT, offsetof(pawl_picture_words, out), 0, 0,
     "where the picture goes: its kind is that of the ending, .svg, .png or .pdf"},
    {"--at", "T1,T2,…", PAWL_OPTION_TEXT, offsetof(pawl_picture_words, at), 0, 0,
     "draws snapshots at these times; the start unless given"},
    {"--frames", "N", PAWL_OPTION_NUMBER, offsetof(pawl_picture_words, frames), 1, MOST_FRAMES,
     "draws N snapshots, evenly spaced from the start to the end"},
    {"--events", NULL, PAWL_OPTION_FLAG, offsetof(pawl_picture_words, events), 0, 0,
     "draws a snapshot of each event, of at most 12"},
    {"--overlay", NULL, PAWL_OPTION_FLAG, offsetof(pawl_picture_words, overlay), 0, 0,
     "draws the snapshots one over the other, the earlier the paler"},
    {"--columns", "N", PAWL_OPTION_NUMBER, offsetof(pawl_picture_words, columns), 1, MOST_FRAMES,
     "how many snapshots stand side by side; unless given, as many as makes them largest"},
    {"--plot", "A,B,…", PAWL_OPTION_TEXT, offsetof(pawl_picture_words, plot), 0, 0,
     "plots channels over time instead: names, parts (all of theirs), or beginnings of names with *; Y:X "
     "plots "
     "one over another"},
    {"--since", "T", PAWL_OPTION_NUMBER, offsetof(pawl_picture_words, since), 0, INFINITY,
     "of plots: begins at T seconds; --until ends them, also of a result"},
    {"--units", "A,B,…", PAWL_OPTION_TEXT, offsetof(pawl_picture_words, units), 0, 0,
     "of plots: units to show numbers in, such as deg,mm,rpm"},
    {"--mark", "T1,T2,…", PAWL_OPTION_TEXT, offsetof(pawl_picture_words, mark), 0, 0,
     "of plots: numbers these instants on the curves, 1, 2, …; at a jump the side before it"},
    PAWL_SCENE_OPTIONS(pawl_picture_words),
    {"--scale", "X", PAWL_OPTION_NUMBER, offsetof(pawl_picture_words, scale), 0.1, 16,
     "of PNG: dots per pixel; 2 for fine screens"},
    {"--quiet", NULL, PAWL_OPTION_FLAG, offsetof(pawl_picture_words, quiet), 0, 0,
     "does not say what was written"},
    {0}};

const pawl_command pawl_command_picture = {
    .name = "picture",
    .doc = "Draws a motion as snapshots, or plots its channels, as SVG, PNG or PDF.",
    .about = "All snapshots have the same scale, also of their arrows. A picture is as large as fits into "
             "its width and "
             "height. Plots have a panel for each unit.",
    .size = sizeof(pawl_picture_words),
    .options = options,
    .run = picture};
