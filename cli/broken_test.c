/* What is wrong gets its sentence, word for word, and its exit status: every file of models/broken, whose first lines say
 * what must be printed, and calls and files that are wrong although the model is right. */
#define _XOPEN_SOURCE 700
#include <glob.h>
#include <stdbool.h>

#include "trial.h"

/* ---- wrong models ---- */

typedef struct {
  char says[4096]; /* all lines of the standard error */
  int exit;
  bool only_run; /* "-- check: good": what is wrong shows while it runs */
} verdict;

/* Takes "-- says: …" and "-- exit: …" from the comments that a file begins with. */
static verdict wanted_by(const char *path)
{
  verdict v = {.exit = -1};
  char line[2048];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file) && strncmp(line, "-- ", 3) == 0) {
    if (strncmp(line, "-- says: ", 9) == 0)
      snprintf(v.says + strlen(v.says), sizeof v.says - strlen(v.says), "%s", line + 9);
    else if (strncmp(line, "-- exit: ", 9) == 0)
      v.exit = (int)strtol(line + 9, NULL, 10);
    v.only_run |= strcmp(line, "-- check: good\n") == 0;
  }
  fclose(file);
  return v;
}

/* From the root, where the tests run: its sentences name the files as written in the comments. */
static verdict given_by(const char *folder, const char *command, const char *path)
{
  verdict v;
  char line[512];
  snprintf(line, sizeof line, "timeout 300 \"$PAWL\" %s '%s' >/dev/null 2>'%s/.err' </dev/null", command,
           path, folder);
  v.exit = shell(".", line);
  read_back(folder, ".err", v.says, sizeof v.says);
  return v;
}

static bool behaves(const char *folder, const char *command, const char *path)
{
  verdict wanted = wanted_by(path), given = given_by(folder, command, path);
  bool told = wanted.exit > 0 && *wanted.says;
  if (wanted.only_run && strcmp(command, "check") == 0)
    wanted = (verdict){.exit = 0};
  if (told && wanted.exit == given.exit && strcmp(wanted.says, given.says) == 0)
    return true;
  print_error("%s %s must say, with exit status %d\n  %sbut says, with exit status %d\n  %s\n", command, path,
              wanted.exit, *wanted.says ? wanted.says : "(its first lines do not tell)\n", given.exit,
              given.says);
  return false;
}

static void wrong_models_say_so(void **state)
{
  glob_t files;
  size_t failed = 0;
  assert_int_equal(glob("models/broken/*.lua", 0, NULL, &files), 0);
  assert_true(files.gl_pathc >= 25);
  for (size_t i = 0; i < files.gl_pathc; i++)
    failed += !behaves(*state, "run", files.gl_pathv[i]) || !behaves(*state, "check", files.gl_pathv[i]);
  size_t all = files.gl_pathc;
  globfree(&files);
  if (failed)
    fail_msg("%zu of %zu wrong models do not say what they should", failed, all);
}

/* ---- wrong calls ---- */

typedef struct {
  int exit;
  const char *arguments, *says;
} call;

static void assert_says(void **state, const call *c)
{
  static trial t;
  try_pawl(state, &t, c->arguments);
  if (t.status != c->exit || strcmp(t.err, c->says) != 0)
    fail_msg("pawl %s must say, with exit status %d\n  %sbut says, with exit status %d\n  %s", c->arguments,
             c->exit, c->says, t.status, t.err);
}

#define ASSERT_ALL_SAY(state, calls)                                                                         \
  for (size_t i = 0; i < sizeof(calls) / sizeof *(calls); i++)                                               \
  assert_says(state, (calls) + i)

static void wrong_words_are_refused(void **state)
{
  static const call calls[] = {
      {2, "rum falling.lua", "pawl: there is no command 'rum'; did you mean 'pawl run'?\n"},
      {2, "simulate", "pawl: there is no command 'simulate'; see pawl --help\n"},
      {2, "run", "pawl: run: MODEL is missing; see pawl help run\n"},
      {2, "run falling.lua swing.lua", "pawl: run: 'swing.lua' is one argument too many\n"},
      {2, "run falling.lua --untill 1", "pawl: run has no option --untill; did you mean --until?\n"},
      {2, "run falling.lua --until", "pawl: --until wants a value: --until T\n"},
      {2, "run falling.lua --quiet=1", "pawl: --quiet takes no value\n"},
      {2, "parts revolut", "pawl: there is no part 'revolut'; did you mean 'revolute'?\n"},
      {2, "help rum", "pawl: there is no command 'rum'; did you mean 'pawl run'?\n"},
  };
  ASSERT_ALL_SAY(state, calls);
}

static void wrong_numbers_are_refused(void **state)
{
  static const call calls[] = {
      {2, "run falling.lua --until -1", "pawl: --until must be at least 0, not -1\n"},
      {2, "run falling.lua --until 1s", "pawl: --until wants a number, not '1s'\n"},
      {2, "run falling.lua --until nan", "pawl: --until wants a number, not 'nan'\n"},
      {2, "run falling.lua --until 1e400", "pawl: --until wants a number, not '1e400'\n"},
      {2, "run falling.lua --until ''", "pawl: --until wants a number, not ''\n"},
      {2, "run falling.lua --tolerance fine", "pawl: --tolerance wants a number, not 'fine'\n"},
      {2, "run falling.lua --tolerance 0", "pawl: --tolerance must be at least 1e-15, not 0\n"},
      {2, "run falling.lua --tolerance 1", "pawl: --tolerance must be at most 0.1, not 1\n"},
      {2, "run falling.lua --output 1e-12", "pawl: --output 1e-12: too many rows\n"},
      {2, "run falling.lua --method rk4",
       "pawl: --method wants one of auto bs3 dopri5 dop853 bdf stepping, not 'rk4'\n"},
      {2, "matrices falling.lua --at -1", "pawl: --at must be at least 0, not -1\n"},
  };
  ASSERT_ALL_SAY(state, calls);
}

static void wrong_settings_are_refused(void **state)
{
  static const call calls[] = {
      {2, "run falling.lua --set heft", "pawl: --set wants name=value, not 'heft'\n"},
      {2, "run falling.lua --set =1", "pawl: --set wants name=value, not '=1'\n"},
      {2, "run falling.lua --set hef=2",
       "pawl: no parameter or field is called 'hef'; did you mean 'heft'?\n"},
      {2, "run falling.lua --set bal.mass=2",
       "pawl: no parameter or field is called 'bal.mass'; did you mean 'ball.mass'?\n"},
      {2, "run falling.lua --set ball.mas=2",
       "pawl: 'ball' has no number 'mas'; did you mean 'ball.mass'?\n"},
      {2, "run falling.lua --set ball=2",
       "pawl: 'ball' is a body, not a number: name one of its fields, as 'ball.mass'\n"},
      {2, "run falling.lua --set heft=20",
       "falling.lua:2: parameter \"heft\": must be at most 10 kg, not 20\n"},
      {2, "run falling.lua --set heft=nan",
       "falling.lua:2: parameter \"heft\": must be a number, not 'nan'\n"},
      {2, "check falling.lua --set ball.mass=-1",
       "falling.lua:3: body \"ball\": 'mass' must be at least 0 kg, not -1\n"},
      {2, "run falling.lua --set simulate.duration=-1",
       "falling.lua:5: simulate: 'duration' must be at least 0 s, not -1\n"},
      {2, "run falling.lua --channels bal",
       "pawl: --channels: there is no channel or part 'bal'; did you mean 'ball'?\n"},
      {2, "run falling.lua --channels ball.xx",
       "pawl: --channels: there is no channel or part 'ball.xx'; did you mean 'ball.x'?\n"},
  };
  ASSERT_ALL_SAY(state, calls);
}

/* ---- wrong files ---- */

static void models_that_are_no_text_are_refused(void **state)
{
  static const call calls[] = {
      {4, "run none.lua", "pawl: cannot read none.lua: No such file or directory\n"},
      {4, "check none.lua", "pawl: cannot read none.lua: No such file or directory\n"},
      {4, "run folder", "pawl: cannot read folder/model.lua: No such file or directory\n"},
      {1, "run empty.lua", "empty.lua: a model begins with planar { … } or spatial { … }\n"},
      {1, "run zero.lua", "zero.lua: the file contains a zero byte: a model must be text\n"},
      {1, "run compiled.lua", "compiled.lua:1: compiled Lua: a model must be text\n"},
      {1, "run leads-out.lua",
       "leads-out.lua:2: include \"out/passwd\": only files below the model's own folder can be read\n"},
      {1, "run 'Größe µ/wrong.lua'",
       "Größe µ/wrong.lua:2: body \"ball\": unknown field 'mas'; did you mean 'mass'?\n"},
  };
  assert_int_equal(shell(*state,
                         "mkdir -p folder 'Größe µ' && : >empty.lua && ln -sfn /etc out"
                         " && printf 'planar {}\\n\\0' >zero.lua && printf '\\033LuaT' >compiled.lua"),
                   0);
  write_file(*state, "leads-out.lua", "planar {}\ninclude \"out/passwd\"\n");
  write_file(*state, "Größe µ/wrong.lua", "planar {}\nbody \"ball\" { mas = 1 }\n");
  ASSERT_ALL_SAY(state, calls);
}

static void states_that_do_not_fit_are_refused(void **state)
{
  static const call calls[] = {
      {0, "run falling.lua --quiet --out whole.h5", ""},
      {0, "run falling.lua --quiet --out whole.csv", ""},
      {4, "run falling.lua --from none.h5", "pawl: cannot read none.h5: No such file or directory\n"},
      {4, "run falling.lua --from notes.h5", "pawl: notes.h5 is not an HDF5 file\n"},
      {2, "run falling.lua --from falling.lua",
       "pawl: cannot tell how to read 'falling.lua': a result ends in .csv, .h5 or .hdf5\n"},
      {2, "run falling.lua --from whole.csv",
       "pawl: whole.csv holds no states, being CSV: a run can be continued from an .h5 file\n"},
      {2, "run falling.lua --from whole.h5",
       "pawl: the run begins at t = 1 s and ends at t = 1 s; see --until\n"},
      {2, "run falling.lua --from whole.h5@-1",
       "pawl: whole.h5 has no state at or before -1 s: the first is at 0 s\n"},
      {2, "run falling.lua --from whole.h5@noon",
       "pawl: --from wants RESULT.h5@t, with a time after the @, not 'whole.h5@noon'\n"},
      {4, "compare whole.csv notes.csv", "notes.csv:1: the first column must be 'time', not 'hello'\n"},
  };
  write_file(*state, "notes.h5", "hello\n");
  write_file(*state, "notes.csv", "hello\n");
  ASSERT_ALL_SAY(state, calls);
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run swing.lua --from whole.h5")->status, 2);
  assert_memory_equal(t.err, "pawl: a state in whole.h5 has ", 30);
  assert_has(t.err, ": they are different models\n");
}

static void results_that_cannot_be_written_are_refused(void **state)
{
  static const call calls[] = {
      {2, "run falling.lua --out x.dat",
       "pawl: cannot tell how to write 'x.dat': a result ends in .csv, .h5 or .hdf5\n"},
      {4, "run falling.lua --out none/x.csv", "pawl: cannot write none/x.csv: No such file or directory\n"},
      {4, "run falling.lua --out none/x.h5", "pawl: cannot write none/x.h5: No such file or directory\n"},
      {4, "run falling.lua --out falling.lua/x.csv",
       "pawl: cannot write falling.lua/x.csv: Not a directory\n"},
      {4, "run falling.lua --out taken.csv", "pawl: cannot write taken.csv: Is a directory\n"},
  };
  assert_int_equal(shell(*state, "mkdir -p taken.csv"), 0);
  ASSERT_ALL_SAY(state, calls);
}

/* Root writes everywhere unless it gives up that right. */
static const char *with_no_special_right(void)
{
  return geteuid() == 0 ? "setpriv --bounding-set=-dac_override --inh-caps=-dac_override " : "";
}

static void what_is_read_only_is_refused(void **state)
{
  static const char *const results[] = {"locked/x.csv", "locked/x.h5", "locked.csv"};
  char line[256], says[128], text[256];
  assert_int_equal(
      shell(*state, "mkdir -p locked && echo earlier >locked.csv && chmod a-w locked locked.csv"), 0);
  snprintf(line, sizeof line, "%stest ! -w locked", with_no_special_right());
  if (shell(*state, line) != 0)
    skip();
  for (int i = 0; i < 3; i++) {
    snprintf(line, sizeof line, "%s\"$PAWL\" run falling.lua --out %s >.out 2>.err", with_no_special_right(),
             results[i]);
    snprintf(says, sizeof says, "pawl: cannot write %s: Permission denied\n", results[i]);
    assert_int_equal(shell(*state, line), 4);
    read_back(*state, ".err", text, sizeof text);
    assert_string_equal(text, says);
  }
  read_back(*state, "locked.csv", text, sizeof text);
  assert_string_equal(text, "earlier\n");
}

static void a_full_disk_is_status_4(void **state)
{
  static const call calls[] = {
      {4, "run falling.lua --out /dev/full", "pawl: cannot write /dev/full: No space left on device\n"},
      {4, "run falling.lua --out /dev/full --until 0 --channels ball.y",
       "pawl: cannot write /dev/full: No space left on device\n"},
  };
  if (access("/dev/full", W_OK) != 0)
    skip();
  ASSERT_ALL_SAY(state, calls);
}

/* A file that may not grow is a disk that is full. Signals that are ignored stay so in programs that a shell starts. */
#define FULL "trap '' XFSZ; ulimit -f 40; "

static void what_fails_leaves_the_earlier_result(void **state)
{
  static const struct {
    const char *line;
    int exit;
  } failures[] = {
      {"\"$PAWL\" run wrong.lua --out ", 1},
      {"\"$PAWL\" run late.lua --output 0.01 --out ", 1},
      {"\"$PAWL\" run falling.lua --set heft=20 --out ", 2},
      {"\"$PAWL\" run falling.lua --until 0.5 --from none.h5 --out ", 4},
      {FULL "\"$PAWL\" run falling.lua --output 0.0001 --out ", 4},
  };
  static const char *const results[] = {"earlier.csv", "earlier.h5"};
  write_file(*state, "wrong.lua", "planar {}\nbody \"ball\" { mas = 1 }\n");
  write_file(*state, "late.lua",
             "planar {}\n"
             "local ball = body \"ball\" { mass = 1, inertia = 1, vx = 1 }\n"
             "force \"push\" { ball, fx = function(t) return t < 0.5 and 1 or nil end }\n");
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
      char line[512];
      snprintf(line, sizeof line, "\"$PAWL\" run falling.lua --quiet --out %s && cp %s copy", results[k],
               results[k]);
      assert_int_equal(shell(*state, line), 0);
      snprintf(line, sizeof line, "(%s%s >.out 2>.err </dev/null)", failures[i].line, results[k]);
      int status = shell(*state, line);
      snprintf(line, sizeof line, "cmp %s copy >&2 && test -s .err", results[k]);
      if (status != failures[i].exit || shell(*state, line) != 0)
        fail_msg("%s%s: exit status %d", failures[i].line, results[k], status);
    }
}

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "falling.lua",
             "planar { gravity = {0, -10} }\n"
             "local m = parameter \"heft\" { 1, unit = \"kg\", min = 0.1, max = 10 }\n"
             "local ball = body \"ball\" { mass = m, inertia = 1, vx = 3 }\n"
             "marker \"top\" { ball:at{0, 1} }\n"
             "simulate { duration = 1 }\n");
  write_file(*state, "swing.lua",
             "planar { gravity = {0, -10} }\n"
             "local arm = body \"arm\" { mass = 1, inertia = 1, com = {1, 0} }\n"
             "revolute \"hinge\" { ground, arm }\n");
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_models_say_so),
      cmocka_unit_test(wrong_words_are_refused),
      cmocka_unit_test(wrong_numbers_are_refused),
      cmocka_unit_test(wrong_settings_are_refused),
      cmocka_unit_test(models_that_are_no_text_are_refused),
      cmocka_unit_test(states_that_do_not_fit_are_refused),
      cmocka_unit_test(results_that_cannot_be_written_are_refused),
      cmocka_unit_test(what_is_read_only_is_refused),
      cmocka_unit_test(a_full_disk_is_status_4),
      cmocka_unit_test(what_fails_leaves_the_earlier_result),
  };
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
