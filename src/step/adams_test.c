/* Five one-body models against trajectories of Adams that Project Chrono keeps with its tests: every column of every
 * file, as root of the mean square against Chrono's own tolerance, and where Adams was exact enough in units of the
 * last digit it printed. Reads ../shared/references/adams; without that folder a few of the numbers, copied below. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "step/run.h"

enum { ROWS = 501, COLUMNS = 4 };

/* What a file holds, and from which channels. Reactions are put together below: Adams gives them on the ground. */
typedef struct {
  const char *name;
  int columns;
  const char *channel[COLUMNS];
} quantity;

enum { POS, VEL, ACC, QUAT, AVEL, AACC, RFORCE, RTORQUE, QUANTITIES };

static const quantity quantities[QUANTITIES] = {
    {"Pos", 3, {"pendulum.x", "pendulum.y", "pendulum.z"}},
    {"Vel", 3, {"pendulum.vx", "pendulum.vy", "pendulum.vz"}},
    {"Acc", 3, {"pendulum.ax", "pendulum.ay", "pendulum.az"}},
    {"Quat", 4, {"pendulum.e0", "pendulum.e1", "pendulum.e2", "pendulum.e3"}},
    {"Avel", 3, {"pendulum.wx", "pendulum.wy", "pendulum.wz"}},
    {"Aacc", 3, {"pendulum.alphax", "pendulum.alphay", "pendulum.alphaz"}},
    {"Rforce", 3, {"joint.fx", "joint.fy", "joint.fz"}},
    {"Rtorque", 3, {"joint.tx", "joint.ty", "joint.tz"}},
};

/* Chrono's tolerances are those of its unit tests of the same names. `units`: how many units of the last printed
 * digit of the column's largest value the difference may reach anywhere; 0: Adams' own error is larger than that. */
typedef struct {
  const char *model, *file;
  double tolerance[QUANTITIES];
  double units[QUANTITIES];
} comparison;

/* clang-format off */
static const comparison comparisons[] = {
    /*                                      Pos   Vel   Acc   Quat   Avel   Aacc   Rforce Rtorque */
    {"adams-revolute", "Revolute",         {1e-3, 1e-4, 2e-2, 1e-3,  1e-2,  1e-2,  2e-2, 1e-2}, {0}},
    {"adams-spherical", "Spherical",       {2e-3, 1e-3, 2e-2, 1e-3,  2e-2,  2e-2,  2e-2, 1e-6}, {0}},
    {"adams-prismatic", "Prismatic",       {1e-2, 1e-4, 2e-2, 1e-3,  2e-2,  2e-2,  1e-6, 1e-6}, {0}},
    {"adams-rot-spring", "RotSpring",      {1e-3, 5e-4, 2e-2, 1e-3,  1e-3,  5e-3,  5e-3, 1e-2}, {0}},
    {"adams-tran-spring", "TranSpring",    {1e-3, 3e-4, 2e-2, 1e-10, 1e-10, 1e-10, 5e-3, 1e-10}, {0}},
};
/* clang-format on */

typedef struct {
  double x[QUANTITIES][ROWS][COLUMNS];
} trajectory;

/* ---- our side ---- */

static double channel(pawl_run *run, const double *values, const char *name)
{
  int i = pawl_run_find(run, name);
  return i < 0 ? 0 : values[i];
}

/* The line spring pushes the ground along -n; a torsion spring turns it by -torque about the joint's axis, which is the
 * world's y here, and is not part of the joint's own reaction. */
static void add_spring(pawl_run *run, const double *values, double f[3], double t[3])
{
  double length = channel(run, values, "spring.length");
  for (int c = 0; c < 3 && length > 0; c++)
    f[c] -= channel(run, values, "spring.force") * channel(run, values, quantities[POS].channel[c]) / length;
  t[1] -= channel(run, values, "spring.torque");
}

static void take_row(pawl_run *run, const double *values, trajectory *to, int row)
{
  for (int q = 0; q < QUANTITIES; q++)
    for (int c = 0; c < quantities[q].columns; c++)
      to->x[q][row][c] = (q >= RFORCE ? -1 : 1) * channel(run, values, quantities[q].channel[c]);
  add_spring(run, values, to->x[RFORCE][row], to->x[RTORQUE][row]);
}

static void simulate(const char *name, trajectory *to)
{
  char path[64];
  snprintf(path, sizeof path, "models/%s", name);
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  if (pawl_model_read(&model, path, NULL, &error) != PAWL_OK || pawl_run_new(&run, model, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  double *values = calloc((size_t)pawl_run_channel_count(run), sizeof *values);
  assert_non_null(values);
  for (int row = 0; row < ROWS; row++) {
    double t = row * 0.01;
    while (run->t < t)
      assert_int_equal(pawl_run_step(run, 5, &error), PAWL_OK);
    assert_int_equal(pawl_run_output(run, t, values, &error), PAWL_OK);
    take_row(run, values, to, row);
  }
  free(values);
  pawl_run_free(run);
  pawl_model_free(model);
}

/* ---- their side ---- */

typedef struct {
  double x[ROWS][COLUMNS];
  int digits; /* 7 are printed; where the last is 0 throughout, 6 of them say something */
} table;

static bool read_table(const char *file, const char *quantity_name, int columns, table *to)
{
  char path[128], line[256];
  snprintf(path, sizeof path, "../shared/references/adams/%s_Case01_ADAMS_%s.txt", file, quantity_name);
  FILE *in = fopen(path, "r");
  if (!in)
    return false;
  int row = 0;
  to->digits = 6;
  while (row < ROWS && fgets(line, sizeof line, in)) {
    char *at = line, *end;
    double t = strtod(at, &end);
    if (end == at)
      continue; /* comments and header */
    assert_true(fabs(t - 0.01 * row) < 1e-9);
    for (int c = 0; c < columns; c++) {
      to->x[row][c] = strtod(at = end, &end);
      assert_true(end > at);
      const char *exponent = strpbrk(at + 1, "Ee");
      if (exponent && exponent < end && exponent[-1] != '0')
        to->digits = 7;
    }
    row++;
  }
  fclose(in);
  assert_int_equal(row, ROWS);
  return true;
}

/* q and -q are the same orientation. */
static void align_signs(const double (*ours)[COLUMNS], table *theirs)
{
  for (int r = 0; r < ROWS; r++) {
    double dot = 0;
    for (int c = 0; c < COLUMNS; c++)
      dot += ours[r][c] * theirs->x[r][c];
    for (int c = 0; c < COLUMNS && dot < 0; c++)
      theirs->x[r][c] = -theirs->x[r][c];
  }
}

/* ---- comparison ---- */

typedef struct {
  double rms, most, units;
} difference;

static double unit_of(double value, int digits)
{
  return value == 0 ? 0 : pow(10, floor(log10(fabs(value))) + 1 - digits);
}

static difference compare_column(const double (*ours)[COLUMNS], const table *theirs, int c)
{
  difference d = {0};
  double sum = 0, peak = 0;
  for (int r = 0; r < ROWS; r++) {
    double e = fabs(ours[r][c] - theirs->x[r][c]);
    sum += e * e;
    d.most = fmax(d.most, e);
    peak = fmax(peak, fabs(theirs->x[r][c]));
  }
  d.rms = sqrt(sum / ROWS);
  double unit = unit_of(fmax(peak, 1e-9), theirs->digits); /* columns of rounding have no digits of their own */
  d.units = d.most / unit;
  return d;
}

static bool compare_file(const comparison *how, int q, const trajectory *ours)
{
  static table theirs;
  difference worst = {0};
  if (!read_table(how->file, quantities[q].name, quantities[q].columns, &theirs))
    return false;
  if (q == QUAT)
    align_signs(ours->x[q], &theirs);
  for (int c = 0; c < quantities[q].columns; c++) {
    difference d = compare_column(ours->x[q], &theirs, c);
    worst.rms = fmax(worst.rms, d.rms);
    worst.most = fmax(worst.most, d.most);
    if (d.most > 1e-12)
      worst.units = fmax(worst.units, d.units);
  }
  print_message("  %-10s %-7s rms %.1e of %.0e   largest difference %.1e = %.2g units of digit %d\n", how->file,
                quantities[q].name, worst.rms, how->tolerance[q], worst.most, worst.units, theirs.digits);
  assert_true(worst.rms <= how->tolerance[q]);
  if (how->units[q] > 0)
    assert_true(worst.units <= how->units[q]);
  return true;
}

static void files_of_adams(void **state)
{
  (void)state;
  trajectory *ours = calloc(1, sizeof *ours);
  int seen = 0;
  assert_non_null(ours);
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
    memset(ours, 0, sizeof *ours);
    simulate(comparisons[i].model, ours);
    for (int q = 0; q < QUANTITIES; q++)
      seen += compare_file(comparisons + i, q, ours);
  }
  free(ours);
  if (seen == 0) {
    print_message("  ../shared/references/adams is not there: skipped\n");
    skip();
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(files_of_adams)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
