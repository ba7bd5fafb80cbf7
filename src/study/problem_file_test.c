/* Stored problems come back bit for bit; wrong files get a sentence with their line. */
#define _XOPEN_SOURCE 700
#include "study/problem_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

#include "contact/pile_test.h"
#include "contact/random_test.h"

static char path[] = "/tmp/pawl-problem-XXXXXX";

static int make_file(void **state)
{
  (void)state;
  int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
  (void)state;
  return unlink(path);
}

static void same(const void *a, const void *b, size_t bytes)
{
  if (a || b) {
    assert_true(a && b);
    assert_memory_equal(a, b, bytes);
  }
}

static void dense_problems_come_back(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  for (int i = 0; i < 50; i++) {
    test_problem t;
    unsigned char barred[TEST_MOST] = {8, 0, 160};
    int n = 1 + i % TEST_MOST;
    size_t m = (size_t)n;
    pawl_problem back;
    pawl_arena arena;
    test_random(&t, i % CLASSES, n, &seed);
    if (i % 2)
      t.p.barred = barred;
    pawl_arena_open(&arena, NULL);
    assert_int_equal(pawl_problem_write(&t.p, "t = 0.5 s, beak", path, NULL), PAWL_OK);
    assert_int_equal(pawl_problem_read(&back, &arena, path, NULL), PAWL_OK);
    assert_int_equal(back.n, n);
    same(back.W, t.p.W, 4 * m * m * sizeof(double));
    same(back.b, t.p.b, 2 * m * sizeof(double));
    same(back.mu, t.p.mu, m * sizeof(double));
    same(back.mu_stick, t.p.mu_stick, m * sizeof(double));
    same(back.floor, t.p.floor, m * sizeof(double));
    same(back.kind, t.p.kind, m);
    same(back.barred, t.p.barred, m);
    pawl_arena_close(&arena);
  }
}

/* Of space, dense and as blocks: with a direction for what slides. */
static void problems_in_space_come_back(void **state)
{
  (void)state;
  const double W[9] = {1, 0.1, 0.2, 0.1, 2, 0, 0.2, 0, 3}, b[3] = {-1, 1.0 / 3, 0.1}, mu = 0.3,
               way[2] = {0.6, -0.8};
  const unsigned char kind = PAWL_SLIDES_ALONG | PAWL_GIVEN;
  const int start[2] = {0, 1}, column[1] = {0};
  const pawl_block_rows rows = {start, column, W};
  for (int sparse = 0; sparse < 2; sparse++) {
    pawl_problem p = {.n = 1, .dim = 3, .b = b, .mu = &mu, .kind = &kind, .way = way}, back;
    pawl_arena arena;
    p.W = sparse ? NULL : W;
    p.rows = sparse ? &rows : NULL;
    pawl_arena_open(&arena, NULL);
    assert_int_equal(pawl_problem_write(&p, "sole", path, NULL), PAWL_OK);
    assert_int_equal(pawl_problem_read(&back, &arena, path, NULL), PAWL_OK);
    assert_true(back.n == 1 && back.dim == 3 && (back.W == NULL) == (sparse == 1));
    same(sparse ? back.rows->value : back.W, W, sizeof W);
    same(back.b, b, sizeof b);
    same(back.way, way, sizeof way);
    same(back.kind, &kind, 1);
    pawl_arena_close(&arena);
  }
}

static void sparse_problems_come_back(void **state)
{
  (void)state;
  test_pile t;
  pawl_problem back;
  pawl_arena arena;
  test_pile_new(&t, 3, 4, 0.5, 0.1, 1);
  size_t n = (size_t)t.p.n, blocks = (size_t)t.start[n];
  pawl_arena_open(&arena, NULL);
  assert_int_equal(pawl_problem_write(&t.p, NULL, path, NULL), PAWL_OK);
  assert_int_equal(pawl_problem_read(&back, &arena, path, NULL), PAWL_OK);
  assert_true(back.n == t.p.n && !back.W);
  same(back.rows->start, t.start, (n + 1) * sizeof(int));
  same(back.rows->column, t.column, blocks * sizeof(int));
  same(back.rows->value, t.value, 4 * blocks * sizeof(double));
  pawl_arena_close(&arena);
  test_pile_free(&t);
}

static void wrong_files_get_sentences(void **state)
{
  (void)state;
  static const struct {
    const char *text, *where, *sentence;
  } cases[] = {
      {"mu 1\n", ":1", "a contact problem begins with 'contacts'"},
      {"contacts 1\nmu 0.3\nb 0 x\n", ":3", "this is not a number: 'x'"},
      {"contacts 1\nmu 0.3\nb 0\n", ":4", "the file ends where a number of 'b' should be"},
      {"contacts 1.5\n", ":1", "this cannot be a number of 'contacts'"},
      {"contacts 1\n\n# free\nkind slow\n", ":4", "this is no kind of contact: 'slow'"},
      {"contacts 1\nfriction 3\n", ":2", "'friction' is not known here"},
      {"contacts 1\nb 0 0\nW 1 0 0 1\n", ":4", "'mu' is missing"},
      {"contacts 1\nmu 0.3\nb 0 0\n", ":4", "'W' is missing"},
      {"contacts 1\nmu -1\nb 0 0\nW 1 0 0 1\n", ":5",
       "a coefficient of friction is negative or not a number"},
      {"contacts 1\ndimension 1\n", ":2", "a contact problem is of dimension 2 or 3"},
      {"contacts 1\nb 0 0\ndimension 3\n", ":3", "'dimension' comes before what is counted by it"},
      {"contacts 1\ndimension 3\nkind slides+\n", ":3", "this is no kind of contact: 'slides+'"},
      {"contacts 1\ndimension 3\nmu 0.3\nkind slides\nb 0 0 0\nW 1 0 0 0 1 0 0 0 1\n", ":7",
       "a direction of sliding is no unit vector"},
      {"contacts 2\nblocks 2\n1 1 1 0 0 1\n0 0 1 0 0 1\n", ":4", "blocks do not rise by rows and columns"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    FILE *file = fopen(path, "w");
    fputs(cases[i].text, file);
    fclose(file);
    pawl_arena arena;
    pawl_problem p;
    pawl_error error = {0};
    char where[64];
    pawl_arena_open(&arena, NULL);
    assert_int_equal(pawl_problem_read(&p, &arena, path, &error), PAWL_BAD_FILE);
    snprintf(where, sizeof where, "%s%s", path, cases[i].where);
    assert_string_equal(error.where, where);
    assert_string_equal(error.text, cases[i].sentence);
    pawl_arena_close(&arena);
  }
  pawl_error error = {0};
  pawl_problem p;
  pawl_arena arena;
  pawl_arena_open(&arena, NULL);
  assert_int_equal(pawl_problem_read(&p, &arena, "no/such/file", &error), PAWL_BAD_FILE);
  assert_string_equal(error.text, "cannot be read: No such file or directory");
  assert_int_equal(pawl_problem_write(&p, NULL, "no/such/file", &error), PAWL_BAD_FILE);
  pawl_arena_close(&arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_problems_come_back),
      cmocka_unit_test(sparse_problems_come_back),
      cmocka_unit_test(problems_in_space_come_back),
      cmocka_unit_test(wrong_files_get_sentences),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
