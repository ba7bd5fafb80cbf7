/* What the user asks for by `simulate { method = … }`, and the ways of making steps that it comes to. All that a run does
 * otherwise because of one stands in these tables.      theory.md, 6 and 10 */
#ifndef PAWL_STEP_METHOD_H
#define PAWL_STEP_METHOD_H

#include "pawl.h"
#include "step/rk.h"

/* A way of making steps. */
typedef struct {
  const char *name; /* NULL: that of the table of stages */
  /* Takes what only this way needs, when a run begins with it. False: no memory. */
  bool (*open)(pawl_run *run);
  /* One step, not beyond `limit`. */
  pawl_status (*step)(pawl_run *run, double limit, pawl_error *error);
  /* The state inside the step just made, in the charts of its begin. False: there is none. */
  bool (*dense)(pawl_run *run, double time, double *y);
  bool stiff; /* for stiff models: steps build on those before, and have no stages to look at */
  bool
      fixed; /* steps are as long as the user says and do not end at events: contacts are conditions at their ends */
  const char *set_by; /* what is made smaller for a smaller error */
} pawl_way;

extern const pawl_way pawl_way_explicit, pawl_way_bdf, pawl_way_stepping;

/* A line of parts/methods.h. */
typedef struct {
  const char *name;
  const pawl_rk_table *table; /* of its explicit steps; NULL: as `auto` chooses by the tolerance */
  const pawl_way *way;        /* how it begins */
  bool adapts;                /* goes over to BDF where the model proves stiff, and back */
} pawl_method;

extern const pawl_method pawl_methods[PAWL_METHOD_COUNT];

/* The explicit method that is made for a tolerance. */
const pawl_rk_table *pawl_method_table(const pawl_method *method, double tolerance);
/* The name of what the run makes its steps by now. */
const char *pawl_run_method(const pawl_run *run);

#endif
