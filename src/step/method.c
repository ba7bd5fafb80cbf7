/* The list of methods, and the three ways of making steps that are behind it. */
#include "step/method.h"

#include "step/advance.h"
#include "step/stepping.h"

#define BY_TOLERANCE(id, word, doc) {#word, NULL, &pawl_way_explicit, true},
#define BY_TABLE(id, word, doc) {#word, &pawl_rk_##word, &pawl_way_explicit, false},
#define BY_ITSELF(id, word, doc) {#word, NULL, &pawl_way_##word, false},
const pawl_method pawl_methods[] = {PAWL_METHODS(BY_TOLERANCE, BY_TABLE, BY_ITSELF)};

/* Room to pass events that do not come to an end. */
static bool open_passage(pawl_run *r)
{
  return !r->system.contact->holds || (r->passage = pawl_stepping_new(r)) != NULL;
}

static bool open_bdf(pawl_run *r)
{
  return open_passage(r) && pawl_run_go_stiff(r);
}

static bool open_stepping(pawl_run *r)
{
  r->stepping = pawl_stepping_new(r);
  return r->stepping != NULL;
}

const pawl_way pawl_way_explicit = {
    .open = open_passage, .step = pawl_explicit_step, .dense = pawl_explicit_dense, .set_by = "tolerance"};

const pawl_way pawl_way_bdf = {.name = "bdf",
                               .open = open_bdf,
                               .step = pawl_bdf_step,
                               .dense = pawl_bdf_dense,
                               .stiff = true,
                               .set_by = "tolerance"};

const pawl_way pawl_way_stepping = {.name = "stepping",
                                    .open = open_stepping,
                                    .step = pawl_stepping_step,
                                    .dense = pawl_stepping_dense,
                                    .fixed = true,
                                    .set_by = "step"};

const pawl_rk_table *pawl_method_table(const pawl_method *method, double tolerance)
{
  if (method->table)
    return method->table;
  int i = 0;
  while (i + 1 < PAWL_RK_COUNT && !(tolerance > pawl_rk_tables[i]->auto_above))
    i++;
  return pawl_rk_tables[i];
}

const char *pawl_run_method(const pawl_run *r)
{
  return r->way->name ? r->way->name : pawl_method_table(r->plan.method, r->plan.tolerance)->name;
}
