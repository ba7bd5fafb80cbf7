/* Five one-body models against trajectories of Adams that Project Chrono keeps with its tests: every column of
 * every file, as root of the mean square against Chrono's own tolerance, and where Adams was exact enough in
 * units of the last digit it printed. Reads `references`/adams and skips without that folder; what
 * remains then are the numbers of Adams that the models expect, and the exact motions. */
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

#include "base/references_test.h"
#include "step/run.h"

enum { ROWS = 501, COLUMNS = 4 };

/* What a file holds, and from which channels. Reactions change sign: Adams gives them on the ground. */
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

/* `tolerance`: of Chrono's unit tests of the same names. `units`: how far the difference may go anywhere, in
 * units of the last digit printed of the column's largest value. 0.51 is rounding; more is Adams' own error,
 * which the exact motions below tell from ours; 0: not compared this way. */
typedef struct {
  const char *model, *file;
  double tolerance[QUANTITIES];
  double units[QUANTITIES];
} comparison;

/* clang-format off */
static const comparison comparisons[] = {
    {"adams-revolute", "Revolute",
     /* Pos   Vel   Acc   Quat   Avel   Aacc   Rforce Rtorque */
     {1e-3, 1e-4, 2e-2, 1e-3,  1e-2,  1e-2,  2e-2, 1e-2},
     {0.51, 0.51, 7,    0.51,  0.51,  70,    7,    0.51}},
    {"adams-spherical", "Spherical",
     {2e-3, 1e-3, 2e-2, 1e-3,  2e-2,  2e-2,  2e-2, 1e-6},
     {0,    0,    0,    0,     0,     0,     0,    0.51}},
    {"adams-prismatic", "Prismatic",
     {1e-2, 1e-4, 2e-2, 1e-3,  2e-2,  2e-2,  1e-6, 1e-6},
     {0.51, 0.51, 0.51, 0.51,  0.51,  0.51,  0.51, 0.51}},
    {"adams-rot-spring", "RotSpring",
     {1e-3, 5e-4, 2e-2, 1e-3,  1e-3,  5e-3,  5e-3, 1e-2},
     {14,   40,   0,    25,    60,    0,     0,    15}},
    {"adams-tran-spring", "TranSpring",
     {1e-3, 3e-4, 2e-2, 1e-10, 1e-10, 1e-10, 5e-3, 1e-10},
     {0.51, 0.51, 0.51, 0.51,  0.51,  0.51,  0.51, 0.51}},
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

/* The line spring pushes the ground along -n; a torsion spring turns it by -torque about the joint's axis, which
 * is the world's y here, and is not part of the joint's own reaction. */
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

static pawl_model *read_model(const char *name)
{
  char path[64];
  snprintf(path, sizeof path, "models/%s", name);
  pawl_model *model = NULL;
  pawl_error error = {0};
  if (pawl_model_read(&model, path, NULL, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return model;
}

static pawl_run *open_run(pawl_model *model)
{
  pawl_run *run = NULL;
  pawl_error error = {0};
  if (pawl_run_new(&run, model, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return run;
}

/* Steps of the method's own choice, rows from dense output. */
static void simulate(const char *name, trajectory *to)
{
  pawl_model *model = read_model(name);
  pawl_run *run = open_run(model);
  pawl_error error = {0};
  double *values = calloc((size_t)pawl_run_channel_count(run), sizeof *values);
  assert_non_null(values);
  memset(to, 0, sizeof *to);
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
  char path[400], line[256];
  snprintf(path, sizeof path, "%s/adams/%s_Case01_ADAMS_%s.txt", references(), file, quantity_name);
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

/* Of the last digit of the column's largest value; a column of rounding only has no digits of its own. */
static double last_digit(double peak, int digits)
{
  return peak < 1e-9 ? 1e-9 : pow(10, floor(log10(peak)) + 1 - digits);
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
  d.units = d.most / last_digit(peak, theirs->digits);
  return d;
}

static bool compare_file(const comparison *how, int q, const trajectory *ours, table *theirs)
{
  difference worst = {0};
  if (!read_table(how->file, quantities[q].name, quantities[q].columns, theirs))
    return false;
  if (q == QUAT)
    align_signs(ours->x[q], theirs);
  for (int c = 0; c < quantities[q].columns; c++) {
    difference d = compare_column(ours->x[q], theirs, c);
    worst.rms = fmax(worst.rms, d.rms);
    worst.most = fmax(worst.most, d.most);
    worst.units = fmax(worst.units, d.units);
  }
  print_message("  %-10s %-7s rms %.1e of %.0e, largest difference %.1e = %.2g of digit %d\n", how->file,
                quantities[q].name, worst.rms, how->tolerance[q], worst.most, worst.units, theirs->digits);
  assert_true(worst.rms <= how->tolerance[q]);
  if (how->units[q] > 0)
    assert_true(worst.units <= how->units[q]);
  return true;
}

enum { COMPARISONS = sizeof comparisons / sizeof *comparisons };

static void files_of_adams(void **state)
{
  (void)state;
  trajectory *ours = calloc(1, sizeof *ours);
  table *theirs = calloc(1, sizeof *theirs);
  int seen = 0;
  assert_true(ours && theirs);
  for (int i = 0; i < COMPARISONS; i++) {
    simulate(comparisons[i].model, ours);
    for (int q = 0; q < QUANTITIES; q++)
      seen += compare_file(comparisons + i, q, ours, theirs);
  }
  free(ours);
  free(theirs);
  if (seen == 0) {
    print_message("  %s/adams is not there: skipped\n", references());
    skip();
  }
  assert_int_equal(seen, COMPARISONS * QUANTITIES);
}

/* What the models themselves expect: closed forms, and numbers of Adams' files. */
static void expectations(void **state)
{
  (void)state;
  for (int i = 0; i < COMPARISONS; i++) {
    pawl_model *model = read_model(comparisons[i].model);
    int met = 0;
    for (int p = 0; p < model->part_count; p++) {
      if (strcmp(model->parts[p]->kind->name, "expect") != 0)
        continue;
      const pawl_expect *x = model->parts[p]->fields;
      pawl_run *run = open_run(model);
      pawl_error error = {0};
      assert_int_equal(pawl_run_until(run, isnan(x->at) ? 5 : x->at, &error), PAWL_OK);
      double got = pawl_run_read(run, pawl_run_find(run, x->channel));
      if (!(fabs(got - x->value) <= x->tolerance))
        fail_msg("%s: %s is %.12g, not %.12g (%s)", model->parts[p]->where, x->channel, got, x->value,
                 x->source);
      met++;
      pawl_run_free(run);
    }
    assert_true(met >= 6);
    pawl_model_free(model);
  }
}

/* ---- the exact motions ---- */

/* th'' = (g l cos th - k th - c th') / J by Runge and Kutta's fourth order, 100 steps between rows. */
static long double turning(long double th, long double w, double k, double c)
{
  return (9.80665L * 2 * cosl(th) - k * th - c * w) / 4.1L;
}

static void next_row(long double *th, long double *w, double k, double c)
{
  const long double h = 1e-4L;
  for (int i = 0; i < 100; i++) {
    long double a1 = turning(*th, *w, k, c);
    long double w2 = *w + h / 2 * a1, a2 = turning(*th + h / 2 * *w, w2, k, c);
    long double w3 = *w + h / 2 * a2, a3 = turning(*th + h / 2 * w2, w3, k, c);
    long double w4 = *w + h * a3, a4 = turning(*th + h * w3, w4, k, c);
    *th += h / 6 * (*w + 2 * w2 + 2 * w3 + w4);
    *w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
}

/* Place, velocity, acceleration and orientation of the swinging bar, its hinge's axis along y. */
static double swing_error(const trajectory *ours, double k, double c, bool turned)
{
  long double th = 0, w = 0;
  double worst = 0, s = turned ? sqrt(0.5) : 1;
  for (int r = 0; r < ROWS; next_row(&th, &w, k, c), r++) {
    double si = (double)sinl(th), co = (double)cosl(th), a = (double)turning(th, w, k, c),
           ww = (double)(w * w);
    double half = (double)sinl(th / 2), other = (double)cosl(th / 2);
    const double exact[QUAT + 1][COLUMNS] = {
        {2 * co, 0, -2 * si},
        {-2 * (double)w * si, 0, -2 * (double)w * co},
        {-2 * (a * si + ww * co), 0, -2 * (a * co - ww * si)},
        {s * other, turned ? -s * other : 0, s * half, turned ? s * half : 0}};
    double sign = ours->x[QUAT][r][0] * exact[QUAT][0] + ours->x[QUAT][r][2] * exact[QUAT][2] < 0 ? -1 : 1;
    for (int q = POS; q <= QUAT; q++)
      for (int i = 0; i < quantities[q].columns; i++)
        worst = fmax(worst, fabs((q == QUAT ? sign : 1) * ours->x[q][r][i] - exact[q][i]));
  }
  return worst;
}

static void exact_motions(void **state)
{
  (void)state;
  trajectory *ours = calloc(1, sizeof *ours);
  assert_non_null(ours);
  simulate("adams-revolute", ours);
  double revolute = swing_error(ours, 0, 0, true);
  simulate("adams-spherical", ours);
  double spherical = swing_error(ours, 0, 0, false);
  simulate("adams-rot-spring", ours);
  double spring = swing_error(ours, 200, 10, true);
  free(ours);
  print_message(
      "  against the exact motion at all rows: revolute %.1e, spherical %.1e, torsion spring %.1e\n",
      revolute, spherical, spring);
  assert_true(fmax(revolute, fmax(spherical, spring)) < 1e-9);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(files_of_adams), cmocka_unit_test(expectations),
                                     cmocka_unit_test(exact_motions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
