/* --dump-problems DIR: every contact problem of a run as a file of its own, in the order in which they came, for
 * `pawl problem`. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "job.h"
#include "study/problem_file.h"

enum { MOST = 100000, NOTE = 4096 };

static bool is_empty(const char *path)
{
  DIR *folder = opendir(path);
  bool empty = true;
  for (struct dirent *entry; empty && folder && (entry = readdir(folder));)
    empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
  if (folder)
    closedir(folder);
  return empty;
}

/* "models/toy/model.lua, t = 0.25 s, impact of beak, lower" on one line. */
static void write_note(char note[NOTE], const pawl_job *job, double time, int contacts, const char *what)
{
  const char *const *names = job->run->tells.problem_names;
  char digits[32];
  int used = snprintf(note, NOTE, "%s, t = %s s, %s", job->model->path, pawl_digits(time, digits), what);
  for (int i = 0; names && i < contacts && used < NOTE - 1; i++)
    used += snprintf(note + used, (size_t)(NOTE - used), "%s%s", i ? ", " : " of ", names[i]);
  for (char *c = note; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
}

static void dump(void *context, double time, const pawl_problem *problem, const char *what)
{
  pawl_job *job = context;
  pawl_error *error = &job->call->error;
  char note[NOTE];
  if (error->status != PAWL_OK || ++job->problem_count > MOST)
    return;
  size_t size = strlen(job->words->problems) + strlen(what) + 32;
  if (size > sizeof job->problem_path) {
    pawl_fail(error, PAWL_BAD_CALL, NULL, "--dump-problems: the name of the folder is too long");
    return;
  }
  snprintf(job->problem_path, sizeof job->problem_path, "%s/%06ld-%s.txt", job->words->problems,
           job->problem_count, what);
  write_note(note, job, time, problem->n, what);
  pawl_problem_write(problem, note, job->problem_path, error);
}

pawl_status pawl_dump_open(pawl_job *job)
{
  const char *path = job->words->problems;
  if (!path)
    return PAWL_OK;
  struct stat is;
  if (mkdir(path, 0777) != 0 && !(errno == EEXIST && stat(path, &is) == 0 && S_ISDIR(is.st_mode)))
    return pawl_fail(&job->call->error, PAWL_BAD_FILE, NULL, "cannot make the folder %s: %s", path,
                     strerror(errno));
  if (!is_empty(path))
    pawl_say(NULL, "%s is not empty: problems of an earlier run may stay among those of this one", path);
  job->run->tells.on_problem = dump;
  return PAWL_OK;
}

void pawl_dump_put(const pawl_job *job, FILE *to)
{
  if (!job->words->problems)
    return;
  fprintf(to, "  problems      %ld in %s", job->problem_count, job->words->problems);
  if (job->problem_count > MOST)
    fprintf(to, ", of which the first %d are stored", MOST);
  fputc('\n', to);
}
