/* Texts of users may hold any bytes; what is shown must be UTF-8. */
#ifndef PAWL_BASE_UTF8_H
#define PAWL_BASE_UTF8_H

#include <stdbool.h>

/* Bytes of the UTF-8 character at the start of a text, 0 when it is none. */
static inline int pawl_utf8_length(const char *text)
{
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *s = (const unsigned char *)text;
  int n = s[0] < 0x80 ? 1 : s[0] < 0xC0 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF8 ? 4 : 0;
  if (n < 2)
    return n;
  unsigned code = s[0] & (0x7Fu >> n);
  for (int i = 1; i < n; i++) {
    if ((s[i] & 0xC0) != 0x80)
      return 0;
    code = code << 6 | (s[i] & 0x3Fu);
  }
  bool surrogate = code >= 0xD800 && code < 0xE000;
  return code >= least[n] && code <= 0x10FFFF && !surrogate ? n : 0;
}

#endif
