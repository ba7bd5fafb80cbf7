/* Plots: axes with round numbers at any scale, panels by unit, gaps, marks of events, as few points as are seen; and the
 * units that numbers are shown in. */
#include "result/plot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "result/axis.h"
#include "result/display.h"
#include "result/svg_test.h"

static char *write_plot(const pawl_plot_panel *panel, int n, size_t rows, const pawl_plot_options *o,
                        pawl_status wanted)
{
  pawl_error e = {0};
  FILE *to = tmpfile();
  assert_non_null(to);
  assert_int_equal(pawl_plot_write(to, &pawl_paper_svg, rows, panel, n, o, &e), wanted);
  char *text = text_of(to);
  if (wanted == PAWL_OK && !is_svg(text))
    fail_msg("not SVG:\n%s", text);
  if (wanted == PAWL_OK)
    check_inside(text);
  return text;
}

static const pawl_plot_options usual = {.title = "plot", .width = 400, .height = 200, .background = 0xffffff};

static char *plot_of(const double *time, const double *value, size_t rows, const char *unit)
{
  const pawl_plot_line line = {"u", value, 0x123456};
  const pawl_plot_panel panel = {time, "t", "s", true, unit, &line, 1};
  return write_plot(&panel, 1, rows, &usual, PAWL_OK);
}

/* The path of the n-th line of a color. */
static const char *path_of(const char *text, const char *color, int n)
{
  char key[64];
  snprintf(key, sizeof key, "fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"", color);
  const char *s = strstr(text, key);
  while (s && n-- > 0)
    s = strstr(s + 1, key);
  if (!s)
    fail_msg("no line of color %s", color);
  while (*s != '<')
    s--;
  return s;
}

static int points_of(const char *path, int *moves)
{
  int blanks = 0;
  *moves = 0;
  for (const char *s = strstr(path, "d=\"") + 3; *s != '"'; s++) {
    blanks += *s == ' ';
    *moves += *s == 'M';
  }
  return (blanks + *moves) / 2; /* M x y x y: a blank inside each point, one before all but those after M */
}

static void plots_are_sound_at_any_scale(void **state)
{
  (void)state;
  for (int power = -300; power <= 300; power += 25) {
    double time[] = {0, 1, 2}, value[] = {-3, 5, 1}, scale = pow(10, power);
    for (int i = 0; i < 3; i++)
      value[i] *= scale, time[i] *= pow(10, power / 10);
    char *text = plot_of(time, value, 3, "N");
    assert_true(count(text, "<text") >= 6 && count(text, "<text") <= 24);
    assert_true(number_after(text, "width=\"") == 400 && number_after(text, " height=\"") == 200);
    free(text);
  }
}

static void plots_of_constants_and_of_nothing(void **state)
{
  (void)state;
  const double time[] = {0, 1},
               values[][2] = {{2, 2}, {0, 0}, {1e308, -1e308}, {5e-324, 0}, {1e9, 1e9 + 1e-6}};
  for (int i = 0; i < 5; i++)
    free(plot_of(time, values[i], 2, "m"));
  free(plot_of(time, values[0], 1, "m"));
  const pawl_plot_line line = {"u", time, 0};
  const pawl_plot_panel panel = {time, "t", "s", true, "", &line, 1};
  free(write_plot(&panel, 1, 0, &usual, PAWL_BAD_CALL));
  pawl_plot_panel many[40];
  for (int i = 0; i < 40; i++)
    many[i] = panel;
  free(write_plot(many, 40, 2, &usual, PAWL_BAD_CALL));
}

static void gaps_interrupt_the_line(void **state)
{
  (void)state;
  const double time[] = {0, 1, 2, 3, 4, 5, 6}, value[] = {0, 1, NAN, 2, INFINITY, 3, 1},
               none[] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  int moves;
  char *text = plot_of(time, value, 7, "N");
  assert_int_equal(points_of(path_of(text, "#123456", 0), &moves), 6); /* the point alone is a dot: twice */
  assert_int_equal(moves, 3);
  free(text);
  text = plot_of(time, none, 7, "N");
  assert_non_null(strstr(text, ">u (no numbers)</text>"));
  assert_null(strstr(text, "stroke-width=\"1.8\""));
  free(text);
}

/* 100,000 rows of a fast oscillation: no more points than can be seen, and all of its height. */
static void long_runs_are_thinned(void **state)
{
  (void)state;
  enum { ROWS = 100000 };
  double *time = malloc(ROWS * sizeof *time), *value = malloc(ROWS * sizeof *value);
  int moves;
  for (int i = 0; i < ROWS; i++) {
    time[i] = 1e-3 * i;
    value[i] = i == 54321 ? 9 : sin(0.7 * i);
  }
  char *text = plot_of(time, value, ROWS, "m");
  int points = points_of(path_of(text, "#123456", 0), &moves);
  assert_true(points > 500 && points < 4 * 2 * 400);
  assert_true(strlen(text) < 60000);
  free(text);
  pawl_plot_line line = {"u", value, 0x123456};
  pawl_plot_panel phase = {value, "w", "m", false, "m", &line, 1};
  text = write_plot(&phase, 1, ROWS, &usual, PAWL_OK);
  free(text);
  for (int i = 0; i < ROWS; i++)
    value[i] = 1 + 1e-9 * i;
  text = write_plot(&phase, 1, ROWS, &usual, PAWL_OK);
  assert_true(strlen(text) < 60000);
  free(text);
  free(time);
  free(value);
}

static void panels_stand_one_under_the_other(void **state)
{
  (void)state;
  const double time[] = {0, 1, 2}, a[] = {0, 1, 4}, b[] = {3e5, 2e6, 1e6}, events[] = {0.5, 0.5001, 1.5, 7};
  const pawl_plot_line first[] = {{"one", a, PAWL_NO_INK}, {"two", time, PAWL_NO_INK}},
                       second = {"three", b, 0x102030};
  const pawl_plot_panel panels[] = {{time, "t", "s", true, "m/s^2", first, 2},
                                    {time, "t", "s", true, "N", &second, 1}};
  pawl_plot_options o = usual;
  o.height = 0;
  o.event = events;
  o.event_count = 4;
  char *text = write_plot(panels, 2, 3, &o, PAWL_OK);
  assert_int_equal(count(text, ">t, s</text>"), 1); /* numbers below the lower one only */
  assert_int_equal(count(text, ">m/s²</text>"), 1);
  assert_int_equal(count(text, ">MN</text>"), 1);
  assert_int_equal(count(text, ">one</text>"), 1);
  assert_int_equal(count(text, "stroke-dasharray"),
                   4); /* two marks in each: two are at one place, one is outside */
  const char *upper = path_of(text, "#2f6fad", 0), *lower = path_of(text, "#102030", 0);
  double x = number_after(upper, "d=\"M"), y = number_after(lower, "d=\"M");
  assert_float_equal(x, y, 1e-9);
  free(text);
}

/* Y over X: each has its own axis, and time has no part in it. */
static void phase_portraits(void **state)
{
  (void)state;
  enum { ROWS = 200 };
  double x[ROWS], y[ROWS], events[] = {0};
  int moves;
  for (int i = 0; i < ROWS; i++) {
    x[i] = cos(0.05 * i);
    y[i] = 1000 * sin(0.05 * i);
  }
  const pawl_plot_line line = {"speed", y, 0x123456};
  const pawl_plot_panel panels[] = {{x, "angle", "rad", false, "rad/s", &line, 1},
                                    {y, "speed", "rad/s", false, "rad/s", &line, 1}};
  pawl_plot_options o = usual;
  o.event = events;
  o.event_count = 1;
  char *text = write_plot(panels, 2, ROWS, &o, PAWL_OK);
  assert_int_equal(count(text, ">angle, rad</text>"), 1);
  assert_int_equal(count(text, ">speed, rad/s</text>"), 1);
  assert_int_equal(count(text, "stroke-dasharray"), 0);
  assert_int_equal(points_of(path_of(text, "#123456", 0), &moves), ROWS);
  free(text);
}

static void plots_are_png_too(void **state)
{
  (void)state;
  const double time[] = {0, 1, 2}, value[] = {0, 1, 4};
  const pawl_plot_line line = {"u", value, 0x123456};
  const pawl_plot_panel panel = {time, "t", "s", true, "m", &line, 1};
  pawl_error e = {0};
  FILE *to = tmpfile();
  assert_int_equal(pawl_plot_write(to, &pawl_paper_png, 3, &panel, 1, &usual, &e), PAWL_OK);
  char *bytes = text_of(to);
  assert_memory_equal(bytes, "\x89PNG", 4);
  free(bytes);
}

/* ---- axes ---- */

static void axes_have_round_numbers(void **state)
{
  (void)state;
  char text[32];
  pawl_axis a = pawl_axis_of(0, 10, "m", 0, 5);
  assert_true(a.step == 2 && a.count == 6 && a.first == 0);
  assert_string_equal(pawl_axis_text(&a, 5, text), "10");
  a = pawl_axis_of(-0.013, 0.021, "s", 0, 6);
  assert_string_equal(a.label, "ms");
  assert_true(a.step == 0.01 && pawl_axis_mark(&a, 1) == 0);
  assert_string_equal(pawl_axis_text(&a, 0, text), "-10");
  a = pawl_axis_of(0, 2.5e6, "rad/s^2", 0, 4);
  assert_string_equal(a.label, "10⁶ rad/s²");
  assert_string_equal(pawl_axis_text(&a, 1, text), "1");
  a = pawl_axis_of(0, 3e-12, "kg", 0, 4);
  assert_string_equal(a.label, "10⁻¹² kg");
  a = pawl_axis_of(0, 2e4, "", 0, 4);
  assert_string_equal(a.label, "");
  a = pawl_axis_of(0, 2e7, "1", 0, 4);
  assert_string_equal(a.label, "10⁶");
  a = pawl_axis_of(1000.001, 1000.004, "m", 0, 4);
  assert_string_equal(pawl_axis_text(&a, 0, text), "1000.001");
  assert_float_equal(pawl_axis_part(&a, 1000.0025), 0.5, 1e-9);
}

static void axes_always_have_two_numbers(void **state)
{
  (void)state;
  for (int i = 0; i < 2000; i++) {
    double from = sin(3.1 * i) * pow(10, i % 40 - 20),
           wide = (0.1 + fabs(cos(1.7 * i))) * pow(10, (i * 7) % 40 - 20);
    pawl_axis a = pawl_axis_of(from, from + wide, "N", 0.05, 1 + i % 9);
    if (a.count < 2 || a.count > 40)
      fail_msg("%d numbers from %g to %g", a.count, from, from + wide);
    for (int k = 0; k < a.count; k++) {
      double part = pawl_axis_part(&a, pawl_axis_mark(&a, k));
      assert_true(part > -1e-6 && part < 1 + 1e-6);
    }
  }
}

/* ---- display units ---- */

static void units_are_converted(void **state)
{
  (void)state;
  const char *label;
  assert_float_equal(pawl_display_factor("deg,mm,rpm", "rad", &label), 57.29577951308232, 1e-12);
  assert_string_equal(label, "deg");
  assert_float_equal(pawl_display_factor("deg,mm,rpm", "rad/s", &label), 9.549296585513721, 1e-12);
  assert_string_equal(label, "rpm");
  assert_float_equal(pawl_display_factor("rpm,deg", "rad/s", &label), 9.549296585513721,
                     1e-12); /* whatever the order */
  assert_float_equal(pawl_display_factor("deg", "rad/s", &label), 57.29577951308232, 1e-12);
  assert_string_equal(label, "deg/s");
  assert_float_equal(pawl_display_factor("mm", "N", &label), 1, 0);
  assert_string_equal(label, "N");
  assert_float_equal(pawl_display_factor(NULL, "m", &label), 1, 0);
  pawl_error e = {0};
  assert_int_equal(pawl_display_check("deg,mm", &e), PAWL_OK);
  assert_int_equal(pawl_display_check(NULL, &e), PAWL_OK);
  assert_int_equal(pawl_display_check("deg,furlong", &e), PAWL_BAD_CALL);
  assert_non_null(strstr(e.text, "'furlong'; there are mm cm"));
  e = (pawl_error){0};
  assert_int_equal(pawl_display_check("", &e), PAWL_BAD_CALL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plots_are_sound_at_any_scale),
      cmocka_unit_test(plots_of_constants_and_of_nothing),
      cmocka_unit_test(gaps_interrupt_the_line),
      cmocka_unit_test(long_runs_are_thinned),
      cmocka_unit_test(panels_stand_one_under_the_other),
      cmocka_unit_test(phase_portraits),
      cmocka_unit_test(plots_are_png_too),
      cmocka_unit_test(axes_have_round_numbers),
      cmocka_unit_test(axes_always_have_two_numbers),
      cmocka_unit_test(units_are_converted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
