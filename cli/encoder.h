/* ffmpeg as a process that makes a film of frames. */
#ifndef PAWL_CLI_ENCODER_H
#define PAWL_CLI_ENCODER_H

#include <sys/types.h>

#include "cli.h"

typedef struct {
  const char *ending;        /* ".mp4"                                         */
  bool even;                 /* its numbers of dots must be even               */
  double most_fps;           /* it cannot hold more frames per second          */
  const char *arguments[20]; /* of ffmpeg, for the output; end with NULL       */
} pawl_film_kind;

/* The kind by the ending of a file's name; NULL: there is none. */
const pawl_film_kind *pawl_film_kind_find(const char *path);

typedef struct {
  pid_t process;
  int pipe;    /* frames go in here; -1: closed */
  FILE *words; /* what it says                  */
  size_t row_bytes;
} pawl_encoder;

/* The program's path, or NULL and a sentence: it is not installed. */
const char *pawl_encoder_find(pawl_call *call);
/* Starts it: frames of width by height dots with 4 bytes (blue, green, red, nothing) become a film at `path`. */
pawl_status pawl_encoder_open(pawl_call *call, pawl_encoder *encoder, const char *program, const char *path,
                              const pawl_film_kind *kind, int width, int height, double fps);
/* False: it takes no more; closing it says why. */
bool pawl_encoder_put(pawl_encoder *encoder, const unsigned char *frame, size_t bytes);
/* Waits until it is done. Not `whole`: it is to stop. */
pawl_status pawl_encoder_close(pawl_call *call, pawl_encoder *encoder, bool whole);

#endif
