/* Errors as sentences, and the nearest known word to a misspelt one. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

pawl_status pawl_fail(pawl_error *error, pawl_status status, const char *where, const char *format, ...)
{
  if (!error || error->status != PAWL_OK)
    return status;
  error->status = status;
  snprintf(error->where, sizeof error->where, "%s", where ? where : "");
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return status;
}

pawl_status pawl_fail_memory(pawl_error *error)
{
  return pawl_fail(error, PAWL_NO_MEMORY, NULL, "out of memory");
}

void pawl_fail_place(pawl_error *error, const char *where)
{
  if (!error->where[0])
    snprintf(error->where, sizeof error->where, "%s", where);
}

/* Levenshtein distance with one row; words longer than the row are never near. */
static int distance(const char *a, const char *b)
{
  int row[64];
  int n = (int)strlen(b);
  if (n >= 64)
    return 99;
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 1; a[i - 1]; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[n];
}

/* The shortest name that goes on after the whole word; of fewer than four letters that says nothing. */
static const char *longer(const char *word, const char *const *names, int count)
{
  const char *found = NULL;
  size_t length = strlen(word);
  for (int i = 0; length >= 4 && i < count; i++)
    if (strncmp(names[i], word, length) == 0 && names[i][length] &&
        (!found || strlen(names[i]) < strlen(found)))
      found = names[i];
  return found;
}

const char *pawl_nearest(const char *word, const char *const *names, int count)
{
  const char *nearest = NULL, *whole = longer(word, names, count);
  if (whole)
    return whole;
  int least = (int)strlen(word) / 3 + 1; /* one slip in three letters */
  for (int i = 0; i < count; i++) {
    int d = distance(word, names[i]);
    if (d <= least && (!nearest || d < least)) {
      least = d;
      nearest = names[i];
    }
  }
  return nearest;
}
