/* The HDF5 library trusts its files: a damaged one can make it crash, also when the program ends. So a process that
 * nobody needs reads the file first, and says what is wrong with it. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "result/result.h"

enum { PATIENCE = 600 }; /* s */

/* The error, empty when there is none, goes into the pipe. */
static void read_and_exit(const char *path, int pipe)
{
  pawl_result *result = NULL;
  pawl_error error = {0};
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0)
    dup2(nowhere, STDERR_FILENO);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  alarm(PATIENCE);
  pawl_result_read(&result, path, NULL, &error);
  pawl_result_free(result);
  _exit(write(pipe, &error, sizeof error) == (ssize_t)sizeof error ? 0 : 1);
}

static bool is_hdf5(const char *path)
{
  return strstr(path, ".h5") || strstr(path, ".hdf5");
}

/* What the child said; false: it did not come to that. */
static bool hear(int pipe, pawl_error *error)
{
  size_t got = 0;
  for (ssize_t n; got < sizeof *error; got += (size_t)n)
    if ((n = read(pipe, (char *)error + got, sizeof *error - got)) <= 0)
      return false;
  return true;
}

pawl_status pawl_probe_result(pawl_call *call, const char *path)
{
  int ends[2], status;
  pawl_error said = {0};
  if (!is_hdf5(path) || pipe(ends) != 0)
    return PAWL_OK;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    read_and_exit(path, ends[1]);
  }
  close(ends[1]);
  bool heard = child > 0 && hear(ends[0], &said);
  close(ends[0]);
  if (child < 0)
    return PAWL_OK; /* no process to spare: the file is read without a trial */
  waitpid(child, &status, 0);
  if (!heard)
    return pawl_fail(&call->error, PAWL_BAD_FILE, NULL,
                     "cannot read %s: it is so damaged that the HDF5 library fails on it", path);
  if (said.status != PAWL_OK && call->error.status == PAWL_OK)
    call->error = said;
  return said.status;
}
