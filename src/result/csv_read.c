/* Reads back a CSV file: the whole text into memory, one pass to count, one to fill. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/dimension.h"
#include "base/error.h"
#include "result/format.h"

enum { FIRST_SIZE = 1 << 16, SHOWN = 40 };

typedef struct {
  const char *path;
  char *text; /* ends with a 0 that belongs to no line */
  size_t length, capacity;
  const char *at; /* the reader's finger */
  size_t line;    /* where it is, from 1 */
  double second;  /* of its times        */
  pawl_error *error;
} csv_text;

static bool complain(csv_text *t, const char *sentence, const char *name)
{
  char where[192];
  snprintf(where, sizeof where, "%s:%zu", t->path, t->line);
  if (name)
    pawl_fail(t->error, PAWL_BAD_FILE, where, "%s '%s'", sentence, name);
  else
    pawl_fail(t->error, PAWL_BAD_FILE, where, "%s", sentence);
  return false;
}

static bool grow(csv_text *t, const pawl_memory *memory)
{
  size_t size = t->capacity ? 2 * t->capacity : FIRST_SIZE;
  char *larger = size > t->capacity ? memory->resize(memory->context, t->text, t->capacity, size) : NULL;
  if (!larger)
    return pawl_fail_memory(t->error), false;
  t->text = larger;
  t->capacity = size;
  return true;
}

/* Reads everything, also from a pipe, whose size nobody knows. */
static bool load(csv_text *t, const pawl_memory *memory)
{
  int descriptor = open(t->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  ssize_t n = descriptor < 0 ? -1 : 1;
  while (n > 0) {
    if (t->length + 1 >= t->capacity && !grow(t, memory))
      break;
    do
      n = read(descriptor, t->text + t->length, t->capacity - t->length - 1);
    while (n < 0 && errno == EINTR);
    t->length += n > 0 ? (size_t)n : 0;
  }
  if (n < 0)
    pawl_fail(t->error, PAWL_BAD_FILE, NULL, "cannot read %s: %s", t->path, strerror(errno));
  if (descriptor >= 0)
    close(descriptor);
  if (n == 0)
    t->text[t->length] = 0;
  return n == 0;
}

/* A killed run leaves half a line at the end of its partial file: that row was never flushed. */
static void drop_torn_line(csv_text *t)
{
  size_t n = strlen(t->path);
  if (n < 5 || strcmp(t->path + n - 5, ".part") != 0)
    return;
  while (t->length && t->text[t->length - 1] != '\n')
    t->length--;
  t->text[t->length] = 0;
}

static bool at_end_of_line(const csv_text *t)
{
  return *t->at == '\n' || *t->at == 0 || (t->at[0] == '\r' && (t->at[1] == '\n' || t->at[1] == 0));
}

static void next_line(csv_text *t)
{
  t->at += *t->at == '\r';
  t->at += *t->at == '\n';
  t->line++;
}

/* Moves the finger behind a name of the first line. */
static bool skip_name(csv_text *t)
{
  if (*t->at != '"') {
    while (!at_end_of_line(t) && *t->at != ',')
      t->at++;
    return true;
  }
  for (t->at++; *t->at && (*t->at != '"' || t->at[1] == '"'); t->at++) {
    t->line += *t->at == '\n';
    t->at += *t->at == '"';
  }
  if (!*t->at)
    return complain(t, "a quoted name does not end", NULL);
  t->at++;
  return *t->at == ',' || at_end_of_line(t) || complain(t, "a quoted name is followed by more text", NULL);
}

static void rewind_text(csv_text *t)
{
  t->at = t->text + (strncmp(t->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0); /* a byte order mark */
  t->line = 1;
}

static bool count_names(csv_text *t, int *count)
{
  rewind_text(t);
  for (*count = 1; skip_name(t); ++*count, t->at++)
    if (*t->at != ',')
      return true;
  return false;
}

/* The next name, without its quotes. */
static char *take_name(csv_text *t, pawl_arena *arena)
{
  const char *from = t->at;
  skip_name(t);
  size_t length = (size_t)(t->at - from);
  char *name = PAWL_TAKE(arena, length + 1, char);
  if (!name || *from != '"')
    return name ? memcpy(name, from, length) : NULL;
  char *to = name;
  for (from++; from < t->at - 1; from += *from == '"' ? 2 : 1)
    *to++ = *from;
  return name;
}

/* "time", "time [s]", "time [ms]": *second is what its numbers are in seconds. */
static bool is_time(const char *name, double *second)
{
  char unit[16] = "";
  pawl_dimension d;
  static const pawl_dimension time = {.power[PAWL_SECOND] = 1};
  *second = 1;
  if (strcmp(name, "time") == 0)
    return true;
  size_t length = strlen(name);
  if (strncmp(name, "time [", 6) != 0 || name[length - 1] != ']' || length - 7 >= sizeof unit)
    return false;
  memcpy(unit, name + 6, length - 7);
  return pawl_unit_read(unit, &d, second) && pawl_dimension_fits(&d, &time);
}

/* "ball.y [m]" has a unit; files of others may have none, or write them otherwise. */
static pawl_channel split_unit(char *name)
{
  size_t length = strlen(name);
  char *open = length > 0 && name[length - 1] == ']' ? strrchr(name, '[') : NULL;
  if (!open || open < name + 2 || open[-1] != ' ')
    return (pawl_channel){name, "", "", ""};
  name[length - 1] = 0;
  open[-1] = 0;
  return (pawl_channel){name, open + 1, "", ""};
}

static bool take_names(csv_text *t, pawl_result *result)
{
  int names;
  if (!count_names(t, &names))
    return false;
  pawl_channel *channels = PAWL_TAKE(&result->arena, names - 1, pawl_channel);
  rewind_text(t);
  const char *first = take_name(t, &result->arena);
  for (int i = 0; i < names - 1 && channels; i++) {
    t->at++;
    char *name = take_name(t, &result->arena);
    channels[i] = name ? split_unit(name) : (pawl_channel){0};
  }
  if (result->arena.failed)
    return pawl_fail_memory(t->error), false;
  if (!is_time(first, &t->second))
    return complain(t, "the first column must be 'time', not", first);
  next_line(t);
  result->channels = channels;
  result->count = names - 1;
  return true;
}

static bool take_number(csv_text *t, double *x, const char *name)
{
  while (*t->at == ' ' || *t->at == '\t')
    t->at++;
  if (*t->at == ',' || at_end_of_line(t))
    return complain(t, "there is no number for", name);
  char *after, shown[SHOWN];
  *x = strtod(t->at, &after);
  while (*after == ' ' || *after == '\t')
    after++;
  const char *from = t->at;
  t->at = after;
  if (*after == ',' || at_end_of_line(t))
    return true;
  snprintf(shown, sizeof shown, "%.*s", (int)strcspn(from, ",\r\n"), from);
  return complain(t, "this is not a number:", shown);
}

static bool take_row(csv_text *t, const pawl_result *result, double *time, size_t row)
{
  for (int i = -1; i < result->count; i++) {
    double *x = i < 0 ? &time[row] : &result->columns[i][row];
    if (!take_number(t, x, i < 0 ? "time" : result->channels[i].name))
      return false;
    if (i + 1 < result->count && *t->at != ',')
      return complain(t, "the row ends before", result->channels[i + 1].name);
    t->at += i + 1 < result->count;
  }
  if (*t->at == ',')
    return complain(t, "there are more numbers than names", NULL);
  next_line(t);
  return true;
}

static size_t count_lines(const char *text)
{
  size_t count = 0;
  for (const char *c = text; *c; count++) {
    const char *end = strchr(c, '\n');
    if (!end)
      return count + 1;
    c = end + 1;
  }
  return count;
}

static bool fill(csv_text *t, pawl_result *result)
{
  if (!take_names(t, result))
    return false;
  size_t lines = count_lines(t->at), n = (size_t)result->count;
  bool fits = lines <= SIZE_MAX / 16 / (n + 1);
  double *numbers = PAWL_TAKE(&result->arena, fits ? lines * (n + 1) : SIZE_MAX, double);
  double **columns = PAWL_TAKE(&result->arena, n, double *);
  if (result->arena.failed)
    return pawl_fail_memory(t->error), false;
  for (size_t i = 0; i < n; i++)
    columns[i] = numbers + (i + 1) * lines;
  result->columns = columns;
  result->time = numbers;
  for (; *t->at; result->rows++) {
    if (!take_row(t, result, numbers, result->rows))
      return false;
    numbers[result->rows] *= t->second;
  }
  return t->at == t->text + t->length || complain(t, "there is a zero byte in the text", NULL);
}

pawl_status pawl_csv_read(pawl_result *result, const char *path, pawl_error *error)
{
  const pawl_memory *memory = &result->arena.memory;
  pawl_error own = {0};
  csv_text t = {.path = path, .line = 1, .error = &own};
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = uselocale(plain);
  if (load(&t, memory)) {
    drop_torn_line(&t);
    fill(&t, result);
    result->plain = true;
  }
  uselocale(before);
  if (plain)
    freelocale(plain);
  if (t.text)
    memory->resize(memory->context, t.text, t.capacity, 0);
  if (own.status != PAWL_OK && error && error->status == PAWL_OK)
    *error = own;
  return own.status;
}
