/* What pawl picture and pawl movie share: how a motion is to be seen. */
#ifndef PAWL_CLI_SCENE_H
#define PAWL_CLI_SCENE_H

#include "result/strip.h"
#include "show.h"

typedef struct {
  const char *trace, *view;
  int arrows, theme;
  double width, height;
} pawl_scene_words;

/* The lines of a command's table of options, for a struct with a member `scene`. */
#define PAWL_SCENE_OPTIONS(type)                                                                             \
  {"--trace",                                                                                                \
   "A,B,…",                                                                                                  \
   PAWL_OPTION_TEXT,                                                                                         \
   offsetof(type, scene.trace),                                                                              \
   0,                                                                                                        \
   0,                                                                                                        \
   "draws the paths of these markers, bodies or other parts that have a place"},                             \
      {"--view",                                                                                             \
       "VIEW",                                                                                               \
       PAWL_OPTION_TEXT,                                                                                     \
       offsetof(type, scene.view),                                                                           \
       0,                                                                                                    \
       0,                                                                                                    \
       "of models in space: from where it is seen, oblique unless given: front, side, top, oblique, or two " \
       "angles in degrees, to the right and up: 30,20"},                                                     \
      {"--arrows",                                                                                           \
       "none forces reactions all",                                                                          \
       PAWL_OPTION_CHOICE,                                                                                   \
       offsetof(type, scene.arrows),                                                                         \
       0,                                                                                                    \
       0,                                                                                                    \
       "which arrows are drawn: forces (of springs, drives …) unless given, reactions of joints, all, "    \
       "none"},                                                                                              \
      {"--width", "PX",  PAWL_OPTION_NUMBER,         offsetof(type, scene.width),                            \
       16,        16000, "how wide it is, in pixels"},                                                       \
      {"--height", "PX",  PAWL_OPTION_NUMBER,         offsetof(type, scene.height),                          \
       16,         16000, "how high it is, in pixels"},                                                      \
  {                                                                                                          \
    "--theme", "light dark", PAWL_OPTION_CHOICE, offsetof(type, scene.theme), 0, 0, "light unless given"     \
  }

/* A recording with snapshots of it. */
typedef struct {
  pawl_call *call;
  pawl_recording *recording;
  pawl_drawing drawing;
  pawl_strip_options options;
  pawl_recorded_instant *instant;
  pawl_snapshot *snapshot;
  int count;
} pawl_scene;

/* The view and the paths; fails when the recording cannot be drawn. */
pawl_status pawl_scene_open(pawl_call *call, pawl_scene *scene, pawl_recording *recording,
                            const pawl_scene_words *words);
/* Snapshots at these times, in place of those before; symbols get a size that suits them. */
pawl_status pawl_scene_at(pawl_scene *scene, const double *time, int count);
/* The first and the last time of the recording. */
double pawl_scene_begin(const pawl_scene *scene);
double pawl_scene_end(const pawl_scene *scene);
/* Background and greys. */
void pawl_theme(int theme, int *background, bool *dark);
/* "andrews" of models/andrews/model.lua. */
const char *pawl_scene_title(pawl_call *call, const char *path);
/* A whole number, where the table of options allows others. */
pawl_status pawl_whole_number(pawl_call *call, const char *option, double x);

#endif
