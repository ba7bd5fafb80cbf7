/* The scenes that every engine is asked for. Links and bars are uniform, 1 m and 1 kg; g = 9.81 m/s².
 *
 *   chain     n links in a row from a fixed pin, horizontal and at rest, let go; angles of all links at 1 s
 *   fourbar   n parallelogram windows side by side, hanging, thrown at 3 m/s; angle of rod 0 at 5 s
 *   …-forward accelerations at random states of the same mechanism, another state at each evaluation
 *   …-load    from the model file to a run that is ready to start
 *   two-loop  models/two-loop-mechanism to 2 s, with plain joints or with rods that have mass
 *   ladder    models/ladder with n loops to 0.1 s
 *   search    the touches of pair n of contacts_pair.h, method near, far or crossing
 *   track     a touch of a spline and the shape that method names, followed
 *   breaker   models/circuit-breaker to 150 ms
 *   woodpecker models/woodpecker to 4 s, method events or stepping; the period of the bird at the end
 *   pile      models/box-pile with n boxes, after 10 s: pile_scene.h
 *   steps     the integrator alone, on a right-hand side that costs next to nothing */
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_GRAVITY 9.81
#define BENCH_PI 3.14159265358979323846
#define BENCH_CHAIN_TIME 1.0
#define BENCH_FOURBAR_TIME 5.0
#define BENCH_FOURBAR_SPEED 3.0
#define BENCH_TWO_LOOP_TIME 2.0
#define BENCH_LADDER_TIME 0.1
#define BENCH_BREAKER_TIME 0.15
#define BENCH_WOODPECKER_TIME 4.0

enum { BENCH_STATES = 32 }; /* random states, taken in turn */

typedef enum {
  BENCH_CHAIN,
  BENCH_FOURBAR,
  BENCH_CHAIN_FORWARD,
  BENCH_FOURBAR_FORWARD,
  BENCH_CHAIN_LOAD,
  BENCH_FOURBAR_LOAD,
  BENCH_STEPS,
  BENCH_TWO_LOOP,
  BENCH_LADDER,
  BENCH_LADDER_LOAD,
  BENCH_SEARCH,
  BENCH_TRACK,
  BENCH_BREAKER,
  BENCH_WOODPECKER,
  BENCH_PILE,
  BENCH_KINDS
} bench_kind;

typedef struct {
  bench_kind kind;
  int n;
  char method[16]; /* the engine's own: "rk4", "planar" …   */
  double setting;  /* its step in s, tolerance or accuracy   */
} bench_scene;

void bench_scene_write(const bench_scene *scene, FILE *to);
bool bench_scene_read(bench_scene *scene, const char *line);

/* Evaluations in one timed piece of work: some 8,000 degrees of freedom, all states equally often. */
int bench_evaluations(int n);

/* State number k: n numbers in ±size, the same for every engine. */
void bench_random(double *x, int n, double size, int k);

#ifdef __cplusplus
}
#endif
#endif
