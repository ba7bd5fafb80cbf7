/* Files that a command writes: what was there stays until the new one is complete. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

static pawl_status fail(pawl_call *call, const pawl_outfile *output, int code)
{
  return pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", output->path,
                   code ? strerror(code) : "not everything arrived");
}

/* Where a link leads: the file there is the one to replace. */
static const char *target_of(pawl_call *call, const char *path)
{
  char real[PATH_MAX];
  struct stat is;
  bool link = lstat(path, &is) == 0 && S_ISLNK(is.st_mode) && realpath(path, real);
  return pawl_arena_text(&call->arena, link ? real : path);
}

/* The same file by another name, also inside a model's folder. */
static bool is_same(const char *path, const char *input)
{
  struct stat a, b;
  return stat(path, &a) == 0 && stat(input, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

pawl_status pawl_outfile_spares(pawl_call *call, const char *path, const char *input)
{
  const char *inside = input ? pawl_format(&call->arena, "%s/model.lua", input) : NULL;
  if (!input || (!is_same(path, input) && !(inside && is_same(path, inside))))
    return PAWL_OK;
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "%s is what is read: it is not overwritten", path);
}

pawl_status pawl_outfile_open(pawl_call *call, pawl_outfile *output, const char *path)
{
  struct stat is;
  bool exists = stat(path, &is) == 0;
  *output = (pawl_outfile){.path = path, .direct = exists && !S_ISREG(is.st_mode)};
  output->target = target_of(call, path);
  output->partial =
      output->direct ? path : pawl_format(&call->arena, "%s.%ld.part", output->target, (long)getpid());
  if (!output->target || !output->partial)
    return pawl_fail_memory(&call->error);
  if (exists && S_ISDIR(is.st_mode))
    return fail(call, output, EISDIR);
  if (exists && access(path, W_OK) != 0)
    return fail(call, output, errno);
  output->to = fopen(output->partial, "wb");
  return output->to ? PAWL_OK : fail(call, output, errno);
}

pawl_status pawl_outfile_close(pawl_call *call, pawl_outfile *output, bool keep)
{
  if (!output->to)
    return PAWL_OK;
  errno = 0;
  bool flushed = fflush(output->to) == 0; /* after a failure it fails again, and says why */
  int code = errno;
  bool good = flushed && !ferror(output->to);
  if (fclose(output->to) != 0 && good) {
    good = false;
    code = errno;
  }
  output->to = NULL;
  if (keep && good && !output->direct && rename(output->partial, output->target) != 0) {
    good = false;
    code = errno;
  }
  if ((!keep || !good) && !output->direct)
    unlink(output->partial);
  return !keep || good ? PAWL_OK : fail(call, output, code);
}
