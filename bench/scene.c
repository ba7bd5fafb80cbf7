/* Scenes as lines of text, and random states from a counter (splitmix64: every state by itself, on any
 * machine). */
#include "scene.h"

#include <string.h>

static const char *const kinds[BENCH_KINDS] = {
    "chain",        "fourbar", "chain-forward", "fourbar-forward", "chain-load",
    "fourbar-load", "steps",   "two-loop",      "ladder",          "ladder-load",
    "search",       "track",   "breaker",       "woodpecker",      "pile"};

void bench_scene_write(const bench_scene *scene, FILE *to)
{
  fprintf(to, "%s %d %s %.17g", kinds[scene->kind], scene->n, scene->method, scene->setting);
}

bool bench_scene_read(bench_scene *scene, const char *line)
{
  char kind[32];
  if (sscanf(line, "%31s %d %15s %lf", kind, &scene->n, scene->method, &scene->setting) != 4)
    return false;
  for (int i = 0; i < BENCH_KINDS; i++)
    if (strcmp(kind, kinds[i]) == 0) {
      scene->kind = (bench_kind)i;
      return true;
    }
  return false;
}

int bench_evaluations(int n)
{
  int turns = 8000 / (BENCH_STATES * n);
  return BENCH_STATES * (turns > 1 ? turns : 1);
}

static double uniform(unsigned long long place)
{
  unsigned long long z = (place + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-53;
}

void bench_random(double *x, int n, double size, int k)
{
  for (int i = 0; i < n; i++)
    x[i] = size * (2 * uniform((unsigned long long)k << 20 | (unsigned long long)i) - 1);
}
