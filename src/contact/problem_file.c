/* Stored problems: plain text, words followed by their numbers, `#` begins a comment.
 *
 *     contacts 2
 *     mu 0.3 0.3
 *     mu_stick 0.4 0.4            kind rest slides+            floor 0 0            barred 0 8
 * (where not the defaults)
 *     b 0 -1 0 -1
 *     W 1 0 … (2n x 2n by rows)   or   blocks 3   and for each: row column NN NT TN TT
 *
 * Numbers have 17 digits, so a problem comes back bit for bit. */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "contact/problem.h"

static const char *const kinds[] = {"rest",       "frictionless",       "slides+",       "slides-",
                                    "given-rest", "given-frictionless", "given-slides+", "given-slides-"};

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
  fprintf(file, "blocks %d\n", rows->start[p->n]);
  for (int i = 0; i < p->n; i++)
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++) {
      const double *w = rows->value + 4 * (size_t)k;
      fprintf(file, "  %d %d %.17g %.17g %.17g %.17g\n", i, rows->column[k], w[0], w[1], w[2], w[3]);
    }
}

static void put_all(FILE *file, const pawl_problem *p, const char *note)
{
  fprintf(file, "# %s\ncontacts %d\n", note ? note : "contact problem", p->n);
  put_numbers(file, "mu", p->mu, p->n, p->n);
  if (p->mu_stick)
    put_numbers(file, "mu_stick", p->mu_stick, p->n, p->n);
  if (p->floor)
    put_numbers(file, "floor", p->floor, p->n, p->n);
  for (int i = 0; p->kind && i < p->n; i++)
    fprintf(file, "%s%s%s", i ? " " : "kind ", kinds[p->kind[i] & 7], i + 1 < p->n ? "" : "\n");
  for (int i = 0; p->barred && i < p->n; i++)
    fprintf(file, "%s%d%s", i ? " " : "barred ", p->barred[i], i + 1 < p->n ? "" : "\n");
  put_numbers(file, "b", p->b, 2 * p->n, 2 * p->n);
  if (p->W)
    put_numbers(file, "W", p->W, 4 * p->n * p->n, 2 * p->n);
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

enum { WORD = 64 };

typedef struct {
  FILE *file;
  const char *path;
  int line;
  char word[WORD]; /* the last, empty at the end */
  bool ok;
  pawl_arena *arena;
  pawl_error *error;
} reading;

static bool complain(reading *r, const char *text, const char *what, const char *rest)
{
  char where[sizeof r->error->where];
  snprintf(where, sizeof where, "%s:%d", r->path, r->line);
  if (r->ok)
    pawl_fail(r->error, PAWL_BAD_FILE, where, "%s%s%s", text, what, rest);
  return r->ok = false;
}

static bool next_word(reading *r)
{
  int c, length = 0;
  while ((c = getc(r->file)) != EOF && (isspace(c) || c == '#')) {
    while (c == '#' && (c = getc(r->file)) != EOF && c != '\n')
      c = '#';
    r->line += c == '\n';
  }
  for (; c != EOF && !isspace(c); c = getc(r->file))
    if (length < WORD - 1)
      r->word[length++] = (char)c;
  if (c != EOF)
    ungetc(c, r->file);
  r->word[length] = 0;
  return length > 0;
}

static double take_number(reading *r, const char *name)
{
  char *end;
  if (!next_word(r))
    return complain(r, "the file ends where a number of '", name, "' should be"), 0;
  double x = strtod(r->word, &end);
  if (*end)
    complain(r, "this is not a number: '", r->word, "'");
  return x;
}

static int take_count(reading *r, const char *name, int most)
{
  double x = take_number(r, name);
  if (r->ok && !(x >= 0 && x <= most && x == (int)x))
    complain(r, "this cannot be a number of '", name, "'");
  return r->ok ? (int)x : 0;
}

static double *take_numbers(reading *r, const char *name, int count)
{
  double *x = PAWL_TAKE(r->arena, count, double);
  for (int i = 0; x && r->ok && i < count; i++)
    x[i] = take_number(r, name);
  return x;
}

static unsigned char *take_kinds(reading *r, int n)
{
  unsigned char *kind = PAWL_TAKE(r->arena, n, unsigned char);
  for (int i = 0; kind && r->ok && i < n; i++) {
    int k = 0;
    next_word(r);
    while (k < 8 && strcmp(r->word, kinds[k]) != 0)
      k++;
    if (k == 8)
      complain(r, "this is no kind of contact: '", r->word, "'");
    kind[i] = (unsigned char)k;
  }
  return kind;
}

static unsigned char *take_sets(reading *r, int n)
{
  unsigned char *set = PAWL_TAKE(r->arena, n, unsigned char);
  for (int i = 0; set && r->ok && i < n; i++)
    set[i] = (unsigned char)take_count(r, "barred", 255);
  return set;
}

/* Rows must rise, and columns within them. */
static pawl_block_rows *take_blocks(reading *r, int n)
{
  int count = take_count(r, "blocks", 1 << 28), last = -1, row = 0;
  pawl_block_rows *rows = PAWL_TAKE(r->arena, 1, pawl_block_rows);
  int *start = PAWL_TAKE(r->arena, n + 1, int), *column = PAWL_TAKE(r->arena, count, int);
  double *value = PAWL_TAKE(r->arena, 4 * (size_t)count, double);
  for (int k = 0; !r->arena->failed && r->ok && k < count; k++) {
    int i = take_count(r, "blocks", n - 1), j = take_count(r, "blocks", n - 1);
    if (r->ok && (i < row || (i == row && j <= last)))
      complain(r, "", "blocks", " do not rise by rows and columns");
    for (; row < i; row++)
      start[row + 1] = k;
    column[k] = last = j;
    for (int q = 0; q < 4; q++)
      value[4 * (size_t)k + q] = take_number(r, "blocks");
  }
  if (r->arena->failed)
    return NULL;
  for (; row < n; row++)
    start[row + 1] = count;
  *rows = (pawl_block_rows){start, column, value};
  return rows;
}

static void take_entry(reading *r, pawl_problem *p)
{
  int n = p->n;
  if (strcmp(r->word, "mu") == 0)
    p->mu = take_numbers(r, "mu", n);
  else if (strcmp(r->word, "mu_stick") == 0)
    p->mu_stick = take_numbers(r, "mu_stick", n);
  else if (strcmp(r->word, "floor") == 0)
    p->floor = take_numbers(r, "floor", n);
  else if (strcmp(r->word, "b") == 0)
    p->b = take_numbers(r, "b", 2 * n);
  else if (strcmp(r->word, "W") == 0)
    p->W = take_numbers(r, "W", 4 * n * n);
  else if (strcmp(r->word, "kind") == 0)
    p->kind = take_kinds(r, n);
  else if (strcmp(r->word, "barred") == 0)
    p->barred = take_sets(r, n);
  else if (strcmp(r->word, "blocks") == 0)
    p->rows = take_blocks(r, n);
  else
    complain(r, "'", r->word, "' is not known here");
}

static void take_all(reading *r, pawl_problem *p)
{
  next_word(r);
  if (strcmp(r->word, "contacts") != 0) {
    complain(r, "a contact problem begins with '", "contacts", "'");
    return;
  }
  p->n = take_count(r, "contacts", 1 << 13);
  while (r->ok && !r->arena->failed && next_word(r))
    take_entry(r, p);
  const char *missing = !p->mu ? "mu" : !p->b ? "b" : !p->W && !p->rows ? "W" : NULL;
  if (r->ok && missing)
    complain(r, "'", missing, "' is missing");
  const char *fault = r->ok && !r->arena->failed ? pawl_problem_fault(p) : NULL;
  if (fault)
    complain(r, "", fault, "");
}

pawl_status pawl_problem_read(pawl_problem *p, pawl_arena *arena, const char *path, pawl_error *error)
{
  pawl_error own;
  reading r = {fopen(path, "r"), path, 1, "", true, arena, error ? error : &own};
  *p = (pawl_problem){0};
  if (!r.file)
    return pawl_fail(error, PAWL_BAD_FILE, path, "cannot be read: %s", strerror(errno));
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(plain);
  take_all(&r, p);
  uselocale(before);
  freelocale(plain);
  fclose(r.file);
  return arena->failed ? pawl_fail_memory(error) : r.ok ? PAWL_OK : PAWL_BAD_FILE;
}
