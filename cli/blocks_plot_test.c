/* Plots in the terminal: dots where the curve is, numbers at the side, gaps, and a width that is kept. */
#define _XOPEN_SOURCE 700
#include "blocks_plot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST_LINES = 64 };

typedef struct {
  char text[1 << 14];
  char *line[MOST_LINES];
  int count;
} screen;

static const pawl_blocks_size braille = {60, 6, false}, ascii = {60, 6, true};

static screen *show(screen *s, const double *time, size_t rows, const pawl_blocks_curve *curves, int count,
                    const pawl_blocks_size *size)
{
  pawl_arena arena;
  pawl_error e = {0};
  FILE *to = tmpfile();
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&arena, &memory);
  assert_non_null(to);
  assert_int_equal(pawl_blocks_plot(to, time, rows, curves, count, size, &arena, &e), PAWL_OK);
  pawl_arena_close(&arena);
  rewind(to);
  s->text[fread(s->text, 1, sizeof s->text - 1, to)] = 0;
  fclose(to);
  s->count = 0;
  for (char *word = strtok(s->text, "\n"); word && s->count < MOST_LINES; word = strtok(NULL, "\n"))
    s->line[s->count++] = word;
  return s;
}

static void check_width(const screen *s, int width)
{
  for (int i = 0; i < s->count; i++)
    if (pawl_width(s->line[i]) > width)
      fail_msg("more than %d characters: %s", width, s->line[i]);
}

/* A straight line from 0 to 1 goes from the lower left to the upper right. */
static void a_line_rises(void **state)
{
  (void)state;
  const double time[] = {0, 2}, value[] = {0, 1};
  const pawl_blocks_curve curve = {"ramp.value", "m", value};
  screen s;
  show(&s, time, 2, &curve, 1, &ascii);
  check_width(&s, 60);
  assert_int_equal(s.count, 1 + 6 + 2);
  assert_string_equal(s.line[0], "  ramp.value, m");
  assert_memory_equal(s.line[1], "1 |", 3);
  assert_memory_equal(s.line[6], "0 |.", 4);
  assert_int_equal(s.line[1][strlen(s.line[1]) - 1], '\'');
  int last = 0;
  for (int i = 6; i >= 1; i--) { /* each line further right than the one below */
    int first = (int)(strpbrk(s.line[i] + 3, ".':") - s.line[i]);
    assert_true(first > last);
    last = first - 1;
  }
  assert_memory_equal(s.line[7], "  +---", 6);
  assert_memory_equal(s.line[8], "   0 ", 5);
  assert_non_null(strstr(s.line[8], " 2 s"));
}

static void braille_has_eight_dots(void **state)
{
  (void)state;
  const double time[] = {0, 2}, value[] = {0, 1};
  const pawl_blocks_curve curve = {"ramp", "", value};
  screen s;
  show(&s, time, 2, &curve, 1, &braille);
  check_width(&s, 60);
  assert_string_equal(s.line[0], "  ramp");
  assert_non_null(strstr(s.line[6], "0 ┤\xE2\xA3\x80")); /* U+28C0: the lowest two dots */
  assert_non_null(strstr(s.line[7], "└──"));
}

static void curves_stand_one_under_the_other(void **state)
{
  (void)state;
  double time[100], a[100], b[100];
  for (int i = 0; i < 100; i++) {
    time[i] = 0.1 * i;
    a[i] = sin(time[i]);
    b[i] = 1e5 * cos(time[i]);
  }
  const pawl_blocks_curve curves[] = {{"a", "rad", a}, {"b", "N", b}};
  screen s;
  show(&s, time, 100, curves, 2, &braille);
  check_width(&s, 60);
  assert_int_equal(s.count, 2 * 7 + 2);
  assert_non_null(strstr(s.line[7], " b, N"));
  assert_non_null(strstr(s.line[8], "1e+05 ┤"));
}

static int marks(const screen *s, int from, int to)
{
  int n = 0;
  for (int i = from; i <= to; i++)
    n += strpbrk(strpbrk(s->line[i], "|"), ".':") != NULL;
  return n;
}

static void gaps_and_constants(void **state)
{
  (void)state;
  const double time[] = {0, 1, 2, 3, 4}, gap[] = {1, 1, NAN, 1, 1},
               none[] = {NAN, INFINITY, NAN, NAN, -INFINITY}, still[] = {7, 7 + 1e-15, 7, 7, 7};
  const pawl_blocks_curve first = {"gap", NULL, gap}, second = {"none", "N", none},
                          third = {"still", "1", still};
  screen s;
  show(&s, time, 5, &first, 1, &ascii);
  const char *row = s.line[3];
  assert_int_equal(marks(&s, 1, 6), 1);
  assert_int_equal(*strrchr(row, '|'), '|');
  int filled = 0, blank = 0;
  for (const char *c = strrchr(row, '|') + 1; *c; c++) {
    filled += *c != ' ';
    blank += *c == ' ';
  }
  assert_true(filled > 20 && filled < 40 && blank > 20);
  show(&s, time, 5, &second, 1, &ascii);
  assert_non_null(strstr(s.line[1], "no numbers"));
  show(&s, time, 5, &third, 1, &ascii);
  assert_int_equal(marks(&s, 1, 6), 1);
  assert_memory_equal(s.line[3], "7 |", 3); /* one number, where the line is */
  assert_memory_equal(s.line[1], "  |", 3);
  const double almost[] = {-1, 1e-16, 0, 0, -0.5};
  const pawl_blocks_curve fourth = {"almost", "m", almost};
  show(&s, time, 5, &fourth, 1, &ascii);
  assert_memory_equal(s.line[1], " 0 |", 4);
}

static void any_numbers(void **state)
{
  (void)state;
  static const double values[][3] = {{1e308, -1e308, 0}, {5e-324, 0, 0}, {1e300, 1e300, 1e300}, {-0.0, 0, 0}};
  const double time[] = {0, 1e-300, 1}, same[] = {3, 3, 3};
  screen s;
  for (int i = 0; i < 4; i++)
    for (int rows = 0; rows <= 3; rows++) {
      const pawl_blocks_curve curve = {"x", "m", values[i]};
      show(&s, time, (size_t)rows, &curve, 1, i % 2 ? &ascii : &braille);
      check_width(&s, 60);
      show(&s, same, (size_t)rows, &curve, 1, &(pawl_blocks_size){1, 0, true}); /* too small, but no harm */
      assert_int_equal(s.count > 0, rows > 0);
    }
}

static void the_terminal_is_asked(void **state)
{
  (void)state;
  unsetenv("LC_ALL");
  unsetenv("LC_CTYPE");
  setenv("LANG", "en_US.UTF-8", 1);
  setenv("TERM", "xterm", 1);
  setenv("COLUMNS", "100", 1);
  FILE *to = tmpfile();
  assert_int_equal(pawl_blocks_usual(to).width, 100);
  assert_false(pawl_blocks_usual(to).ascii);
  setenv("LC_ALL", "C", 1);
  assert_true(pawl_blocks_usual(to).ascii);
  setenv("LC_ALL", "C.utf8", 1);
  assert_false(pawl_blocks_usual(to).ascii);
  setenv("TERM", "dumb", 1);
  assert_true(pawl_blocks_usual(to).ascii);
  setenv("COLUMNS", "3", 1);
  assert_int_equal(pawl_blocks_usual(to).width, 30);
  setenv("COLUMNS", "many", 1);
  assert_int_equal(pawl_blocks_usual(to).width, 80);
  fclose(to);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_rises),
      cmocka_unit_test(braille_has_eight_dots),
      cmocka_unit_test(curves_stand_one_under_the_other),
      cmocka_unit_test(gaps_and_constants),
      cmocka_unit_test(any_numbers),
      cmocka_unit_test(the_terminal_is_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
