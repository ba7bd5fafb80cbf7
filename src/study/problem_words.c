/* Words and numbers of a text file, in the notation of C whatever the locale. */
#define _XOPEN_SOURCE 700
#include "study/problem_words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = sizeof(((pawl_words *)0)->word) };

pawl_status pawl_words_open(pawl_words *w, pawl_arena *arena, const char *path, pawl_error *error)
{
  *w = (pawl_words){.file = fopen(path, "r"), .path = path, .line = 1, .arena = arena};
  w->error = error ? error : &w->own;
  if (!w->file)
    return pawl_fail(w->error, PAWL_BAD_FILE, path, "cannot be read: %s", strerror(errno));
  w->ok = true;
  w->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  w->before = uselocale(w->plain);
  return PAWL_OK;
}

pawl_status pawl_words_close(pawl_words *w)
{
  if (w->file) {
    uselocale(w->before);
    freelocale(w->plain);
    fclose(w->file);
  }
  w->file = NULL;
  return w->arena->failed ? pawl_fail_memory(w->error) : w->ok ? PAWL_OK : PAWL_BAD_FILE;
}

bool pawl_words_fail(pawl_words *w, const char *text, const char *what, const char *rest)
{
  char where[sizeof w->error->where];
  snprintf(where, sizeof where, "%s:%d", w->path, w->line);
  if (w->ok)
    pawl_fail(w->error, PAWL_BAD_FILE, where, "%s%s%s", text, what, rest);
  return w->ok = false;
}

bool pawl_words_next(pawl_words *w)
{
  int c, length = 0;
  while ((c = getc(w->file)) != EOF && (isspace(c) || c == '#')) {
    while (c == '#' && (c = getc(w->file)) != EOF && c != '\n')
      c = '#';
    w->line += c == '\n';
  }
  for (; c != EOF && !isspace(c); c = getc(w->file))
    if (length < WORD - 1)
      w->word[length++] = (char)c;
  if (c != EOF)
    ungetc(c, w->file);
  w->word[length] = 0;
  return length > 0;
}

double pawl_words_number(pawl_words *w, const char *name)
{
  char *end;
  if (!w->ok)
    return 0;
  if (!pawl_words_next(w))
    return pawl_words_fail(w, "the file ends where a number of '", name, "' should be"), 0;
  double x = strtod(w->word, &end);
  if (*end)
    pawl_words_fail(w, "this is not a number: '", w->word, "'");
  return w->ok ? x : 0;
}

int pawl_words_count(pawl_words *w, const char *name, int most)
{
  double x = pawl_words_number(w, name);
  if (w->ok && !(x >= 0 && x <= most && x == (int)x))
    pawl_words_fail(w, "this cannot be a number of '", name, "'");
  return w->ok ? (int)x : 0;
}

double *pawl_words_numbers(pawl_words *w, const char *name, size_t count)
{
  double *x = w->ok ? PAWL_TAKE(w->arena, count, double) : NULL;
  for (size_t i = 0; x && w->ok && i < count; i++)
    x[i] = pawl_words_number(w, name);
  return x;
}
