// Simbody: pins; windows closed by two PointInPlane constraints each (a Ball would add a row across the
// plane).
#include <Simbody.h>
#include <cmath>
#include <memory>
#include <vector>

#include "engine.h"

using namespace SimTK;

namespace
{

struct simbody_job : bench_job {
  bench_scene scene;
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Force::UniformGravity gravity{forces, matter, Vec3(0, -BENCH_GRAVITY, 0)};
  std::vector<MobilizedBody::Pin> pins;
  State start, state;
  std::vector<Vector> q, v;
  std::unique_ptr<Integrator> integrator;
  long evaluations = 0;
};

simbody_job &of(bench_job *job)
{
  return *static_cast<simbody_job *>(job);
}

MobilizedBody::Pin add_bar(simbody_job &p, MobilizedBody parent, double x)
{
  static const Body::Rigid bar(MassProperties(1, Vec3(0.5, 0, 0), Inertia(0.01, 1. / 3, 1. / 3)));
  p.pins.emplace_back(parent, Transform(Vec3(x, 0, 0)), bar, Transform(Vec3(0)));
  return p.pins.back();
}

void build_chain(simbody_job &p)
{
  MobilizedBody last = p.matter.Ground();
  for (int i = 0; i < p.scene.n; i++)
    last = add_bar(p, last, i > 0);
  p.start = p.system.realizeTopology();
}

// pins[0 … n] are the rods, pins[n + 1 … 2 n] the couplers.
void build_fourbar(simbody_job &p)
{
  int n = p.scene.n;
  for (int i = 0; i <= n; i++)
    add_bar(p, p.matter.Ground(), i);
  for (int i = 1; i <= n; i++) {
    MobilizedBody rod = p.pins[i], coupler = add_bar(p, p.pins[i - 1], 1);
    Constraint::PointInPlane(coupler, UnitVec3(1, 0, 0), 1, rod, Vec3(1, 0, 0));
    Constraint::PointInPlane(coupler, UnitVec3(0, 1, 0), 0, rod, Vec3(1, 0, 0));
  }
  p.start = p.system.realizeTopology();
  for (int i = 0; i <= 2 * n; i++) {
    double sign = i <= n ? 1 : -1;
    p.pins[i].setAngle(p.start, -sign * BENCH_PI / 2);
    p.pins[i].setRate(p.start, sign * BENCH_FOURBAR_SPEED);
  }
}

double end_of(const bench_scene &scene)
{
  return scene.kind == BENCH_CHAIN ? BENCH_CHAIN_TIME : BENCH_FOURBAR_TIME;
}

void close_job(bench_job *job)
{
  delete &of(job);
}

void motion_reset(bench_job *job)
{
  simbody_job &p = of(job);
  p.integrator.reset(new RungeKuttaMersonIntegrator(p.system));
  p.integrator->setAccuracy(p.scene.setting);
  p.integrator->initialize(p.start);
}

void motion_work(bench_job *job)
{
  simbody_job &p = of(job);
  double end = end_of(p.scene);
  long before = p.system.getNumRealizationsOfThisStage(Stage::Acceleration);
  while (p.integrator->getTime() < end - 1e-13)
    p.integrator->stepTo(end);
  p.evaluations = p.system.getNumRealizationsOfThisStage(Stage::Acceleration) - before;
}

void motion_report(bench_job *job, bench_result *out)
{
  simbody_job &p = of(job);
  const State &s = p.integrator->getState();
  out->evaluations = p.evaluations;
  out->steps = p.integrator->getNumStepsTaken();
  out->rejected = p.integrator->getNumStepsAttempted() - out->steps;
  out->count = p.scene.kind == BENCH_CHAIN ? p.scene.n : 1;
  for (int i = 0; i < out->count; i++)
    out->values[i] = (i ? out->values[i - 1] : 0) + p.pins[i].getAngle(s);
}

void forward_reset(bench_job *)
{
}

void forward_work(bench_job *job)
{
  simbody_job &p = of(job);
  int count = bench_evaluations(p.scene.n);
  for (int i = 0; i < count; i++) {
    p.state.updQ() = p.q[i % BENCH_STATES];
    p.state.updU() = p.v[i % BENCH_STATES];
    p.system.realize(p.state, Stage::Acceleration);
  }
}

void forward_report(bench_job *job, bench_result *out)
{
  simbody_job &p = of(job);
  out->evaluations = bench_evaluations(p.scene.n);
  out->count = p.scene.n;
  for (int i = 0; i < out->count; i++)
    out->values[i] = p.state.getUDot()[i];
}

void set_states(simbody_job &p)
{
  int n = p.scene.n;
  std::vector<double> x(n);
  p.state = p.start;
  p.system.realizeModel(p.state);
  for (int k = 0; k < BENCH_STATES; k++) {
    bench_random(x.data(), n, BENCH_PI, k);
    p.q.emplace_back(n, x.data());
    bench_random(x.data(), n, 2, k + BENCH_STATES);
    p.v.emplace_back(n, x.data());
  }
}

bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind > BENCH_CHAIN_FORWARD)
    return nullptr;
  auto *p = new simbody_job;
  p->scene = *scene;
  static_cast<bench_job &>(*p) = {motion_reset, motion_work, motion_report, close_job};
  if (scene->kind == BENCH_FOURBAR)
    build_fourbar(*p);
  else
    build_chain(*p);
  if (scene->kind == BENCH_CHAIN_FORWARD) {
    static_cast<bench_job &>(*p) = {forward_reset, forward_work, forward_report, close_job};
    set_states(*p);
  }
  return p;
}

} // namespace

extern "C" const bench_engine bench_this_engine = {
    "Simbody", BENCH_VERSION,
    "pins; Runge-Kutta-Merson at the accuracy listed, made ready before the clock starts; loops by two "
    "PointInPlane "
    "each, default constraint tolerance; accelerations by realize(Stage::Acceleration)",
    open_job};
