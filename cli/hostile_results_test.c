/* Results that are cut off, damaged, foreign or made up: a sentence and status 4, or a page; nothing else. */
#define _XOPEN_SOURCE 700
#include <hdf5.h>
#include <stdbool.h>

#include "base/chance.h"
#include "trial.h"

enum { LARGEST = 1 << 20 };

typedef struct {
  unsigned char *bytes;
  size_t size;
} contents;

static contents read_bytes(void **state, const char *name)
{
  char path[128];
  contents c = {.bytes = malloc(LARGEST)};
  snprintf(path, sizeof path, "%s/%s", (const char *)*state, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  c.size = fread(c.bytes, 1, LARGEST, file);
  fclose(file);
  assert_in_range(c.size, 1000, LARGEST - 1);
  return c;
}

static void write_bytes(void **state, const char *name, const void *bytes, size_t size)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", (const char *)*state, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  fclose(file);
}

/* One line of a sentence, status 4; or a page. Returns the status. */
static int try_report(void **state, const char *name, const char *what)
{
  static trial t;
  char arguments[128];
  snprintf(arguments, sizeof arguments, "report %s -o p.html", name);
  try_pawl(state, &t, arguments);
  const char *end = strchr(t.err, '\n');
  bool said = t.status == 4 && strstr(t.err, name) && end && end[1] == 0;
  if (!said && !(t.status == 0 && !*t.err))
    fail_msg("%s: status %d:\n%s", what, t.status, t.err);
  return t.status;
}

static void make_results(void **state)
{
  static trial t;
  write_file(*state, "m.lua",
             "planar { gravity = {0, -9.81} }\nlocal b = body 'b' { mass = 1, inertia = 1, com = {1, 0} }\n"
             "revolute 'r' { ground, b }\nsimulate { duration = 1, output = 0.02 }\n");
  assert_int_equal(try_pawl(state, &t, "run m.lua --out new.h5 --quiet --channels b,energy")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run m.lua --out r.csv --quiet --channels b")->status, 0);
  /* as other programs write it, without check sums in its tables */
  assert_int_equal(shell(*state, "h5repack new.h5 old.h5"), 0);
}

/* 0 … most - 1. */
static int below(unsigned long long *chance, int most)
{
  int x = (int)(0.5 * (pawl_chance(chance) + 1) * most);
  return x < most ? x : most - 1;
}

static void damage(contents *c, unsigned long long *chance)
{
  int count = 1 + below(chance, 6);
  size_t span = below(chance, 2) ? c->size : 8000; /* most tables stand at the beginning */
  for (int i = 0; i < count; i++)
    c->bytes[(size_t)below(chance, (int)(span < c->size ? span : c->size))] =
        (unsigned char)below(chance, 256);
}

static void damaged_files(void **state)
{
  enum { TIMES = 40 };
  static const char *const names[] = {"new.h5", "old.h5", "r.csv"};
  unsigned long long chance = 4;
  int refused = 0;
  make_results(state);
  for (int k = 0; k < 3; k++) {
    contents whole = read_bytes(state, names[k]);
    contents part = {malloc(LARGEST), 0};
    const char *name = k < 2 ? "x.h5" : "x.csv";
    for (int i = 0; i < 2 * TIMES; i++) {
      char what[64];
      memcpy(part.bytes, whole.bytes, whole.size);
      part.size = whole.size;
      if (i < TIMES)
        part.size = whole.size * (size_t)i / TIMES; /* from nothing at all on */
      else
        damage(&part, &chance);
      snprintf(what, sizeof what, "%s, case %d", names[k], i);
      write_bytes(state, name, part.bytes, part.size);
      refused += try_report(state, name, what) == 4;
    }
    free(part.bytes);
    free(whole.bytes);
  }
  assert_true(refused > TIMES);
}

/* ---- files of other programs ---- */

static hid_t make_file(void **state)
{
  char path[128];
  snprintf(path, sizeof path, "%s/x.h5", (const char *)*state);
  return H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
}

/* A data set of `count` zeros, of which nothing is written. */
static void make_zeros(hid_t place, const char *name, hsize_t count, hid_t type)
{
  hsize_t chunk = 64, most = H5S_UNLIMITED;
  hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &count, &most);
  H5Pset_chunk(how, 1, &chunk);
  H5Dclose(H5Dcreate2(place, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(how);
}

static hid_t make_group(hid_t file, const char *name)
{
  return H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

typedef void maker(hid_t file);

static void nothing(hid_t file)
{
  (void)file;
}

static void time_is_a_group(hid_t file)
{
  H5Gclose(make_group(file, "time"));
}

static void time_is_text(hid_t file)
{
  make_zeros(file, "time", 4, H5T_C_S1);
  H5Gclose(make_group(file, "channels"));
}

static void too_many_rows(hid_t file)
{
  make_zeros(file, "time", (hsize_t)1 << 40, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
}

static void too_many_events(hid_t file)
{
  hid_t row = H5Tcreate(H5T_COMPOUND, 8);
  H5Tinsert(row, "time", 0, H5T_NATIVE_DOUBLE);
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
  make_zeros(file, "events", (hsize_t)1 << 40, row);
  H5Tclose(row);
}

static void events_are_numbers(hid_t file)
{
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
  make_zeros(file, "events", 3, H5T_NATIVE_DOUBLE);
}

static void channel_is_short(hid_t file)
{
  hid_t group = make_group(file, "channels");
  make_zeros(file, "time", 10, H5T_NATIVE_DOUBLE);
  make_zeros(group, "a", 3, H5T_NATIVE_DOUBLE);
  H5Gclose(group);
}

static void channel_leads_nowhere(hid_t file)
{
  hid_t group = make_group(file, "channels");
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Lcreate_external("/etc/passwd", "/x", group, "a", H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose(group);
}

/* A data set whose numbers are the bytes of another file. */
static void make_external(hid_t place, const char *name, const char *path)
{
  hsize_t count = 3;
  hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &count, NULL);
  H5Pset_external(how, path, 0, 24);
  H5Dclose(H5Dcreate2(place, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(how);
}

static void channel_is_another_file(hid_t file)
{
  hid_t group = make_group(file, "channels");
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  make_external(group, "a", "/etc/passwd");
  H5Gclose(group);
}

static void time_is_another_file(hid_t file)
{
  make_external(file, "time", "/etc/passwd");
  H5Gclose(make_group(file, "channels"));
}

static void channels_are_elsewhere(hid_t file)
{
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Lcreate_external("new.h5", "/channels", file, "channels", H5P_DEFAULT, H5P_DEFAULT);
}

static void model_is_elsewhere(hid_t file)
{
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
  H5Lcreate_external("new.h5", "/model", file, "model", H5P_DEFAULT, H5P_DEFAULT);
}

static void channel_is_virtual(hid_t file)
{
  hsize_t count = 1;
  hid_t group = make_group(file, "channels"), how = H5Pcreate(H5P_DATASET_CREATE);
  hid_t space = H5Screate_simple(1, &count, NULL);
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Pset_virtual(how, space, "new.h5", "/time", space);
  H5Dclose(H5Dcreate2(group, "a", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(how);
  H5Gclose(group);
}

static void many_rows_at_once(hid_t file)
{
  make_zeros(file, "time", 30000000, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
}

static void source_is_a_number(hid_t file)
{
  hid_t group = make_group(file, "model");
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
  make_zeros(group, "source", 1, H5T_NATIVE_DOUBLE);
  H5Gclose(group);
}

static void one_row(hid_t file)
{
  make_zeros(file, "time", 1, H5T_NATIVE_DOUBLE);
  H5Gclose(make_group(file, "channels"));
}

/* {what is in the file, the status} */
static const struct {
  const char *what;
  maker *make;
  int status;
} foreign[] = {{"nothing", nothing, 4},
               {"time is a group", time_is_a_group, 4},
               {"time is text", time_is_text, 4},
               {"2^40 rows", too_many_rows, 4},
               {"2^40 events", too_many_events, 4},
               {"events are numbers", events_are_numbers, 4},
               {"a short channel", channel_is_short, 4},
               {"a channel in another file", channel_leads_nowhere, 4},
               {"a channel that is another file", channel_is_another_file, 4},
               {"times that are another file", time_is_another_file, 4},
               {"channels of another result", channels_are_elsewhere, 4},
               {"the model of another result", model_is_elsewhere, 4},
               {"a channel that is virtual", channel_is_virtual, 4},
               {"30 million rows in a small file", many_rows_at_once, 4},
               {"a source that is a number", source_is_a_number, 4},
               {"one row, no channels", one_row, 0}};

static void foreign_files(void **state)
{
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    hid_t file = make_file(state);
    assert_true(file >= 0);
    foreign[i].make(file);
    H5Fclose(file);
    int status = try_report(state, "x.h5", foreign[i].what);
    if (status != foreign[i].status)
      fail_msg("%s: status %d, wanted %d", foreign[i].what, status, foreign[i].status);
  }
}

/* {what, text} of CSV files that are refused. */
static void foreign_texts(void **state)
{
  static const char *const wrong[] = {"\n\n\n",          "a,b\n1,2\n",        "time,a\n",
                                      "time,a\n1\n",     "time,a\n1,2,3\n",   "time,a\n1,x\n",
                                      "time,a\nnan,1\n", "time,a,a\n1,2,3\n", "<html></html>",
                                      "time\xFF,a\n1,2", "time,a\n1e999,2\n", "\"time,a\n1,2\n"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    write_file(*state, "x.csv", wrong[i]);
    try_report(state, "x.csv", wrong[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_files), cmocka_unit_test(foreign_files),
                                     cmocka_unit_test(foreign_texts)};
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
