/* One run of a page: which arrays it has, and its description. */
#ifndef PAWL_RESULT_PAGE_RUN_H
#define PAWL_RESULT_PAGE_RUN_H

#include "result/page.h"
#include "result/page_block.h"

enum { PAWL_PAGE_ROWS = 20000 };     /* of a run, unless the user wants others         */
enum { PAWL_PAGE_NARROW = 1400000 }; /* more numbers than these are written as 32 bits: 15 MB of base64 */

typedef struct {
  const pawl_recording *recording;
  const size_t *row; /* those that are kept; NULL: all */
  size_t rows;
  bool narrow;
  int time;                   /* array                      */
  int *channel;               /* arrays, of each channel    */
  const pawl_page_axis *axis; /* of the grid that it is in */
  int axis_count;
  char *drawing; /* as JSON                    */
  size_t drawing_size;
} pawl_page_run;

/* How many numbers a run has, in at most so many rows. */
double pawl_page_numbers(const pawl_recording *recording, size_t rows);
/* Chooses rows and adds the arrays; false: no memory. */
bool pawl_page_run_plan(pawl_page_run *run, const pawl_recording *recording, size_t rows, bool narrow,
                        pawl_page_block *block);
/* The fields of the description; of a run in a grid, those in which it differs from the page's `own`. */
void pawl_page_run_json(const pawl_page_run *run, const pawl_page_run *own, pawl_json *json);
/* page_contacts.c: every part that has events, and every contact and curve joint. */
void pawl_page_contacts(pawl_json *json, const pawl_recording *recording);
void pawl_page_run_free(pawl_page_run *run);

#endif
