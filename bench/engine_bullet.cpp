// Bullet: btMultiBody with a fixed base, the library in double precision. Four-bars are left out: its loop
// constraints are corrected on velocities by sweeps of Gauss-Seidel, outside its Runge-Kutta method.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "engine.h"

namespace
{

const btVector3 gravity(0, 0, -BENCH_GRAVITY);

struct bullet_job : bench_job {
  bench_scene scene;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::unique_ptr<btMultiBody> chain;
  std::vector<double> q, v;
  btAlignedObjectArray<btScalar> numbers;
  btAlignedObjectArray<btVector3> vectors;
  btAlignedObjectArray<btMatrix3x3> matrices;
  long steps = 0;
};

bullet_job &of(bench_job *job)
{
  return *static_cast<bullet_job *>(job);
}

// x to the right, z up, hinges about -y: angles count as in Pawl.
std::unique_ptr<btMultiBody> make_chain(int n)
{
  std::unique_ptr<btMultiBody> chain(new btMultiBody(n, 0, btVector3(0, 0, 0), true, false));
  for (int i = 0; i < n; i++)
    chain->setupRevolute(i, 1, btVector3(0.01, 1. / 12, 1. / 12), i - 1, btQuaternion(0, 0, 0, 1),
                         btVector3(0, -1, 0), btVector3(i > 0 ? 0.5 : 0, 0, 0), btVector3(0.5, 0, 0), true);
  chain->finalizeMultiDof();
  chain->setLinearDamping(0);
  chain->setAngularDamping(0);
  chain->setHasSelfCollision(false);
  chain->setMaxCoordinateVelocity(1e9);
  return chain;
}

void close_job(bench_job *job)
{
  bullet_job &p = of(job);
  if (p.scene.kind == BENCH_CHAIN)
    p.world.removeMultiBody(p.chain.get());
  delete &p;
}

// A fresh chain: a used one remembers more than its coordinates.
void motion_reset(bench_job *job)
{
  bullet_job &p = of(job);
  if (p.chain)
    p.world.removeMultiBody(p.chain.get());
  p.chain = make_chain(p.scene.n);
  p.chain->useRK4Integration(std::strcmp(p.scene.method, "rk4") == 0);
  p.world.setGravity(gravity);
  p.world.addMultiBody(p.chain.get());
}

void motion_work(bench_job *job)
{
  bullet_job &p = of(job);
  p.steps = std::lround(BENCH_CHAIN_TIME / p.scene.setting);
  for (long i = 0; i < p.steps; i++)
    p.world.stepSimulation(p.scene.setting, 0);
}

void motion_report(bench_job *job, bench_result *out)
{
  bullet_job &p = of(job);
  out->steps = p.steps;
  out->evaluations = p.steps * (std::strcmp(p.scene.method, "rk4") == 0 ? 4 : 1);
  out->count = p.scene.n;
  for (int i = 0; i < out->count; i++)
    out->values[i] = (i ? out->values[i - 1] : 0) + p.chain->getJointPos(i);
}

void forward_reset(bench_job *)
{
}

void forward_work(bench_job *job)
{
  bullet_job &p = of(job);
  int n = p.scene.n, count = bench_evaluations(n);
  for (int i = 0; i < count; i++) {
    const double *q = &p.q[(size_t)(i % BENCH_STATES) * n], *v = &p.v[(size_t)(i % BENCH_STATES) * n];
    p.chain->clearForcesAndTorques();
    for (int j = 0; j < n; j++) {
      p.chain->setJointPos(j, q[j]);
      p.chain->setJointVel(j, v[j]);
      p.chain->addLinkForce(j, gravity);
    }
    p.chain->computeAccelerationsArticulatedBodyAlgorithmMultiDof(0, p.numbers, p.vectors, p.matrices, false,
                                                                  false, false);
  }
}

// Its work space holds n numbers, six accelerations of the base, then those of the joints.
void forward_report(bench_job *job, bench_result *out)
{
  bullet_job &p = of(job);
  out->evaluations = bench_evaluations(p.scene.n);
  out->count = p.scene.n;
  for (int i = 0; i < out->count; i++)
    out->values[i] = p.numbers[out->count + 6 + i];
}

void set_states(bullet_job &p)
{
  int n = p.scene.n;
  p.q.resize((size_t)BENCH_STATES * n);
  p.v.resize((size_t)BENCH_STATES * n);
  for (int k = 0; k < BENCH_STATES; k++) {
    bench_random(&p.q[(size_t)k * n], n, BENCH_PI, k);
    bench_random(&p.v[(size_t)k * n], n, 2, k + BENCH_STATES);
  }
}

bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind != BENCH_CHAIN && scene->kind != BENCH_CHAIN_FORWARD)
    return nullptr;
  auto *p = new bullet_job;
  p->scene = *scene;
  static_cast<bench_job &>(*p) = {motion_reset, motion_work, motion_report, close_job};
  if (scene->kind == BENCH_CHAIN_FORWARD) {
    static_cast<bench_job &>(*p) = {forward_reset, forward_work, forward_report, close_job};
    p->chain = make_chain(scene->n);
    set_states(*p);
  }
  return p;
}

} // namespace

extern "C" const bench_engine bench_this_engine = {
    "Bullet", BENCH_VERSION,
    "btMultiBody in double precision, no damping, no collision shapes, RK4 at the step listed; accelerations "
    "by "
    "computeAccelerationsArticulatedBodyAlgorithmMultiDof",
    open_job};
