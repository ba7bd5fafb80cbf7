/* Lengths in sentences: "12 um", "3.5 mm", "2 m". */
#include "base/length.h"

#include <math.h>
#include <stdio.h>

const char *pawl_length_text(double length, char text[32])
{
  double size = fabs(length);
  if (size >= 1 || size < 1e-10)
    snprintf(text, 32, "%.4g m", length);
  else if (size >= 1e-3)
    snprintf(text, 32, "%.4g mm", 1e3 * length);
  else if (size >= 1e-7)
    snprintf(text, 32, "%.4g um", 1e6 * length);
  else
    snprintf(text, 32, "%.4g nm", 1e9 * length);
  return text;
}
