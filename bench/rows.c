/* What the tables share: spreads, lines of result.csv, verdicts, work-precision lines. */
#include "rows.h"

#include <math.h>
#include <string.h>

const char *const bench_engine_names[BENCH_ENGINES] = {"Pawl", "MuJoCo",  "Simbody", "Bullet",  "ODE",
                                                       "SISL", "Siconos", "Box2D",   "Chipmunk"};

int bench_session_measure(bench_session *s, int count)
{
  return bench_measure(s->workers, s->points, count, s->rounds, s->least, s->slice, s->budget);
}

bench_spread bench_scaled(const bench_point *p, int rounds, double factor)
{
  double x[BENCH_ROUNDS];
  if (p->job < 0)
    return (bench_spread){NAN, NAN, NAN};
  for (int r = 0; r < rounds; r++)
    x[r] = factor * p->seconds[r];
  return bench_spread_of(x, rounds);
}

bench_spread bench_ratio(const bench_point *a, const bench_point *b, int rounds, double factor)
{
  double x[BENCH_ROUNDS];
  if (a->job < 0 || b->job < 0)
    return (bench_spread){NAN, NAN, NAN};
  for (int r = 0; r < rounds; r++)
    x[r] = factor * a->seconds[r] / b->seconds[r];
  return bench_spread_of(x, rounds);
}

void bench_csv(bench_session *s, const char *table, const char *engine, const bench_scene *scene,
               const char *quantity, const char *unit, bench_spread x, int rounds)
{
  if (isnan(x.median))
    return;
  fprintf(s->csv, "%s,%s,%s,%d,%g,%s,%s,%.6g,%.6g,%.6g,%d\n", table, engine, scene ? scene->method : "",
          scene ? scene->n : 0, scene ? scene->setting : 0, quantity, unit, x.median, x.low, x.high, rounds);
}

void bench_judge(bench_session *s, const char *row, double target, bool at_most, const bench_spread *ratio)
{
  bench_verdict *v = s->verdicts + s->verdict_count++;
  *v = (bench_verdict){.target = target, .at_most = at_most, .measured = ratio && !isnan(ratio->median)};
  snprintf(v->row, sizeof v->row, "%s", row);
  if (v->measured)
    v->ratio = *ratio;
}

bool bench_conclude(const bench_session *s)
{
  bool good = true;
  printf("\n%-60s %8s  %-24s\n", "row", "target", "median [10 %, 90 %]");
  for (int i = 0; i < s->verdict_count; i++) {
    const bench_verdict *v = s->verdicts + i;
    printf("%-60s %s %5g  ", v->row, v->at_most ? "<=" : ">=", v->target);
    if (!v->measured) {
      printf("%-24s not measured\n", "");
      continue;
    }
    bool pass = v->at_most ? v->ratio.median <= v->target : v->ratio.median >= v->target;
    bench_cell(v->ratio, 24);
    printf(" %s\n", pass ? "pass" : "FAIL");
    good = good && pass;
  }
  return good;
}

static void digits(char *text, size_t room, double x)
{
  snprintf(text, room, "%.*f", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
}

void bench_cell(bench_spread x, int width)
{
  char median[32], low[32], high[32], text[100];
  digits(median, sizeof median, x.median);
  digits(low, sizeof low, x.low);
  digits(high, sizeof high, x.high);
  snprintf(text, sizeof text, "%s [%s, %s]", median, low, high);
  printf("%-*s", width, isnan(x.median) ? "-" : text);
}

void bench_line_add(bench_line *line, const bench_point *p)
{
  if (p->job < 0 || line->count == 16)
    return;
  line->error[line->count] = p->error;
  line->points[line->count++] = p;
}

void bench_line_finish(bench_line *line)
{
  for (int i = line->count - 2; i >= 0; i--)
    line->error[i] = fmax(line->error[i], line->error[i + 1]);
}

/* Seconds at `error` on the straight line, in logarithms, between settings i and i + 1. */
static double interpolate(const bench_line *line, int i, double error, int round)
{
  double e0 = line->error[i], e1 = line->error[i + 1];
  double c0 = log(line->points[i]->seconds[round]), c1 = log(line->points[i + 1]->seconds[round]);
  return exp(e0 > e1 ? c0 + (c1 - c0) * log(e0 / error) / log(e0 / e1) : c0);
}

double bench_line_cost(const bench_line *line, double error, int round)
{
  double cost = NAN;
  for (int i = 0; i + 1 < line->count; i++) {
    if (isnan(cost) && error <= line->error[i] && error >= line->error[i + 1])
      cost = interpolate(line, i, error, round);
    if (!isnan(cost))
      cost = fmin(cost, line->points[i + 1]->seconds[round]);
  }
  return cost;
}
