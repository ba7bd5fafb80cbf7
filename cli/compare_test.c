/* pawl compare: agreement, tolerance, other times, what is in one result only. */
#define _XOPEN_SOURCE 700
#include "trial.h"

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "a.csv", "time,x,y\n0,0,1\n1,2,1\n2,4,1\n3,6,1\n");
  write_file(*state, "near.csv", "time,x,y\n0,0,1\n1,2.001,1\n2,4,1\n3,6,1\n");
  write_file(*state, "less.csv", "time,x,z\n0,0,1\n1.5,3,1\n3,6,1\n");
  return 0;
}

static void equal_results_agree(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "compare a.csv a.csv")->status, 0);
  assert_string_equal(t.out, "they agree: 0 of 2 channels are too far apart, in 4 rows\n");
  write_file(*state, "one.csv", "time,x\n0,1\n");
  assert_int_equal(try_pawl(state, &t, "compare one.csv one.csv")->status, 0);
  assert_string_equal(t.out, "they agree: 0 of 1 channel is too far apart, in 1 row\n");
}

static void a_difference_needs_a_tolerance(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "compare a.csv near.csv")->status, 3);
  assert_has(t.out, "x ");
  assert_has(t.out, "too far");
  assert_lacks(t.out, "\ny ");
  assert_int_equal(try_pawl(state, &t, "compare a.csv near.csv --tolerance 0.002")->status, 0);
  assert_int_equal(try_pawl(state, &t, "compare a.csv near.csv --relative 0.001")->status, 0); /* of 6 */
  assert_int_equal(try_pawl(state, &t, "compare a.csv near.csv --relative 0.0001")->status, 3);
}

static void other_times_are_interpolated_on_request(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "compare a.csv less.csv")->status, 3);
  assert_has(t.out, "2 rows of a.csv, the first at t = 1 s, have no such time in less.csv; --interpolate");
  assert_has(t.out, "only in a.csv: y\n");
  assert_has(t.out, "only in less.csv: z\n");
  assert_int_equal(try_pawl(state, &t, "compare a.csv less.csv --interpolate --tolerance 1e-12")->status, 0);
}

static void json_is_json(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "compare a.csv near.csv --json")->status, 3);
  assert_json(t.out);
  assert_has(t.out, "\"agrees\": false");
  double largest = json_number(t.out, "largest");
  assert_true(largest > 0.000999 && largest < 0.001001);
  assert_true(json_number(t.out, "at") == 1);
  assert_true(json_number(t.out, "status") == 3);
}

static void files_that_fail_are_status_4(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "compare a.csv none.csv --json")->status, 4);
  assert_json(t.out);
  assert_int_equal(try_pawl(state, &t, "compare a.csv a.txt")->status, 2);
  assert_int_equal(try_pawl(state, &t, "compare a.csv")->status, 2);
  assert_string_equal(t.err, "pawl: compare: B is missing; see pawl help compare\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_results_agree),
      cmocka_unit_test(a_difference_needs_a_tolerance),
      cmocka_unit_test(other_times_are_interpolated_on_request),
      cmocka_unit_test(json_is_json),
      cmocka_unit_test(files_that_fail_are_status_4),
  };
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
