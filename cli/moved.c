/* Says which start values of hinges and guides the loops did not allow. */
#include "cli.h"
#include "step/run.h"
#include "system/inspect.h"

enum { MOST = 32 };

static const char *quantity(const pawl_run *run, const pawl_moved_start *m)
{
  bool slides = run->model->parts[m->part]->kind->mobility == PAWL_SLIDES;
  return m->speed ? "speed" : slides ? "position" : "angle";
}

void pawl_put_moved_starts(FILE *to, const char *before, pawl_run *run)
{
  pawl_moved_start moved[MOST];
  int n = pawl_moved_starts(&run->system, moved, MOST);
  for (int i = 0; i < n && i < MOST; i++)
    fprintf(to, "%s%s.%s is %.9g, not %.9g as written: the loops, or values that go before it, decide\n",
            before, run->model->parts[moved[i].part]->name, quantity(run, moved + i), moved[i].is,
            moved[i].written);
  if (n > MOST)
    fprintf(to, "%sand %d more\n", before, n - MOST);
}

void pawl_put_moved_starts_json(pawl_json *json, pawl_run *run)
{
  pawl_moved_start moved[MOST];
  int n = pawl_moved_starts(&run->system, moved, MOST);
  pawl_json_open(json, "moved_starts", '[');
  for (int i = 0; i < n && i < MOST; i++) {
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "part", run->model->parts[moved[i].part]->name);
    pawl_json_text(json, "quantity", quantity(run, moved + i));
    pawl_json_number(json, "written", moved[i].written);
    pawl_json_number(json, "is", moved[i].is);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}
