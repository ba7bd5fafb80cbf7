/* The person at the terminal: a progress bar, and Ctrl-C. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

enum { BAR = 40 };

double pawl_clock(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- progress ---- */

void pawl_progress_begin(pawl_progress *bar, bool quiet)
{
  const char *terminal = getenv("TERM");
  bool able = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
  *bar = (pawl_progress){.wanted = able && !quiet, .begun = pawl_clock()};
}

/* Not in the first half second, then ten times a second. */
void pawl_progress_show(pawl_progress *bar, double part, double time)
{
  if (!bar->wanted)
    return;
  double now = pawl_clock();
  if (now - bar->begun < 0.5 || now - bar->drawn < 0.1)
    return;
  part = part > 0 ? fmin(part, 1) : 0;
  char marks[BAR + 1];
  for (int i = 0; i < BAR; i++)
    marks[i] = i < part * BAR ? '#' : '.';
  marks[BAR] = 0;
  fprintf(stderr, "\r[%s] %3.0f %%  t = %-8.4g s", marks, floor(100 * part), time);
  if (part > 0)
    fprintf(stderr, "  %.0f s left\033[K", ceil((now - bar->begun) * (1 - part) / part));
  fflush(stderr);
  bar->shown = true;
  bar->drawn = now;
}

void pawl_progress_end(pawl_progress *bar)
{
  if (bar->shown)
    fputs("\r\033[K", stderr);
  bar->wanted = bar->shown = false;
}

/* ---- Ctrl-C ---- */

/* The one variable of the program: C gives a signal handler no other way to leave a word. */
static volatile sig_atomic_t seen;

static void note(int signal)
{
  seen = signal;
}

void pawl_interrupt_catch(void)
{
  struct sigaction how = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
  const int signals[] = {SIGINT, SIGTERM};
  sigemptyset(&how.sa_mask);
  for (int i = 0; i < 2; i++) {
    struct sigaction before;
    /* A program that was started with the signal ignored (nohup, & in a script) keeps ignoring it. */
    if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(signals[i], &how, NULL);
  }
}

int pawl_interrupt_seen(void)
{
  return seen;
}
