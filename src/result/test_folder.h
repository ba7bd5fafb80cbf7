/* For the tests of results: a folder for each test that is gone afterwards, and a run to write and to check. */
#ifndef PAWL_RESULT_TEST_FOLDER_H
#define PAWL_RESULT_TEST_FOLDER_H

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "result/result.h"

enum { PATHS = 16, PATH_SIZE = 256, CHANNELS = 3, STATE = 4 };

typedef struct {
  char name[32];
  char *paths[PATHS];
  int used;
} folder;

static int open_folder(void **state)
{
  folder *f = calloc(1, sizeof *f);
  strcpy(f->name, "/tmp/pawl-result-XXXXXX");
  *state = f;
  return mkdtemp(f->name) ? 0 : -1;
}

static int close_folder(void **state)
{
  folder *f = *state;
  char path[512];
  DIR *all = opendir(f->name);
  for (struct dirent *entry; all && (entry = readdir(all));) {
    snprintf(path, sizeof path, "%s/%s", f->name, entry->d_name);
    unlink(path);
  }
  if (all)
    closedir(all);
  int failed = rmdir(f->name);
  while (f->used)
    free(f->paths[--f->used]);
  free(f);
  return failed;
}

/* A path in the folder, good until the test ends. */
static inline const char *path_of(folder *f, const char *file)
{
  assert_true(f->used < PATHS);
  char *path = f->paths[f->used++] = malloc(PATH_SIZE);
  snprintf(path, PATH_SIZE, "%s/%s", f->name, file);
  return path;
}

static const pawl_channel sample_channels[CHANNELS] = {{"hinge.angle", "rad", "hinge", "angle of the joint"},
                                                       {"energy", "J", NULL, NULL},
                                                       {"ω", "rad/s", "hinge", "speed"}};

static inline double sample_time(size_t row)
{
  return 1e-3 * (double)row;
}

static inline double sample_value(size_t row, int channel)
{
  return sin(sample_time(row) * 7 + channel) / 3;
}

static inline pawl_status sample_row(pawl_writer *writer, size_t row, pawl_error *error)
{
  double values[CHANNELS], state[STATE] = {0, 1, 2, (double)row};
  for (int i = 0; i < CHANNELS; i++)
    values[i] = sample_value(row, i);
  pawl_status status = pawl_writer_state(writer, sample_time(row), state, error);
  return status == PAWL_OK ? pawl_writer_row(writer, sample_time(row), values, error) : status;
}

/* Writes the sample with so many rows, as far as that goes. */
static inline pawl_status write_sample(const char *path, size_t rows, bool keep, const pawl_memory *memory,
                                       pawl_error *error)
{
  pawl_writer *writer;
  pawl_status status = pawl_writer_open(&writer, path, sample_channels, CHANNELS, STATE, memory, error);
  for (size_t i = 0; status == PAWL_OK && i < rows; i++)
    status = sample_row(writer, i, error);
  pawl_status closed = pawl_writer_close(writer, keep, error);
  return status == PAWL_OK ? closed : status;
}

/* How many rows of the sample a file holds; each must be right. */
static inline size_t check_sample(const char *path)
{
  pawl_error error = {0};
  pawl_result *result;
  if (pawl_result_read(&result, path, NULL, &error) != PAWL_OK)
    fail_msg("%s %s", error.where, error.text);
  assert_int_equal(result->count, CHANNELS);
  for (size_t i = 0; i < result->rows; i++) {
    assert_true(result->time[i] == sample_time(i));
    for (int j = 0; j < CHANNELS; j++)
      assert_true(result->columns[j][i] == sample_value(i, j));
  }
  size_t rows = result->rows;
  pawl_result_free(result);
  return rows;
}

#endif
