/* The promises of the writer: what was there stays until it is replaced, a killed run can be read, a full disk is a
 * sentence, and memory is taken at the start only. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "result/test_folder.h"

static const char *const both[] = {"r.csv", "r.h5"};
static const char *const both_partial[] = {"r.csv.part", "r.h5.part"};

static bool exists(const char *path)
{
  return access(path, F_OK) == 0;
}

static void a_result_comes_back(void **state)
{
  for (int k = 0; k < 2; k++) {
    const char *path = path_of(*state, both[k]);
    assert_int_equal(write_sample(path, 700, true, NULL, NULL), PAWL_OK);
    assert_int_equal(check_sample(path), 700);
    assert_false(exists(path_of(*state, both_partial[k])));
  }
}

static void a_failed_run_leaves_the_earlier_result_and_its_own_rows(void **state)
{
  for (int k = 0; k < 2; k++) {
    const char *path = path_of(*state, both[k]), *partial = path_of(*state, both_partial[k]);
    assert_int_equal(write_sample(path, 5, true, NULL, NULL), PAWL_OK);
    assert_int_equal(write_sample(path, 300, false, NULL, NULL), PAWL_OK);
    assert_int_equal(check_sample(path), 5);
    assert_int_equal(check_sample(partial), 300);
    assert_int_equal(write_sample(path, 0, false, NULL, NULL), PAWL_OK);
    assert_int_equal(check_sample(path), 5);
    assert_false(exists(partial));
  }
}

static void a_link_keeps_pointing(void **state)
{
  const char *link = path_of(*state, "link.csv"), *path = path_of(*state, "r.csv");
  assert_int_equal(write_sample(path, 5, true, NULL, NULL), PAWL_OK);
  assert_int_equal(symlink("r.csv", link), 0);
  assert_int_equal(write_sample(link, 9, true, NULL, NULL), PAWL_OK);
  assert_int_equal(check_sample(path), 9);
}

static void rows_reach_the_file_after_a_second(void **state)
{
  for (int k = 0; k < 2; k++) {
    pawl_writer *writer;
    assert_int_equal(
        pawl_writer_open(&writer, path_of(*state, both[k]), sample_channels, CHANNELS, STATE, NULL, NULL),
        PAWL_OK);
    sample_row(writer, 0, NULL);
    nanosleep(&(struct timespec){1, 10000000}, NULL);
    assert_int_equal(sample_row(writer, 1, NULL), PAWL_OK);
    assert_string_equal(pawl_writer_partial(writer), path_of(*state, both_partial[k]));
    assert_int_equal(check_sample(pawl_writer_partial(writer)), 2);
    assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  }
}

/* Writes rows for ever, and says after each flush how many there are. */
static void write_for_ever(const char *path, int report)
{
  pawl_writer *writer;
  if (pawl_writer_open(&writer, path, sample_channels, CHANNELS, STATE, NULL, NULL) != PAWL_OK)
    _exit(1);
  for (size_t i = 1; sample_row(writer, i - 1, NULL) == PAWL_OK; i++)
    if (i % 256 == 0 && write(report, &i, sizeof i) != sizeof i)
      break;
  _exit(1);
}

/* Returns how many rows a child had flushed when it was killed, `wait` microseconds after the first `least`. */
static size_t kill_a_run(const char *path, size_t least, unsigned wait)
{
  int ends[2], status;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0)
    write_for_ever(path, ends[1]);
  close(ends[1]);
  size_t rows = 0, more;
  while (rows < least && read(ends[0], &more, sizeof more) == sizeof more)
    rows = more;
  nanosleep(&(struct timespec){0, 1000L * wait}, NULL);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  while (read(ends[0], &more, sizeof more) == sizeof more)
    rows = more;
  close(ends[0]);
  return rows;
}

static void a_killed_run_is_readable_to_the_last_flush(void **state)
{
  for (int k = 0; k < 2; k++) {
    const char *path = path_of(*state, both[k]), *partial = path_of(*state, both_partial[k]);
    assert_int_equal(write_sample(path, 5, true, NULL, NULL), PAWL_OK);
    for (unsigned round = 0; round < 25; round++) {
      size_t flushed = kill_a_run(path, 256 * (1 + round % 7), 37 * round);
      assert_true(flushed >= 256);
      assert_true(check_sample(partial) >= flushed);
    }
    assert_int_equal(check_sample(path), 5);
  }
}

static void a_killed_run_can_be_continued(void **state)
{
  const char *path = path_of(*state, "r.h5"), *partial = path_of(*state, "r.h5.part");
  size_t flushed = kill_a_run(path, 1000, 500);
  pawl_saved_state *saved;
  assert_int_equal(pawl_result_state(&saved, partial, INFINITY, NULL, NULL), PAWL_OK);
  assert_true(saved->time >= sample_time(flushed - 1));
  assert_int_equal(saved->size, STATE);
  assert_true(saved->time == sample_time((size_t)saved->y[3]));
  pawl_saved_state_free(saved);
}

/* Other programs must open it too. */
static void h5dump_reads_a_killed_run(void **state)
{
  char command[3 * PATH_SIZE];
  if (system("command -v h5dump > /dev/null && command -v h5ls > /dev/null") != 0) {
    print_message("h5dump and h5ls are not installed: skipped\n");
    skip();
  }
  kill_a_run(path_of(*state, "r.h5"), 1000, 700);
  const char *partial = path_of(*state, "r.h5.part");
  snprintf(command, sizeof command, "h5dump %s > %s && h5ls -r %s > /dev/null", partial,
           path_of(*state, "dump"), partial);
  assert_int_equal(system(command), 0);
}

/* Opens a result, writes a row, and waits to be killed. */
static void hold_a_run(const char *path, int ready)
{
  pawl_writer *writer;
  if (pawl_writer_open(&writer, path, sample_channels, CHANNELS, STATE, NULL, NULL) != PAWL_OK)
    _exit(1);
  sample_row(writer, 0, NULL);
  pawl_writer_flush(writer, NULL);
  if (write(ready, "x", 1) == 1)
    sleep(600);
  _exit(1);
}

static void a_second_run_is_refused(void **state)
{
  const char *path = path_of(*state, "r.h5"), *partial = path_of(*state, "r.h5.part");
  int ready[2];
  char byte = 0, sentence[3 * PATH_SIZE];
  pawl_error error = {0};
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0)
    hold_a_run(path, ready[1]);
  close(ready[1]);
  ssize_t started = read(ready[0], &byte, 1);
  pawl_status status = write_sample(path, 2, true, NULL, &error);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  close(ready[0]);
  assert_int_equal(started, 1);
  assert_int_equal(status, PAWL_BAD_FILE);
  snprintf(sentence, sizeof sentence, "cannot write %s: another run is writing %s", path, partial);
  assert_string_equal(error.text, sentence);
  assert_int_equal(check_sample(partial), 1);
}

static void a_full_device_is_a_sentence(void **state)
{
  (void)state;
  pawl_error error = {0};
  assert_int_equal(write_sample("/dev/full", 2, true, NULL, &error), PAWL_BAD_FILE);
  assert_string_equal(error.text, "cannot write /dev/full: No space left on device");
}

/* A child whose files cannot grow beyond `most` bytes. 0: it wrote everything; 1: it failed with the right sentence,
 * printed nothing, and ended in good order. */
static int write_with_little_space(const char *path, const char *errors, rlim_t most)
{
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {most, most};
    pawl_error error = {0};
    char sentence[2 * PATH_SIZE];
    int silent = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(silent, 2);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    pawl_status status = write_sample(path, 2000, true, NULL, &error);
    snprintf(sentence, sizeof sentence, "cannot write %s: %s", path, strerror(EFBIG));
    if (status != PAWL_OK && (status != PAWL_BAD_FILE || strcmp(error.text, sentence) != 0))
      exit(2);
    exit(status != PAWL_OK);
  }
  int status;
  struct stat said;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(stat(errors, &said), 0);
  assert_int_equal(said.st_size, 0);
  return WEXITSTATUS(status);
}

/* HDF5 by itself ends a program with a full disk in a segmentation fault. */
static void a_full_disk_loses_neither_result_nor_rows(void **state)
{
  const char *errors = path_of(*state, "stderr");
  for (int k = 0; k < 2; k++) {
    const char *path = path_of(*state, both[k]), *partial = path_of(*state, both_partial[k]);
    rlim_t most = 0;
    int failures = 0, readable = 0;
    assert_int_equal(write_sample(path, 5, true, NULL, NULL), PAWL_OK);
    for (int code; (code = write_with_little_space(path, errors, most)) != 0; most += 4999) {
      assert_int_equal(code, 1);
      assert_int_equal(check_sample(path), 5);
      failures++;
      readable += exists(partial) && check_sample(partial) > 0;
    }
    assert_true(failures > 15);
    assert_true(readable > 5);
    assert_int_equal(check_sample(path), 2000);
  }
}

static void expect_refusal(const char *path, const pawl_channel *channels, int count, pawl_status status,
                           const char *sentence)
{
  pawl_writer *writer;
  pawl_error error = {0};
  assert_int_equal(pawl_writer_open(&writer, path, channels, count, 0, NULL, &error), status);
  assert_null(writer);
  assert_string_equal(error.text, sentence);
}

static void wrong_calls_are_sentences(void **state)
{
  char sentence[2 * PATH_SIZE];
  const pawl_channel twice[] = {{.name = "a"}, {.name = "b"}, {.name = "a"}}, time = {.name = "time"},
                     none = {0};
  const char *path = path_of(*state, "none/r.csv"), *good = path_of(*state, "r.h5");
  snprintf(sentence, sizeof sentence, "cannot write %s: No such file or directory", path);
  expect_refusal(path, NULL, 0, PAWL_BAD_FILE, sentence);
  expect_refusal("r.txt", NULL, 0, PAWL_BAD_CALL,
                 "cannot tell how to write 'r.txt': a result ends in .csv, .h5 or .hdf5");
  expect_refusal(good, twice, 3, PAWL_BAD_CALL, "two channels are named 'a'");
  expect_refusal(good, &time, 1, PAWL_BAD_CALL, "two channels are named 'time'");
  expect_refusal(good, &none, 1, PAWL_BAD_CALL, "channel 0 has no name");
  path = path_of(*state, "folder.csv");
  assert_int_equal(mkdir(path, 0777), 0);
  snprintf(sentence, sizeof sentence, "cannot write %s: Is a directory", path);
  expect_refusal(path, NULL, 0, PAWL_BAD_FILE, sentence);
  assert_int_equal(rmdir(path), 0);
}

static void only_csv_goes_to_a_pipe(void **state)
{
  char sentence[2 * PATH_SIZE], text[100] = "";
  const char *path = path_of(*state, "pipe.h5");
  assert_int_equal(mkfifo(path, 0666), 0);
  snprintf(sentence, sizeof sentence, "cannot write %s: only CSV can go to a device or a pipe", path);
  expect_refusal(path, NULL, 0, PAWL_BAD_CALL, sentence);

  int ends[2];
  pawl_writer *writer;
  assert_int_equal(pipe(ends), 0);
  snprintf(sentence, sizeof sentence, "/dev/fd/%d", ends[1]);
  assert_int_equal(pawl_writer_open(&writer, sentence, &(pawl_channel){.name = "x"}, 1, 0, NULL, NULL),
                   PAWL_OK);
  assert_int_equal(pawl_writer_row(writer, 0.5, &(double){0.1}, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  close(ends[1]);
  assert_true(read(ends[0], text, sizeof text - 1) > 0);
  assert_string_equal(text, "time [s],x\n0.5,0.1\n");
  close(ends[0]);
}

typedef struct {
  long calls, fails_at, outstanding;
} counter;

static void *count(void *context, void *old, size_t old_size, size_t size)
{
  counter *c = context;
  (void)old_size;
  if (size == 0) {
    c->outstanding -= old != NULL;
    free(old);
    return NULL;
  }
  if (++c->calls == c->fails_at)
    return NULL;
  c->outstanding += old == NULL;
  return realloc(old, size);
}

static void rows_take_no_memory(void **state)
{
  for (int k = 0; k < 2; k++) {
    counter c = {0};
    pawl_memory memory = {count, &c};
    pawl_writer *writer;
    const pawl_event event = {1, "beak", "open", "sliding", "gap", 2, 3};
    pawl_writer_open(&writer, path_of(*state, both[k]), sample_channels, CHANNELS, STATE, &memory, NULL);
    long calls = c.calls;
    for (size_t i = 0; i < 1000; i++) {
      assert_int_equal(sample_row(writer, i, NULL), PAWL_OK);
      assert_int_equal(pawl_writer_event(writer, &event, NULL), PAWL_OK);
    }
    assert_int_equal(c.calls, calls);
    pawl_writer_close(writer, true, NULL);
    assert_int_equal(c.outstanding, 0);
  }
}

enum { WIDE = 400, LONG = 20000 };

typedef struct {
  pawl_channel channels[WIDE];
  char names[WIDE][40];
  char text[LONG + 1]; /* more than a block of the arena */
} wide_result;

static wide_result *new_wide_result(void)
{
  wide_result *wide = calloc(1, sizeof *wide);
  memset(wide->text, 'x', LONG);
  for (int i = 0; i < WIDE; i++) {
    snprintf(wide->names[i], sizeof wide->names[i], "a channel with quite a long name %d", i);
    wide->channels[i].name = wide->names[i];
  }
  return wide;
}

static pawl_status write_wide(const wide_result *wide, const char *path, const pawl_memory *memory,
                              pawl_error *error)
{
  static const double values[WIDE], y[STATE];
  const pawl_result_parameter k = {"k", 1, "N/m", wide->text};
  pawl_writer *writer;
  pawl_status status = pawl_writer_open(&writer, path, wide->channels, WIDE, STATE, memory, error);
  if (status == PAWL_OK)
    status = pawl_writer_model(writer, &(pawl_stored_model){.path = "m.lua", .source = wide->text}, NULL, &k,
                               1, error);
  for (int i = 0; i < 30 && status == PAWL_OK; i++)
    status = pawl_writer_row(writer, i, values, error);
  if (status == PAWL_OK)
    status = pawl_writer_state(writer, 0, y, error);
  if (status == PAWL_OK)
    status = pawl_writer_flush(writer, error);
  if (status == PAWL_OK)
    status = pawl_writer_meta(writer, "late", wide->text, error);
  pawl_status closed = pawl_writer_close(writer, true, error);
  return status == PAWL_OK ? closed : status;
}

/* Everything that takes memory, once; the first failure ends it. */
static pawl_status use_everything(const wide_result *wide, const char *hdf5, const char *csv,
                                  const pawl_memory *memory, pawl_error *error)
{
  pawl_result *a = NULL, *b = NULL;
  pawl_comparison *comparison = NULL;
  pawl_saved_state *saved = NULL;
  pawl_status status = write_wide(wide, hdf5, memory, error);
  if (status == PAWL_OK)
    status = write_wide(wide, csv, memory, error);
  if (status == PAWL_OK)
    status = pawl_result_read(&a, hdf5, memory, error);
  if (status == PAWL_OK)
    status = pawl_result_read(&b, csv, memory, error);
  if (status == PAWL_OK)
    status = pawl_compare(&comparison, a, b, &(pawl_tolerance){0}, memory, error);
  if (status == PAWL_OK)
    status = pawl_result_state(&saved, hdf5, 0, memory, error);
  pawl_saved_state_free(saved);
  pawl_comparison_free(comparison);
  pawl_result_free(b);
  pawl_result_free(a);
  return status;
}

static void every_failed_allocation_is_survived(void **state)
{
  const char *hdf5 = path_of(*state, "r.h5"), *csv = path_of(*state, "r.csv");
  wide_result *wide = new_wide_result();
  pawl_status status = PAWL_NO_MEMORY;
  long n = 0;
  while (status != PAWL_OK) {
    counter c = {.fails_at = ++n};
    pawl_memory memory = {count, &c};
    pawl_error error = {0};
    status = use_everything(wide, hdf5, csv, &memory, &error);
    assert_int_equal(c.outstanding, 0);
    assert_int_equal(error.status, status);
    assert_int_equal(status, c.calls >= n ? PAWL_NO_MEMORY : PAWL_OK);
  }
  assert_true(n > 30);
  free(wide);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, close_folder)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_FOLDER(a_result_comes_back),
      IN_FOLDER(a_failed_run_leaves_the_earlier_result_and_its_own_rows),
      IN_FOLDER(a_link_keeps_pointing),
      IN_FOLDER(rows_reach_the_file_after_a_second),
      IN_FOLDER(a_killed_run_is_readable_to_the_last_flush),
      IN_FOLDER(a_killed_run_can_be_continued),
      IN_FOLDER(h5dump_reads_a_killed_run),
      IN_FOLDER(a_second_run_is_refused),
      IN_FOLDER(a_full_device_is_a_sentence),
      IN_FOLDER(a_full_disk_loses_neither_result_nor_rows),
      IN_FOLDER(wrong_calls_are_sentences),
      IN_FOLDER(only_csv_goes_to_a_pipe),
      IN_FOLDER(rows_take_no_memory),
      IN_FOLDER(every_failed_allocation_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
