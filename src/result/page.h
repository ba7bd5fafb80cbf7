/* The page that shows recordings, in the form of viewer/DATA.md. */
#ifndef PAWL_RESULT_PAGE_H
#define PAWL_RESULT_PAGE_H

#include <stdio.h>

#include "result/recording.h"

/* The page as it is built: HTML with a place for the description and one for the numbers. */
typedef struct {
  const char *html;
  size_t size;
} pawl_page_frame;

/* A parameter of a grid of runs, or a number by path. */
typedef struct {
  const char *name, *unit;
  const double *value;
  int count;
} pawl_page_axis;

typedef struct {
  const pawl_recording *run; /* what the page shows first                                               */
  const pawl_page_axis *axis;
  int axis_count;                    /* 0: no grid                                                     */
  const pawl_recording *const *cell; /* a run for each combination, the last axis fastest; NULL: failed */
  const pawl_error *failure;         /* of those                                                       */
  size_t rows;                       /* the most rows of a run, others are thinned; 0: all             */
} pawl_page;

/* One self-contained file. */
pawl_status pawl_page_write(FILE *to, const pawl_page_frame *frame, const pawl_page *page, pawl_error *error);

/* The page of a server, without a run. */
pawl_status pawl_page_write_live(FILE *to, const pawl_page_frame *frame, pawl_error *error);
/* A run as the server sends it: `*bytes` are to be freed. */
pawl_status pawl_page_message(const pawl_recording *run, long number, bool can_run, char **bytes,
                              size_t *size, pawl_error *error);

#endif
