/* The two kinds of result file, as the writer and the reader see them. */
#ifndef PAWL_RESULT_FORMAT_H
#define PAWL_RESULT_FORMAT_H

#include "result/result.h"

enum { PAWL_BLOCK_ROWS = 256 }; /* a flush comes at the latest after so many rows */

typedef struct pawl_format pawl_format;

struct pawl_writer {
  pawl_arena arena;
  pawl_error error; /* the first failure of writing: after it every call fails alike */
  const pawl_format *format;
  const char *path;    /* as the caller wrote it, for sentences     */
  const char *target;  /* the file to replace: path without links   */
  const char *partial; /* the file that is written                  */
  bool direct;         /* partial is path: nothing to replace       */
  int descriptor;      /* of partial                                */
  const pawl_channel *channels;
  int count;
  size_t state_size;
  int capacity, filled; /* rows in the block                         */
  double *time;         /* capacity                                  */
  double *values;       /* capacity x count                          */
  bool begun;           /* a row, state or event came                */
  bool worth;           /* partial holds something that came         */
  double flushed;       /* clock at the last flush, in s             */
  void *sink;           /* what the format itself remembers          */
};

/* Functions of a format return false after putting the failure into writer->error. A NULL one is not wanted. */
struct pawl_format {
  bool (*open)(pawl_writer *writer);
  bool (*rows)(pawl_writer *writer); /* the rows of the block, and all else so far, must reach the file */
  bool (*model)(pawl_writer *writer, const pawl_stored_model *model, const char *drawing,
                const pawl_result_parameter *parameters, int count);
  bool (*meta)(pawl_writer *writer, const char *name, const char *text);
  bool (*state)(pawl_writer *writer, double time, const double *state);
  bool (*event)(pawl_writer *writer, const pawl_event *event);
  bool (*ledger)(pawl_writer *writer, const pawl_ledger_entry *entries, int count);
  bool (*close)(pawl_writer *writer); /* also after a failure, even of open */

  /* Fills the result, whose arena is open. */
  pawl_status (*read)(pawl_result *result, const char *path, pawl_error *error);
  pawl_status (*read_state)(pawl_saved_state *state, const char *path, double t, pawl_error *error);
};

extern const pawl_format pawl_format_csv, pawl_format_hdf5, pawl_format_memory;

/* By the ending of the path, before ".part" if there is one; NULL when unknown. */
const pawl_format *pawl_format_find(const char *path);

/* "cannot write PATH: " and the reason of errno `code`. Returns false. */
bool pawl_writer_broken(pawl_writer *writer, int code);

pawl_status pawl_csv_read(pawl_result *result, const char *path, pawl_error *error);
pawl_status pawl_hdf5_read(pawl_result *result, const char *path, pawl_error *error);
pawl_status pawl_hdf5_read_state(pawl_saved_state *state, const char *path, double t, pawl_error *error);

#endif
