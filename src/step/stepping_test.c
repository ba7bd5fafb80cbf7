/* Moreau and Jean's scheme against runs of Siconos with the same scheme: every digit that the files have, but for rounding. */
#include "step/siconos_rows_test.h"

/* All rows of a file; `channel` of each column, NULL: not compared. Steps are made `each` to a row. Writes the largest
 * differences over the largest numbers of their columns. */
static int compare(session s, FILE *file, int columns, const char *const *channel, int each, double *worst)
{
  double row[8], size[8] = {0};
  pawl_error error = {0};
  int rows = 0;
  for (;; rows++) {
    for (int i = 0; i < columns; i++)
      if (fscanf(file, "%lf", row + i) != 1) {
        for (int c = 1; c < columns; c++)
          worst[c] /= fmax(size[c], 1e-300);
        return rows;
      }
    for (int k = 0; rows > 0 && k < each; k++)
      if (pawl_run_step(s.run, 1e9, &error) != PAWL_OK)
        fail_msg("%s", error.text);
    assert_true(fabs(s.run->t - row[0]) < 1e-9);
    for (int i = 1; i < columns; i++) {
      double here = channel[i] ? pawl_run_read(s.run, pawl_run_find(s.run, channel[i])) : row[i];
      worst[i] = fmax(worst[i], fabs(here - row[i]));
      size[i] = fmax(size[i], fabs(row[i]));
    }
  }
}

static void the_ball(void **state)
{
  (void)state;
  static const char *const channel[] = {NULL, "ball.y", "ball.vy", NULL, NULL};
  double worst[8] = {0};
  FILE *file = open_reference("BouncingBallTS");
  if (!file)
    return;
  session s = open_text(
      "planar { gravity = {0, -9.81} }\nlocal ball = point_mass \"ball\" { mass = 1, y = 1 }\n"
      "contact \"hit\" { shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }, shape \"dot\" { ball, vertex "
      "{} },\n"
      "  law = rigid { restitution = 0.9 } }\n"
      "simulate { duration = 20, method = \"stepping\", step = 0.005, theta = 0.5, projection = false }\n",
      NULL);
  int rows = compare(s, file, 5, channel, 1, worst);
  print_message("BouncingBallTS: %d rows, place off by %.1e, speed by %.1e of their largest\n", rows,
                worst[1], worst[2]);
  assert_int_equal(rows, 2001);
  assert_true(worst[1] < 1e-9 && worst[2] < 1e-9);
  fclose(file);
  leave(s);
}

static void the_woodpecker(void **state)
{
  (void)state;
  static const char *const channel[] = {
      NULL, "toy.y", "toy.y_speed", "toy.sleeve", "toy.sleeve_speed", "toy.bird", "toy.bird_speed"};
  double worst[8] = {0};
  FILE *file = open_reference("Woodpecker_every10");
  if (!file)
    return;
  session s = open_text(
      "planar {}\nlocal mM, JM, mS, JS, g, c = 0.0003, 5e-9, 0.0045, 7e-7, 9.81, 0.0056\n"
      "local r0, rM, hM, lM, lG, hS, lS = 0.0025, 0.0031, 0.0058, 0.010, 0.015, 0.02, 0.0201\n"
      "local toy = lagrangian \"toy\" { coordinates = {\"y\", \"sleeve\", \"bird\"}, units = {\"m\", "
      "\"rad\", \"rad\"},\n"
      "  start = {0, -0.1036, -0.2788}, speed = {-0.3411, 0, -7.4583},\n"
      "  mass = { {mS + mM, mS*lM, mS*lG}, {mS*lM, JM + mS*lM^2, mS*lM*lG}, {mS*lG, mS*lM*lG, JS + mS*lG^2} "
      "},\n"
      "  force = function(q) return { -(mS + mM)*g, -c*(q[2] - q[3]) - mS*g*lM, -c*(q[3] - q[2]) - mS*g*lG } "
      "end }\n"
      "gap \"beak\" { toy, gap = lM + lG - lS - r0, normal = {0, 0, -hS}, tangent = {1, lM, lG - lS},\n"
      "  law = rigid { restitution = 0.5 }, friction = 0.3 }\n"
      "gap \"lower\" { toy, gap = rM - r0, normal = {0, hM, 0}, tangent = {1, rM, 0}, law = rigid {}, "
      "friction = 0.3 }\n"
      "gap \"upper\" { toy, gap = rM - r0, normal = {0, -hM, 0}, tangent = {1, rM, 0}, law = rigid {}, "
      "friction = 0.3 }\n"
      "simulate { duration = 9, method = \"stepping\", step = 2e-5, theta = 0.5, projection = false }\n",
      NULL);
  int rows = compare(s, file, 7, channel, 10, worst);
  print_message(
      "Woodpecker: %d rows, places off by %.1e %.1e %.1e, speeds by %.1e %.1e %.1e of their largest\n", rows,
      worst[1], worst[3], worst[5], worst[2], worst[4], worst[6]);
  assert_int_equal(rows, 1500);
  for (int i = 1; i < 7; i++)
    assert_true(worst[i] < 1e-9);
  fclose(file);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_ball), cmocka_unit_test(the_woodpecker)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
