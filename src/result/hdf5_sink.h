/* What is remembered while an HDF5 result is written. */
#ifndef PAWL_RESULT_HDF5_SINK_H
#define PAWL_RESULT_HDF5_SINK_H

#include "result/format.h"
#include "result/hdf5.h"

enum { PAWL_CHUNK_ROWS = 512, PAWL_CHUNK_NUMBERS = 8192, PAWL_CHUNK_EVENTS = 64, PAWL_CHUNK_STATES = 256 };

typedef struct {
  double time;
  char part[64], from[24], to[24], reason[64];
  double real[PAWL_EVENT_REALS]; /* of pawl_event_numbers, in their order */
  int whole[PAWL_EVENT_WHOLES];
  char shape1[64], shape2[64], unit[8];
} pawl_event_row;

typedef struct {
  char name[96];
  double value;
} pawl_ledger_row;

typedef struct pawl_late_text pawl_late_text;
struct pawl_late_text {
  pawl_late_text *next;
  const char *name, *text;
};

typedef struct {
  pawl_hdf5_file below;
  hid_t driver, access, file;
  hid_t time, *channels, events, ledger, state_time, state_y;
  hid_t event_type, ledger_type;
  hsize_t rows, event_count, states;
  double *column;          /* capacity: the new rows of one channel  */
  pawl_event_row *pending; /* PAWL_CHUNK_EVENTS                           */
  int pending_count;
  double *state_times; /* PAWL_CHUNK_STATES: of states written, not flushed */
  int state_count;
  pawl_late_text *late;
  bool fixed; /* in SWMR mode */
} pawl_hdf5_sink;

/* Every function of the format ends here: says what went wrong, and gives HDF5 its voice back. */
bool pawl_hdf5_finish(pawl_writer *writer, const pawl_hdf5_voice *voice, bool ok);

/* Creates everything in the new file. `link` has room for the longest name. */
bool pawl_hdf5_layout(pawl_writer *writer, char *link);
bool pawl_hdf5_model(pawl_writer *writer, const pawl_stored_model *model, const char *drawing,
                     const pawl_result_parameter *parameters, int count);
/* A text of a fixed size, which includes the zero at its end: SWMR mode knows no others. */
hid_t pawl_hdf5_text_type(size_t size);
void pawl_hdf5_insert_text(hid_t row, const char *name, size_t offset, size_t size);
hid_t pawl_hdf5_group(hid_t place, const char *name);

/* Gives an object a text, or another text. */
bool pawl_hdf5_put_text(hid_t owner, const char *name, const char *text);

#endif
