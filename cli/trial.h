/* How tests call the command: in a folder of their own, through the shell, with what it printed kept. Needs
 * _XOPEN_SOURCE. */
#ifndef PAWL_CLI_TRIAL_H
#define PAWL_CLI_TRIAL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct {
  int status;
  char out[1 << 19], err[1 << 14];
} trial;

/* Setup and teardown of a group: *state is the folder. */
static inline int open_folder(void **state)
{
  char *folder = strdup("/tmp/pawl-test-XXXXXX");
  *state = folder;
  return folder && mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
  char command[64];
  snprintf(command, sizeof command, "rm -rf '%s'", (const char *)*state);
  int status = system(command);
  free(*state);
  return status;
}

static inline void read_back(const char *folder, const char *name, char *text, size_t size)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  size_t length = file ? fread(text, 1, size - 1, file) : 0;
  text[length] = 0;
  if (file)
    fclose(file);
}

static inline void write_file(const char *folder, const char *name, const char *text)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

/* Runs a line of shell in the folder; $PAWL is the command. */
static inline int shell(const char *folder, const char *line)
{
  char command[2048];
  assert_non_null(getenv("PAWL"));
  snprintf(command, sizeof command, "cd '%s' && %s", folder, line);
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* pawl ARGUMENTS. */
static inline trial *try_pawl(void **state, trial *t, const char *arguments)
{
  char line[1536];
  snprintf(line, sizeof line, "\"$PAWL\" %s >.out 2>.err </dev/null", arguments);
  t->status = shell(*state, line);
  read_back(*state, ".out", t->out, sizeof t->out);
  read_back(*state, ".err", t->err, sizeof t->err);
  return t;
}

#define assert_has(text, part)                                                                               \
  do {                                                                                                       \
    if (!strstr((text), (part)))                                                                             \
      fail_msg("'%s' is not in:\n%s", (part), (text));                                                       \
  } while (0)
#define assert_lacks(text, part)                                                                             \
  do {                                                                                                       \
    if (strstr((text), (part)))                                                                              \
      fail_msg("'%s' is in:\n%s", (part), (text));                                                           \
  } while (0)

/* ---- JSON: whether a text is one value, and numbers of its outermost keys ---- */

static inline const char *skip_blanks(const char *s)
{
  return s + strspn(s, " \n\t\r");
}

static inline const char *skip_text(const char *s)
{
  if (*s++ != '"')
    return NULL;
  for (; *s && *s != '"'; s++) {
    if ((unsigned char)*s < 0x20)
      return NULL;
    if (*s == '\\' && !strchr("\"\\/bfnrtu", *++s))
      return NULL;
  }
  return *s ? s + 1 : NULL;
}

/* The end of the value at s, or NULL when it is none. */
static inline const char *skip_value(const char *s)
{
  static const char *const words[] = {"true", "false", "null"};
  s = skip_blanks(s);
  if (*s == '"')
    return skip_text(s);
  for (int i = 0; i < 3; i++)
    if (strncmp(s, words[i], strlen(words[i])) == 0)
      return s + strlen(words[i]);
  if (*s != '{' && *s != '[') {
    size_t n = strspn(s, "-+.0123456789eE");
    return n && *s != '+' && *s != '.' ? s + n : NULL;
  }
  char open = *s, close = open == '{' ? '}' : ']';
  s = skip_blanks(s + 1);
  if (*s == close)
    return s + 1;
  for (;;) {
    if (open == '{') {
      s = skip_text(skip_blanks(s));
      s = s ? skip_blanks(s) : NULL;
      if (!s || *s++ != ':')
        return NULL;
    }
    s = skip_value(s);
    s = s ? skip_blanks(s) : NULL;
    if (!s || (*s != ',' && *s != close))
      return NULL;
    if (*s++ == close)
      return s;
  }
}

static inline void assert_json(const char *text)
{
  const char *end = skip_value(text);
  if (!end || *skip_blanks(end))
    fail_msg("not one JSON value:\n%s", text);
}

/* The number after "key": at its first place. */
static inline double json_number(const char *text, const char *key)
{
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\": ", key);
  const char *at = strstr(text, quoted);
  if (!at)
    fail_msg("no key %s in:\n%s", quoted, text);
  return strtod(at + strlen(quoted), NULL);
}

#endif
