/* Events: every number of one comes back from a file and from memory, older files are still read, and the log. */
#define _XOPEN_SOURCE 700
#include <hdf5.h>

#include "result/test_folder.h"

static const pawl_event impact = {.time = 0.1,
                                  .part = "beak",
                                  .from = "open",
                                  .to = "sliding",
                                  .reason = "impact",
                                  .impulse = 0.1 + 0.2,
                                  .impulse_t = -0.25,
                                  .rate_before = -1,
                                  .rate_after = 0.5,
                                  .slide_before = 1e-300,
                                  .slide_after = 0,
                                  .energy_lost = 1.0 / 3,
                                  .first = 0.0625,
                                  .limit = 0.1875,
                                  .count = 44,
                                  .modes = 2,
                                  .point = 1,
                                  .shape1 = "tree",
                                  .shape2 = "tip",
                                  .unit = "rad"};

/* Bits: 0 and -0 differ, NaN equals itself. */
static void assert_same(const pawl_event *a, const pawl_event *b)
{
  assert_memory_equal(&a->time, &b->time, sizeof a->time);
  assert_string_equal(a->part, b->part);
  assert_string_equal(a->from, b->from);
  assert_string_equal(a->to, b->to);
  assert_string_equal(a->reason, b->reason);
  assert_string_equal(a->shape1, b->shape1);
  assert_string_equal(a->shape2, b->shape2);
  assert_string_equal(a->unit, b->unit);
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++)
    assert_memory_equal((const char *)a + n->where, (const char *)b + n->where,
                        n->whole ? sizeof(int) : sizeof(double));
}

static void the_table_has_every_number(void **state)
{
  (void)state;
  int reals = 0, wholes = 0;
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++) {
    pawl_event e = pawl_event_blank;
    *(n->whole ? &wholes : &reals) += 1;
    assert_true(isnan(pawl_event_get(&e, n)));
    pawl_event_set(&e, n, 7);
    assert_true(pawl_event_get(&e, n) == 7);
    pawl_event_set(&e, n, NAN);
    assert_true(isnan(pawl_event_get(&e, n)));
  }
  assert_int_equal(reals, PAWL_EVENT_REALS);
  assert_int_equal(wholes, PAWL_EVENT_WHOLES);
  /* a number in the struct that is not in the table would be lost */
  assert_int_equal(sizeof(pawl_event) / sizeof(double),
                   1 + 7 * sizeof(char *) / sizeof(double) + PAWL_EVENT_REALS + (PAWL_EVENT_WHOLES + 1) / 2);
}

static void write_events(pawl_writer *writer, int count)
{
  for (int i = 0; i < count; i++) {
    pawl_event e = i % 2 ? pawl_event_blank : impact;
    e.time = i;
    assert_int_equal(pawl_writer_event(writer, &e, NULL), PAWL_OK);
  }
}

static void check_events(const pawl_result *r, size_t count)
{
  assert_int_equal(r->event_count, count);
  for (size_t i = 0; i < count; i++) {
    pawl_event e = i % 2 ? pawl_event_blank : impact;
    e.time = (double)i;
    assert_same(r->events + i, &e);
  }
}

static void all_numbers_come_back(void **state)
{
  enum { COUNT = 200 }; /* more than one chunk */
  pawl_writer *writer;
  pawl_result *r;
  const char *path = path_of(*state, "r.h5");
  assert_int_equal(pawl_writer_open(&writer, path, NULL, 0, 0, NULL, NULL), PAWL_OK);
  write_events(writer, COUNT);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  assert_int_equal(pawl_result_read(&r, path, NULL, NULL), PAWL_OK);
  check_events(r, COUNT);
  pawl_result_free(r);
  assert_int_equal(pawl_writer_open_memory(&writer, NULL, 0, NULL, NULL), PAWL_OK);
  write_events(writer, COUNT);
  assert_int_equal(pawl_writer_result(writer, &r, NULL), PAWL_OK);
  check_events(r, COUNT);
  pawl_result_free(r);
}

/* /events as version 1 wrote it: in the place of the table that is there. */
static void write_version_1(const char *path)
{
  typedef struct {
    double time;
    char part[64], from[24], to[24], reason[64];
    double impulse, energy_lost;
  } row;
  static const row rows[] = {{1, "hit", "open", "pressed", "gap closed", 0, 0.5},
                             {2, "hit", "pressed", "open", "gap opened", 0, 0}};
  hsize_t count = 2;
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), type = H5Tcreate(H5T_COMPOUND, sizeof(row)),
        space = H5Screate_simple(1, &count, NULL);
  static const struct {
    const char *name;
    size_t where, size;
  } texts[] = {{"part", offsetof(row, part), 64},
               {"from", offsetof(row, from), 24},
               {"to", offsetof(row, to), 24},
               {"reason", offsetof(row, reason), 64}};
  H5Tinsert(type, "time", HOFFSET(row, time), H5T_NATIVE_DOUBLE);
  for (int i = 0; i < 4; i++) {
    hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, texts[i].size);
    H5Tinsert(type, texts[i].name, texts[i].where, text);
    H5Tclose(text);
  }
  H5Tinsert(type, "impulse", HOFFSET(row, impulse), H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "energy_lost", HOFFSET(row, energy_lost), H5T_NATIVE_DOUBLE);
  assert_true(H5Ldelete(file, "/events", H5P_DEFAULT) >= 0);
  hid_t table = H5Dcreate2(file, "/events", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(H5Dwrite(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
  H5Dclose(table);
  H5Sclose(space);
  H5Tclose(type);
  H5Fclose(file);
}

static void older_files_are_read(void **state)
{
  pawl_writer *writer;
  pawl_result *r;
  const char *path = path_of(*state, "old.h5");
  assert_int_equal(pawl_writer_open(&writer, path, NULL, 0, 0, NULL, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_row(writer, 0, NULL, NULL), PAWL_OK);
  assert_int_equal(pawl_writer_close(writer, true, NULL), PAWL_OK);
  write_version_1(path);
  assert_int_equal(pawl_result_read(&r, path, NULL, NULL), PAWL_OK);
  assert_int_equal(r->event_count, 2);
  pawl_event first = pawl_event_blank;
  first.time = 1;
  first.part = "hit";
  first.from = "open";
  first.to = "pressed";
  first.reason = "gap closed";
  first.impulse = 0;
  first.energy_lost = 0.5;
  assert_same(r->events, &first);
  assert_string_equal(r->events[1].reason, "gap opened");
  pawl_result_free(r);
}

static void put_log(char *text, size_t size, const pawl_event *event)
{
  FILE *to = fmemopen(text, size, "w");
  pawl_event_put_head(to);
  pawl_event_put(to, event);
  fclose(to);
}

#define HEAD                                                                                                 \
  "time,part,from,to,reason,impulse,impulse_t,rate_before,rate_after,slide_before,slide_after,energy_lost,"  \
  "modes,first,limit,count,point,shape1,shape2,unit\n"

static void the_log_is_csv(void **state)
{
  (void)state;
  char text[512];
  put_log(text, sizeof text, &impact);
  assert_string_equal(text, HEAD "0.1,beak,open,sliding,impact,0.30000000000000004,-0.25,-1,0.5,1e-300,0,"
                                 "0.3333333333333333,2,0.0625,0.1875,44,1,tree,tip,rad\n");
}

static void what_is_not_there_is_an_empty_cell(void **state)
{
  (void)state;
  char text[512];
  pawl_event e = pawl_event_blank;
  e.time = -INFINITY;
  e.part = "a \"b\", c";
  e.reason = "gap closed";
  put_log(text, sizeof text, &e);
  assert_string_equal(text, HEAD "-inf,\"a \"\"b\"\", c\",,,gap closed,,,,,,,,,,,,,,,\n");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, close_folder)

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_table_has_every_number),
                                     IN_FOLDER(all_numbers_come_back), IN_FOLDER(older_files_are_read),
                                     cmocka_unit_test(the_log_is_csv),
                                     cmocka_unit_test(what_is_not_there_is_an_empty_cell)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
