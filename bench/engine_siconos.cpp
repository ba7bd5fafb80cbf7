// Siconos: the woodpecker's equations by Moreau-Jean time-stepping. Its licence is Apache 2.0.
// Its headers ask for SP:: names of everything; SiconosKernel.hpp has them all.
#include <SiconosKernel.hpp>
#include <SolverOptions.h>
#include <cmath>
#include <memory>

#include "engine.h"
#include "woodpecker.h"

namespace
{

const double mM = 0.0003, JM = 5e-9, mS = 0.0045, JS = 7e-7, c = 0.0056, mu = 0.3;
const double r0 = 0.0025, rM = 0.0031, hM = 0.0058, lM = 0.010, lG = 0.015, hS = 0.02, lS = 0.0201;

struct siconos_job : bench_job {
  bench_scene scene;
  SP::LagrangianLinearTIDS toy;
  SP::TimeStepping simulation;
  bench_cycles cycles;
  long steps = 0;
};

siconos_job &of(bench_job *job)
{
  return *static_cast<siconos_job *>(job);
}

SP::SimpleMatrix matrix(int rows, const double (*x)[3])
{
  SP::SimpleMatrix m(new SimpleMatrix(rows, 3));
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 3; j++)
      m->setValue(i, j, x[i][j]);
  return m;
}

SP::SiconosVector vector(int count, const double *x)
{
  SP::SiconosVector v(new SiconosVector(count));
  for (int i = 0; i < count; i++)
    v->setValue(i, x[i]);
  return v;
}

// M q'' + K q = F
SP::LagrangianLinearTIDS new_toy()
{
  const double M[3][3] = {{mS + mM, mS * lM, mS * lG},
                          {mS * lM, JM + mS * lM * lM, mS * lM * lG},
                          {mS * lG, mS * lM * lG, JS + mS * lG * lG}};
  const double K[3][3] = {{0, 0, 0}, {0, c, -c}, {0, -c, c}};
  const double g = BENCH_GRAVITY, F[3] = {-(mS + mM) * g, -mS * g * lM, -mS * g * lG};
  const double q[3] = {0, -0.1036, -0.2788}, v[3] = {-0.3411, 0, -7.4583};
  SP::LagrangianLinearTIDS toy(new LagrangianLinearTIDS(vector(3, q), vector(3, v), matrix(3, M)));
  toy->setKPtr(matrix(3, K));
  toy->setFExtPtr(vector(3, F));
  return toy;
}

// Normal and tangent of each contact, the gap at q = 0, restitution: beak, lower and upper edge of the sleeve.
void add_contacts(NonSmoothDynamicalSystem &whole, SP::LagrangianLinearTIDS toy)
{
  const double rows[3][2][3] = {
      {{0, 0, -hS}, {1, lM, lG - lS}}, {{0, hM, 0}, {1, rM, 0}}, {{0, -hM, 0}, {1, rM, 0}}};
  const double gap[3][2] = {{lM + lG - lS - r0, 0}, {rM - r0, 0}, {rM - r0, 0}}, restitution[3] = {0.5, 0, 0};
  for (int k = 0; k < 3; k++) {
    SP::NonSmoothLaw law(new NewtonImpactFrictionNSL(restitution[k], 0, mu, 2));
    SP::Relation relation(new LagrangianLinearTIR(matrix(2, rows[k]), vector(2, gap[k])));
    SP::Interaction contact(new Interaction(law, relation));
    whole.link(contact, toy);
  }
}

// Everything is linear: one iteration of Newton's method does for a step. Gauss-Seidel is its fastest solver here.
void reset(bench_job *job)
{
  siconos_job &p = of(job);
  p.toy = new_toy();
  SP::NonSmoothDynamicalSystem whole(new NonSmoothDynamicalSystem(0, 2 * BENCH_WOODPECKER_TIME));
  whole->insertDynamicalSystem(p.toy);
  add_contacts(*whole, p.toy);
  SP::OneStepIntegrator theta(new MoreauJeanOSI(0.5));
  SP::FrictionContact contacts(new FrictionContact(2, SICONOS_FRICTION_2D_NSGS));
  contacts->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  contacts->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  SP::TimeDiscretisation grid(new TimeDiscretisation(0, p.scene.setting));
  p.simulation.reset(new TimeStepping(whole, grid, theta, contacts));
  p.simulation->setNewtonOptions(SICONOS_TS_LINEAR);
  bench_cycles_clear(&p.cycles);
  p.steps = 0;
}

// A cycle begins where the bird's angle rises through zero: by a straight line between two steps.
void work(bench_job *job)
{
  siconos_job &p = of(job);
  const SiconosVector &q = *p.toy->q();
  double before = q.getValue(2), h = p.scene.setting;
  long last = std::lround(BENCH_WOODPECKER_TIME / h);
  for (; p.steps < last; p.steps++) {
    p.simulation->computeOneStep();
    double now = p.toy->q()->getValue(2);
    if (before < 0 && now >= 0)
      bench_cycles_note(&p.cycles, ((double)p.steps - before / (now - before)) * h);
    before = now;
    p.simulation->nextStep();
  }
}

void report(bench_job *job, bench_result *out)
{
  siconos_job &p = of(job);
  out->steps = p.steps;
  out->count = 1;
  out->values[0] = bench_cycles_period(&p.cycles);
}

void close_job(bench_job *job)
{
  delete &of(job);
}

bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind != BENCH_WOODPECKER)
    return nullptr;
  auto *p = new siconos_job;
  p->scene = *scene;
  static_cast<bench_job &>(*p) = {reset, work, report, close_job};
  return p;
}

} // namespace

extern "C" const bench_engine bench_this_engine = {
    "Siconos", BENCH_VERSION,
    "Moreau-Jean, theta = 0.5, one iteration per step (all is linear), contacts by Gauss-Seidel to 1e-10",
    open_job};
