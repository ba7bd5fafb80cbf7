/* CSV: every double comes back with the same bits, names come back as they were, and a broken file gets a sentence
 * with its line. */
#define _XOPEN_SOURCE 700
#include <locale.h>

#include "result/test_folder.h"

static void write_text(const char *path, const char *text)
{
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static void expect_text(const char *path, const char *expected)
{
  char text[1000] = "";
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  assert_string_equal(text, expected);
}

static void the_text_is_this(void **state)
{
  const pawl_channel channels[] = {
      {.name = "a,b"}, {.name = "say \"hm\""}, {.name = "two\nlines"}, {.name = "φ (°)"}, {.name = ""}};
  const double values[] = {0.1, 1.0 / 3, -0.0, (double)NAN};
  const double more[] = {(double)INFINITY, -(double)INFINITY, 5e-324, -(double)NAN};
  const char *path = path_of(*state, "r.csv");
  pawl_writer *writer;
  assert_int_equal(pawl_writer_open(&writer, path, channels, 4, 0, NULL, NULL), PAWL_OK);
  pawl_writer_row(writer, 0, values, NULL);
  pawl_writer_row(writer, 1e-3, more, NULL);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  expect_text(path, "time [s],\"a,b\",\"say \"\"hm\"\"\",\"two\nlines\",φ (°)\n"
                    "0,0.1,0.3333333333333333,-0,nan\n"
                    "0.001,inf,-inf,4.94065645841247e-324,nan\n");
  pawl_result *result;
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  assert_int_equal(result->count, 4);
  for (int i = 0; i < 4; i++)
    assert_string_equal(result->channels[i].name, channels[i].name);
  assert_true(isnan(pawl_result_column(result, "φ (°)")[0]));
  assert_true(pawl_result_column(result, "a,b")[1] == (double)INFINITY);
  assert_null(pawl_result_column(result, "a"));
  pawl_result_free(result);
}

/* Units stand behind names; files of others have none, or the whole name is one. */
static void names_have_units(void **state)
{
  const pawl_channel channels[] = {{.name = "b.y", .unit = "m"},
                                   {.name = "b.mode", .unit = "1"},
                                   {.name = "b.count", .unit = ""},
                                   {.name = "b.f,x", .unit = "N m"},
                                   {.name = "b.\"f\"", .unit = "N\"m"}};
  const double values[] = {1, 2, 3, 4, 5};
  const char *path = path_of(*state, "u.csv");
  pawl_writer *writer;
  assert_int_equal(pawl_writer_open(&writer, path, channels, 5, 0, NULL, NULL), PAWL_OK);
  pawl_writer_row(writer, 0, values, NULL);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  expect_text(path,
              "time [s],b.y [m],b.mode,b.count,\"b.f,x [N m]\",\"b.\"\"f\"\" [N\"\"m]\"\n0,1,2,3,4,5\n");
  pawl_result *result;
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  for (int i = 0; i < 5; i++) {
    assert_string_equal(result->channels[i].name, channels[i].name);
    assert_string_equal(result->channels[i].unit, i == 1 ? "" : channels[i].unit);
    assert_true(pawl_result_column(result, channels[i].name)[0] == i + 1);
  }
  pawl_result_free(result);
  write_text(path, "time [ms],x [deg]\n0,1\n250,2\n"); /* as the page writes them */
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  assert_true(result->time[1] == 0.25 && strcmp(result->channels[0].unit, "deg") == 0);
  pawl_result_free(result);
  write_text(path, "time [m],x\n0,1\n");
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_BAD_FILE);
  write_text(path, "time,a,b [kN],[c],d[e],f [\n0,1,2,3,4,5\n");
  static const char *const others[][2] = {{"a", ""}, {"b", "kN"}, {"[c]", ""}, {"d[e]", ""}, {"f [", ""}};
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  assert_true(result->plain);
  for (int i = 0; i < 5; i++) {
    assert_string_equal(result->channels[i].name, others[i][0]);
    assert_string_equal(result->channels[i].unit, others[i][1]);
  }
  pawl_result_free(result);
}

static bool same_bits(double a, double b)
{
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* Numbers of any bits, through a file and back. */
static void expect_same_bits(const char *path, int rows)
{
  double *numbers = calloc((size_t)rows, sizeof *numbers);
  uint64_t seed = 1;
  pawl_writer *writer;
  pawl_result *result;
  pawl_writer_open(&writer, path, &(pawl_channel){.name = "x"}, 1, 0, NULL, NULL);
  for (int i = 0; i < rows; i++) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    uint64_t bits = seed ^ seed >> 29;
    memcpy(&numbers[i], &bits, sizeof bits);
    numbers[i] = i % 3 ? numbers[i] : (double)(bits % 100000) / 1000;
    pawl_writer_row(writer, i, &numbers[i], NULL);
  }
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  assert_int_equal(result->rows, rows);
  for (int i = 0; i < rows; i++)
    assert_true(same_bits(result->columns[0][i], numbers[i]));
  pawl_result_free(result);
  free(numbers);
}

static void every_double_comes_back(void **state)
{
  expect_same_bits(path_of(*state, "r.csv"), 100000);
}

static void the_locale_does_not_matter(void **state)
{
  static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8",
                                           "de_DE"};
  const char *found = NULL;
  for (size_t i = 0; i < sizeof with_comma / sizeof with_comma[0] && !found; i++)
    found = setlocale(LC_ALL, with_comma[i]);
  if (!found) {
    print_message("no locale with a decimal comma is installed: skipped\n");
    skip();
  }
  assert_string_equal(localeconv()->decimal_point, ",");
  expect_same_bits(path_of(*state, "r.csv"), 1000);
  assert_string_equal(localeconv()->decimal_point, ",");
  setlocale(LC_ALL, "C");
}

static void foreign_files_are_read(void **state)
{
  const char *path = path_of(*state, "r.csv");
  write_text(path, "\xEF\xBB\xBFtime,\"x\"\r\n0, 1\r\n 0.5 ,2e0");
  pawl_result *result;
  assert_int_equal(pawl_result_read(&result, path, NULL, NULL), PAWL_OK);
  assert_int_equal(result->rows, 2);
  assert_string_equal(result->channels[0].name, "x");
  assert_true(result->time[1] == 0.5 && result->columns[0][1] == 2);
  pawl_result_free(result);
}

static void a_torn_last_line_counts_only_in_a_whole_file(void **state)
{
  const char *partial = path_of(*state, "r.csv.part"), *whole = path_of(*state, "r.csv");
  pawl_result *result;
  write_text(partial, "time,x\n0,1\n1,2\n2,3.");
  write_text(whole, "time,x\n0,1\n1,2\n2,3.");
  assert_int_equal(pawl_result_read(&result, partial, NULL, NULL), PAWL_OK);
  assert_int_equal(result->rows, 2);
  pawl_result_free(result);
  assert_int_equal(pawl_result_read(&result, whole, NULL, NULL), PAWL_OK);
  assert_int_equal(result->rows, 3);
  pawl_result_free(result);
}

static const struct {
  const char *text;
  int line;
  const char *sentence;
} broken[] = {
    {"", 1, "the first column must be 'time', not ''"},
    {"t,x\n", 1, "the first column must be 'time', not 't'"},
    {"time,\"x\n0,1\n", 3, "a quoted name does not end"},
    {"time,\"x\"y\n0,1\n", 1, "a quoted name is followed by more text"},
    {"time,x\n0,1\n1,zwei\n", 3, "this is not a number: 'zwei'"},
    {"time,x\n0,1.5.2\n", 2, "this is not a number: '1.5.2'"},
    {"time,x\n0,1\n1,\n2,3\n", 3, "there is no number for 'x'"},
    {"time,x,y\n0,1,1\n1,2\n", 3, "the row ends before 'y'"},
    {"time,x\n0,1,2\n", 2, "there are more numbers than names"},
    {"time,\"a\nb\"\n0,1\n\n1,2\n", 4, "there is no number for 'time'"},
};

static void broken_files_get_line_and_sentence(void **state)
{
  const char *path = path_of(*state, "r.csv");
  char where[PATH_SIZE + 8];
  for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
    pawl_error error = {0};
    pawl_result *result;
    write_text(path, broken[i].text);
    assert_int_equal(pawl_result_read(&result, path, NULL, &error), PAWL_BAD_FILE);
    assert_null(result);
    snprintf(where, sizeof where, "%s:%d", path, broken[i].line);
    assert_string_equal(error.text, broken[i].sentence);
    assert_string_equal(error.where, where);
  }
}

static void files_that_are_not_there_get_a_sentence(void **state)
{
  pawl_result *result;
  pawl_saved_state *saved;
  pawl_error error = {0};
  char sentence[2 * PATH_SIZE];
  const char *path = path_of(*state, "r.csv");
  assert_int_equal(pawl_result_read(&result, path, NULL, &error), PAWL_BAD_FILE);
  snprintf(sentence, sizeof sentence, "cannot read %s: No such file or directory", path);
  assert_string_equal(error.text, sentence);
  error = (pawl_error){0};
  assert_int_equal(pawl_result_read(&result, "r.mat", NULL, &error), PAWL_BAD_CALL);
  assert_string_equal(error.text, "cannot tell how to read 'r.mat': a result ends in .csv, .h5 or .hdf5");
  error = (pawl_error){0};
  assert_int_equal(pawl_result_state(&saved, "r.csv", 0, NULL, &error), PAWL_BAD_CALL);
  assert_string_equal(error.text,
                      "r.csv holds no states, being CSV: a run can be continued from an .h5 file");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, close_folder)

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_FOLDER(the_text_is_this),
      IN_FOLDER(names_have_units),
      IN_FOLDER(every_double_comes_back),
      IN_FOLDER(the_locale_does_not_matter),
      IN_FOLDER(foreign_files_are_read),
      IN_FOLDER(a_torn_last_line_counts_only_in_a_whole_file),
      IN_FOLDER(broken_files_get_line_and_sentence),
      IN_FOLDER(files_that_are_not_there_get_a_sentence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
