/* Many touches by events: pyramids and walls of boxes, of up to 400 touches, that stand, and some that a ball hits; a table with more legs
 * than W has room for as one matrix; chains of links that fall. What they cost is counted; that shapes do not overlap, that the ledger closes and that modes solve
 * their problems every run judges itself (9.6). */
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  const char *rows, *columns, *speed, *seed, *until;
  long events, rhs, factors; /* at most: twice what it takes, or more */
} pile;

static void run_pile(const pile *x)
{
  const pawl_setting settings[] = {
      {"rows", x->rows}, {"columns", x->columns}, {"speed", x->speed}, {"seed", x->seed}};
  const pawl_reading how = {.settings = settings, .setting_count = 4};
  pawl_model *model = NULL;
  pawl_error error = {0};
  if (pawl_model_read(&model, "models/pyramid", &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  session s = opened(model, NULL);
  if (pawl_run_until(s.run, atof(x->until), &error) != PAWL_OK)
    fail_msg("%s rows: %s: %s", x->rows, error.where, error.text);
  const pawl_books *b = &s.run->books;
  print_message("%s rows, %s columns, ball with %s m/s, to %s s: %ld events, %ld right-hand sides, %ld "
                "factorisations\n",
                x->rows, x->columns, x->speed, x->until, b->events, b->rhs, s.run->system.at.factors);
  if (b->events > x->events || b->rhs > x->rhs || s.run->system.at.factors > x->factors)
    fail_msg("that is too many");
  assert_true(b->worst_ledger < 1e-8);
  pawl_run_free(s.run);
  pawl_model_free(model);
}

static void piles_stand(void **state)
{
  (void)state;
  static const pile piles[] = {
      {"3", "0", "0", "0", "1", 0, 40, 1000},  {"5", "0", "0", "0", "1", 0, 40, 1500},
      {"10", "0", "0", "0", "1", 0, 40, 2000}, {"7", "0", "0", "3", "1", 0, 40, 2000},
      {"6", "5", "0", "0", "1", 0, 40, 2000},  {"10", "10", "0", "0", "1", 0, 40, 2500}};
  const int all = sizeof piles / sizeof *piles;
  for (int i = 0; i < soak_or(all, all, 3); i++)
    run_pile(piles + i);
}

static void piles_are_hit(void **state)
{
  (void)state;
  static const pile piles[] = {{"3", "0", "5", "0", "1", 400, 20000, 40000},
                               {"5", "0", "5", "0", "0.4", 20000, 60000, 120000},
                               {"4", "0", "5", "3", "1", 8000, 60000, 120000}};
  const int all = sizeof piles / sizeof *piles;
  for (int i = 0; i < soak_or(all, all, 1); i++)
    run_pile(piles + i);
}

/* Piles of all kinds, their boxes as wide as chance has it: what a ball makes of them comes to its end, and the books close. */
static void run_random(int seed)
{
  static const char *const e[] = {"0", "0.2"}, *const mu[] = {"0.2", "0.4", "0.7", "1"};
  char name[20], rows[20], columns[20];
  snprintf(name, sizeof name, "%d", seed);
  snprintf(rows, sizeof rows, "%d", 2 + seed % soak_or(4, 3, 2));
  snprintf(columns, sizeof columns, "%d", seed % 3 == 0 ? 2 + seed / 3 % 3 : 0);
  const pawl_setting settings[] = {{"rows", rows},         {"columns", columns}, {"seed", name},
                                   {"e", e[seed / 2 % 2]}, {"mu", mu[seed % 4]}, {"duration", "0.5"}};
  const pawl_reading how = {.settings = settings, .setting_count = sizeof settings / sizeof *settings};
  pawl_model *model = NULL;
  pawl_error error = {0};
  if (pawl_model_read(&model, "models/pyramid", &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  session s = opened(model, NULL);
  if (pawl_run_until(s.run, 0.5, &error) != PAWL_OK)
    fail_msg("seed %d: %s rows, %s columns: %s: %s", seed, rows, columns, error.where, error.text);
  assert_true(s.run->books.worst_ledger < 1e-6);
  pawl_run_free(s.run);
  pawl_model_free(model);
}

static void piles_at_random_end(void **state)
{
  (void)state;
  for (int seed = 1; seed <= soak_or(100, 12, 3); seed++)
    run_random(seed);
}

/* Its legs carry what it weighs, all together. */
static void a_table_may_have_many_legs(void **state)
{
  (void)state;
  for (int by_steps = 0; by_steps < 2; by_steps++) {
    char text[1200];
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -10} }\nlocal floor = shape \"floor\" { ground, line { {5, 0}, {-5, 0} } }\n"
        "local t = body \"t\" { mass = 4, inertia = 0.5, y = 0.5 }\n"
        "for i = 1, 120 do contact(\"leg\" .. i) { floor, shape(\"f\" .. i) { t:at{(i - 60.5)*0.01, -0.5}, "
        "vertex {} }, law = rigid {}, friction = 0.3 } end\n"
        "simulate { duration = 0.1%s }\n",
        by_steps ? ", method = \"stepping\", step = 1e-3" : "");
    session s = open_text(text, NULL);
    go(s, 0.1);
    double sum = 0;
    for (int k = 0; k < s.run->system.contact->count; k++)
      sum += s.run->system.contact->pair[k].point[0].row.normal;
    print_message("by %s: %.12g N\n", by_steps ? "steps" : "events", sum);
    assert_true(fabs(sum - 40) < 1e-6 && fabs(see(s, "t", -1, "y") - 0.5) < 1e-9);
    leave(s);
  }
}

/* Fifty links on hinges fall a metre, level or tilted, and come to rest. */
typedef struct {
  const char *outline;
  double e, tilt, until;
} fall;

static void drop_links(const fall *x)
{
  char text[1600];
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\n"
           "local n, L, r = 50, 0.1, 0.01\n"
           "local floor = shape 'floor' { ground, line { {100, 0}, {-100, 0} } }\n"
           "local last\n"
           "for i = 1, n do\n"
           "  local link = body('link' .. i) { mass = 0.1, inertia = 0.1*L^2/12, com = {L/2, 0},\n"
           "    x = i == 1 and 0 or nil, y = i == 1 and 1 + r or nil, angle = i == 1 and %.17g or nil }\n"
           "  if last then revolute('j' .. i) { last:at{L, 0}, link } end\n"
           "  contact('c' .. i) { floor, shape('s' .. i) { link, %s }, law = rigid { restitution = %g }, "
           "friction = 0.3 }\n"
           "  last = link\n"
           "end\n"
           "simulate { duration = %g, output = 10*ms }\n",
           x->tilt, x->outline, x->e, x->until);
  session s = open_text(text, NULL);
  double kinetic, gravity, stored;
  go(s, x->until);
  pawl_system_energy(&s.run->system, &kinetic, &gravity, &stored);
  print_message(
      "restitution %g, tilt %g: %ld events, %ld right-hand sides, kinetic energy %.1e J, ledger %.1e\n", x->e,
      x->tilt, s.run->books.events, s.run->books.rhs, kinetic, s.run->books.worst_ledger);
  assert_true(kinetic < 1e-12 && s.run->books.worst_ledger < 1e-8);
  leave(s);
}

static void chains_come_to_rest(void **state)
{
  (void)state;
  static const char round[] =
      "chain { closed = true, line { {0, -r}, {L, -r} }, arc { radius = r, at = {L, 0}, from = -90*deg, to = "
      "90*deg },"
      " line { {L, r}, {0, r} }, arc { radius = r, at = {0, 0}, from = 90*deg, to = 270*deg } }",
                    square[] = "polygon { {0, -r}, {L, -r}, {L, r}, {0, r} }";
  static const fall falls[] = {{square, 0, 0, 1.2},
                               {round, 0.2, 0, 1.5},
                               {round, 0, 0, 1.2},
                               {square, 0.2, 0, 1.5},
                               {round, 0, -0.1, 2}};
  for (int i = 0; i < soak_or(sizeof falls / sizeof *falls, 2, 1); i++)
    drop_links(falls + i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(piles_stand), cmocka_unit_test(piles_are_hit), cmocka_unit_test(piles_at_random_end),
      cmocka_unit_test(a_table_may_have_many_legs), cmocka_unit_test(chains_come_to_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
