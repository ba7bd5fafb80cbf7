/* Stored problems: plain text, words followed by their numbers, `#` begins a comment.
 *
 *     contacts 2
 *     dimension 3      of space; else 2, or nothing
 *     mu 0.3 0.3
 *     mu_stick 0.4 0.4            kind rest slides+            floor 0 0            barred 0 8
 *     direction 1 0  0.6 0.8      of space: what `slides`, along both tangents; of others anything
 * (where not the defaults)
 *     b 0 -1 0 -1
 *     W 1 0 … (2n x 2n by rows)   or   blocks 3   and for each: row column NN NT TN TT
 * in space 3n numbers of b, and W of rows N T T'.
 *
 * Numbers have 17 digits, so a problem comes back bit for bit. */
#define _XOPEN_SOURCE 700
#include "study/problem_file.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "study/problem_words.h"

enum { KINDS = 8 };
static const char *const planar_kinds[KINDS] = {"rest",          "frictionless", "slides+",
                                                "slides-",       "given-rest",   "given-frictionless",
                                                "given-slides+", "given-slides-"};
/* There is no minus in space: an empty word is none. */
static const char *const space_kinds[KINDS] = {"rest",       "frictionless",       "slides",       "",
                                               "given-rest", "given-frictionless", "given-slides", ""};

static const char *const *kinds_of(const pawl_problem *p)
{
  return pawl_problem_dim(p) == 3 ? space_kinds : planar_kinds;
}

static void put_numbers(FILE *file, const char *name, const double *x, int count, int line)
{
  fprintf(file, "%s", name);
  for (int i = 0; i < count; i++)
    fprintf(file, "%s%.17g", i % line ? " " : line < count ? "\n  " : " ", x[i]);
  fprintf(file, "\n");
}

static void put_blocks(FILE *file, const pawl_problem *p)
{
  const pawl_block_rows *rows = p->rows;
  int block = pawl_problem_dim(p) * pawl_problem_dim(p);
  fprintf(file, "blocks %d\n", rows->start[p->n]);
  for (int i = 0; i < p->n; i++)
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++) {
      fprintf(file, "  %d %d", i, rows->column[k]);
      for (int q = 0; q < block; q++)
        fprintf(file, " %.17g", rows->value[block * (ptrdiff_t)k + q]);
      fprintf(file, "\n");
    }
}

static void put_all(FILE *file, const pawl_problem *p, const char *note)
{
  int m = pawl_problem_dim(p) * p->n;
  fprintf(file, "# %s\ncontacts %d\n", note ? note : "contact problem", p->n);
  if (pawl_problem_dim(p) == 3)
    fprintf(file, "dimension 3\n");
  put_numbers(file, "mu", p->mu, p->n, p->n);
  if (p->mu_stick)
    put_numbers(file, "mu_stick", p->mu_stick, p->n, p->n);
  if (p->own)
    put_numbers(file, "own", p->own, p->n, p->n);
  if (p->own_stick)
    put_numbers(file, "own_stick", p->own_stick, p->n, p->n);
  if (p->floor)
    put_numbers(file, "floor", p->floor, p->n, p->n);
  for (int i = 0; p->kind && i < p->n; i++)
    fprintf(file, "%s%s%s", i ? " " : "kind ", kinds_of(p)[p->kind[i] & 7], i + 1 < p->n ? "" : "\n");
  for (int i = 0; p->barred && i < p->n; i++)
    fprintf(file, "%s%d%s", i ? " " : "barred ", p->barred[i], i + 1 < p->n ? "" : "\n");
  if (p->way)
    put_numbers(file, "direction", p->way, 2 * p->n, 2 * p->n);
  put_numbers(file, "b", p->b, m, m);
  if (p->W)
    put_numbers(file, "W", p->W, m * m, m);
  else
    put_blocks(file, p);
}

pawl_status pawl_problem_write(const pawl_problem *p, const char *note, const char *path, pawl_error *error)
{
  FILE *file = fopen(path, "w");
  if (!file)
    return pawl_fail(error, PAWL_BAD_FILE, path, "cannot be written: %s", strerror(errno));
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(plain);
  put_all(file, p, note);
  uselocale(before);
  freelocale(plain);
  bool failed = ferror(file);
  if (fclose(file) || failed)
    return pawl_fail(error, PAWL_BAD_FILE, path, "cannot be written: %s", strerror(errno));
  return PAWL_OK;
}

static unsigned char *take_kinds(pawl_words *r, const char *const *kinds, int n)
{
  unsigned char *kind = PAWL_TAKE(r->arena, n, unsigned char);
  for (int i = 0; kind && r->ok && i < n; i++) {
    int k = 0;
    pawl_words_next(r);
    while (k < KINDS && (!*kinds[k] || strcmp(r->word, kinds[k]) != 0))
      k++;
    if (k == KINDS)
      pawl_words_fail(r, "this is no kind of contact: '", r->word, "'");
    kind[i] = (unsigned char)k;
  }
  return kind;
}

static unsigned char *take_sets(pawl_words *r, int n)
{
  unsigned char *set = PAWL_TAKE(r->arena, n, unsigned char);
  for (int i = 0; set && r->ok && i < n; i++)
    set[i] = (unsigned char)pawl_words_count(r, "barred", 255);
  return set;
}

/* Rows must rise, and columns within them. */
static pawl_block_rows *take_blocks(pawl_words *r, int n, int dim)
{
  int count = pawl_words_count(r, "blocks", 1 << 28), last = -1, row = 0;
  pawl_block_rows *rows = PAWL_TAKE(r->arena, 1, pawl_block_rows);
  int *start = PAWL_TAKE(r->arena, n + 1, int), *column = PAWL_TAKE(r->arena, count, int);
  const int block = dim * dim;
  double *value = PAWL_TAKE(r->arena, (size_t)block * (size_t)count, double);
  for (int k = 0; !r->arena->failed && r->ok && k < count; k++) {
    int i = pawl_words_count(r, "blocks", n - 1), j = pawl_words_count(r, "blocks", n - 1);
    if (r->ok && (i < row || (i == row && j <= last)))
      pawl_words_fail(r, "", "blocks", " do not rise by rows and columns");
    for (; row < i; row++)
      start[row + 1] = k;
    column[k] = last = j;
    for (int q = 0; q < block; q++)
      value[block * (ptrdiff_t)k + q] = pawl_words_number(r, "blocks");
  }
  if (r->arena->failed)
    return NULL;
  for (; row < n; row++)
    start[row + 1] = count;
  *rows = (pawl_block_rows){start, column, value};
  return rows;
}

/* Numbers are counted by it, so it comes before them. */
static void take_dimension(pawl_words *r, pawl_problem *p)
{
  int dim = pawl_words_count(r, "dimension", PAWL_DIMENSIONS);
  if (r->ok && dim < 2)
    pawl_words_fail(r, "a contact problem is of ", "dimension", " 2 or 3");
  if (r->ok && (p->b || p->W || p->rows || p->kind))
    pawl_words_fail(r, "'", "dimension", "' comes before what is counted by it");
  p->dim = dim;
}

static void take_entry(pawl_words *r, pawl_problem *p)
{
  size_t n = (size_t)p->n, m = (size_t)(pawl_problem_dim(p) * p->n);
  if (strcmp(r->word, "dimension") == 0)
    take_dimension(r, p);
  else if (strcmp(r->word, "mu") == 0)
    p->mu = pawl_words_numbers(r, "mu", n);
  else if (strcmp(r->word, "mu_stick") == 0)
    p->mu_stick = pawl_words_numbers(r, "mu_stick", n);
  else if (strcmp(r->word, "own") == 0)
    p->own = pawl_words_numbers(r, "own", n);
  else if (strcmp(r->word, "own_stick") == 0)
    p->own_stick = pawl_words_numbers(r, "own_stick", n);
  else if (strcmp(r->word, "floor") == 0)
    p->floor = pawl_words_numbers(r, "floor", n);
  else if (strcmp(r->word, "b") == 0)
    p->b = pawl_words_numbers(r, "b", m);
  else if (strcmp(r->word, "W") == 0)
    p->W = pawl_words_numbers(r, "W", m * m);
  else if (strcmp(r->word, "direction") == 0)
    p->way = pawl_words_numbers(r, "direction", 2 * n);
  else if (strcmp(r->word, "kind") == 0)
    p->kind = take_kinds(r, kinds_of(p), p->n);
  else if (strcmp(r->word, "barred") == 0)
    p->barred = take_sets(r, p->n);
  else if (strcmp(r->word, "blocks") == 0)
    p->rows = take_blocks(r, p->n, pawl_problem_dim(p));
  else
    pawl_words_fail(r, "'", r->word, "' is not known here");
}

static void take_all(pawl_words *r, pawl_problem *p)
{
  pawl_words_next(r);
  if (strcmp(r->word, "contacts") != 0) {
    pawl_words_fail(r, "a contact problem begins with '", "contacts", "'");
    return;
  }
  p->n = pawl_words_count(r, "contacts", 1 << 13);
  while (r->ok && !r->arena->failed && pawl_words_next(r))
    take_entry(r, p);
  const char *missing = !p->mu ? "mu" : !p->b ? "b" : !p->W && !p->rows ? "W" : NULL;
  if (r->ok && missing)
    pawl_words_fail(r, "'", missing, "' is missing");
  const char *fault = r->ok && !r->arena->failed ? pawl_problem_fault(p) : NULL;
  if (fault)
    pawl_words_fail(r, "", fault, "");
}

pawl_status pawl_problem_read(pawl_problem *p, pawl_arena *arena, const char *path, pawl_error *error)
{
  pawl_words words;
  *p = (pawl_problem){0};
  if (pawl_words_open(&words, arena, path, error) == PAWL_OK)
    take_all(&words, p);
  return pawl_words_close(&words);
}
