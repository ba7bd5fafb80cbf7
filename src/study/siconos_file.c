/* Problems stored by Siconos, as plain numbers:
 *
 *     n            matrix  q            w = M z + q,  0 <= w complementary to z >= 0
 *     2  contacts  matrix  q  mu        planar contacts with friction, rows N0 T0 N1 T1 …
 *     3  contacts  matrix  q  mu        the same in space, rows N0 T0 T0' N1 …
 *
 * A matrix is its storage, rows, columns, and then
 *
 *     0, dense     rows, columns, the numbers by columns
 *     1, blocks    how many; block rows, block columns; the sums of their sizes; how many starts of rows and columns
 *                  of blocks there are, and these; for each block a number without meaning here, and its
 *                  numbers by columns
 *
 * After them comes nothing but a remark in words, and after mu a single 0 or 1. (n lower and n upper bounds after q make it a relay,
 * which is another problem.) */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/problem_file.h"
#include "study/problem_words.h"

enum { LARGEST = 1 << 12 }; /* rows */

/* How a matrix of blocks is divided. */
typedef struct {
  int blocks, rows, columns;
  int *bottom, *right; /* where block rows and columns end, after a 0 */
  int *start, *column; /* of the blocks of each row                   */
} division;

/* Numbers that rise from 0 up to n. */
static int *take_rising(pawl_words *w, int count, int first, int n)
{
  int *list = PAWL_TAKE(w->arena, count + 1, int), *own = list ? list + first : NULL;
  for (int i = 0; own && w->ok && i < count + 1 - first; i++) {
    own[i] = pawl_words_count(w, "blocks", n);
    if (w->ok && own[i] < (i + first ? own[i - 1] : 0))
      pawl_words_fail(w, "these numbers of ", "blocks", " do not rise");
  }
  if (list && w->ok && list[count] != n)
    pawl_words_fail(w, "the ", "blocks", " do not fill their matrix");
  return list;
}

static bool take_division(pawl_words *w, division *d, int n)
{
  d->blocks = pawl_words_count(w, "blocks", LARGEST * 64);
  d->rows = pawl_words_count(w, "rows", n);
  d->columns = pawl_words_count(w, "columns", n);
  d->bottom = take_rising(w, d->rows, 1, n);
  d->right = take_rising(w, d->columns, 1, n);
  int starts = pawl_words_count(w, "rows", n + 1), count = pawl_words_count(w, "blocks", LARGEST * 64);
  if (w->ok && (starts != d->rows + 1 || count != d->blocks))
    pawl_words_fail(w, "the list of ", "blocks", " does not fit their matrix");
  d->start = take_rising(w, d->rows, 0, d->blocks);
  d->column = PAWL_TAKE(w->arena, d->blocks, int);
  for (int k = 0; !w->arena->failed && w->ok && k < d->blocks; k++)
    d->column[k] = pawl_words_count(w, "columns", d->columns - 1);
  return w->ok && !w->arena->failed;
}

static void take_blocks(pawl_words *w, double *M, int n)
{
  division d;
  if (!take_division(w, &d, n))
    return;
  for (int k = 0, row = 0; w->ok && k < d.blocks; k++) {
    while (k >= d.start[row + 1])
      row++;
    pawl_words_number(w, "blocks");
    for (int c = d.right[d.column[k]]; c < d.right[d.column[k] + 1]; c++)
      for (int r = d.bottom[row]; r < d.bottom[row + 1]; r++)
        M[(size_t)r * (size_t)n + (size_t)c] = pawl_words_number(w, "blocks");
  }
}

/* After its storage and size; by rows. */
static double *take_matrix(pawl_words *w, int storage, int rows, int columns, int n)
{
  if (w->ok && (rows != n || columns != n))
    pawl_words_fail(w, "the matrix does not have the size of ", "the problem", "");
  if (w->ok && storage > 1)
    pawl_words_fail(w, "this storage of a ", "matrix", " is not known here: 0, dense, and 1, of blocks, are");
  double *M = w->ok ? PAWL_TAKE(w->arena, (size_t)n * (size_t)n, double) : NULL;
  if (!M)
    return NULL;
  if (storage == 1) {
    take_blocks(w, M, n);
    return M;
  }
  pawl_words_count(w, "rows", n);
  pawl_words_count(w, "columns", n);
  for (int c = 0; c < n; c++)
    for (int r = 0; r < n && w->ok; r++)
      M[(size_t)r * (size_t)n + (size_t)c] = pawl_words_number(w, "matrix");
  return M;
}

static void check_finite(pawl_words *w, const double *x, size_t count)
{
  for (size_t i = 0; x && w->ok && i < count; i++)
    if (!isfinite(x[i]))
      pawl_words_fail(w, "a number of the ", "matrix or of q", " is not finite");
}

static void take_lcp(pawl_words *w, pawl_stored_problem *p, int storage, int rows, int columns)
{
  size_t n = (size_t)p->size;
  p->M = take_matrix(w, storage, rows, columns, p->size);
  p->q = pawl_words_numbers(w, "q", n);
  check_finite(w, p->M, n * n);
  check_finite(w, p->q, n);
}

static void take_friction(pawl_words *w, pawl_problem *p, int storage, int rows)
{
  int m = pawl_problem_dim(p) * p->n, columns = pawl_words_count(w, "columns", LARGEST);
  p->W = take_matrix(w, storage, rows, columns, m);
  p->b = pawl_words_numbers(w, "q", (size_t)m);
  p->mu = pawl_words_numbers(w, "mu", (size_t)p->n);
  const char *fault = w->ok && !w->arena->failed ? pawl_problem_fault(p) : NULL;
  if (fault)
    pawl_words_fail(w, "", fault, "");
}

static bool is_number(const char *word)
{
  char *end;
  strtod(word, &end);
  return end != word && !*end;
}

/* No more numbers: a remark in words may follow. `n` numbers and `n` more would be bounds. */
static void take_end(pawl_words *w, int n, const char *after)
{
  int numbers = 0, line = 0;
  char first[sizeof w->word] = "", text[64];
  while (w->ok && !w->arena->failed && numbers <= 2 * n && pawl_words_next(w) && is_number(w->word))
    if (numbers++ == 0) {
      line = w->line;
      strcpy(first, w->word);
    }
  bool mark = n == 0 && (strcmp(first, "0") == 0 || strcmp(first, "1") == 0) && !pawl_words_next(w);
  if (numbers == 0 || mark)
    return;
  w->line = line;
  snprintf(text, sizeof text, "the problem ends with %s, but the file goes on: '", after);
  if (n > 0 && numbers == 2 * n)
    pawl_words_fail(w, "lower and upper bounds after q make this a ", "relay", ", which is not solved here");
  else
    pawl_words_fail(w, text, first, "'");
}

/* Of `n storage rows columns` and `2 contacts storage rows columns` the first has n in three places. */
static void take_numbers(pawl_words *w, pawl_stored_problem *p, int first)
{
  int second = pawl_words_count(w, "contacts", LARGEST), third = pawl_words_count(w, "rows", LARGEST),
      fourth = pawl_words_count(w, "columns", LARGEST);
  if (third == first && fourth == first && second <= 2) {
    p->size = first;
    take_lcp(w, p, second, third, fourth);
    take_end(w, first, "q");
  } else if (first < 2 || first > PAWL_DIMENSIONS || second == 0) {
    pawl_words_fail(w, "this is neither a contact problem nor ", "one of linear complementarity",
                    "; mixed ones are not solved here");
  } else {
    p->contacts.n = second;
    p->contacts.dim = first;
    take_friction(w, &p->contacts, third, fourth);
    take_end(w, 0, "mu");
  }
}

pawl_status pawl_stored_read(pawl_stored_problem *p, pawl_arena *arena, const char *path, pawl_error *error)
{
  pawl_words w;
  *p = (pawl_stored_problem){0};
  bool numbers = pawl_words_open(&w, arena, path, error) == PAWL_OK && pawl_words_next(&w) &&
                 isdigit((unsigned char)w.word[0]);
  if (w.file && !numbers) {
    pawl_words_close(&w);
    pawl_status status = pawl_problem_read(&p->contacts, arena, path, error);
    if (status == PAWL_OK && p->contacts.n == 0)
      status = pawl_fail(error, PAWL_BAD_FILE, path, "a problem of no contacts has nothing to solve");
    return status;
  }
  if (numbers) {
    char *end;
    long first = strtol(w.word, &end, 10);
    if (*end || first < 1 || first > LARGEST)
      pawl_words_fail(&w, "this cannot be the size of a problem: '", w.word, "'");
    else
      take_numbers(&w, p, (int)first);
  }
  return pawl_words_close(&w);
}
