/* Paper: the same marks on every kind; PNG is read back, and its dots have the colors of the marks. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include "result/paper.h"

#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "result/svg_test.h"

typedef struct {
  char *bytes;
  size_t size, at;
} memory;

/* A red square from (10, 10) to (30, 30) with a hole of 10 by 10 in its middle, a blue line across at y = 50, a green
 * circle at (80, 20), half of a black square seen through, and a text. */
static void draw(pawl_paper *p)
{
  static const double corner[][2] = {{10, 10}, {30, 10}, {30, 30}, {10, 30},
                                     {15, 15}, {25, 15}, {25, 25}, {15, 25}};
  pawl_ink red = pawl_ink_fill(0xff0000, PAWL_NO_INK, 0), green = pawl_ink_fill(0x00ff00, PAWL_NO_INK, 0),
           black = pawl_ink_fill(0x000000, PAWL_NO_INK, 0);
  p->kind->begin(p);
  for (int i = 0; i < 8; i++) {
    if (i == 4)
      p->kind->close(p);
    p->kind->point(p, (pawl_spot){corner[i][0], corner[i][1]}, i % 4 == 0);
  }
  p->kind->end(p, &red);
  pawl_paper_line(p, (pawl_spot){0, 50}, (pawl_spot){100, 50}, 0x0000ff, 4);
  p->kind->circle(p, (pawl_spot){80, 20}, 10, &green);
  p->kind->fade(p, 0.5);
  p->kind->circle(p, (pawl_spot){50, 80}, 10, &black);
  p->kind->circle(p, (pawl_spot){50, 80}, 8, &black); /* inside the faded sheet nothing adds up */
  p->kind->whole(p);
  pawl_paper_text(p, (pawl_spot){60, 60}, 16, PAWL_TEXT_LEFT, "t = 1 <µ>", 0x000000);
}

static memory paint(const pawl_paper_kind *kind, double zoom, int background)
{
  memory m = {0};
  pawl_paper paper;
  pawl_error e = {0};
  const pawl_paper_size size = {"a < b", 100, 100, zoom, background, false};
  FILE *to = open_memstream(&m.bytes, &m.size);
  assert_non_null(to);
  assert_int_equal(pawl_paper_open(&paper, kind, to, &size, &e), PAWL_OK);
  draw(&paper);
  assert_int_equal(pawl_paper_finish(&paper, &e), PAWL_OK);
  assert_int_equal(fclose(to), 0);
  return m;
}

static cairo_status_t take(void *context, unsigned char *to, unsigned count)
{
  memory *m = context;
  if (m->size - m->at < count)
    return CAIRO_STATUS_READ_ERROR;
  memcpy(to, m->bytes + m->at, count);
  m->at += count;
  return CAIRO_STATUS_SUCCESS;
}

static unsigned dot(cairo_surface_t *s, int x, int y)
{
  const unsigned char *row = cairo_image_surface_get_data(s) + y * cairo_image_surface_get_stride(s);
  return ((const uint32_t *)(const void *)row)[x];
}

static void png_has_the_colors(void **state)
{
  (void)state;
  for (int zoom = 1; zoom <= 2; zoom++) {
    memory m = paint(&pawl_paper_png, zoom, 0xffffff);
    assert_memory_equal(m.bytes, "\x89PNG\r\n\x1a\n", 8);
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(take, &m);
    assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(s), 100 * zoom);
    assert_int_equal(dot(s, 12 * zoom, 12 * zoom) & 0xffffff, 0xff0000);
    assert_int_equal(dot(s, 20 * zoom, 20 * zoom) & 0xffffff, 0xffffff); /* the hole */
    assert_int_equal(dot(s, 5 * zoom, 50 * zoom) & 0xffffff, 0x0000ff);
    assert_int_equal(dot(s, 5 * zoom, 54 * zoom) & 0xffffff, 0xffffff);
    assert_int_equal(dot(s, 80 * zoom, 20 * zoom) & 0xffffff, 0x00ff00);
    unsigned grey = dot(s, 50 * zoom, 80 * zoom) & 0xff;
    assert_true(grey > 0x7a && grey < 0x85);
    int ink = 0;
    for (int y = 52 * zoom; y < 68 * zoom; y++)
      for (int x = 60 * zoom; x < 100 * zoom; x++)
        ink += (dot(s, x, y) & 0xff) < 0x80;
    assert_true(ink > 20 && ink < 1200);
    cairo_surface_destroy(s);
    free(m.bytes);
  }
}

static void png_without_a_background_is_clear(void **state)
{
  (void)state;
  memory m = paint(&pawl_paper_png, 1, PAWL_NO_INK);
  cairo_surface_t *s = cairo_image_surface_create_from_png_stream(take, &m);
  assert_int_equal(dot(s, 2, 2) >> 24, 0);
  assert_int_equal(dot(s, 12, 12), 0xffff0000u);
  cairo_surface_destroy(s);
  free(m.bytes);
}

static void svg_says_the_same(void **state)
{
  (void)state;
  memory m = paint(&pawl_paper_svg, 1, 0xffffff);
  assert_true(is_svg(m.bytes));
  check_inside(m.bytes);
  assert_non_null(strstr(m.bytes, "<title>a &lt; b</title>"));
  assert_non_null(strstr(m.bytes, "M10 10 30 10 30 30 10 30zM15 15 25 15 25 25 15 25z\" fill=\"#ff0000\""));
  assert_non_null(strstr(m.bytes, "<circle cx=\"80\" cy=\"20\" r=\"10\" fill=\"#00ff00\"/>"));
  assert_non_null(strstr(m.bytes, "<g opacity=\"0.5\">"));
  assert_non_null(strstr(m.bytes, ">t = 1 &lt;µ&gt;</text>"));
  free(m.bytes);
}

static void the_same_picture_is_the_same_file(void **state)
{
  (void)state;
  const pawl_paper_kind *const kinds[] = {&pawl_paper_svg, &pawl_paper_png, &pawl_paper_pdf};
  for (int i = 0; i < 3; i++) {
    memory a = paint(kinds[i], 1, 0xffffff), b = paint(kinds[i], 1, 0xffffff);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    if (i == 2)
      assert_memory_equal(a.bytes, "%PDF-", 5);
    free(a.bytes);
    free(b.bytes);
  }
}

static void kinds_are_found_by_their_ending(void **state)
{
  (void)state;
  assert_ptr_equal(pawl_paper_find("a/b.c/x.svg"), &pawl_paper_svg);
  assert_ptr_equal(pawl_paper_find("x.PNG"), &pawl_paper_png);
  assert_ptr_equal(pawl_paper_find("x.svg.pdf"), &pawl_paper_pdf);
  assert_null(pawl_paper_find("x.gif"));
  assert_null(pawl_paper_find("svg"));
}

/* Bytes that are no text stop neither cairo nor the readers of SVG. */
static void any_bytes_are_a_text(void **state)
{
  (void)state;
  static const char *const words[] = {"\xff\xfe", "a\xc3",        "\xed\xa0\x80",    "\x01\x7f\n",
                                      "",         "\xe2\x82\xac", "\xf0\x9f\x98\x80"};
  const pawl_paper_kind *const kinds[] = {&pawl_paper_svg, &pawl_paper_png, &pawl_paper_pdf};
  for (int k = 0; k < 3; k++) {
    memory m = {0};
    pawl_paper paper;
    pawl_error e = {0};
    const pawl_paper_size size = {words[0], 50, 50, 1, 0xffffff, false};
    FILE *to = open_memstream(&m.bytes, &m.size);
    assert_int_equal(pawl_paper_open(&paper, kinds[k], to, &size, &e), PAWL_OK);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      for (int height = 0; height < 40; height += 13)
        pawl_paper_text(&paper, (pawl_spot){0, 20}, height, PAWL_TEXT_MIDDLE, words[i], 0);
    assert_int_equal(pawl_paper_finish(&paper, &e), PAWL_OK);
    fclose(to);
    if (k == 0) {
      assert_true(is_svg(m.bytes));
      assert_null(strchr(m.bytes, '\xff'));
    }
    free(m.bytes);
  }
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  static const pawl_paper_size bad[] = {{"", 40000, 10, 1, 0, false},
                                        {"", 10, 20000, 2, 0, false},
                                        {"", 0, 10, 1, 0, false},
                                        {"", NAN, 10, 1, 0, false}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    pawl_paper paper;
    pawl_error e = {0};
    assert_int_equal(pawl_paper_open(&paper, &pawl_paper_png, NULL, &bad[i], &e), PAWL_BAD_CALL);
    assert_non_null(strstr(e.text, "too large"));
  }
}

/* A full disk: the file takes nothing. */
static void a_file_that_fails_is_told(void **state)
{
  (void)state;
  const pawl_paper_kind *const kinds[] = {&pawl_paper_svg, &pawl_paper_png, &pawl_paper_pdf};
  for (int k = 0; k < 3; k++) {
    pawl_paper paper;
    pawl_error e = {0};
    const pawl_paper_size size = {"", 100, 100, 1, 0xffffff, false};
    FILE *to = fopen("/dev/full", "w");
    assert_non_null(to);
    setvbuf(to, NULL, _IONBF, 0);
    assert_int_equal(pawl_paper_open(&paper, kinds[k], to, &size, &e), PAWL_OK);
    draw(&paper);
    assert_int_equal(pawl_paper_finish(&paper, &e), PAWL_BAD_FILE);
    fclose(to);
  }
}

static void dark_paper_turns_greys(void **state)
{
  (void)state;
  pawl_paper light = {.size = {.dark = false}}, dark = {.size = {.dark = true}};
  assert_int_equal(pawl_paper_color(&light, 0x22262b), 0x22262b);
  assert_int_equal(pawl_paper_color(&dark, PAWL_NO_INK), PAWL_NO_INK);
  assert_true((pawl_paper_color(&dark, 0x22262b) & 0xff) > 0xa0);
  assert_true((pawl_paper_color(&dark, 0xe3e6ea) & 0xff) < 0x50);
  assert_int_equal(pawl_paper_color(&dark, 0xff6040), 0xff6040); /* a color stays */
}

static void texts_are_not_longer_than_measured(void **state)
{
  (void)state;
  static const char *const words[] = {"t = 0.125 s", "WMWM",  "energy.kinetic",
                                      "10⁻⁶ rad/s²", "illi.", "-12345.67"};
  cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 10, 10);
  cairo_t *pen = cairo_create(s);
  cairo_select_font_face(pen, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(pen, 100);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    cairo_text_extents_t box;
    cairo_text_extents(pen, words[i], &box);
    double guess = pawl_text_width(words[i], 100);
    if (guess < box.x_advance || guess > 1.5 * box.x_advance)
      fail_msg("%s is %g long, guessed %g", words[i], box.x_advance, guess);
  }
  cairo_destroy(pen);
  cairo_surface_destroy(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(png_has_the_colors),
      cmocka_unit_test(png_without_a_background_is_clear),
      cmocka_unit_test(svg_says_the_same),
      cmocka_unit_test(the_same_picture_is_the_same_file),
      cmocka_unit_test(kinds_are_found_by_their_ending),
      cmocka_unit_test(any_bytes_are_a_text),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(a_file_that_fails_is_told),
      cmocka_unit_test(dark_paper_turns_greys),
      cmocka_unit_test(texts_are_not_longer_than_measured),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
