/* pawl problem: stored problems solved again, those of Siconos' library among them, and wrong files. */
#define _XOPEN_SOURCE 700
#include <stdbool.h>

#include "base/references_test.h"
#include "trial.h"

/* A block that rests, slides as it likes, and rods that jam or need not (Painlevé). */
static const struct {
  const char *name, *text;
} problems[] = {
    {"rests.txt", "contacts 1\nmu 0.3\nb -9.81 0.5\nW 1 0 0 1\n"},
    {"none.txt", "contacts 1\nmu 3\nkind slides-\nb -1 0\nW 1 -0.5 -0.5 1\n"},
    {"two.txt", "contacts 1\nmu 3\nkind slides-\nb 1 0\nW 1 -0.5 -0.5 1\n"},
    {"blocks.txt", "contacts 1\nmu 0.3\nb -9.81 0.5\nblocks 1\n0 0 1 0 0 1\n"},
    {"table.txt", "contacts 2\nmu 0 0\nkind frictionless frictionless\nb -1 0 -1 0\n"
                  "W 1 0 1 0\n 0 1 0 0\n 1 0 1 0\n 0 0 0 1\n"},
    {"space.txt", "contacts 1\ndimension 3\nmu 0.5\nb -1 0.9 1.2\nW 1 0 0 0 1 0 0 0 1\n"},
    {"lcp.dat", "2\n0\n2\n2\n2 2\n2 1 1 2\n-5 -6\nA remark.\n"},
};

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
    write_file(*state, problems[i].name, problems[i].text);
  return 0;
}

static void answers_say_how(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "problem rests.txt")->status, 0);
  assert_has(t.out, "rests.txt: 1 contact, solved by Lemke, residual ");
  assert_has(t.out, "; 1 motion by 1 set of modes\n");
  assert_has(t.out, "  0        stick ");
  assert_int_equal(try_pawl(state, &t, "problem two.txt")->status, 0);
  assert_has(t.out, "; 2 motions by 2 sets of modes\n");
  assert_int_equal(try_pawl(state, &t, "problem blocks.txt")->status, 0);
  assert_has(t.out, "blocks.txt: 1 contact, solved by iteration, residual ");
  assert_int_equal(try_pawl(state, &t, "problem table.txt")->status, 0);
  assert_has(t.out, "; its forces are not unique\n");
  assert_int_equal(try_pawl(state, &t, "problem space.txt")->status, 0);
  assert_has(t.out, "space.txt: 1 contact, solved by iteration, residual ");
  assert_has(t.out, "  0        slip                        1           -0.3           -0.4              0   "
                    "         0.6            0.8\n");
  assert_int_equal(try_pawl(state, &t, "problem lcp.dat")->status, 0);
  assert_has(t.out, "lcp.dat: 2 unknowns, solved by Lemke, residual ");
  assert_has(t.out, "; 1 solution by 1 set of basic unknowns\n");
}

static void no_solution_is_status_3(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "problem none.txt")->status, 3);
  assert_string_equal(t.out, "none.txt: 1 contact, there is no solution: all modes were tried\n");
  assert_int_equal(try_pawl(state, &t, "problem rests.txt none.txt lcp.dat")->status, 3);
  assert_has(t.out, "3 problems, 2 solved\n");
}

static void json_has_the_numbers(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "problem --json rests.txt none.txt")->status, 3);
  assert_json(t.out);
  assert_has(t.out, "\"modes\": [\n        \"stick\"");
  assert_has(t.out, "\"forces\": [9.81, -0.5]");
  assert_has(t.out, "\"rates\": [0, 0]");
  assert_has(t.out, "\"by\": \"no solution\"");
  assert_true(json_number(t.out, "status") == 3);
}

static void wrong_files_get_sentences(void **state)
{
  static const struct {
    const char *text, *sentence;
  } cases[] = {
      {"", "w.dat:1: a contact problem begins with 'contacts'\n"},
      {"contacts 0\nmu\nb\nW\n", "w.dat: a problem of no contacts has nothing to solve\n"},
      {"3 1 0 2 2\n", "w.dat:1: the matrix does not have the size of the problem\n"},
      {"7 1 0 3 3\n",
       "w.dat:1: this is neither a contact problem nor one of linear complementarity; mixed ones "
       "are not solved here\n"},
      {"5000\n", "w.dat:1: this cannot be the size of a problem: '5000'\n"},
      {"2.5\n", "w.dat:1: this cannot be the size of a problem: '2.5'\n"},
      {"2\n0\n2\n2\n2 2\n1 1\n1", "w.dat:7: the file ends where a number of 'matrix' should be\n"},
      {"2\n0\n2\n2\n2 2\n1 1\n1 1\n1 nan\n", "w.dat:8: a number of the matrix or of q is not finite\n"},
      {"2\n0\n2\n2\n2 2\n1 x\n", "w.dat:6: this is not a number: 'x'\n"},
      {"2 1 0 4 4", "w.dat:1: the matrix does not have the size of the problem\n"},
      {"2 1 3 2 2", "w.dat:1: this storage of a matrix is not known here: 0, dense, and 1, of blocks, are\n"},
      {"2 2 2 2 4", "w.dat:1: this storage of a matrix is not known here: 0, dense, and 1, of blocks, are\n"},
      {"2\n0\n2\n2\n2 2\n2 1\n1 2\n-1 1\n-1 -1\n1 1\n",
       "w.dat:9: lower and upper bounds after q make this a relay, which is not solved here\n"},
      {"1\n0\n1\n1\n1 1\n2\n-1\n\n-1 1\n",
       "w.dat:9: lower and upper bounds after q make this a relay, which is not solved here\n"},
      {"2\n0\n2\n2\n2 2\n2 1\n1 2\n-1 1\n0 0 0\n",
       "w.dat:9: the problem ends with q, but the file goes on: '0'\n"},
      {"2\n1\n0\n2\n2\n2\n2\n1 0\n0 1\n-1 0\n0.3\n7\n",
       "w.dat:12: the problem ends with mu, but the file goes on: '7'\n"},
      {"2\n1\n2\n2\n1\n1\n1\n3\n", "w.dat:8: this cannot be a number of 'blocks'\n"},
      {"2\n1\n2\n2\n1\n1\n1\n1\n", "w.dat:8: the blocks do not fill their matrix\n"},
      {"2\n1\n2\n2\n2\n2\n2\n2 1\n", "w.dat:8: these numbers of blocks do not rise\n"},
      {"2\n1\n2\n2\n1\n1\n1\n2\n2\n3\n1\n", "w.dat:11: the list of blocks does not fit their matrix\n"},
  };
  static trial t;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_file(*state, "w.dat", cases[i].text);
    assert_int_equal(try_pawl(state, &t, "problem w.dat")->status, 4);
    assert_string_equal(t.err, cases[i].sentence);
  }
  assert_int_equal(try_pawl(state, &t, "problem")->status, 2);
  assert_string_equal(t.err, "pawl: problem: FILE… is missing; see pawl help problem\n");
  assert_int_equal(try_pawl(state, &t, "problem none.dat --json")->status, 4);
  assert_json(t.out);
  assert_string_equal(t.err, "none.dat: cannot be read: No such file or directory\n");
}

/* All of the library: solved to 1e-8, but for the one that has no solution. */
static void stored_problems_are_solved(void **state)
{
  static trial t;
  char *folder = realpath(references(), NULL), link[128];
  if (!folder) {
    printf("%s is not here: the stored problems are skipped.\n", references());
    skip();
  }
  snprintf(link, sizeof link, "%s/r", (const char *)*state);
  assert_int_equal(symlink(folder, link), 0);
  free(folder);
  try_pawl(state, &t, "problem --json r/lcp/*.dat r/friction/*.dat");
  assert_int_equal(t.status, 3);
  int solved = 0, none = 0, many = 0;
  for (const char *at = t.out; (at = strstr(at, "\"by\": ")); at++) {
    bool has_none = strncmp(at, "\"by\": \"no solution\"", 19) == 0;
    none += has_none;
    solved += !has_none && json_number(at, "residual") < 1e-8;
    many += json_number(at, "solutions") > 1 ||
            strncmp(strstr(at, "\"continuum\": "), "\"continuum\": t", 14) == 0;
  }
  assert_int_equal(none, 1);
  assert_int_equal(solved, 28);
  assert_int_equal(many, 2); /* CPS_1, a continuum; CPS_3, three */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_say_how), cmocka_unit_test(no_solution_is_status_3),
      cmocka_unit_test(json_has_the_numbers), cmocka_unit_test(wrong_files_get_sentences),
      cmocka_unit_test(stored_problems_are_solved)};
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
