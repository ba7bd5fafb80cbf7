/* CSV: a line of names with units, "ball.y [m]", then a line of numbers per row, after RFC 4180 but with plain newlines. A number has the
 * fewest of 15, 16 or 17 digits that read back as the same double, with a point whatever the locale. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "result/format.h"

enum { TEXT = 1 << 16, NUMBER = 32 };

typedef struct {
  locale_t plain; /* numbers as in C */
  char *text;     /* TEXT */
  size_t used;
} csv_sink;

static bool drain(pawl_writer *writer)
{
  csv_sink *sink = writer->sink;
  for (size_t done = 0; done < sink->used;) {
    ssize_t n = write(writer->descriptor, sink->text + done, sink->used - done);
    if (n < 0 && errno != EINTR)
      return pawl_writer_broken(writer, errno);
    done += n > 0 ? (size_t)n : 0;
  }
  sink->used = 0;
  return true;
}

static bool put(pawl_writer *writer, const char *bytes, size_t size)
{
  csv_sink *sink = writer->sink;
  while (size) {
    if (sink->used == TEXT && !drain(writer))
      return false;
    size_t part = size < TEXT - sink->used ? size : TEXT - sink->used;
    memcpy(sink->text + sink->used, bytes, part);
    sink->used += part;
    bytes += part;
    size -= part;
  }
  return true;
}

/* Quotes are doubled in a text that stands in quotes. */
static bool put_text(pawl_writer *writer, const char *text, bool quoted)
{
  if (!quoted)
    return put(writer, text, strlen(text));
  bool ok = true;
  for (const char *c = text; *c && ok; c++)
    ok = put(writer, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
  return ok;
}

static bool put_name(pawl_writer *writer, const pawl_channel *channel)
{
  const char *unit = channel->unit && strcmp(channel->unit, "1") != 0 ? channel->unit : "";
  bool quoted = strpbrk(channel->name, ",\"\r\n") || strpbrk(unit, ",\"\r\n");
  bool ok = (!quoted || put(writer, "\"", 1)) && put_text(writer, channel->name, quoted);
  if (ok && *unit)
    ok = put(writer, " [", 2) && put_text(writer, unit, quoted) && put(writer, "]", 1);
  return ok && (!quoted || put(writer, "\"", 1));
}

static bool put_number(pawl_writer *writer, double x)
{
  char text[NUMBER];
  if (!isfinite(x)) {
    const char *word = isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
    return put(writer, word, strlen(word));
  }
  int length = 0;
  for (int digits = 15; digits <= 17; digits++) {
    length = snprintf(text, sizeof text, "%.*g", digits, x);
    if (digits == 17 || strtod(text, NULL) == x)
      break;
  }
  return put(writer, text, (size_t)length);
}

static bool put_rows(pawl_writer *writer)
{
  const double *value = writer->values;
  for (int i = 0; i < writer->filled; i++) {
    bool ok = put_number(writer, writer->time[i]);
    for (int j = 0; j < writer->count && ok; j++)
      ok = put(writer, ",", 1) && put_number(writer, *value++);
    if (!ok || !put(writer, "\n", 1))
      return false;
  }
  return drain(writer);
}

static bool write_rows(pawl_writer *writer)
{
  csv_sink *sink = writer->sink;
  locale_t before = uselocale(sink->plain);
  bool ok = put_rows(writer);
  uselocale(before);
  return ok;
}

static bool open_csv(pawl_writer *writer)
{
  csv_sink *sink = PAWL_TAKE(&writer->arena, 1, csv_sink);
  char *text = PAWL_TAKE(&writer->arena, TEXT, char);
  locale_t plain = writer->arena.failed ? (locale_t)0 : newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (!plain)
    return pawl_fail_memory(&writer->error), false;
  *sink = (csv_sink){.plain = plain, .text = text};
  writer->sink = sink;
  bool ok = put(writer, "time [s]", 8);
  for (int i = 0; i < writer->count && ok; i++)
    ok = put(writer, ",", 1) && put_name(writer, writer->channels + i);
  return ok && put(writer, "\n", 1) && drain(writer);
}

static bool close_csv(pawl_writer *writer)
{
  csv_sink *sink = writer->sink;
  if (sink)
    freelocale(sink->plain);
  return true;
}

static pawl_status read_state(pawl_saved_state *state, const char *path, double t, pawl_error *error)
{
  (void)state;
  (void)t;
  return pawl_fail(error, PAWL_BAD_CALL, NULL,
                   "%s holds no states, being CSV: a run can be continued from an .h5 file", path);
}

const pawl_format pawl_format_csv = {.open = open_csv,
                                     .rows = write_rows,
                                     .close = close_csv,
                                     .read = pawl_csv_read,
                                     .read_state = read_state};
