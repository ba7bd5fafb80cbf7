/* Says which start values of hinges, guides and bodies the loops did not allow, which nobody wrote, and whether loops close in several
 * ways. */
#include <math.h>

#include "cli.h"
#include "model/misprints.h"
#include "step/run.h"
#include "system/inspect.h"

enum { MOST = 32 };

void pawl_put_moved_starts(FILE *to, const char *before, pawl_run *run)
{
  pawl_moved_start moved[MOST];
  int n = pawl_moved_starts(&run->system, moved, MOST);
  for (int i = 0; i < n && i < MOST; i++)
    fprintf(to, "%s%s.%s is %.9g, not %.9g as written: %s\n", before, run->model->parts[moved[i].part]->name,
            moved[i].quantity, moved[i].is, moved[i].written,
            run->model->plan.start == 1 ? "it starts in equilibrium"
                                        : "moved so that loops close, or since other values go before it");
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
    pawl_json_text(json, "quantity", moved[i].quantity);
    pawl_json_number(json, "written", moved[i].written);
    pawl_json_number(json, "is", moved[i].is);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

/* ---- several ways to close --------------------------------------------------------------------------------------- */

void pawl_put_assembly(FILE *to, const char *before, const pawl_run *run, bool told)
{
  const pawl_assembly *a = &run->system.start.assembly;
  if (a->count < 2 || a->part < 0 || (a->told && !told))
    return;
  const pawl_freedoms *freedoms = pawl_freedoms_of(run->model->parts[a->part]->kind);
  bool length = freedoms->lengths[PAWL_SPATIAL] >> a->coordinate & 1;
  fprintf(to, "%sthe loops close in %d%s ways, and %s: %s.%s is %.6g %s here, %.6g in %s%s\n", before,
          a->count, a->count > 2 ? " or more" : "",
          a->told ? "start values as written are nearest to this one" : "no start value says which",
          run->model->parts[a->part]->name, freedoms->name[a->coordinate], a->is, length ? "m" : "rad",
          a->other, a->count > 2 ? "the next" : "the other", a->told ? "" : "; write it to choose");
}

void pawl_put_assembly_json(pawl_json *json, const pawl_run *run)
{
  const pawl_assembly *a = &run->system.start.assembly;
  if (a->count < 2 || a->part < 0)
    return;
  pawl_json_open(json, "assembly", '{');
  pawl_json_count(json, "ways", a->count);
  pawl_json_flag(json, "told", a->told);
  pawl_json_text(json, "part", run->model->parts[a->part]->name);
  pawl_json_number(json, "is", a->is);
  pawl_json_number(json, "other", a->other);
  pawl_json_close(json, '}');
}

/* ---- what nobody wrote ------------------------------------------------------------------------------------------- */

/* "w.y", "hinge.angle"; false: a turn in space, or a coordinate without a name of its own. */
static bool name_of(const pawl_run *run, const pawl_link *l, int d, char *to, size_t size)
{
  static const char *const place[] = {"x", "y", "z"};
  const pawl_model *model = run->model;
  bool hinge = l->freedoms->named > 0, length = l->freedoms->lengths[run->system.worlds] >> d & 1;
  bool moves = l->mobility == PAWL_FLOATS || l->mobility == PAWL_DRIFTS;
  bool plane = run->system.worlds == PAWL_PLANAR;
  int part = l->joint >= 0 ? l->joint : l->body > 0 ? model->body_part[l->body] : -1;
  if (part < 0 || l->body < 0 || !(hinge || (moves && (length || plane))))
    return false;
  const char *what = hinge ? l->freedoms->name[d] : length ? place[d] : "angle";
  snprintf(to, size, "%s.%s", model->parts[part]->name, what);
  return true;
}

void pawl_put_not_written(FILE *to, const char *before, const pawl_run *run)
{
  const pawl_system *s = &run->system;
  char name[128];
  int count = 0, more = 0;
  for (int i = 1; i < s->tree.link_count; i++)
    for (int d = 0; d < s->tree.links[i].dofs; d++) {
      int at = s->tree.links[i].dof + d;
      if (s->start.q_given[at] || fabs(s->start.q[at]) <= 1e-9 * s->dof.unit[at] ||
          !name_of(run, s->tree.links + i, d, name, sizeof name))
        continue;
      if (count < 8)
        fprintf(to, "%s%s", count ? ", " : before, name);
      more += count++ >= 8;
    }
  if (more)
    fprintf(to, " and %d more", more);
  if (count)
    fputs(": not written, as the constraints have it\n", to);
}

void pawl_put_misprints(FILE *to, const char *before, const pawl_model *model)
{
  enum { TOLD = 8 };
  pawl_misprint print[TOLD];
  int count = pawl_misprints_find(model, print, TOLD);
  for (int i = 0; i < count && i < TOLD; i++)
    fprintf(to, "%s%s: %s\n", before, print[i].where, print[i].text);
  if (count > TOLD)
    fprintf(to, "%sand %d more of that kind\n", before, count - TOLD);
}

void pawl_put_idle_plan(FILE *to, const char *before, const pawl_run *run)
{
  const pawl_model *model = run->model;
  if (!run->way->fixed && model->plan_steps)
    fprintf(to, "%s%s: simulate: %s: of method = \"stepping\" only, and without effect by %s\n", before,
            model->plan_where, model->plan_steps, pawl_run_method(run));
}
