/* bench: measures Pawl and its peers on one core and judges the ratios. bench/run builds and calls it. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rows.h"

static const struct {
  const char *name;
  void (*measure)(bench_session *s);
} tables[] = {{"forward", bench_forward},
              {"chain", bench_chain},
              {"fourbar", bench_fourbar},
              {"loops", bench_loops},
              {"catalogue", bench_catalogue},
              {"contacts", bench_contacts},
              {"woodpecker", bench_woodpecker},
              {"closest", bench_closest},
              {"pile", bench_pile},
              {"rest", bench_rest}};
enum { TABLES = sizeof tables / sizeof *tables };

static const char usage[] = "usage: bench [--quick] [--only "
                            "forward|chain|fourbar|loops|catalogue|contacts|woodpecker|closest|pile|rest]…\n";

/* The last of the cores that this process may use; the first one has the interrupts. */
static int pin(void)
{
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all) != 0)
    return -1;
  int core = CPU_SETSIZE - 1;
  while (core > 0 && !CPU_ISSET(core, &all))
    core--;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0 ? core : -1;
}

static void print_machine(int core)
{
  char line[256], day[32];
  time_t now = time(NULL);
  strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
  printf("%s, core %d", day, core);
  FILE *f = fopen("/proc/cpuinfo", "r");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
      line[strcspn(line, "\n")] = 0;
      printf(",%s", strchr(line, ':') + 1);
      break;
    }
  if (f)
    fclose(f);
  printf("\n");
}

static void print_calibration(bench_session *s, const char *when)
{
  double x[BENCH_ROUNDS];
  for (int i = 0; i < s->rounds; i++)
    x[i] = 1e9 * bench_calibrate();
  bench_spread spread = bench_spread_of(x, s->rounds);
  printf("calibration %s: ns per dependent multiplication and addition ", when);
  bench_cell(spread, 0);
  printf("\n");
  bench_csv(s, "calibration", when, NULL, "multiply and add", "ns", spread, s->rounds);
}

static void print_workers(const bench_session *s)
{
  for (int i = 0; i < BENCH_ENGINES; i++) {
    const bench_worker *w = s->workers + i;
    char about[sizeof w->about], *rest = about;
    memcpy(about, w->about, sizeof about);
    const char *name = strsep(&rest, "\t"), *version = strsep(&rest, "\t");
    if (w->here)
      printf("%s %s: %s\n", name, version ? version : "", rest ? rest : "");
    else
      printf("%s: not built (is its package installed?), skipped\n", bench_engine_names[i]);
  }
}

/* 0: all tables */
static unsigned read_options(bench_session *s, int count, char **words)
{
  unsigned wanted = 0;
  for (int i = 1; i < count; i++) {
    unsigned before = wanted;
    if (strcmp(words[i], "--quick") == 0) {
      s->rounds = 9, s->least = 3, s->slice = 1e-3, s->budget = 5;
      continue;
    }
    for (int t = 0; i + 1 < count && t < TABLES; t++)
      if (strcmp(words[i], "--only") == 0 && strcmp(words[i + 1], tables[t].name) == 0)
        wanted |= 1u << t;
    if (wanted == before) {
      fputs(usage, stderr);
      exit(2);
    }
    i++;
  }
  return wanted;
}

int main(int count, char **words)
{
  static bench_session s = {.rounds = 31, .least = 5, .slice = 2e-3, .budget = 60};
  unsigned wanted = read_options(&s, count, words);
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  int core = pin();
  bench_start_workers(s.workers, ".");
  if (!s.workers[BENCH_PAWL].here) {
    fprintf(stderr, "bench: there is no ./bench-pawl\n");
    return 2;
  }
  s.csv = fopen("result.csv", "w");
  if (!s.csv) {
    perror("result.csv");
    return 2;
  }
  fprintf(s.csv, "table,engine,method,n,setting,quantity,unit,median,p10,p90,rounds\n");
  print_machine(core);
  print_workers(&s);
  print_calibration(&s, "before");
  for (int t = 0; t < TABLES; t++)
    if (!wanted || wanted & 1u << t)
      tables[t].measure(&s);
  printf("\n");
  print_calibration(&s, "after");
  fclose(s.csv);
  bench_stop_workers(s.workers);
  return bench_conclude(&s) ? 0 : 1;
}
