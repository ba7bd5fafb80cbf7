/* The table of display units. A word stands for a unit and, unless another word says otherwise, for those made of it:
 * `deg` also shows speeds in deg/s. */
#include "result/display.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"

#define DEG (180 / 3.14159265358979323846)
#define RPM (30 / 3.14159265358979323846)

typedef struct {
  const char *word, *unit, *label;
  double factor; /* how many of it make one of the SI unit      */
  bool derived;  /* the word means another unit in the first place */
} entry;

/* clang-format off */
static const entry table[] = {
    {"mm",    "m",       "mm",      1e3,        false},
    {"mm",    "m/s",     "mm/s",    1e3,        true},
    {"mm",    "m/s^2",   "mm/s^2",  1e3,        true},
    {"cm",    "m",       "cm",      100,        false},
    {"um",    "m",       "µm",      1e6,        false},
    {"km",    "m",       "km",      1e-3,       false},
    {"in",    "m",       "in",      1 / 0.0254, false},
    {"deg",   "rad",     "deg",     DEG,        false},
    {"deg",   "rad/s",   "deg/s",   DEG,        true},
    {"deg",   "rad/s^2", "deg/s^2", DEG,        true},
    {"turns", "rad",     "turns",   RPM / 60,   false},
    {"rpm",   "rad/s",   "rpm",     RPM,        false},
    {"Hz",    "rad/s",   "Hz",      RPM / 60,   false},
    {"ms",    "s",       "ms",      1e3,        false},
    {"us",    "s",       "µs",      1e6,        false},
    {"min",   "s",       "min",     1 / 60.0,   false},
    {"mm/s",  "m/s",     "mm/s",    1e3,        false},
    {"km/h",  "m/s",     "km/h",    3.6,        false},
    {"deg/s", "rad/s",   "deg/s",   DEG,        false},
    {"g",     "m/s^2",   "g",       1 / 9.80665, false},
    {"mN",    "N",       "mN",      1e3,        false},
    {"kN",    "N",       "kN",      1e-3,       false},
    {"kN",    "N m",     "kN m",    1e-3,       true},
    {"Nmm",   "N m",     "N mm",    1e3,        false},
    {"mJ",    "J",       "mJ",      1e3,        false},
    {"kJ",    "J",       "kJ",      1e-3,       false},
    {"mW",    "W",       "mW",      1e3,        false},
    {"kW",    "W",       "kW",      1e-3,       false},
};
/* clang-format on */

enum { ENTRIES = sizeof table / sizeof *table };

static bool is_word(const entry *e, const char *word, size_t length)
{
  return strlen(e->word) == length && strncmp(e->word, word, length) == 0;
}

static const entry *find(const char *words, const char *unit, bool derived)
{
  const entry *found = NULL;
  for (size_t length; words; words = words[length] ? words + length + 1 : NULL) {
    length = strcspn(words, ",");
    for (int i = 0; i < ENTRIES; i++)
      if (table[i].derived == derived && is_word(&table[i], words, length) &&
          strcmp(table[i].unit, unit) == 0)
        found = &table[i];
  }
  return found;
}

double pawl_display_factor(const char *words, const char *unit, const char **label)
{
  const entry *e = find(words, unit, false);
  e = e ? e : find(words, unit, true);
  *label = e ? e->label : unit;
  return e ? e->factor : 1;
}

static pawl_status no_unit(const char *word, size_t length, pawl_error *error)
{
  char list[512] = "";
  for (int i = 0; i < ENTRIES; i++)
    if (!table[i].derived) {
      if (*list)
        strcat(list, " ");
      strcat(list, table[i].word);
    }
  return pawl_fail(error, PAWL_BAD_CALL, NULL, "--units: there is no unit '%.*s'; there are %s", (int)length,
                   word, list);
}

pawl_status pawl_display_check(const char *words, pawl_error *error)
{
  for (size_t length; words; words = words[length] ? words + length + 1 : NULL) {
    bool known = false;
    length = strcspn(words, ",");
    for (int i = 0; i < ENTRIES; i++)
      known = known || is_word(&table[i], words, length);
    if (!known)
      return no_unit(words, length, error);
  }
  return PAWL_OK;
}
