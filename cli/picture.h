/* What the files of pawl picture share. */
#ifndef PAWL_CLI_PICTURE_H
#define PAWL_CLI_PICTURE_H

#include "scene.h"

typedef struct {
  pawl_show_words show;
  pawl_scene_words scene;
  const char *out, *at, *plot, *units, *mark;
  double frames, columns, scale, since;
  bool events, overlay, quiet;
} pawl_picture_words;

/* picture_plot.c */
pawl_status pawl_picture_plot(pawl_call *call, const pawl_picture_words *words,
                              const pawl_recording *recording, const pawl_paper_kind *kind, FILE *to);

#endif
