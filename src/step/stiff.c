/* CVODE behind a small face. Errors are weighed as by the explicit methods: |e_i| against
 * tolerance (scale_i + relative_i |y_i|); CVODE's root mean square is made a sum, which bounds the largest, and a
 * tenth of the tolerance is asked for, because errors of BDF add up where those of the explicit methods do not.      theory.md, 6.2 */
#include "step/stiff.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "base/tolerances.h"

/* Up to so many components Newton's equations are solved by elimination. Two boxes on 1e10 N/m at hω = 100 have a condition of 1e6 in the
 * weighed norm, as much as differences of f have digits: GMRES then gives steps of 2e-6 s for good, elimination 0.4 s. */
enum { MOST_DENSE = 128 };

/* Times that a step may err too much before it is given up (CVODE's 7). The first one after a jump tries the last one before it, made with order 5, and
 * has order 1: 1 s is to become 1e-6 s, by 0.2 each. */
enum { MOST_FAILURES = 40 };

struct pawl_stiff {
  const pawl_ode *ode;
  double tolerance;
  bool smooth, rings;
  int (*project)(void *context, double t, double *y);
  SUNContext context;
  void *cvode;
  N_Vector y, out;
  SUNLinearSolver solver;
  SUNMatrix matrix; /* NULL: the solver is GMRES */
};

static int slope(realtype t, N_Vector y, N_Vector dy, void *user)
{
  const pawl_stiff *s = user;
  int status = s->ode->rhs(s->ode->context, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy));
  for (int i = 0; status == 0 && i < s->ode->n; i++)
    if (!(N_VGetArrayPointer(dy)[i] - N_VGetArrayPointer(dy)[i] == 0))
      return 1;               /* not finite: CVODE tries a shorter step */
  return status == 0 ? 0 : 1; /* as well; what is wrong for good is seen when no step is left */
}

static int weights(N_Vector y, N_Vector w, void *user)
{
  const pawl_stiff *s = user;
  const double *x = N_VGetArrayPointer(y);
  double many = sqrt((double)s->ode->n);
  for (int i = 0; i < s->ode->n; i++)
    N_VGetArrayPointer(w)[i] =
        many / (0.1 * s->tolerance * (s->ode->scale[i] + s->ode->relative[i] * fabs(x[i])));
  return 0;
}

/* J = ∂f/∂y by differences. CVODE's own change y_i by a share of |y_i|: a speed of 1e-12 m/s by so little that rounding is all there is. */
static int slopes(realtype t, N_Vector y, N_Vector dy, SUNMatrix J, void *user, N_Vector moved,
                  N_Vector there, N_Vector unused)
{
  (void)unused;
  const pawl_stiff *s = user;
  double *x = N_VGetArrayPointer(moved), share = fmax(0.1 * s->tolerance, PAWL_BDF_CHANGE);
  const double *f = N_VGetArrayPointer(dy), *g = N_VGetArrayPointer(there);
  memcpy(x, N_VGetArrayPointer(y), sizeof(double) * (size_t)s->ode->n);
  for (int j = 0; j < s->ode->n; j++) {
    double at = x[j], *column = SUNDenseMatrix_Column(J, j);
    x[j] = at + share * (s->ode->scale[j] + s->ode->relative[j] * fabs(at));
    double by = x[j] - at;
    if (slope(t, moved, there, user) != 0)
      return 1;
    for (int i = 0; i < s->ode->n; i++)
      column[i] = (g[i] - f[i]) / by;
    x[j] = at;
  }
  return 0;
}

/* CVODE wants the correction that brings its prediction onto the constraints, and the error projected alike. */
static int project(realtype t, N_Vector y, N_Vector correction, realtype tolerance, N_Vector error,
                   void *user)
{
  (void)tolerance;
  const pawl_stiff *s = user;
  double *x = N_VGetArrayPointer(s->out), *c = N_VGetArrayPointer(correction);
  const double *from = N_VGetArrayPointer(y);
  memcpy(x, from, sizeof(double) * (size_t)s->ode->n);
  if (s->project(s->ode->context, t, x) != 0)
    return -1;
  for (int i = 0; i < s->ode->n; i++)
    c[i] = x[i] - from[i];
  if (error && s->ode->filter)
    s->ode->filter(s->ode->context, t, x, N_VGetArrayPointer(error));
  return 0;
}

static void say_nothing(int code, const char *module, const char *function, char *text, void *user)
{
  (void)code, (void)module, (void)function, (void)text, (void)user;
}

static bool set_up_newton(pawl_stiff *s)
{
  int n = s->ode->n, room = n < 60 ? n : 60;
  bool dense = s->smooth && n <= MOST_DENSE;
  s->matrix = dense ? SUNDenseMatrix(n, n, s->context) : NULL;
  if (dense && !s->matrix)
    return false;
  s->solver = dense ? SUNLinSol_Dense(s->y, s->matrix, s->context)
                    : SUNLinSol_SPGMR(s->y, SUN_PREC_NONE, room, s->context);
  return s->solver && CVodeSetLinearSolver(s->cvode, s->solver, s->matrix) == CV_SUCCESS &&
         (!dense || CVodeSetJacFn(s->cvode, slopes) == CV_SUCCESS);
}

static bool set_up(pawl_stiff *s)
{
  int n = s->ode->n;
  if (SUNContext_Create(NULL, &s->context) != 0)
    return false;
  s->y = N_VNew_Serial(n, s->context);
  s->out = N_VNew_Serial(n, s->context);
  s->cvode = CVodeCreate(CV_BDF, s->context);
  if (!s->y || !s->out || !s->cvode)
    return false;
  CVodeSetErrHandlerFn(s->cvode, say_nothing, NULL);
  N_VConst(0, s->y);
  if (CVodeInit(s->cvode, slope, 0, s->y) != CV_SUCCESS || CVodeSetUserData(s->cvode, s) != CV_SUCCESS ||
      CVodeWFtolerances(s->cvode, weights) != CV_SUCCESS)
    return false;
  if (!set_up_newton(s))
    return false;
  if (s->project && CVodeSetProjFn(s->cvode, project) != CV_SUCCESS)
    return false;
  CVodeSetMaxNumSteps(s->cvode, 1000000);
  CVodeSetMaxErrTestFails(s->cvode, MOST_FAILURES);
  if (!s->matrix)
    CVodeSetNonlinConvCoef(s->cvode, PAWL_BDF_NEWTON);
  return true;
}

pawl_stiff *pawl_stiff_new(pawl_arena *arena)
{
  return PAWL_TAKE(arena, 1, pawl_stiff);
}

bool pawl_stiff_open(pawl_stiff *s, const pawl_ode *ode, double tolerance, double longest, bool smooth,
                     int (*project_to)(void *, double, double *))
{
  if (s->cvode)
    return true;
  s->ode = ode;
  s->tolerance = tolerance;
  s->smooth = smooth;
  s->project = project_to;
  return set_up(s) && (!isfinite(longest) || CVodeSetMaxStep(s->cvode, longest) == CV_SUCCESS);
}

void pawl_stiff_close(pawl_stiff *s)
{
  if (!s)
    return;
  if (s->cvode)
    CVodeFree(&s->cvode);
  if (s->solver)
    SUNLinSolFree(s->solver);
  if (s->matrix)
    SUNMatDestroy(s->matrix);
  if (s->y)
    N_VDestroy(s->y);
  if (s->out)
    N_VDestroy(s->out);
  if (s->context)
    SUNContext_Free(&s->context);
  *s = (pawl_stiff){0};
}

/* BDF is unstable beside the imaginary axis from order 3 on: what rings goes on at the tolerance, in short steps. */
static int highest_order(const pawl_stiff *s)
{
  return s->rings ? 2 : 5;
}

bool pawl_stiff_start(pawl_stiff *s, double t, const double *y, double h, bool rings)
{
  s->rings = rings;
  memcpy(N_VGetArrayPointer(s->y), y, sizeof(double) * (size_t)s->ode->n);
  return CVodeSetMaxOrd(s->cvode, highest_order(s)) == CV_SUCCESS &&
         CVodeReInit(s->cvode, t, s->y) == CV_SUCCESS && CVodeSetInitStep(s->cvode, h) == CV_SUCCESS;
}

bool pawl_stiff_step(pawl_stiff *s, double limit, double *t, double *y)
{
  if (CVodeSetStopTime(s->cvode, limit) != CV_SUCCESS)
    return false;
  int status = CVode(s->cvode, limit, s->y, t, CV_ONE_STEP);
  memcpy(y, N_VGetArrayPointer(s->y), sizeof(double) * (size_t)s->ode->n);
  return status == CV_SUCCESS || status == CV_TSTOP_RETURN;
}

bool pawl_stiff_dense(const pawl_stiff *s, double t, double *y)
{
  bool good = CVodeGetDky(s->cvode, t, 0, s->out) == CV_SUCCESS;
  memcpy(y, N_VGetArrayPointer(s->out), sizeof(double) * (size_t)s->ode->n);
  return good;
}

long pawl_stiff_failures(const pawl_stiff *s)
{
  long errors = 0, convergence = 0;
  CVodeGetNumErrTestFails(s->cvode, &errors);
  CVodeGetNumNonlinSolvConvFails(s->cvode, &convergence);
  return errors + convergence;
}

double pawl_stiff_last_step(const pawl_stiff *s)
{
  double h = 0;
  CVodeGetLastStep(s->cvode, &h);
  return h;
}
