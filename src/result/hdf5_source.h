/* What the files that read HDF5 results share. */
#ifndef PAWL_RESULT_HDF5_SOURCE_H
#define PAWL_RESULT_HDF5_SOURCE_H

#include "result/format.h"
#include "result/hdf5.h"

typedef struct {
  const char *path;
  hid_t file;
  double most; /* bytes that what is read may take: a small file that claims to hold more is no result */
  pawl_arena *arena;
  pawl_error error;
  pawl_hdf5_voice voice;
} pawl_hdf5_source;

/* Both return false. */
bool pawl_hdf5_damaged(pawl_hdf5_source *source, const char *what);
bool pawl_hdf5_no_memory(pawl_hdf5_source *source);

/* The length of a data set of the given rank, and the width of its rows; -1 when it is something else. */
hssize_t pawl_hdf5_length(hid_t table, int rank, hsize_t *width);
/* Open what stands in this very file: links and data that lead to others are refused, with their sentence. Negative:
 * there is none, or it was refused. */
hid_t pawl_hdf5_open_set(pawl_hdf5_source *source, hid_t place, const char *path);
bool pawl_hdf5_has(pawl_hdf5_source *source, const char *path);
hid_t pawl_hdf5_open_group(pawl_hdf5_source *source, const char *path);
/* False: so many bytes are more than the file can mean. */
bool pawl_hdf5_fits(pawl_hdf5_source *source, double bytes);
/* A text of an object; `otherwise` when it has none of that name. */
const char *pawl_hdf5_text_of(pawl_hdf5_source *source, hid_t owner, const char *name, const char *otherwise);

/* hdf5_read_model.c: what stands beside the channels. What is missing stays empty; what is damaged is said. */
bool pawl_hdf5_read_books(pawl_hdf5_source *source, pawl_result *result);

#endif
