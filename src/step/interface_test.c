/* pawl.h of a run beside its steps, by what the channels say. */
#include "base/error.h"
#include "step/sessions_test.h"

static const char ball[] = "planar { gravity = {0, -9.81} }\n"
                           "local b = body 'ball' { mass = 2, inertia = 0.1, com = {0.1, 0}, x = 1, y = 2, "
                           "angle = 0.3, vx = 0.5, omega = 4 }\n"
                           "base 'lift' { y = function(t) return 0.1*t end }\n"
                           "contact 'hit' { shape 'floor' { ground, line { {9, 0}, {-9, 0} } }, shape 'rim' "
                           "{ b, circle { radius = 0.2 } },\n"
                           "  law = rigid { restitution = 0.5 }, friction = 0.2 }\n"
                           "simulate { duration = 1 }\n";

static int heard;
static double lost;

static void hear(void *context, const pawl_event *e)
{
  assert_ptr_equal(context, &heard);
  assert_true(e->part[0] && e->to[0] && e->time > 0);
  lost += isnan(e->energy_lost) ? 0 : e->energy_lost;
  heard++;
}

static double channel(session s, const char *name)
{
  int i = pawl_run_find(s.run, name);
  assert_true(i >= 0);
  return pawl_run_read(s.run, i);
}

static void several_channels(void **state)
{
  (void)state;
  session s = open_text(ball, NULL);
  pawl_error e = {0};
  int n = pawl_run_channel_count(s.run), bad = n;
  int *index = calloc((size_t)n, sizeof *index);
  double *value = calloc((size_t)n, sizeof *value);
  go(s, 0.3);
  for (int i = 0; i < n; i++)
    index[i] = n - 1 - i;
  assert_int_equal(pawl_run_read_several(s.run, index, n, value, &e), PAWL_OK);
  for (int i = 0; i < n; i++)
    assert_true(value[i] == pawl_run_read(s.run, index[i]));
  assert_int_equal(pawl_run_read_several(s.run, &bad, 1, value, &e), PAWL_BAD_CALL);
  assert_non_null(strstr(e.text, "there is no channel"));
  free(index);
  free(value);
  leave(s);
}

static void events_and_books(void **state)
{
  (void)state;
  session s = open_text(ball, NULL);
  pawl_ledger before, after;
  heard = 0;
  lost = 0;
  pawl_run_listen(s.run, hear, &heard);
  assert_int_equal(pawl_run_ledger(s.run, &before, NULL), PAWL_OK);
  go(s, 1);
  assert_true(heard >= 1 && lost > 0);
  assert_int_equal(pawl_run_ledger(s.run, &after, NULL), PAWL_OK);
  assert_true(after.total == channel(s, "energy.total") && after.error == channel(s, "energy.ledger"));
  assert_true(fabs(after.total - before.total + lost) < 1e-6 * before.total && after.worst < 1e-6);
  int count = heard;
  pawl_run_listen(s.run, NULL, NULL);
  go(s, 2);
  assert_int_equal(heard, count);
  leave(s);
}

static void bodies(void **state)
{
  (void)state;
  session s = open_text(ball, NULL);
  pawl_body_motion m;
  pawl_error e = {0};
  go(s, 0.7);
  assert_int_equal(pawl_run_body_count(s.run), 2);
  assert_string_equal(pawl_run_body_name(s.run, 0), "ball");
  assert_string_equal(pawl_run_body_name(s.run, 1), "lift");
  assert_null(pawl_run_body_name(s.run, 2));
  assert_int_equal(pawl_run_body_motion(s.run, 2, &m, &e), PAWL_BAD_CALL);
  assert_int_equal(pawl_run_body_motion(s.run, 0, &m, &e), PAWL_OK);
  double angle = channel(s, "ball.angle");
  assert_true(m.r[0] == channel(s, "ball.x") && m.r[1] == channel(s, "ball.y") && m.r[2] == 0);
  assert_true(m.v[0] == channel(s, "ball.vx") && m.w[2] == channel(s, "ball.omega") && m.w[0] == 0);
  assert_true(m.e[0] == cos(0.5 * angle) && m.e[3] == sin(0.5 * angle) && m.e[1] == 0);
  assert_int_equal(pawl_run_body_motion(s.run, 1, &m, &e), PAWL_OK);
  assert_true(fabs(m.r[1] - 0.07) < 1e-12 && fabs(m.v[1] - 0.1) < 1e-9);
  leave(s);
  s = open_text("spatial { gravity = {0, 0, -9.81} }\nbody 'top' { mass = 1, inertia = {1, 2, 3}, wx = 1, wy "
                "= 2, wz = 3 }\n"
                "simulate { duration = 1 }\n",
                NULL);
  go(s, 0.5);
  assert_int_equal(pawl_run_body_motion(s.run, 0, &m, &e), PAWL_OK);
  assert_true(m.r[2] == channel(s, "top.z") && m.e[2] == channel(s, "top.e2") &&
              m.v[2] == channel(s, "top.vz"));
  leave(s);
}

/* A double pendulum of point masses, by hand. */
static void matrices(void **state)
{
  (void)state;
  session s = open_text("planar { gravity = {0, -10} }\n"
                        "local a = body 'a' { mass = 2, inertia = 0, com = {1, 0} }\n"
                        "local b = body 'b' { mass = 3, inertia = 0, com = {1, 0} }\n"
                        "revolute 'p' { ground, a }\nrevolute 'q' { a:at{1, 0}, b, angle = math.pi/2 }\n"
                        "simulate { duration = 1 }\n",
                        NULL);
  pawl_matrices *all;
  int n, columns, none;
  double before = pawl_run_read(s.run, pawl_run_find(s.run, "b.ax"));
  assert_int_equal(pawl_matrices_new(&all, s.run, NULL), PAWL_OK);
  const double *M = pawl_matrices_table(all, "M", &n, &columns), want[4] = {8, 3, 3, 3};
  assert_int_equal(n, 2);
  assert_int_equal(columns, 2);
  for (int i = 0; i < 4; i++)
    assert_true(fabs(M[i] - want[i]) < 1e-12);
  const double *h = pawl_matrices_table(all, "h", &n, &columns);
  assert_true(columns == 1 && fabs(h[0] + 50) < 1e-12 && fabs(h[1]) < 1e-12);
  assert_string_equal(pawl_matrices_coordinate(all, 1), "q.angle");
  assert_null(pawl_matrices_coordinate(all, 2));
  assert_null(pawl_matrices_table(all, "W", &none, &none));
  pawl_matrices_free(all);
  pawl_matrices_free(NULL);
  assert_true(pawl_run_read(s.run, pawl_run_find(s.run, "b.ax")) == before);
  go(s, 1);
  leave(s);
}

static void version(void **state)
{
  (void)state;
  int major, minor, patch;
  assert_int_equal(sscanf(pawl_version(), "%d.%d.%d", &major, &minor, &patch), 3);
  assert_int_equal(pawl_version_number(), 10000 * major + 100 * minor + patch);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(several_channels), cmocka_unit_test(events_and_books), cmocka_unit_test(bodies),
      cmocka_unit_test(matrices),         cmocka_unit_test(version),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
