/* Strips: all snapshots have one scale, arrows too; rows and columns, labels, paths, fading; films. */
#include "result/strip.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/sheet_test.h"
#include "result/svg_test.h"

/* A disc of radius 1 that a force pushes, and one that stands still 10 m to the right. */
static const char *const discs =
    "planar { axes = false }\n"
    "local a = cylinder 'a' { mass = 1, radius = 1, look = { color = '#ff0000' } }\n"
    "cylinder 'b' { mass = 1, radius = 1, look = { color = '#00ff00' } }\n"
    "force 'f' { a, fx = 1, look = { color = '#0000ff' } }\n"
    "drawing 'floor' { ground:at{0, -2}, shape = 'box', length = 2, width = 0.5, "
    "look = { color = '#abcdef' } }\n";

typedef struct {
  double x, force;
} moment;

/* Part 0 is the first disc, 1 the second, 2 the force. */
static double read_moment(void *context, int part, const char *channel)
{
  const moment *m = context;
  if (strcmp(channel, "x") == 0)
    return part == 0 ? m->x : 10;
  return part == 2 && strcmp(channel, "fx") == 0 ? m->force : 0;
}

static char *strip(const moment *m, int n, const pawl_strip_options *o, pawl_status wanted)
{
  sheet s = draw(discs);
  pawl_error e = {0};
  pawl_snapshot *all = calloc((size_t)n, sizeof *all);
  FILE *to = tmpfile();
  assert_non_null(to);
  for (int i = 0; i < n; i++)
    all[i] = (pawl_snapshot){{read_moment, (void *)(uintptr_t)&m[i]}, i, "t = 1 s"};
  assert_int_equal(pawl_strip_write(to, &pawl_paper_svg, &s.drawing, all, n, o, &e), wanted);
  char *text = text_of(to);
  free(all);
  close_sheet(&s);
  if (wanted == PAWL_OK && !is_svg(text))
    fail_msg("not SVG:\n%s", text);
  return text;
}

/* The n-th element with that color: what stands between its name and the color. */
static const char *element(const char *text, const char *color, int n)
{
  char key[32];
  snprintf(key, sizeof key, "fill=\"%s\"", color);
  const char *s = strstr(text, key);
  while (s && n-- > 0)
    s = strstr(s + 1, key);
  if (!s)
    fail_msg("there is no %s", key);
  while (*s != '<')
    s--;
  return s;
}

static void snapshots_have_one_scale(void **state)
{
  (void)state;
  static const moment m[] = {{0, 0}, {4, 0}, {-7, 0}};
  pawl_strip_options o = pawl_strip_usual();
  o.columns = 3;
  o.width = 720;
  char *text = strip(m, 3, &o, PAWL_OK);
  check_inside(text);
  double r = number_after(element(text, "#ff0000", 0), " r=\""), step = 0;
  for (int i = 0; i < 3; i++) {
    const char *a = element(text, "#ff0000", i), *b = element(text, "#00ff00", i);
    assert_float_equal(number_after(a, " r=\""), r, 1e-9);
    double metres = (number_after(b, "cx=\"") - number_after(a, "cx=\"")) / r;
    assert_float_equal(metres, 10 - m[i].x, 0.02);
    if (i > 0) { /* the disc that stands still is in the same place of each cell */
      double apart = number_after(b, "cx=\"") - number_after(element(text, "#00ff00", i - 1), "cx=\"");
      assert_true(i == 1 || fabs(apart - step) < 0.02);
      step = apart;
    }
  }
  assert_true(step > 19 * r); /* from -8 to 11 m each, and a gap */
  assert_int_equal(count(text, ">t = 1 s</text>"), 3);
  assert_true(number_after(text, "width=\"") <= 720);
  free(text);
}

static double arrow_length(const char *text, int n)
{
  const char *s = strstr(text, "stroke=\"#0000ff\"");
  while (s && n-- > 0)
    s = strstr(s + 1, "fill=\"none\" stroke=\"#0000ff\"");
  if (!s)
    return 0;
  while (*s != 'M')
    s--;
  char *next;
  double x = strtod(s + 1, &next);
  strtod(next, &next);
  return fabs(strtod(next, &next) - x);
}

static void arrows_have_one_scale(void **state)
{
  (void)state;
  static const moment m[] = {{0, 100}, {0, 50}};
  pawl_strip_options o = pawl_strip_usual();
  char *text = strip(m, 2, &o, PAWL_OK), *alone = strip(m + 1, 1, &o, PAWL_OK);
  double whole = arrow_length(text, 0), half = arrow_length(text, 1),
         r = number_after(element(text, "#ff0000", 0), " r=\"");
  assert_true(half > 0.3 * whole && half < 0.6 * whole);
  /* alone, the smaller force is the largest there is */
  assert_true(arrow_length(alone, 0) / number_after(element(alone, "#ff0000", 0), " r=\"") >
              0.95 * whole / r);
  free(text);
  free(alone);
}

/* Wide pictures stand one under the other, high ones side by side; a number of columns is kept. */
static void columns_are_chosen(void **state)
{
  (void)state;
  static const moment m[6] = {{0}, {0}, {0}, {0}, {0}, {0}};
  pawl_strip_options o = pawl_strip_usual();
  o.width = 700;
  o.height = 700;
  for (int columns = 0; columns <= 8; columns++) {
    o.columns = columns;
    char *text = strip(m, 6, &o, PAWL_OK);
    check_inside(text);
    double first = number_after(element(text, "#ff0000", 0), "cy=\"");
    int in_row = 0;
    for (int i = 0; i < 6; i++)
      in_row += fabs(number_after(element(text, "#ff0000", i), "cy=\"") - first) < 0.01;
    if (columns > 0)
      assert_int_equal(in_row, columns < 6 ? columns : 6);
    else
      assert_true(in_row <= 3);
    assert_true(number_after(text, "width=\"") <= 700 && number_after(text, " height=\"") <= 700);
    free(text);
  }
}

static void earlier_ones_are_paler(void **state)
{
  (void)state;
  static const moment m[] = {{0, 0}, {2, 0}, {4, 0}};
  pawl_strip_options o = pawl_strip_usual();
  o.overlay = true;
  o.caption = "t = 0, 1, 2 s";
  char *text = strip(m, 3, &o, PAWL_OK);
  check_inside(text);
  assert_int_equal(count(text, "<g opacity="), 2);
  double first = number_after(text, "<g opacity=\""),
         second = number_after(strstr(text, "<g opacity=\"") + 5, "<g opacity=\"");
  assert_true(first > 0 && first < second && second < 1);
  assert_int_equal(count(text, "fill=\"#ff0000\""), 3);
  assert_int_equal(count(text, "fill=\"#abcdef\""), 1); /* the ground is drawn once */
  assert_int_equal(count(text, "t = 1 s<"), 0);
  assert_int_equal(count(text, ">t = 0, 1, 2 s</text>"), 1);
  free(text);
}

static void paths_are_drawn_as_far_as_they_came(void **state)
{
  (void)state;
  static const moment m[] = {{0, 0}, {2, 0}};
  static const double time[] = {0, 0.5, 1, 1.5, 2};
  const pawl_vec point[] = {{0, 0, 0}, {0, 1, 0}, {NAN, 0, 0}, {0, 20, 0}, {1, 30, 0}};
  const pawl_trace trace = {point, time, 5, 0x800080};
  pawl_strip_options o = pawl_strip_usual();
  o.trace = &trace;
  o.trace_count = 1;
  char *text = strip(m, 1, &o, PAWL_OK);
  check_inside(text); /* what the path reaches is in the picture */
  assert_int_equal(count(text, "stroke=\"#800080\""), 1);
  const char *end = strstr(text, "stroke=\"#800080\""), *s = end;
  while (*s != '<')
    s--;
  int moves = 0;
  for (; s < end; s++)
    moves += *s == 'M';
  assert_int_equal(moves, 2); /* it is interrupted where it is nowhere */
  free(text);
  text = strip(m, 2, &o, PAWL_OK);
  assert_int_equal(count(text, "stroke=\"#800080\""), 2);
  assert_int_equal(count(text, "stroke=\"#d9b3d9\""), 2); /* and pale what is to come */
  free(text);
}

static void sizes_that_cannot_be(void **state)
{
  (void)state;
  static const moment m[40] = {{0}};
  pawl_strip_options o = pawl_strip_usual();
  o.width = 20; /* too small for anything, but a picture */
  o.height = 20;
  free(strip(m, 40, &o, PAWL_OK));
  o.columns = 1;
  free(strip(m, 40, &o, PAWL_OK));
}

static void huge_numbers_are_a_picture(void **state)
{
  (void)state;
  static const moment m[] = {{1e300, 1e300}, {-1e300, 1}, {NAN, NAN}, {1e-300, 1e-300}};
  pawl_strip_options o = pawl_strip_usual();
  char *text = strip(m, 4, &o, PAWL_OK);
  assert_true(number_after(text, "width=\"") <= 1000);
  free(text);
}

/* ---- films ---- */

static unsigned sum_of(const pawl_film *film, const unsigned char *frame)
{
  unsigned sum = 17;
  for (int i = 0; i < film->paper.rows * film->paper.row_bytes; i++)
    sum = sum * 31 + frame[i];
  return sum;
}

static void films_show_the_motion(void **state)
{
  (void)state;
  static const moment m[] = {{0, 0}, {5, 0}};
  sheet s = draw(discs);
  pawl_error e = {0};
  pawl_film film;
  pawl_strip_options o = pawl_strip_usual();
  pawl_snapshot shot[2];
  unsigned sum[3];
  o.width = 301;
  o.height = 0;
  for (int i = 0; i < 2; i++)
    shot[i] = (pawl_snapshot){{read_moment, (void *)(uintptr_t)&m[i]}, i, NULL};
  assert_int_equal(pawl_film_open(&film, &s.drawing, shot, 2, &o, &e), PAWL_OK);
  assert_true(film.paper.columns == 302 && film.paper.rows % 2 == 0 && film.paper.rows < 200);
  for (int i = 0; i < 3; i++)
    sum[i] = sum_of(&film, pawl_film_frame(&film, &shot[i % 2]));
  assert_true(sum[0] != sum[1]);
  assert_true(sum[0] == sum[2]); /* nothing of the frame between is left */
  shot[0].label = "t = 1 s";
  assert_true(sum[0] != sum_of(&film, pawl_film_frame(&film, &shot[0])));
  pawl_film_close(&film);
  o.width = 1e6;
  assert_int_equal(pawl_film_open(&film, &s.drawing, shot, 2, &o, &e), PAWL_BAD_CALL);
  pawl_film_close(&film);
  close_sheet(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(snapshots_have_one_scale),
      cmocka_unit_test(arrows_have_one_scale),
      cmocka_unit_test(columns_are_chosen),
      cmocka_unit_test(earlier_ones_are_paler),
      cmocka_unit_test(paths_are_drawn_as_far_as_they_came),
      cmocka_unit_test(sizes_that_cannot_be),
      cmocka_unit_test(huge_numbers_are_a_picture),
      cmocka_unit_test(films_show_the_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
