/* The contacts of a run as the page shows them: a cross and arrows at the touch, a row in the score. viewer/DATA.md */
#include <math.h>
#include <string.h>

#include "result/page_run.h"

enum { MOST_CONTACTS = 500 };

/* The name of a part's channel where it was recorded. */
static void put_channel_of(pawl_json *json, const pawl_recording *r, const char *key, const char *part,
                           const char *channel)
{
  char name[256];
  snprintf(name, sizeof name, "%s.%s", part, channel);
  if (pawl_recording_find(r, name) >= 0)
    pawl_json_text(json, key, name);
}

static int column_of(const pawl_recording *r, const char *part, const char *channel)
{
  char name[256];
  snprintf(name, sizeof name, "%s.%s", part, channel);
  return pawl_recording_find(r, name);
}

/* The greatest size in a column; 0 where there is none. */
static double most_of(const pawl_recording *r, const char *part, const char *channel)
{
  int column = column_of(r, part, channel);
  double most = 0;
  for (size_t i = 0; column >= 0 && i < r->result->rows; i++)
    most = fmax(most, fabs(r->result->columns[column][i]));
  return most;
}

/* The numbers of the channel `mode`, in the words of the log. */
static const char *const words[] = {"open", "pressed", "sticking", "sliding +", "sliding -"};
enum { WORDS = sizeof words / sizeof *words };

static void put_mode(pawl_json *json, double time, const char *word)
{
  pawl_json_open(json, NULL, '[');
  pawl_json_number(json, NULL, time);
  pawl_json_text(json, NULL, word);
  pawl_json_close(json, ']');
}

/* Of a contact without events: what its rows say. Curve joints have no mode, but never open. */
static void put_modes_of_rows(pawl_json *json, const pawl_recording *r, const char *part)
{
  const pawl_result *result = r->result;
  int column = column_of(r, part, "mode");
  double last = NAN;
  pawl_json_open(json, "modes", '[');
  if (column < 0)
    put_mode(json, result->time[0], most_of(r, part, "slide") > 0 ? "sliding" : "rolling");
  for (size_t i = 0; column >= 0 && i < result->rows; i++) {
    double mode = result->columns[column][i];
    if (mode != last)
      put_mode(json, result->time[i], mode >= 0 && mode < WORDS ? words[(int)mode] : "unknown");
    last = mode;
  }
  pawl_json_close(json, ']');
}

/* Of a contact that is pressed at several places events tell of each; its channel tells of all. */
static void put_mode_channel(pawl_json *json, const pawl_recording *r, const char *part)
{
  put_channel_of(json, r, "mode", part, "mode");
  pawl_json_open(json, "words", '[');
  for (int i = 0; i < WORDS; i++)
    pawl_json_text(json, NULL, words[i]);
  pawl_json_close(json, ']');
}

static void put_contact(pawl_json *json, const pawl_recording *r, const char *part, bool events)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "part", part);
  if (!events)
    put_modes_of_rows(json, r, part);
  else if (most_of(r, part, "count") > 1 && column_of(r, part, "mode") >= 0)
    put_mode_channel(json, r, part);
  put_channel_of(json, r, "x", part, "x");
  put_channel_of(json, r, "y", part, "y");
  put_channel_of(json, r, "z", part, "z");
  put_channel_of(json, r, "fx", part, "fx");
  put_channel_of(json, r, "fy", part, "fy");
  put_channel_of(json, r, "fz", part, "fz");
  put_channel_of(json, r, "normal_force", part, "normal_force");
  put_channel_of(json, r, "s1", part, "s1");
  put_channel_of(json, r, "s2", part, "s2");
  pawl_json_close(json, '}');
}

/* Only contacts and curve joints have a place, a force there, and its normal part. */
static bool is_contact(const pawl_recording *r, const char *part)
{
  static const char *const channels[] = {"normal_force", "x", "y", "fx", "fy"};
  for (int i = 0; i < 5; i++)
    if (column_of(r, part, channels[i]) < 0)
      return false;
  return r->result->rows > 0;
}

static bool is_among(const char *name, const char *const *known, int count)
{
  int k = 0;
  while (k < count && strcmp(known[k], name) != 0)
    k++;
  return k < count;
}

/* Every part that has events gets a row in the score, and every contact, whether or not something happened to it. */
void pawl_page_contacts(pawl_json *json, const pawl_recording *r)
{
  const pawl_result *result = r->result;
  const char *known[MOST_CONTACTS];
  int count = 0;
  pawl_json_open(json, "contacts", '[');
  for (size_t i = 0; i < result->event_count && count < MOST_CONTACTS; i++) {
    if (is_among(result->events[i].part, known, count))
      continue;
    known[count++] = result->events[i].part;
    put_contact(json, r, result->events[i].part, true);
  }
  for (int i = 0; i < result->count && count < MOST_CONTACTS; i++) {
    const char *part = result->channels[i].part;
    if (!part || is_among(part, known, count) || !is_contact(r, part))
      continue;
    known[count++] = part;
    put_contact(json, r, part, false);
  }
  pawl_json_close(json, ']');
}
