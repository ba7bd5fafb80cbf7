/* Results: rows of numbers over time, with what is needed to understand and to continue them.
 *
 *     writer   channel descriptions and rows of doubles → a .csv or .h5 file      writer.c, csv_write.c, hdf5_write.c
 *     reader   such a file → columns in memory, or one stored state                reader.c, csv_read.c, hdf5_read.c
 *     compare  two results → differences by channel                                compare.c
 *
 *     memory   the same rows kept as a result, without a file                      memory_write.c
 *     recording  a result with its model and its drawing, at any instant           recording.c
 *     page     recordings → the page that shows them                               page.c
 *
 * Nothing here knows mechanics. A CSV file holds the time and the channels; HDF5 holds everything:
 *
 *     /time                  n
 *     /channels/<name>       n, with the texts unit, part and meaning. A '/' in a name is written '|', and the
 *                            text `name` then holds the true one. In the order of the channels
 *     /events                the members of pawl_event, by their names
 *     /ledger                name, value
 *     /model/source          the text, with the text `name`;   /model/parameters   name, value, unit, doc
 *     /model/files/<i>       what the model has read besides, with the text `name`
 *     /model/settings        name, value: what it was read with
 *     /model/drawing         its primitives as JSON (model/drawing.h), for other programs
 *     /states/time, y        m;   m x state_size
 *     /meta                  texts: schema_version, program_version, and whatever the caller gives */
#ifndef PAWL_RESULT_RESULT_H
#define PAWL_RESULT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/event.h"
#include "model/model.h"
#include "pawl.h"

typedef struct {
  const char *name, *unit, *part, *meaning; /* all but the name may be NULL */
} pawl_channel;

/* The channel that says why there is a row: 0, as everywhere if there is none, it is one of an even grid; 1, 2 the sides of an event, at one
 * time; 3 a peak; 4 the last of a run that failed. Two rows of one time are a jump. */
#define PAWL_ROW_WHY "row.why"

typedef struct {
  const char *name;
  double value;
  const char *unit, *doc; /* may be NULL */
} pawl_result_parameter;

/* event.c: the numbers of an event but the time, for all that store or show them. A whole one that is `none` is not there. */
typedef struct {
  const char *name;
  size_t where;
  bool whole; /* an int */
  int none;
} pawl_event_number;
enum { PAWL_EVENT_REALS = 9, PAWL_EVENT_WHOLES = 3 };
extern const pawl_event_number pawl_event_numbers[]; /* ends with {0} */
/* NaN: it does not have it. */
double pawl_event_get(const pawl_event *event, const pawl_event_number *number);
void pawl_event_set(pawl_event *event, const pawl_event_number *number, double value);

/* The log as CSV: `time,part,from,to,reason,impulse,impulse_t,rate_before,rate_after,slide_before,slide_after,
 * energy_lost,modes,first,limit,count,point,shape1,shape2,unit`, numbers with the digits that read back as the same, nothing for NaN. */
void pawl_event_put_head(FILE *to);
void pawl_event_put(FILE *to, const pawl_event *event);

typedef struct {
  const char *name; /* kept to 95 bytes */
  double value;
} pawl_ledger_entry;

typedef struct {
  const char *name, *text;
} pawl_meta;

typedef struct {
  int count; /* of channels */
  size_t rows;
  const double *time;           /* rows */
  const pawl_channel *channels; /* count; "" where the file says nothing */
  double *const *columns;       /* count pointers to rows numbers */
  bool plain;                   /* rows are all that the file can hold: it is CSV */

  /* What only HDF5 holds; empty where the file does not say. */
  pawl_stored_model model;
  const pawl_result_parameter *parameters;
  int parameter_count;
  const pawl_event *events;
  size_t event_count;
  const pawl_ledger_entry *ledger;
  int ledger_count;
  const pawl_meta *meta;
  int meta_count;
  pawl_arena arena;
} pawl_result;

typedef struct pawl_writer pawl_writer;

/* Begins a result at `path`, of the kind that its ending says: .csv, .h5 or .hdf5. What is there already stays
 * until a close that keeps: rows go to the file `path`.part, which can be read at any moment, also after the
 * program was killed, up to the last flush. A device, a pipe or /dev/stdout gets CSV, directly.
 * `state_size` is the length of the states that will be stored, 0 for none. All memory is taken here. */
pawl_status pawl_writer_open(pawl_writer **writer, const char *path, const pawl_channel *channels, int count,
                             size_t state_size, const pawl_memory *memory, pawl_error *error);

/* The same without a file: the rows stay in memory until pawl_writer_result. */
pawl_status pawl_writer_open_memory(pawl_writer **writer, const pawl_channel *channels, int count,
                                    const pawl_memory *memory, pawl_error *error);
/* Closes such a writer and gives what it was told, as if read from a file. */
pawl_status pawl_writer_result(pawl_writer *writer, pawl_result **result, pawl_error *error);

/* Before the first row. The texts are copied. `drawing` may be NULL. */
pawl_status pawl_writer_model(pawl_writer *writer, const pawl_stored_model *model, const char *drawing,
                              const pawl_result_parameter *parameters, int count, pawl_error *error);

/* A text about the whole result: options, the state hash … At any time; the last of one name counts. */
pawl_status pawl_writer_meta(pawl_writer *writer, const char *name, const char *text, pawl_error *error);

/* `values` has one number per channel. Flushes every 256 rows at the latest, and when the last flush was a
 * second ago. */
pawl_status pawl_writer_row(pawl_writer *writer, double time, const double *values, pawl_error *error);
pawl_status pawl_writer_flush(pawl_writer *writer, pawl_error *error);

/* What only HDF5 holds; a CSV file takes them and forgets them. A later ledger replaces an earlier one. */
pawl_status pawl_writer_state(pawl_writer *writer, double time, const double *state, pawl_error *error);
pawl_status pawl_writer_event(pawl_writer *writer, const pawl_event *event, pawl_error *error);
pawl_status pawl_writer_ledger(pawl_writer *writer, const pawl_ledger_entry *entries, int count,
                               pawl_error *error);

/* The file that is being written. */
const char *pawl_writer_partial(const pawl_writer *writer);

/* Frees the writer. `keep`: the file replaces what was at `path`, all at once. Otherwise, or after a failure,
 * what was at `path` stays as it was, and the rows so far stay under the partial name; without rows it goes. */
pawl_status pawl_writer_close(pawl_writer *writer, bool keep, pawl_error *error);

/* Whether a path ends as results do. */
bool pawl_result_is(const char *path);
/* Reads a result of either kind, also a partial one. */
pawl_status pawl_result_read(pawl_result **result, const char *path, const pawl_memory *memory,
                             pawl_error *error);
const double *pawl_result_column(const pawl_result *result, const char *name); /* NULL when there is none */
const char *pawl_result_meta(const pawl_result *result, const char *name);     /* NULL when there is none */
void pawl_result_free(pawl_result *result);

typedef struct {
  double time;
  size_t size;
  double *y;
  pawl_arena arena;
} pawl_saved_state;

/* The last state stored at or before time t, which may be missed by 1e-12 of itself. */
pawl_status pawl_result_state(pawl_saved_state **state, const char *path, double t, const pawl_memory *memory,
                              pawl_error *error);
void pawl_saved_state_free(pawl_saved_state *state);

typedef struct {
  bool interpolate; /* compare also at times of a between those of b, by cubic interpolation of b */
  double absolute;  /* a difference of absolute + relative * range is allowed */
  double relative;
} pawl_tolerance;

typedef struct {
  const char *name, *unit;
  double largest; /* max |a - b|; infinite where just one of them is not a number */
  double at;      /* the time of it */
  double rms;
  double range; /* max a - min a, of the finite values */
  double allowed;
  bool agrees;
} pawl_difference;

typedef struct {
  pawl_difference *channels; /* those in both, in the order of a */
  int count;
  const char **only_a, **only_b;
  int only_a_count, only_b_count;
  size_t rows;         /* rows of a that were compared */
  size_t missed;       /* rows of a with no such time in b (with `interpolate`: outside the times of b) */
  double first_missed; /* the time of the first of these */
  size_t passed;       /* rows of a at events and peaks, of which b has none then: nothing is said of them */
  bool agrees;         /* some row and some channel was compared, none was missed, and each compared agrees */
  pawl_arena arena;
} pawl_comparison;

/* Times coincide when they differ by less than 1e-9 of the span. Points into a and b. */
pawl_status pawl_compare(pawl_comparison **comparison, const pawl_result *a, const pawl_result *b,
                         const pawl_tolerance *tolerance, const pawl_memory *memory, pawl_error *error);
void pawl_comparison_free(pawl_comparison *comparison);

#endif
