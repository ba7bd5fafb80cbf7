/* pawl movie: a motion as a film, its frames drawn in memory and handed to ffmpeg. */
#include <math.h>
#include <string.h>

#include "encoder.h"
#include "scene.h"

enum { MOST_FRAMES = 1000000, MOST_SAMPLES = 200 };

typedef struct {
  pawl_show_words show;
  pawl_scene_words scene;
  const char *out;
  double fps, speed;
  bool quiet;
} movie_words;

typedef struct {
  pawl_call *call;
  const movie_words *words;
  const pawl_film_kind *kind;
  pawl_scene scene;
  double fps, speed; /* frames per second; seconds of motion in a second of film */
  int frames;
} shooting;

/* ---- when ---- */

static double frame_time(const shooting *s, int i)
{
  return fmin(pawl_scene_begin(&s->scene) + i * s->speed / s->fps, pawl_scene_end(&s->scene));
}

/* Real time, unless that would be over too soon or take too long: then 1, 2 or 5 times a power of ten of it. */
static double usual_speed(double span)
{
  double least = span / 12, power = pow(10, floor(log10(least)));
  if (!(span > 0) || (span >= 2 && span <= 60))
    return 1;
  return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}

static pawl_status plan(shooting *s)
{
  double span = pawl_scene_end(&s->scene) - pawl_scene_begin(&s->scene);
  s->fps = isnan(s->words->fps) ? (s->kind->most_fps < 60 ? 25 : 30) : s->words->fps;
  s->speed = isnan(s->words->speed) ? usual_speed(span) : s->words->speed;
  double frames = floor(span / s->speed * s->fps + 1e-6) + 1;
  if (frames > MOST_FRAMES)
    return pawl_fail(&s->call->error, PAWL_BAD_CALL, NULL,
                     "the film would have %.3g frames, more than %d: raise --speed, or lower --fps", frames,
                     MOST_FRAMES);
  s->frames = (int)frames;
  return PAWL_OK;
}

/* ---- shooting ---- */

/* The time with the digits that change from frame to frame. */
static const char *label_of(const shooting *s, double time, char text[64])
{
  bool milli = pawl_scene_end(&s->scene) < 0.1;
  double step = s->speed / s->fps * (milli ? 1e3 : 1);
  int decimals = (int)fmin(fmax(ceil(-log10(step) - 0.3), 0), 9);
  snprintf(text, 64, "t = %.*f %s", decimals, time * (milli ? 1e3 : 1), milli ? "ms" : "s");
  return text;
}

static pawl_status shoot(shooting *s, pawl_film *film, pawl_encoder *encoder)
{
  pawl_progress bar;
  pawl_status status = PAWL_OK;
  bool taken = true;
  size_t bytes = (size_t)film->paper.row_bytes * (size_t)film->paper.rows;
  pawl_progress_begin(&bar, s->words->quiet);
  for (int i = 0; i < s->frames && taken && !pawl_interrupt_seen(); i++) {
    char label[64];
    pawl_recorded_instant at = {s->scene.recording, frame_time(s, i)};
    pawl_snapshot now = {pawl_recording_instant(&at), at.time, label_of(s, at.time, label)};
    taken = pawl_encoder_put(encoder, pawl_film_frame(film, &now), bytes);
    pawl_progress_show(&bar, (i + 1.0) / s->frames, at.time);
  }
  pawl_progress_end(&bar);
  bool whole = !pawl_interrupt_seen();
  status = pawl_encoder_close(s->call, encoder, whole);
  if (status == PAWL_OK && whole && !taken)
    status = pawl_fail(&s->call->error, PAWL_BAD_FILE, NULL, "ffmpeg did not take all frames");
  return status;
}

static pawl_status film_to(shooting *s, const char *program, const char *path)
{
  pawl_film film;
  pawl_encoder encoder;
  pawl_error *error = &s->call->error;
  pawl_status status =
      pawl_film_open(&film, &s->scene.drawing, s->scene.snapshot, s->scene.count, &s->scene.options, error);
  if (status == PAWL_OK) {
    status = pawl_encoder_open(s->call, &encoder, program, path, s->kind, film.paper.columns, film.paper.rows,
                               s->fps);
    if (status == PAWL_OK)
      status = shoot(s, &film, &encoder);
    else
      pawl_encoder_close(s->call, &encoder, false);
  }
  if (status == PAWL_OK && !s->words->quiet && !pawl_interrupt_seen())
    printf("%s: %d frame%s of %d by %d dots, %.9g per second, %.4g of real time\n", s->words->out, s->frames,
           s->frames == 1 ? "" : "s", film.paper.columns, film.paper.rows, s->fps, s->speed);
  pawl_film_close(&film);
  return status;
}

/* What is to be seen is found from so many instants of the run. */
static pawl_status prepare(shooting *s, pawl_recording *recording)
{
  pawl_strip_options *o = &s->scene.options;
  pawl_status status = pawl_scene_open(s->call, &s->scene, recording, &s->words->scene);
  if (status == PAWL_OK)
    status = plan(s);
  int count = s->frames < MOST_SAMPLES ? s->frames : MOST_SAMPLES;
  double *time = status == PAWL_OK ? PAWL_TAKE(&s->call->arena, count, double) : NULL;
  if (status != PAWL_OK || !time)
    return status != PAWL_OK ? status : pawl_fail_memory(&s->call->error);
  for (int i = 0; i < count; i++)
    time[i] = frame_time(s, count > 1 ? (int)((long long)i * (s->frames - 1) / (count - 1)) : 0);
  o->width = isnan(s->words->scene.width) ? 720 : s->words->scene.width;
  o->height = isnan(s->words->scene.height) ? 0 : s->words->scene.height;
  return pawl_scene_at(&s->scene, time, count);
}

static int make(shooting *s, const char *program, pawl_recording *recording)
{
  pawl_outfile output;
  pawl_interrupt_catch();
  pawl_status status = prepare(s, recording);
  if (status == PAWL_OK)
    status = pawl_outfile_open(s->call, &output, s->words->out);
  if (status != PAWL_OK)
    return pawl_exit_of(status);
  status = film_to(s, program, output.partial);
  bool keep = status == PAWL_OK && !pawl_interrupt_seen();
  pawl_status closed = pawl_outfile_close(s->call, &output, keep);
  if (pawl_interrupt_seen()) {
    pawl_fail(&s->call->error, PAWL_BAD_FILE, NULL, "interrupted: %s was not made", s->words->out);
    return PAWL_INTERRUPTED + pawl_interrupt_seen();
  }
  return pawl_exit_of(status == PAWL_OK ? closed : status);
}

/* ---- the command ---- */

static pawl_status check_size(pawl_call *call, const pawl_film_kind *kind, const char *option, double x)
{
  if (pawl_whole_number(call, option, x) != PAWL_OK)
    return call->error.status;
  if (!kind->even || isnan(x) || fmod(x, 2) == 0)
    return PAWL_OK;
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "%s must be an even number for a film in %s, not %g",
                   option, kind->ending + 1, x);
}

static pawl_status check_words(pawl_call *call, const movie_words *words, const pawl_film_kind **kind)
{
  pawl_error *error = &call->error;
  if (!words->out)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "movie: -o FILE is missing: where the film goes");
  *kind = pawl_film_kind_find(words->out);
  if (!*kind)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "cannot tell how to write '%s': a film ends in .mp4, .webm or .gif", words->out);
  if (words->fps > (*kind)->most_fps)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--fps %g: a film in %s holds at most %g frames per second",
                     words->fps, (*kind)->ending + 1, (*kind)->most_fps);
  if (check_size(call, *kind, "--width", words->scene.width) != PAWL_OK)
    return error->status;
  return check_size(call, *kind, "--height", words->scene.height);
}

static int movie(pawl_call *call, const void *options)
{
  shooting s = {.call = call, .words = options};
  pawl_recording *recording = NULL;
  if (check_words(call, s.words, &s.kind) != PAWL_OK)
    return pawl_exit_of(call->error.status);
  const char *program = pawl_encoder_find(call);
  if (!program)
    return pawl_exit_of(call->error.status);
  int status = pawl_show_open(call, &s.words->show, NULL, &recording);
  if (status == 0)
    status = make(&s, program, recording);
  pawl_recording_free(recording);
  return status;
}

static const pawl_option options[] = {
    PAWL_SHOW_OPTIONS(movie_words),
    {"-o", "FILE", PAWL_OPTION_TEXT, offsetof(movie_words, out), 0, 0,
     "where the film goes: its kind is that of the ending, .mp4, .webm or .gif"},
    {"--fps", "N", PAWL_OPTION_NUMBER, offsetof(movie_words, fps), 1, 240,
     "frames per second: 30 unless given, of a GIF 25"},
    {"--speed", "X", PAWL_OPTION_NUMBER, offsetof(movie_words, speed), 1e-9, 1e9,
     "seconds of motion in a second of film: 0.1 is ten times slower than real; unless given, real time, or "
     "what "
     "makes a film of some seconds"},
    PAWL_SCENE_OPTIONS(movie_words),
    {"--quiet", NULL, PAWL_OPTION_FLAG, offsetof(movie_words, quiet), 0, 0,
     "prints no progress bar, and not what was written"},
    {0}};

const pawl_command pawl_command_movie = {.name = "movie",
                                         .doc = "Makes a film of a motion as MP4, WebM or GIF, by ffmpeg.",
                                         .about = "A film replaces an earlier one only when it is complete.",
                                         .size = sizeof(movie_words),
                                         .options = options,
                                         .run = movie};
