/* Box2D: boxes in a bin of two-sided edges, in single precision. */
#include <box2d/box2d.h>
#include <cmath>
#include <cstring>
#include <vector>

#include "engine.h"
#include "pile_scene.h"

namespace
{

struct box2d_job {
  bench_job job;
  b2World world{b2Vec2(0, float(-BENCH_GRAVITY))};
  std::vector<b2Body *> body;
  int iterations;
  double values[BENCH_PILE_VALUES];
};

void step(box2d_job *p)
{
  p->world.Step(float(BENCH_PILE_STEP), p->iterations, p->iterations * 3 / 8);
}

void add_ground(box2d_job *p, double wide)
{
  b2BodyDef definition;
  b2Body *ground = p->world.CreateBody(&definition);
  b2EdgeShape edge;
  b2FixtureDef fixture;
  fixture.shape = &edge;
  fixture.friction = float(BENCH_PILE_FRICTION);
  const b2Vec2 left(float(-wide / 2), 0), right(float(wide / 2), 0), high(0, float(BENCH_PILE_WALL));
  const b2Vec2 ends[][2] = {{left, right}, {left, left + high}, {right, right + high}};
  for (const auto &e : ends) {
    edge.SetTwoSided(e[0], e[1]);
    ground->CreateFixture(&fixture);
  }
}

void add_boxes(box2d_job *p, int n)
{
  unsigned long long seed = 1;
  for (int i = 0; i < n; i++) {
    const bench_box box = bench_pile_box(i, n, &seed);
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position.Set(float(box.x), float(box.y));
    b2PolygonShape shape;
    shape.SetAsBox(float(box.half), float(box.half));
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.friction = float(BENCH_PILE_FRICTION);
    p->body.push_back(p->world.CreateBody(&definition));
    p->body.back()->CreateFixture(&fixture);
  }
}

void look(box2d_job *p)
{
  double *v = p->values, over = 0;
  for (b2Contact *c = p->world.GetContactList(); c; c = c->GetNext()) {
    b2WorldManifold at;
    if (!c->IsTouching())
      continue;
    c->GetWorldManifold(&at);
    for (int i = 0; i < c->GetManifold()->pointCount; i++) {
      const double depth = -double(at.separations[i]);
      v[BENCH_PILE_TOUCHES] += 1;
      v[BENCH_PILE_MEAN] += depth > 0 ? depth : 0;
      over += depth > 0;
      v[BENCH_PILE_DEEPEST] = std::fmax(v[BENCH_PILE_DEEPEST], depth);
    }
  }
  v[BENCH_PILE_MEAN] /= over;
  for (b2Body *b : p->body)
    v[BENCH_PILE_SPEED] += double(b->GetLinearVelocity().Length()) / double(p->body.size());
  v[BENCH_PILE_ITERATIONS] = p->iterations;
}

void reset(bench_job *)
{
}

void work(bench_job *job)
{
  for (int k = 0; k < BENCH_PILE_STEPS; k++)
    step(reinterpret_cast<box2d_job *>(job));
}

void report(bench_job *job, bench_result *out)
{
  out->steps = BENCH_PILE_STEPS;
  out->count = BENCH_PILE_VALUES;
  std::memcpy(out->values, reinterpret_cast<box2d_job *>(job)->values, sizeof(box2d_job::values));
}

void close_job(bench_job *job)
{
  delete reinterpret_cast<box2d_job *>(job);
}

bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind != BENCH_PILE)
    return nullptr;
  auto *p = new box2d_job();
  p->iterations = int(scene->setting);
  p->world.SetAllowSleeping(false);
  add_ground(p, bench_pile_wide(scene->n));
  add_boxes(p, scene->n);
  for (int k = 0; k < BENCH_PILE_SETTLING; k++)
    step(p);
  look(p);
  p->job = {reset, work, report, close_job};
  return &p->job;
}

} // namespace

const bench_engine bench_this_engine = {"Box2D", BENCH_VERSION,
                                        "10 velocity and 3 position iterations, no sleeping", open_job};
