/* pawl-soak: scenes by the thousand, kind by kind, each in several views.
 *
 *     pawl-soak [--kind K[,K…]] [--seeds A:B] [--views N] [--keep DIR] [--jobs N] [--steps N] [--events N]
 *     pawl-soak --print KIND SEED VIEW
 *
 * Every scene is judged in a process of its own, so that a crash or a run without end costs one scene. Results depend on
 * seeds alone, not on how many processes there are. Exit status: 0 good, 1 something failed, 2 a wrong call. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"

enum { MOST_JOBS = 16, MOST_SENTENCES = 64, CPU_SECONDS = 60 };
static const double MOST_NONE =
    0.005; /* of scenes: those for which there is no mode at all, or a law is too soft */

typedef struct {
  const char *kinds, *keep;
  unsigned long long from, to;
  int views, jobs;
  soak_patience patience;
} wishes;

/* Refusals by sentence, with numbers and names left out. */
typedef struct {
  char text[SOAK_SENTENCE];
  long count;
  unsigned long long seed;
  char view[24];
} sentence;

typedef struct {
  const soak_kind *kind;
  long scenes, runs, verdict[SOAK_VERDICTS], none_scenes, not_unique, sensitive, events;
  sentence said[MOST_SENTENCES];
  int said_count;
  long slowest;
  unsigned long long slowest_seed;
} tally;

/* ---- one scene ---- */

static void write_all(int to, const void *what, size_t size)
{
  const char *at = what;
  while (size) {
    ssize_t n = write(to, at, size);
    if (n <= 0)
      _exit(3);
    at += n;
    size -= (size_t)n;
  }
}

typedef struct {
  pid_t pid;
  int from;
  unsigned long long seed;
} worker;

static worker start(const wishes *w, const soak_kind *kind, unsigned long long seed)
{
  int ends[2];
  fflush(NULL);
  if (pipe(ends) != 0) {
    perror("pawl-soak: pipe");
    exit(2);
  }
  pid_t pid = fork();
  if (pid < 0) {
    perror("pawl-soak: fork");
    exit(2);
  }
  if (pid == 0) {
    struct rlimit limit = {CPU_SECONDS, CPU_SECONDS};
    static soak_outcome outcome;
    setrlimit(RLIMIT_CPU, &limit);
    close(ends[0]);
    soak_judge(&outcome, kind, seed, w->views, &w->patience);
    write_all(ends[1], &outcome, sizeof outcome);
    _exit(0);
  }
  close(ends[1]);
  return (worker){pid, ends[0], seed};
}

/* What the worker has to say, or that it died. Outcomes are smaller than a pipe holds, so nobody waits for a reader. */
static void finish(worker *x, soak_outcome *outcome)
{
  size_t got = 0;
  ssize_t n;
  int status = 0;
  while (got < sizeof *outcome && (n = read(x->from, (char *)outcome + got, sizeof *outcome - got)) > 0)
    got += (size_t)n;
  close(x->from);
  waitpid(x->pid, &status, 0);
  if (got == sizeof *outcome)
    return;
  *outcome = (soak_outcome){.view_count = 1};
  soak_finding *f = outcome->view;
  snprintf(f->view, sizeof f->view, "plain");
  f->verdict = SOAK_CRASH;
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    snprintf(f->why, sizeof f->why, "does not end within %d s of processor time, in one of its views",
             CPU_SECONDS);
  else
    snprintf(f->why, sizeof f->why, "the program died, in one of its views (status %d)", status);
}

/* ---- telling ---- */

static void keep(const wishes *w, const soak_kind *kind, unsigned long long seed, int which,
                 const soak_finding *f)
{
  static char text[1 << 16], path[4096];
  if (!w->keep)
    return;
  soak_judge_text(kind, seed, which, text, sizeof text);
  snprintf(path, sizeof path, "%s/%s-%llu-%s.lua", w->keep, kind->name, seed, f->view);
  FILE *to = fopen(path, "w");
  if (!to) {
    fprintf(stderr, "pawl-soak: cannot write %s: %s\n", path, strerror(errno));
    exit(2);
  }
  fprintf(to, "-- %s, seed %llu, %s: %s\n%s", kind->name, seed, f->view, f->why, text);
  fclose(to);
}

/* Numbers and what stands in quotes are left out. */
static void plain_words(char *to, const char *from)
{
  bool number = false;
  while (*from) {
    char quote = *from == '"' || *from == '\'' ? *from : 0;
    const char *end = quote ? strchr(from + 1, quote) : NULL;
    if (end && end - from < 24) {
      *to++ = '_';
      from = end + 1;
      number = false;
      continue;
    }
    bool digit = strchr("0123456789", *from) != NULL;
    if (digit && !number)
      *to++ = '#';
    number = digit || (number && strchr(".e+-", *from));
    if (!number)
      *to++ = *from;
    from++;
  }
  *to = 0;
}

static void count_sentence(tally *t, const soak_finding *f, unsigned long long seed)
{
  char words[SOAK_SENTENCE];
  int i = 0;
  plain_words(words, f->why);
  while (i < t->said_count && strcmp(t->said[i].text, words) != 0)
    i++;
  if (i == MOST_SENTENCES)
    return;
  sentence *s = t->said + i;
  if (i == t->said_count) {
    t->said_count++;
    snprintf(s->text, sizeof s->text, "%s", words);
    s->seed = seed;
    snprintf(s->view, sizeof s->view, "%s", f->view);
  }
  s->count++;
}

static void note(const wishes *w, tally *t, unsigned long long seed, const soak_outcome *outcome)
{
  bool none = false;
  t->scenes++;
  t->runs += outcome->view_count;
  t->events += outcome->events;
  if (outcome->steps > t->slowest) {
    t->slowest = outcome->steps;
    t->slowest_seed = seed;
  }
  for (int i = 0; i < outcome->view_count; i++) {
    const soak_finding *f = outcome->view + i;
    t->verdict[f->verdict]++;
    t->not_unique += f->not_unique;
    t->sensitive += f->sensitive;
    if (f->verdict == SOAK_GOOD)
      continue;
    keep(w, t->kind, seed, i, f);
    bool excused = f->verdict == SOAK_NONE || f->verdict == SOAK_SUNK;
    none = none || excused;
    if (f->verdict == SOAK_REFUSED || excused)
      count_sentence(t, f, seed);
    else
      printf("%s %llu %s: %s\n", t->kind->name, seed, f->view, f->why);
  }
  t->none_scenes += none;
}

static int by_count(const void *a, const void *b)
{
  const sentence *x = a, *y = b;
  return (x->count < y->count) - (x->count > y->count);
}

static bool tell(tally *t)
{
  const long *v = t->verdict;
  long bad = v[SOAK_OVERLAP] + v[SOAK_LEDGER] + v[SOAK_GARBAGE] + v[SOAK_STORM] + v[SOAK_DIFFERS] +
             v[SOAK_CRASH] + v[SOAK_REFUSED];
  bool many = (double)t->none_scenes > MOST_NONE * (double)t->scenes + 1;
  printf("%-8s %ld scenes, %ld runs, %ld events: %ld overlaps, %ld ledgers, %ld garbage, %ld storms, %ld "
         "crashes, %ld "
         "differ; "
         "%ld refused, %ld without a mode, %ld too soft; not unique %ld, sensitive %ld; most steps %ld (seed "
         "%llu)\n",
         t->kind->name, t->scenes, t->runs, t->events, v[SOAK_OVERLAP], v[SOAK_LEDGER], v[SOAK_GARBAGE],
         v[SOAK_STORM], v[SOAK_CRASH], v[SOAK_DIFFERS], v[SOAK_REFUSED], v[SOAK_NONE], v[SOAK_SUNK],
         t->not_unique, t->sensitive, t->slowest, t->slowest_seed);
  qsort(t->said, (size_t)t->said_count, sizeof *t->said, by_count);
  for (int i = 0; i < t->said_count; i++)
    printf("  refused %ld times, first seed %llu %s: %s\n", t->said[i].count, t->said[i].seed,
           t->said[i].view, t->said[i].text);
  fflush(stdout);
  return bad == 0 && !many;
}

/* ---- all scenes ---- */

static bool soak(const wishes *w, const soak_kind *kind)
{
  static tally t;
  worker crew[MOST_JOBS];
  static soak_outcome outcome;
  unsigned long long next = w->from, done = w->from;
  t = (tally){.kind = kind};
  while (done < w->to) {
    for (; next < w->to && next < done + (unsigned)w->jobs; next++)
      crew[next % (unsigned)w->jobs] = start(w, kind, next);
    finish(crew + done % (unsigned)w->jobs, &outcome);
    note(w, &t, done, &outcome);
    done++;
  }
  return tell(&t);
}

static bool is_wanted(const char *list, const char *name)
{
  size_t n = strlen(name);
  for (const char *at = list; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
    if (strncmp(at, name, n) == 0 && (at[n] == 0 || at[n] == ','))
      return true;
  return !list;
}

static int refuse(const char *what)
{
  fprintf(stderr, "pawl-soak: %s\nkinds:", what);
  for (int i = 0; soak_kinds[i]; i++)
    fprintf(stderr, " %s", soak_kinds[i]->name);
  fprintf(stderr, "\n");
  return 2;
}

static int print(char **word)
{
  static char text[1 << 16];
  for (int i = 0; soak_kinds[i]; i++)
    if (strcmp(soak_kinds[i]->name, word[0]) == 0) {
      const char *view =
          soak_judge_text(soak_kinds[i], strtoull(word[1], NULL, 10), atoi(word[2]), text, sizeof text);
      printf("-- %s, seed %s, %s\n%s", word[0], word[1], view, text);
      return 0;
    }
  return refuse("--print wants KIND SEED VIEW");
}

static bool read_wishes(wishes *w, int count, char **word)
{
  for (int i = 1; i + 1 < count; i += 2) {
    const char *name = word[i], *value = word[i + 1];
    char *end = NULL;
    if (strcmp(name, "--kind") == 0)
      w->kinds = value;
    else if (strcmp(name, "--keep") == 0)
      w->keep = value;
    else if (strcmp(name, "--views") == 0)
      w->views = atoi(value);
    else if (strcmp(name, "--jobs") == 0)
      w->jobs = atoi(value);
    else if (strcmp(name, "--steps") == 0)
      w->patience.steps = atol(value);
    else if (strcmp(name, "--events") == 0)
      w->patience.events = atol(value);
    else if (strcmp(name, "--seeds") == 0) {
      w->from = strtoull(value, &end, 10);
      w->to = *end == ':' ? strtoull(end + 1, NULL, 10) : w->from + 1;
    } else
      return false;
  }
  return count % 2 == 1 && w->views >= 1 && w->views <= SOAK_VIEWS && w->jobs >= 1 && w->jobs <= MOST_JOBS;
}

int main(int count, char **word)
{
  wishes w = {.to = 100, .views = 4, .jobs = 2, .patience = {100000, 100000}};
  bool good = true, any = false;
  if (count == 5 && strcmp(word[1], "--print") == 0)
    return print(word + 2);
  if (!read_wishes(&w, count, word))
    return refuse("wants [--kind K[,K…]] [--seeds A:B] [--views 1…10] [--keep DIR] [--jobs 1…16] [--steps N] "
                  "[--events N]");
  /* now, not at the first failure, an hour on */
  if (w.keep && mkdir(w.keep, 0777) != 0 && errno != EEXIST) {
    fprintf(stderr, "pawl-soak: cannot make the folder %s: %s\n", w.keep, strerror(errno));
    return 2;
  }
  for (int i = 0; soak_kinds[i]; i++)
    if (is_wanted(w.kinds, soak_kinds[i]->name)) {
      good = soak(&w, soak_kinds[i]) && good;
      any = true;
    }
  if (!any)
    return refuse("there is no such kind");
  return good ? 0 : 1;
}
