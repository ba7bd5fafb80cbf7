/* Steps that are far too long: from rest, where speeds tell nothing of what comes, nothing passes a contact unless the run says so. */
#define _XOPEN_SOURCE 700
#include "base/chance.h"
#include "step/sessions_test.h"

typedef struct {
  double L, gap, step, speed, pull;
  const char *floor, *body, *law, *how;
} fall;

/* A body of 0.1 L that begins `gap` above a floor; the run takes five times as long as the fall, and two steps at least. */
static session drop(const fall *f)
{
  char text[1024];
  double L = f->L, m = pow(L, 3), time = 5 * sqrt(2 * f->gap / 9.81);
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\nlocal L = %.17g\n"
           "local b = body 'b' { mass = %.17g, inertia = %.17g, y = %.17g, vy = %.17g }\n"
           "force 'pull' { b, fy = %.17g }\n"
           "contact 'hit' { shape 'floor' { ground, %s }, shape 'rim' { b, %s }, law = %s }\n"
           "simulate { duration = %.17g, method = 'stepping', step = %.17g%s }\n",
           L, m, 0.003 * m * L * L, 0.05 * L + f->gap, -f->speed, -f->pull * m, f->floor, f->body, f->law,
           fmax(time, 2 * f->step), f->step, f->how);
  return open_text(text, NULL);
}

/* How far below where it could lie, of L; 0 where the run has ended with a sentence about the step. */
static double passed_by(const fall *f, int *ended)
{
  session s = drop(f);
  pawl_error error = {0};
  double end = pawl_run_duration(s.run);
  pawl_status status = pawl_run_until(s.run, end, &error);
  double y = pawl_run_read(s.run, pawl_run_find(s.run, "b.y"));
  bool closes = s.run->books.worst_ledger <= pawl_judge_share(s.run);
  leave(s);
  *ended += status != PAWL_OK || !closes;
  if (status != PAWL_OK && !strstr(error.text, "contact \"hit\": a step of ") &&
      !strstr(error.text, "too stiff for steps of "))
    fail_msg("%s: %s", error.where, error.text);
  return status != PAWL_OK || !closes ? 0 : (0.05 * f->L - y) / f->L;
}

static void nothing_passes_from_rest_in_silence(void **state)
{
  (void)state;
  static const char *const floors[] = {
      "line { {20*L, 0}, {-20*L, 0} }", "segment { {20*L, 0}, {-20*L, 0} }",
      "polygon { {-20*L, -0.02*L}, {20*L, -0.02*L}, {20*L, 0}, {-20*L, 0} }"};
  static const char *const bodies[] = {
      "circle { radius = 0.05*L }",
      "polygon { {-0.05*L, -0.05*L}, {0.05*L, -0.05*L}, {0.05*L, 0.05*L}, {-0.05*L, 0.05*L} }"};
  static const struct {
    const char *law, *how;
    double most; /* of L: how deep it may stay, without projection by what is allowed at most */
  } kinds[] = {{"rigid {}", "", 1e-6},
               {"rigid { restitution = 0.6 }", "", 1e-6},
               {"rigid {}", ", projection = false", 0.03},
               {"rigid { restitution = 0.6 }", ", projection = false", 0.03},
               {"linear { stiffness = 3e3*L^2, damping = 5*L^2.5 }", "", 0.03}};
  int ended[5] = {0}, runs[5] = {0};
  double worst[5] = {0};
  unsigned long long seed = 11;
  for (int i = 0; i < 300; i++) {
    int k = i % 5;
    double L = pow(10, 3 * pawl_chance(&seed)), T = sqrt(L / 9.81);
    double gap = L * pow(10, -1.5 + pawl_chance(&seed)),
           step = T * pow(10, -0.75 + 0.75 * pawl_chance(&seed));
    const fall f = {.L = L,
                    .gap = gap,
                    .step = step,
                    .speed = i % 3 ? 0 : sqrt(9.81 * L) * pow(10, pawl_chance(&seed)),
                    .pull = i % 4 || k == 4 ? 0 : 9.81 * pow(10, 1 + pawl_chance(&seed)),
                    .floor = floors[i / 5 % 3],
                    .body = bodies[i / 15 % 2],
                    .law = kinds[k].law,
                    .how = kinds[k].how};
    double by = passed_by(&f, ended + k);
    runs[k]++;
    worst[k] = fmax(worst[k], by);
    if (by > kinds[k].most)
      fail_msg("%d: %s%s of %g m, %g m above %s, by steps of %g s: %g L too deep", i, f.law, f.how, L, gap,
               f.floor, step, by);
  }
  for (int k = 0; k < 5; k++)
    print_message("%s%s: %d of %d say so, the others stay within %.1e L\n", kinds[k].law, kinds[k].how,
                  ended[k], runs[k], worst[k]);
  assert_true(ended[0] == 0 && ended[1] == 0); /* projection finds them all */
  assert_true(ended[2] > 0 && ended[2] < runs[2] && ended[4] > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_passes_from_rest_in_silence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
