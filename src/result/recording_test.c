/* Recordings: rows kept in memory, found by name, read between rows, with the model and its drawing. */
#define _XOPEN_SOURCE 700
#include "result/recording.h"

#include "result/test_folder.h"

static const char source[] = "planar {}\n"
                             "local k = parameter 'k' { 1, unit = 'N' }\n"
                             "local b = body 'b' { mass = k }\n"
                             "revolute 'r' { ground, b }\n";
static const char spatial_source[] = "spatial {}\n"
                                     "local b = body 'b' { mass = 1, inertia = {1, 1, 1} }\n";

/* A writer into memory, or to a file. */
static void write_rows(pawl_writer *writer)
{
  const pawl_setting set = {"k", "3"};
  const pawl_stored_model model = {"m.lua", source, NULL, 0, &set, 1};
  const pawl_result_parameter parameter = {"k", 3, "N", ""};
  const pawl_event event = {1, "r", "open", "sliding", "impact", 2, 3};
  const pawl_ledger_entry ledger = {"energy.kinetic", 4};
  assert_int_equal(pawl_writer_model(writer, &model, "{}", &parameter, 1, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_meta(writer, "warnings", "One thing.\nAnother.", NULL), PAWL_OK);
  for (int i = 0; i < 1000; i++) { /* with two rows at t = 1 */
    double t = i <= 1 ? i : i - 1, row[] = {10 * t + (i == 2 ? 1 : 0), -t, 0.001 * i};
    assert_int_equal(pawl_writer_row(writer, t, row, NULL), PAWL_OK);
  }
  assert_int_equal(pawl_writer_event(writer, &event, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_ledger(writer, &ledger, 1, NULL), PAWL_OK);
}

static const pawl_channel channels[] = {
    {"b.y", "m", "b", "height"}, {"b.angle", "rad", "b", ""}, {"b.x", "m", "b", ""}};

static pawl_result *keep_rows(void)
{
  pawl_writer *writer;
  pawl_result *result;
  assert_int_equal(pawl_writer_open_memory(&writer, channels, 3, NULL, NULL), PAWL_OK);
  write_rows(writer);
  assert_int_equal(pawl_writer_result(writer, &result, NULL), PAWL_OK);
  return result;
}

static void memory_holds_what_a_file_holds(void **state)
{
  pawl_writer *writer;
  pawl_result *file, *memory = keep_rows();
  const char *path = path_of(*state, "r.h5");
  assert_int_equal(pawl_writer_open(&writer, path, channels, 3, 0, NULL, NULL), PAWL_OK);
  write_rows(writer);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  assert_int_equal(pawl_result_read(&file, path, NULL, NULL), PAWL_OK);
  assert_int_equal(memory->rows, 1000);
  assert_int_equal(memory->rows, file->rows);
  assert_memory_equal(memory->time, file->time, 1000 * sizeof(double));
  for (int i = 0; i < 3; i++) {
    assert_string_equal(memory->channels[i].name, file->channels[i].name);
    assert_string_equal(memory->channels[i].meaning, file->channels[i].meaning);
    assert_memory_equal(memory->columns[i], file->columns[i], 1000 * sizeof(double));
  }
  assert_string_equal(memory->model.source, file->model.source);
  assert_string_equal(memory->model.settings[0].value, file->model.settings[0].value);
  assert_string_equal(memory->parameters[0].unit, file->parameters[0].unit);
  assert_int_equal(memory->event_count, file->event_count);
  assert_string_equal(memory->events[0].reason, file->events[0].reason);
  assert_int_equal(memory->ledger_count, file->ledger_count);
  assert_string_equal(pawl_result_meta(memory, "warnings"), pawl_result_meta(file, "warnings"));
  pawl_result_free(memory);
  pawl_result_free(file);
}

static void a_result_brings_its_model(void **state)
{
  pawl_writer *writer;
  pawl_recording *r;
  const char *path = path_of(*state, "r.h5");
  assert_int_equal(pawl_writer_open(&writer, path, channels, 3, 0, NULL, NULL), PAWL_OK);
  write_rows(writer);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  assert_int_equal(pawl_recording_read(&r, path, NULL, NULL, NULL), PAWL_OK);
  assert_non_null(r->model);
  assert_true(r->model->parameters[0].value == 3); /* as it was set */
  assert_true(r->drawing.count > 0);
  assert_int_equal(r->warning_count, 2);
  assert_string_equal(r->warning[1], "Another.");
  assert_int_equal(pawl_recording_find(r, "b.y"), 0);
  assert_int_equal(pawl_recording_find(r, "b.x"), 2);
  assert_int_equal(pawl_recording_find(r, "b"), -1);
  assert_int_equal(pawl_recording_find(r, "zzz"), -1);
  assert_int_equal(pawl_recording_column(r, 0, "angle"), 1);
  pawl_recording_free(r);
}

static void values_between_rows(void **state)
{
  (void)state;
  pawl_recording *r;
  pawl_model *model;
  assert_int_equal(pawl_model_parse(&model, source, "m", NULL, NULL), PAWL_OK);
  assert_int_equal(pawl_recording_make(&r, keep_rows(), model, "m", NULL), PAWL_OK);
  assert_true(pawl_recording_value(r, 0, -5) == 0);
  assert_true(pawl_recording_value(r, 0, 0.5) == 5);
  assert_true(pawl_recording_value(r, 0, 1) == 11); /* after the event */
  assert_true(fabs(pawl_recording_value(r, 0, 1.5) - 15.5) < 1e-12);
  assert_true(pawl_recording_value(r, 0, 1e9) == 10 * 998);
  pawl_recorded_instant at = {r, 2.5};
  pawl_instant instant = pawl_recording_instant(&at);
  assert_true(fabs(instant.read(instant.context, 0, "angle") + 2.5) < 1e-12);
  assert_true(isnan(instant.read(instant.context, 0, "mass")));
  assert_true(isnan(instant.read(instant.context, 1, "angle"))); /* the joint's was not recorded */
  pawl_recording_free(r);
}

/* Halfway from a turn to the same turn with the other sign nothing turns. */
static void a_quaternion_may_change_its_sign(void **state)
{
  (void)state;
  static const pawl_channel pose[] = {{"b.x", "m", "b", ""}, {"b.y", "m", "b", ""}, {"b.z", "m", "b", ""},
                                      {"b.e0", "", "b", ""}, {"b.e1", "", "b", ""}, {"b.e2", "", "b", ""},
                                      {"b.e3", "", "b", ""}};
  pawl_writer *writer;
  pawl_result *result;
  pawl_recording *r;
  pawl_model *model;
  assert_int_equal(pawl_writer_open_memory(&writer, pose, 7, NULL, NULL), PAWL_OK);
  pawl_writer_row(writer, 0, (double[]){0, 0, 0, 0.6, 0.8, 0, 0}, NULL);
  pawl_writer_row(writer, 1, (double[]){1, 0, 0, -0.6, -0.8, 0, 0}, NULL);
  assert_int_equal(pawl_writer_result(writer, &result, NULL), PAWL_OK);
  assert_int_equal(pawl_model_parse(&model, spatial_source, "m", NULL, NULL), PAWL_OK);
  assert_int_equal(pawl_recording_make(&r, result, model, "m", NULL), PAWL_OK);
  pawl_recorded_instant at = {r, 0.5};
  pawl_instant instant = pawl_recording_instant(&at);
  assert_true(fabs(instant.read(instant.context, 0, "e0") - 0.6) < 1e-15);
  assert_true(fabs(instant.read(instant.context, 0, "x") - 0.5) < 1e-15);
  pawl_recording_free(r);
}

/* rows of {time}, and the sentence. */
static void wrong_times_are_refused(void **state)
{
  (void)state;
  static const double wrong[][3] = {{0, 2, 1}, {0, NAN, 1}, {0, 1, INFINITY}};
  for (int i = 0; i < 3; i++) {
    pawl_writer *writer;
    pawl_result *result;
    pawl_recording *r;
    pawl_error error = {0};
    assert_int_equal(pawl_writer_open_memory(&writer, NULL, 0, NULL, NULL), PAWL_OK);
    for (int k = 0; k < 3; k++)
      pawl_writer_row(writer, wrong[i][k], NULL, NULL);
    assert_int_equal(pawl_writer_result(writer, &result, NULL), PAWL_OK);
    assert_int_equal(pawl_recording_make(&r, result, NULL, "x.csv", &error), PAWL_BAD_FILE);
    assert_null(r);
    assert_non_null(strstr(error.text, "does not follow that before"));
  }
  pawl_writer *writer;
  pawl_result *result;
  pawl_recording *r;
  pawl_error error = {0};
  pawl_writer_open_memory(&writer, NULL, 0, NULL, NULL);
  assert_int_equal(pawl_writer_result(writer, &result, NULL), PAWL_OK);
  assert_int_equal(pawl_recording_make(&r, result, NULL, "x.csv", &error), PAWL_BAD_FILE);
  assert_string_equal(error.text, "x.csv holds no rows");
}

/* A model that is not understood any more costs the drawing, not the numbers. */
static void numbers_survive_their_model(void **state)
{
  pawl_writer *writer;
  pawl_recording *r;
  const char *path = path_of(*state, "r.h5");
  const pawl_stored_model model = {.path = "old.lua", .source = "planar {}\nwarp 'w' {}\n"};
  assert_int_equal(pawl_writer_open(&writer, path, channels, 3, 0, NULL, NULL), PAWL_OK);
  pawl_writer_model(writer, &model, NULL, NULL, 0, NULL);
  pawl_writer_row(writer, 0, (double[]){1, 2, 3}, NULL);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  assert_int_equal(pawl_recording_read(&r, path, NULL, NULL, NULL), PAWL_OK);
  assert_null(r->model);
  assert_int_equal(r->drawing.count, 0);
  assert_int_equal(r->warning_count, 1);
  assert_non_null(strstr(r->warning[0], "old.lua:2"));
  assert_true(r->result->columns[0][0] == 1);
  pawl_recording_free(r);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, close_folder)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_FOLDER(memory_holds_what_a_file_holds), IN_FOLDER(a_result_brings_its_model),
      cmocka_unit_test(values_between_rows),     cmocka_unit_test(a_quaternion_may_change_its_sign),
      cmocka_unit_test(wrong_times_are_refused), IN_FOLDER(numbers_survive_their_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
