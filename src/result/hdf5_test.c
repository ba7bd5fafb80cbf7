/* HDF5: the layout as another program sees it, states for a restart, silence, few writes. */
#define _GNU_SOURCE /* syscall */
#include <hdf5.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "result/test_folder.h"

static hid_t open_hdf5(const char *path)
{
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  return file;
}

static void expect_text(hid_t file, const char *object, const char *name, const char *expected)
{
  char text[200] = "";
  hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  hid_t type = H5Aget_type(attribute);
  assert_true(H5Tget_size(type) < sizeof text);
  assert_true(H5Aread(attribute, type, text) >= 0);
  assert_string_equal(text, expected);
  H5Tclose(type);
  H5Aclose(attribute);
}

/* The rows of a table, as they lie in the file. */
static size_t read_table(hid_t file, const char *name, void *rows, size_t row_size)
{
  hid_t table = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(table), space = H5Dget_space(table);
  assert_int_equal(H5Tget_size(type), row_size);
  assert_true(H5Dread(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
  hssize_t count = H5Sget_simple_extent_npoints(space);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(table);
  return (size_t)count;
}

static const pawl_file read_too[] = {{"t.csv", "1,2\n\0 3", 7}, {"sub/a.lua", "", 0}};
static const pawl_setting settings[] = {{"k", "2e5"}, {"a word", "x=y z\n"}};
static const pawl_stored_model cams = {"cams.lua", "planar {}\n", read_too, 2, settings, 2};

static void write_full(const char *path)
{
  pawl_writer *writer;
  const pawl_channel channels[] = {
      {"z.last", "m", "z", "named last, first in order"}, {.name = "a/b"}, {.name = "."}};
  const pawl_result_parameter parameters[] = {{"k", 2e5, "N/m", "contact stiffness"},
                                              {"mu", 0.1, NULL, NULL}};
  const pawl_event event = {.time = 0.25,
                            .part = "beak",
                            .from = "open",
                            .to = "sticking",
                            .reason = "gap closed",
                            .impulse = 1.5,
                            .energy_lost = 0.75,
                            .modes = 3,
                            .limit = 2};
  const pawl_ledger_entry early = {"wrong", 9}, ledger[] = {{"spring", 1}, {"friction", -2}};
  assert_int_equal(pawl_writer_open(&writer, path, channels, 3, 2, NULL, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_model(writer, &cams, "{}", parameters, 2, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_meta(writer, "options", "--until 2", NULL), PAWL_OK);
  assert_int_equal(pawl_writer_row(writer, 0, (double[]){1, 2, 3}, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_event(writer, &event, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_flush(writer, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_row(writer, 0.5, (double[]){4, 5, 6}, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_ledger(writer, &early, 1, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_ledger(writer, ledger, 2, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_meta(writer, "state_hash", "00", NULL), PAWL_OK);
  assert_int_equal(pawl_writer_meta(writer, "state_hash", "0123", NULL), PAWL_OK);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
}

static void other_programs_find_everything(void **state)
{
  const char *path = path_of(*state, "r.h5");
  write_full(path);
  hid_t file = open_hdf5(path);
  double time[2], z[2];
  struct {
    double time;
    char part[64], from[24], to[24], reason[64];
    double impulse, impulse_t, rate_before, rate_after, slide_before, slide_after, energy_lost, first, limit;
    int modes, count, point;
    char shape1[64], shape2[64], unit[8];
  } event;
  struct {
    char name[96];
    double value;
  } ledger[2];
  char parameters[2][3 + 8 + 4 + 18], source[11];
  assert_int_equal(read_table(file, "/time", time, sizeof *time), 2);
  assert_int_equal(read_table(file, "/channels/z.last", z, sizeof *z), 2);
  assert_true(time[1] == 0.5 && z[0] == 1 && z[1] == 4);
  expect_text(file, "/channels/z.last", "unit", "m");
  expect_text(file, "/channels/z.last", "part", "z");
  expect_text(file, "/channels/z.last", "meaning", "named last, first in order");
  assert_int_equal(read_table(file, "/events", &event, sizeof event), 1);
  assert_true(event.time == 0.25 && event.impulse == 1.5 && event.energy_lost == 0.75);
  assert_true(event.modes == 3 && event.limit == 2);
  assert_string_equal(event.part, "beak");
  assert_string_equal(event.to, "sticking");
  assert_string_equal(event.reason, "gap closed");
  assert_int_equal(read_table(file, "/ledger", ledger, sizeof *ledger), 2);
  assert_string_equal(ledger[1].name, "friction");
  assert_true(ledger[1].value == -2);
  assert_int_equal(read_table(file, "/model/source", source, sizeof source), 1);
  assert_string_equal(source, "planar {}\n");
  expect_text(file, "/model/source", "name", "cams.lua");
  assert_int_equal(read_table(file, "/model/parameters", parameters, sizeof parameters[0]), 2);
  assert_string_equal(parameters[0] + 3 + 8 + 4, "contact stiffness");
  assert_memory_equal(parameters[1] + 3, &(double){0.1}, sizeof(double));
  expect_text(file, "/meta", "schema_version", "2");
  expect_text(file, "/meta", "program_version", PAWL_VERSION);
  expect_text(file, "/meta", "options", "--until 2");
  expect_text(file, "/meta", "state_hash", "0123");
  H5Fclose(file);
}

static void channels_keep_order_and_names(void **state)
{
  const char *path = path_of(*state, "r.hdf5");
  write_full(path);
  pawl_result *result;
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  assert_int_equal(result->count, 3);
  assert_string_equal(result->channels[0].name, "z.last");
  assert_string_equal(result->channels[0].unit, "m");
  assert_string_equal(result->channels[1].name, "a/b");
  assert_string_equal(result->channels[2].name, ".");
  assert_true(result->columns[2][1] == 6);
  pawl_result_free(result);
}

static void everything_is_read_back(void **state)
{
  const char *path = path_of(*state, "r.h5");
  write_full(path);
  pawl_result *r;
  assert_int_equal(pawl_result_read(&r, path, NULL, NULL), PAWL_OK);
  assert_string_equal(r->model.path, "cams.lua");
  assert_string_equal(r->model.source, "planar {}\n");
  assert_int_equal(r->model.file_count, 2);
  assert_string_equal(r->model.files[0].name, "t.csv");
  assert_int_equal(r->model.files[0].size, 7);
  assert_memory_equal(r->model.files[0].text, "1,2\n\0 3", 7);
  assert_int_equal(r->model.files[1].size, 0);
  assert_int_equal(r->model.setting_count, 2);
  assert_string_equal(r->model.settings[1].name, "a word");
  assert_string_equal(r->model.settings[1].value, "x=y z\n");
  assert_int_equal(r->parameter_count, 2);
  assert_true(r->parameters[0].value == 2e5 && r->parameters[1].value == 0.1);
  assert_string_equal(r->parameters[0].doc, "contact stiffness");
  assert_string_equal(r->parameters[1].unit, "");
  assert_int_equal(r->event_count, 1);
  assert_true(r->events[0].time == 0.25 && r->events[0].impulse == 1.5 && r->events[0].energy_lost == 0.75);
  assert_string_equal(r->events[0].part, "beak");
  assert_string_equal(r->events[0].from, "open");
  assert_string_equal(r->events[0].reason, "gap closed");
  assert_int_equal(r->ledger_count, 2);
  assert_string_equal(r->ledger[0].name, "spring");
  assert_true(r->ledger[1].value == -2);
  assert_string_equal(pawl_result_meta(r, "options"), "--until 2");
  assert_string_equal(pawl_result_meta(r, "state_hash"), "0123");
  assert_null(pawl_result_meta(r, "other"));
  pawl_result_free(r);
}

static void the_model_comes_first(void **state)
{
  pawl_writer *writer;
  pawl_error error = {0};
  pawl_writer_open(&writer, path_of(*state, "r.h5"), NULL, 0, 0, NULL, NULL);
  pawl_writer_row(writer, 0, NULL, NULL);
  assert_int_equal(
      pawl_writer_model(writer, &(pawl_stored_model){.path = "m", .source = ""}, NULL, NULL, 0, &error),
      PAWL_BAD_CALL);
  assert_string_equal(error.text, "the model must come before the first row");
  assert_int_equal(pawl_writer_row(writer, 1, NULL, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
}

static void expect_state(const char *path, double t, double time)
{
  pawl_saved_state *saved;
  pawl_error error = {0};
  if (pawl_result_state(&saved, path, t, NULL, &error) != PAWL_OK)
    fail_msg("%s", error.text);
  assert_true(saved->time == time);
  assert_int_equal(saved->size, 2);
  assert_true(saved->y[0] == time && saved->y[1] == -time);
  pawl_saved_state_free(saved);
}

static void the_state_before_a_time_is_found(void **state)
{
  const char *path = path_of(*state, "r.h5"), *none = path_of(*state, "none.h5");
  pawl_writer *writer;
  pawl_saved_state *saved;
  pawl_error error = {0};
  char sentence[2 * PATH_SIZE];
  pawl_writer_open(&writer, path, NULL, 0, 2, NULL, NULL);
  for (int i = 1; i <= 600; i++)
    assert_int_equal(pawl_writer_state(writer, 0.1 * i, (double[]){0.1 * i, -0.1 * i}, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  expect_state(path, 0.1 * 3, 0.1 * 3);
  expect_state(path, 0.3, 0.1 * 3); /* 0.1 * 3 is above 0.3, in the last place */
  expect_state(path, 0.35, 0.1 * 3);
  expect_state(path, 1e9, 0.1 * 600);
  assert_int_equal(pawl_result_state(&saved, path, 0.05, NULL, &error), PAWL_BAD_CALL);
  snprintf(sentence, sizeof sentence, "%s has no state at or before 0.05 s: the first is at 0.1 s", path);
  assert_string_equal(error.text, sentence);

  pawl_writer_open(&writer, none, NULL, 0, 0, NULL, NULL);
  assert_int_equal(pawl_writer_state(writer, 0, NULL, NULL), PAWL_BAD_CALL);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  error = (pawl_error){0};
  assert_int_equal(pawl_result_state(&saved, none, 1, NULL, &error), PAWL_BAD_CALL);
  snprintf(sentence, sizeof sentence, "%s holds no states to continue from", none);
  assert_string_equal(error.text, sentence);
}

static void the_same_run_gives_the_same_bytes(void **state)
{
  const char *paths[] = {path_of(*state, "a.h5"), path_of(*state, "b.h5")};
  static char bytes[2][100000];
  size_t sizes[2];
  for (int i = 0; i < 2; i++) {
    sleep((unsigned)i); /* a second later, too: no clock is in the file */
    write_full(paths[i]);
    FILE *file = fopen(paths[i], "rb");
    sizes[i] = fread(bytes[i], 1, sizeof bytes[i], file);
    fclose(file);
  }
  assert_int_equal(sizes[0], sizes[1]);
  assert_memory_equal(bytes[0], bytes[1], sizes[0]);
}

static herr_t complain(hid_t stack, void *times)
{
  (void)stack;
  ++*(int *)times;
  return 0;
}

static void hdf5_keeps_silent_and_gets_its_voice_back(void **state)
{
  int times = 0;
  H5E_auto2_t before, after;
  void *data, *own;
  const char *path = path_of(*state, "r.h5");
  pawl_error error = {0};
  pawl_result *result;
  char sentence[2 * PATH_SIZE];
  FILE *file = fopen(path, "wb");
  fputs("time,x\n", file);
  fclose(file);
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  H5Eset_auto2(H5E_DEFAULT, complain, &times);
  assert_int_equal(pawl_result_read(&result, path, NULL, &error), PAWL_BAD_FILE);
  snprintf(sentence, sizeof sentence, "%s is not an HDF5 file", path);
  assert_string_equal(error.text, sentence);
  assert_int_equal(write_sample(path, 3, true, NULL, NULL), PAWL_OK);
  assert_int_equal(times, 0);
  H5Eget_auto2(H5E_DEFAULT, &after, &own);
  assert_true(after == complain && own == &times);
  H5Eset_auto2(H5E_DEFAULT, before, data);
  assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

/* Cuts a file short: whatever HDF5 then says is a sentence with the path. */
static void a_damaged_file_is_a_sentence(void **state)
{
  const char *path = path_of(*state, "r.h5");
  int refused = 0;
  for (off_t size = 0; size < 20000; size += 997) {
    pawl_error error = {0};
    pawl_result *result;
    assert_int_equal(write_sample(path, 300, true, NULL, NULL), PAWL_OK);
    assert_int_equal(truncate(path, size), 0);
    pawl_status status = pawl_result_read(&result, path, NULL, &error);
    assert_true(status == PAWL_OK || (status == PAWL_BAD_FILE && strstr(error.text, path)));
    refused += status != PAWL_OK;
    pawl_result_free(result);
  }
  assert_int_equal(refused, 21);
}

/* What reaches the file, instead of the C library's own. */
static long writes, bytes_written;
ssize_t pwrite(int descriptor, const void *data, size_t size, off_t at)
{
  writes++;
  bytes_written += (long)size;
  return (ssize_t)syscall(SYS_pwrite64, descriptor, data, size, at);
}

static void a_thousand_channels_are_written_in_few_pieces(void **state)
{
  enum { MANY = 1000 };
  static char names[MANY][16];
  static pawl_channel channels[MANY];
  static double values[MANY];
  pawl_writer *writer;
  for (int i = 0; i < MANY; i++) {
    snprintf(names[i], sizeof names[i], "body%d.x", i);
    channels[i] = (pawl_channel){names[i], "m", names[i], "position"};
  }
  writes = bytes_written = 0;
  assert_int_equal(pawl_writer_open(&writer, path_of(*state, "r.h5"), channels, MANY, 0, NULL, NULL),
                   PAWL_OK);
  for (int i = 0; i < 1000; i++)
    assert_int_equal(pawl_writer_row(writer, i, values, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  print_message("1000 channels x 1000 rows: %ld writes of %.2f MB in all\n", writes,
                1e-6 * (double)bytes_written);
  assert_true(writes < 20 * MANY &&
              bytes_written < 2 * 8 * 1000 * MANY); /* not for each row of each channel */
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, close_folder)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_FOLDER(other_programs_find_everything),
      IN_FOLDER(everything_is_read_back),
      IN_FOLDER(channels_keep_order_and_names),
      IN_FOLDER(the_model_comes_first),
      IN_FOLDER(the_state_before_a_time_is_found),
      IN_FOLDER(the_same_run_gives_the_same_bytes),
      IN_FOLDER(hdf5_keeps_silent_and_gets_its_voice_back),
      IN_FOLDER(a_damaged_file_is_a_sentence),
      IN_FOLDER(a_thousand_channels_are_written_in_few_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
