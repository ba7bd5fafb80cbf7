/* Which kind of result a path names. */
#define _POSIX_C_SOURCE 200809L
#include "result/format.h"

#include <string.h>
#include <strings.h>

static const struct {
  const char *ending;
  const pawl_format *format;
} endings[] = {{".csv", &pawl_format_csv}, {".h5", &pawl_format_hdf5}, {".hdf5", &pawl_format_hdf5}};

static bool ends(const char *text, size_t length, const char *ending)
{
  size_t n = strlen(ending);
  return length > n && strncasecmp(text + length - n, ending, n) == 0;
}

const pawl_format *pawl_format_find(const char *path)
{
  size_t length = strlen(path);
  if (ends(path, length, ".part"))
    length -= strlen(".part");
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
    if (ends(path, length, endings[i].ending))
      return endings[i].format;
  return NULL;
}
