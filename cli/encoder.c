/* ffmpeg: started with a list of arguments, never through a shell; frames go through a pipe, what it says into a file
 * without a name, of which the last line is its reason when it fails. */
#define _XOPEN_SOURCE 700
#include "encoder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- kinds ---- */

static const pawl_film_kind kinds[] = {
    {".mp4",
     true,
     240,
     {"-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"}},
    {".webm",
     true,
     240,
     {"-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-b:v", "0", "-crf", "28", "-cpu-used", "4", "-row-mt",
      "1", "-f", "webm"}},
    /* Time in a GIF is counted in hundredths of a second, and colors are chosen for the film. */
    {".gif",
     false,
     50,
     {"-filter_complex",
      "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle",
      "-loop", "0", "-f", "gif"}},
};

const pawl_film_kind *pawl_film_kind_find(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++)
    if (strcasecmp(dot, kinds[i].ending) == 0)
      return &kinds[i];
  return NULL;
}

/* ---- starting ---- */

const char *pawl_encoder_find(pawl_call *call)
{
  const char *folders = getenv("PATH");
  for (size_t length; folders && *folders; folders += length + (folders[length] == ':')) {
    length = strcspn(folders, ":");
    char *path = pawl_format(&call->arena, "%.*s/ffmpeg", (int)length, folders);
    struct stat is;
    if (path && length > 0 && stat(path, &is) == 0 && S_ISREG(is.st_mode) && access(path, X_OK) == 0)
      return path;
  }
  pawl_fail(&call->error, PAWL_BAD_FILE, NULL,
            "a film is made by ffmpeg, which was not found; on Debian and Ubuntu: apt-get install ffmpeg");
  return NULL;
}

/* The end of the list of arguments after `count` of them. */
static int append(char **list, int count, const char *const *more)
{
  for (; *more; more++)
    list[count++] = (char *)(size_t)*more; /* posix_spawn changes none of them */
  list[count] = NULL;
  return count;
}

static pawl_status spawn(pawl_call *call, pawl_encoder *e, const char *program, char **arguments,
                         const int ends[2])
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t usual;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(e->words), 2);
  /* A group of its own: Ctrl-C is for us, and we tell it. */
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  int code = posix_spawn(&e->process, program, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0)
    return pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "%s cannot be started: %s", program, strerror(code));
  return PAWL_OK;
}

pawl_status pawl_encoder_open(pawl_call *call, pawl_encoder *encoder, const char *program, const char *path,
                              const pawl_film_kind *kind, int width, int height, double fps)
{
  static const unsigned one = 1;
  bool little = *(const unsigned char *)&one == 1; /* in which order the bytes of a dot stand in memory */
  char *size = pawl_format(&call->arena, "%dx%d", width, height),
       *rate = pawl_format(&call->arena, "%.9g", fps), *target = pawl_format(&call->arena, "file:%s", path),
       *arguments[64];
  const char *const in[] =
      {"ffmpeg",   "-hide_banner",           "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo",
       "-pix_fmt", little ? "bgr0" : "0rgb", "-s",        size,    "-r",       rate, "-i", "pipe:0",
       NULL},
                    *const out[] = {"-map_metadata", "-1", "-fflags", "+bitexact", target, NULL};
  int ends[2];
  *encoder = (pawl_encoder){.pipe = -1, .words = tmpfile()};
  if (!size || !rate || !target)
    return pawl_fail_memory(&call->error);
  if (!encoder->words || pipe(ends) != 0)
    return pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "ffmpeg cannot be started: %s", strerror(errno));
  encoder->pipe = ends[1];
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  append(arguments, append(arguments, append(arguments, 0, in), kind->arguments), out);
  pawl_status status = spawn(call, encoder, program, arguments, ends);
  close(ends[0]);
  return status;
}

/* ---- frames ---- */

/* A signal interrupts a wait for ffmpeg; whether it is to end is asked between frames. */
bool pawl_encoder_put(pawl_encoder *encoder, const unsigned char *frame, size_t bytes)
{
  while (bytes > 0) {
    ssize_t n = write(encoder->pipe, frame, bytes);
    if (n < 0 && errno != EINTR)
      return false;
    if (n > 0) {
      frame += n;
      bytes -= (size_t)n;
    }
  }
  return true;
}

/* ---- the end ---- */

static void last_line(FILE *file, char *text, int size)
{
  char line[512];
  text[0] = 0;
  rewind(file);
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = 0;
    if (*line)
      snprintf(text, (size_t)size, "%s", line);
  }
}

static int wait_for(pid_t process)
{
  int state = 0;
  while (waitpid(process, &state, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

pawl_status pawl_encoder_close(pawl_call *call, pawl_encoder *encoder, bool whole)
{
  char words[512] = "";
  int code = 0;
  if (encoder->process > 0 && !whole)
    kill(encoder->process, SIGTERM);
  if (encoder->pipe >= 0)
    close(encoder->pipe);
  if (encoder->process > 0)
    code = wait_for(encoder->process);
  if (encoder->words) {
    last_line(encoder->words, words, sizeof words);
    fclose(encoder->words);
  }
  *encoder = (pawl_encoder){.pipe = -1};
  if (!whole || code == 0)
    return PAWL_OK;
  return pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "ffmpeg failed with exit status %d%s%s", code,
                   *words ? ": " : "", words);
}
