/* What commands do alike: read the model, say what is wrong, write numbers and columns. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "cli.h"
#include "step/run.h"

int pawl_exit_of(pawl_status status)
{
  return status == PAWL_NO_MEMORY ? PAWL_BAD_NUMBERS : (int)status;
}

pawl_status pawl_call_model(pawl_call *call, const char *path, const pawl_settings *set, pawl_model **model)
{
  pawl_reading how = {.settings = set->items, .setting_count = set->count};
  return pawl_model_read(model, path, &how, &call->error);
}

void pawl_say(const char *where, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", where && *where ? where : "pawl");
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

char *pawl_format(pawl_arena *arena, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : PAWL_TAKE(arena, length + 1, char);
  if (text)
    vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text;
}

int pawl_width(const char *text)
{
  int n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xC0) != 0x80;
  return n;
}

void pawl_pad(FILE *to, const char *text, int width)
{
  int left = width - pawl_width(text);
  fprintf(to, "%s%*s", text, left > 0 ? left : 0, "");
}
