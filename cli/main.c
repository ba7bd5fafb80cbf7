/* The command pawl: finds the command, reads its options, runs it, says what went wrong, and makes sure that
 * all output arrived. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "manual.h"

extern const pawl_command pawl_command_run, pawl_command_check, pawl_command_parts, pawl_command_models,
    pawl_command_compare, pawl_command_matrices, pawl_command_report, pawl_command_view, pawl_command_picture,
    pawl_command_movie, pawl_command_problem, pawl_command_measure;

const pawl_command *const pawl_commands[] = {&pawl_command_run,
                                             &pawl_command_check,
                                             &pawl_command_report,
                                             &pawl_command_view,
                                             &pawl_command_picture,
                                             &pawl_command_movie,
                                             &pawl_command_parts,
                                             &pawl_command_models,
                                             &pawl_command_compare,
                                             &pawl_command_measure,
                                             &pawl_command_matrices,
                                             &pawl_command_problem,
                                             NULL};

static const pawl_command *find(const char *name)
{
  for (const pawl_command *const *c = pawl_commands; *c; c++)
    if (strcmp((*c)->name, name) == 0)
      return *c;
  return NULL;
}

static int unknown(pawl_call *call, const char *name)
{
  const char *names[32] = {"help", "help expressions"};
  int n = 2;
  for (const pawl_command *const *c = pawl_commands; *c && n < 32; c++)
    names[n++] = (*c)->name;
  const char *near = pawl_nearest(name, names, n);
  if (near)
    pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "there is no command '%s'; did you mean 'pawl %s'?", name,
              near);
  else
    pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "there is no command '%s'; see pawl --help", name);
  return PAWL_BAD_CALL;
}

/* Before --, which ends the options. */
static bool has_word(char **words, int count, const char *word)
{
  for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
    if (strcmp(words[i], word) == 0)
      return true;
  return false;
}

static bool has_option(const pawl_command *command, const char *name)
{
  for (const pawl_option *o = command->options; o->name; o++)
    if (strcmp(o->name, name) == 0)
      return true;
  return false;
}

static void answer_failure(const pawl_call *call, int status)
{
  pawl_json json = {.to = stdout};
  pawl_json_open(&json, NULL, '{');
  pawl_json_outcome(&json, status, &call->error);
  pawl_json_close(&json, '}');
}

static int run_command(pawl_call *call, const pawl_command *command, char **words, int count)
{
  if (has_word(words, count, "--help") || has_word(words, count, "-h")) {
    pawl_help_command(stdout, command);
    return 0;
  }
  void *options = pawl_arena_take(&call->arena, 1, command->size);
  int status = PAWL_BAD_NUMBERS;
  if (!options)
    pawl_fail_memory(&call->error);
  else if (pawl_options_read(command, call, words, count, options) != PAWL_OK)
    status = pawl_exit_of(call->error.status);
  else
    status = command->run(call, options);
  bool json = has_option(command, "--json") && has_word(words, count, "--json");
  if (json && !call->answered)
    answer_failure(call, status);
  return status;
}

static int help(pawl_call *call, const char *name)
{
  if (name && strcmp(name, "expressions") == 0) {
    pawl_help_expressions(stdout);
    return 0;
  }
  const pawl_command *command = name ? find(name) : NULL;
  if (name && !command)
    return unknown(call, name);
  if (command)
    pawl_help_command(stdout, command);
  else
    pawl_help_all(stdout);
  return 0;
}

/* `help --man FOLDER` and `help --completion`: what `make install` puts beside the command. */
static int write_beside(pawl_call *call, const char *what, const char *folder)
{
  if (strcmp(what, "--completion") == 0) {
    pawl_completion_put(stdout);
    return 0;
  }
  if (folder)
    pawl_manual_write(call, folder);
  else
    pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "help --man wants a folder to write manual pages into");
  return pawl_exit_of(call->error.status);
}

static int dispatch(pawl_call *call)
{
  const char *name = call->argc > 1 ? call->argv[1] : NULL;
  if (!name) {
    pawl_help_all(stderr);
    return PAWL_BAD_CALL;
  }
  if (strcmp(name, "--version") == 0) {
    printf("pawl %s\n", pawl_version());
    return 0;
  }
  const char *second = call->argc > 2 ? call->argv[2] : "";
  if (strcmp(name, "help") == 0 && (strcmp(second, "--man") == 0 || strcmp(second, "--completion") == 0))
    return write_beside(call, second, call->argc > 3 ? call->argv[3] : NULL);
  if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
    return help(call, call->argc > 2 ? call->argv[2] : NULL);
  const pawl_command *command = find(name);
  return command ? run_command(call, command, call->argv + 2, call->argc - 2) : unknown(call, name);
}

/* Where the standard streams are closed, the next file opened would take their place, and texts would go into
 * it. In the place of output comes what cannot be written to, so that it still counts as closed. */
static void fill_streams(void)
{
  for (int i = 0; i <= 2; i++)
    if (fcntl(i, F_GETFD) < 0 && errno == EBADF && open("/dev/null", i == 2 ? O_WRONLY : O_RDONLY) != i)
      _exit(PAWL_BAD_FILE);
}

static void say_failure(const pawl_error *error)
{
  if (error->status == PAWL_OK)
    return;
  if (error->time != 0 && !strstr(error->text, "t = "))
    pawl_say(error->where, "%s (t = %.9g s)", error->text, error->time);
  else
    pawl_say(error->where, "%s", error->text);
}

int main(int argc, char **argv)
{
  fill_streams();
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is a file that failed, with its own exit status */
  pawl_call call = {.argc = argc, .argv = argv};
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&call.arena, &memory);
  int status = dispatch(&call);
  bool flushed = fflush(stdout) == 0;
  const char *reason = flushed ? "not everything arrived" : strerror(errno);
  say_failure(&call.error);
  if (!flushed || ferror(stdout)) {
    if (errno != EPIPE) /* a reader that has seen enough knows */
      pawl_say(NULL, "cannot write to the standard output: %s", reason);
    status = PAWL_BAD_FILE;
  }
  pawl_arena_close(&call.arena);
  return status;
}
