/* Opening the browser of the person at the screen, where there is one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "view.h"

static bool has_screen(void)
{
  const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  return (x && *x) || (wayland && *wayland);
}

/* In a group of its own, so that Ctrl-C does not end the browser, with the signals as usual, and without the
 * terminal. */
static void describe(posix_spawnattr_t *how, posix_spawn_file_actions_t *streams)
{
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  const int signals[] = {SIGPIPE, SIGINT, SIGTERM};
  for (int i = 0; i < 3; i++)
    sigaddset(&usual, signals[i]);
  posix_spawnattr_setflags(how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(how, 0);
  posix_spawnattr_setsigmask(how, &none);
  posix_spawnattr_setsigdefault(how, &usual);
  posix_spawn_file_actions_addopen(streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(streams, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

pid_t pawl_browser_open(const char *address)
{
  char program[] = "xdg-open", *words[] = {program, strdup(address), NULL};
  posix_spawnattr_t how;
  posix_spawn_file_actions_t streams;
  pid_t child = 0;
  if (has_screen() && words[1] && posix_spawnattr_init(&how) == 0) {
    if (posix_spawn_file_actions_init(&streams) == 0) {
      describe(&how, &streams);
      if (posix_spawnp(&child, program, &streams, &how, words, environ) != 0)
        child = 0;
      posix_spawn_file_actions_destroy(&streams);
    }
    posix_spawnattr_destroy(&how);
  }
  free(words[1]);
  return child;
}
