/* Laws of contact: published numbers, energy as the potential of the elastic force, knots, sentences. */
#include "parts/law.h"
#include "parts/law_advice.h"
#include "parts/value_test.h"

/* ---- values ---- */

static void impact_is_that_of_adams(void **state)
{
  (void)state;
  made m;
  const pawl_value *law =
      make(&m, "impact", "stiffness", 1e5, "exponent", 1.5, "damping", 100.0, "depth", 0.01, NULL);
  /* IMPACT(0.995, -1, 1, 1e5, 1.5, 100, 0.01) */
  pawl_press x = {.depth = 1 - 0.995, .rate = 1};
  x.piece = pawl_law_piece(law, &x);
  assert_near(press(law, &x).force, 85.35533905932743, 1e-12 * 85, "IMPACT");
  x = (pawl_press){.depth = 0.02, .rate = -0.5};
  x.piece = pawl_law_piece(law, &x);
  assert_near(press(law, &x).force, 1e5 * 0.02 * sqrt(0.02) - 50, 1e-12 * 300, "beyond the step");
}

static void hertz_by_materials(void **state)
{
  (void)state;
  made m;
  /* two steel balls of 10 mm radius: E* = 210e9/(2 (1 - 0.09)), R = 5 mm */
  const pawl_value *law = make(&m, "hertz", "modulus", 210e9, NULL);
  pawl_press x = {.depth = 1e-6, .curvature = 200};
  double K = 4.0 / 3 * (210e9 / 1.82) * sqrt(0.005);
  assert_near(press(law, &x).force, K * 1e-9, 1e-14 * K * 1e-9, "steel on steel");
  *field_of(&m, "modulus2") = 3e9;
  *field_of(&m, "poisson2") = 0.4;
  *field_of(&m, "radius") = 0.02;
  x.curvature = INFINITY;
  K = 4.0 / 3 / (0.91 / 210e9 + 0.84 / 3e9) * sqrt(0.02);
  assert_near(press(again(&m), &x).force, K * 1e-9, 1e-14 * K * 1e-9, "steel on plastic, radius given");
}

/* δ of the force is δ again, and the derived numbers of a steel roller: 10 kN on 20 mm, discs of 25 mm
 * radius. */
static void hertz_line_is_the_compression_of_discs(void **state)
{
  (void)state;
  made m;
  const pawl_value *law = make(&m, "hertz_line", "modulus", 210e9, "thickness", 0.02, "size", 0.05, NULL);
  double slope = 3.14159265358979323846 * 210e9 / 1.82 * 0.02;
  for (double depth = 1e-15; depth < 0.019; depth *= 1.7) {
    pawl_press x = {.depth = depth};
    double phi = press(law, &x).force / slope;
    assert_near(phi * (log(0.2 / phi) - 1), depth, 1e-14 * depth, "hertz_line");
  }
  /* each disc by the stresses along its axis: δ = 2 f (1 - ν²)/(π E) (2 ln(4 R/a) - 1), a² = 4 f R_eff/(π
   * E*) */
  double f = 1e4 / 0.02, a = sqrt(4 * f * 0.0125 / (3.14159265358979323846 * 210e9 / 1.82));
  pawl_press x = {.depth = 2 * f * 0.91 / (3.14159265358979323846 * 210e9) * (2 * log(0.1 / a) - 1)};
  assert_near(press(law, &x).force, 1e4, 1e-9 * 1e4, "two rollers");
}

/* A law of the model's own; here a function in C stands for the Lua function. */
static double own(void *context, int function, double depth, double rate)
{
  assert_true(depth >= 0);
  return function == 7 ? *(double *)context * depth * (1 + rate) + 3 * rate : NAN;
}

static void laws_of_the_model_are_called(void **state)
{
  (void)state;
  made m;
  double k = 1e4;
  const pawl_value *law = make(&m, "contact_law", NULL);
  memcpy(m.room, &(int){7}, sizeof(int));
  pawl_press x = {.depth = 0.01, .rate = 0.5, .call = own, .context = &k};
  assert_near(press(law, &x).force, 150 + 1.5, 1e-12, "contact_law");
  x.depth = -0.01;
  assert_near(press(law, &x).force, -150 + 1.5, 1e-12, "mirrored");
  assert_true(press(law, &x).energy == 0 && press(law, &x).elastic == 0);
}

/* ---- what every law owes ---- */

static const pawl_value *sample(made *m, int i)
{
  switch (i) {
  case 0:
    return make(m, "linear", "stiffness", 3e4, "damping", 20.0, NULL);
  case 1:
    return make(m, "hertz", "stiffness", 3e6, "damping", 0.3, NULL);
  case 2:
    return make(m, "hertz", "modulus", 2e9, NULL);
  case 3:
    return make(m, "hertz_line", "modulus", 2e7, "thickness", 0.01, "size", 0.02, "damping", 0.3, NULL);
  case 4:
    return make(m, "impact", "stiffness", 3e6, "exponent", 2.2, "damping", 80.0, "depth", 2e-3, NULL);
  case 5:
    return make(m, "hunt_crossley", "stiffness", 3e6, "damping", 0.3, NULL);
  case 6:
    return make(m, "hunt_crossley", "stiffness", 3e6, "restitution", 0.3, "exponent", 1.0, NULL);
  case 7:
    return make(m, "lankarani_nikravesh", "stiffness", 3e6, "restitution", 0.3, "exponent", 2.0, NULL);
  case 8:
    return make(m, "flores", "stiffness", 3e6, "restitution", 0.3, NULL);
  case 9:
    return make(m, "restitution", "stiffness", 3e6, "e", 0.3, "exponent", 1.1, NULL);
  }
  return NULL;
}

static pawl_push at(const pawl_value *law, double depth, double rate, int piece)
{
  pawl_press x = {.depth = depth, .rate = rate, .approach = 0.7, .curvature = 30, .piece = piece};
  return press(law, &x);
}

static void check_depth(const pawl_value *law, double depth, int piece)
{
  pawl_push here = at(law, depth, 0.2, piece), rest = at(law, depth, 0, piece),
            back = at(law, -depth, 0.2, piece);
  double h = 1e-4 * depth;
  double slope = (8 * (at(law, depth + h, 0, piece).energy - at(law, depth - h, 0, piece).energy) -
                  (at(law, depth + 2 * h, 0, piece).energy - at(law, depth - 2 * h, 0, piece).energy)) /
                 (12 * h);
  const char *name = law->kind->name;
  assert_near(slope, here.elastic, 1e-9 * here.elastic, name);
  assert_near(rest.force, rest.elastic, 0, name);
  assert_near(rest.elastic, here.elastic, 0, name);
  assert_true((here.force - here.elastic) * 0.2 >= 0); /* damping takes */
  if (piece == 0) {
    assert_near(back.elastic, -here.elastic, 0, name);
    assert_near(back.energy, here.energy, 0, name);
  }
  assert_true(isfinite(back.force) && isfinite(here.force) && here.energy > 0);
}

static void energy_is_the_potential_of_the_elastic_force(void **state)
{
  (void)state;
  made m;
  const pawl_value *law;
  for (int i = 0; (law = sample(&m, i)); i++) {
    assert_null(m.wrong);
    for (double depth = 1e-9; depth < 7e-3; depth *= 3)
      check_depth(law, depth, 0);
    if (law->kind->law->knot_count)
      for (double depth = 1e-2; depth < 1; depth *= 3)
        check_depth(law, depth, 1);
    const double far[] = {0, -1e-300, 1e-300, -1e-9, -1, 100};
    for (int j = 0; j < 6; j++) {
      pawl_push F = at(law, far[j], 0.1, 0);
      assert_true(isfinite(F.force) && isfinite(F.elastic) && isfinite(F.energy));
      assert_true(far[j] != 0 || (F.elastic == 0 && F.energy == 0));
    }
  }
}

static void knots_are_smooth_enough(void **state)
{
  (void)state;
  made m;
  for (int i = 3; i <= 4; i++) {
    const pawl_value *law = sample(&m, i);
    double knot, d = 0;
    pawl_press x = {.depth = 0};
    law->kind->law->knots(law->fields, &x, &knot);
    d = -knot;
    assert_true(d > 0 && law->kind->law->knot_count == 1);
    pawl_push in = at(law, d, 0.4, 0), out = at(law, d, 0.4, 1);
    double h = 1e-6 * d, F = out.force;
    assert_near(in.force, out.force, 1e-13 * F, "force at a knot");
    assert_near(in.energy, out.energy, 1e-13 * out.energy, "energy at a knot");
    double slope_in = (at(law, d + h, 0.4, 0).force - at(law, d - h, 0.4, 0).force) / (2 * h),
           slope_out = (at(law, d + h, 0.4, 1).force - at(law, d - h, 0.4, 1).force) / (2 * h);
    assert_near(slope_in, slope_out, 1e-7 * slope_out, "slope at a knot");
    x = (pawl_press){.depth = d, .rate = 1};
    assert_int_equal(pawl_law_piece(law, &x), 1);
    x.rate = -1;
    assert_int_equal(pawl_law_piece(law, &x), 0);
    x.depth = 2 * d;
    assert_int_equal(pawl_law_piece(law, &x), 1);
    x.depth = 0.5 * d;
    assert_int_equal(pawl_law_piece(law, &x), 0);
  }
}

/* ---- sentences ---- */

static void what_makes_no_sense_is_refused(void **state)
{
  (void)state;
  made m;
  make(&m, "linear", "stiffness", 0.0, NULL);
  assert_wrong(&m, "'stiffness' must be more than 0");
  make(&m, "impact", "stiffness", 1e5, "exponent", 1.5, "damping", 1.0, "depth", 0.0, NULL);
  assert_wrong(&m, "'stiffness' and 'depth' must be more than 0");
  make(&m, "hertz", NULL);
  assert_wrong(&m, "needs 'stiffness' or 'modulus', and not both");
  make(&m, "hertz", "stiffness", 1e9, "modulus", 1e9, NULL);
  assert_wrong(&m, "needs 'stiffness' or 'modulus', and not both");
  make(&m, "hertz", "stiffness", 1e9, "radius", 1.0, NULL);
  assert_wrong(&m, "'modulus2', 'poisson2' and 'radius' belong to 'modulus', not to 'stiffness'");
  make(&m, "hertz", "modulus", 1e9, "radius", 0.0, NULL);
  assert_wrong(&m, "'stiffness', 'modulus', 'modulus2' and 'radius' must be more than 0");
  make(&m, "hertz_line", "modulus", 1e9, "thickness", 0.1, "size", 0.0, NULL);
  assert_wrong(&m, "'modulus', 'modulus2', 'thickness' and 'size' must be more than 0");
  make(&m, "hunt_crossley", "stiffness", 1e9, NULL);
  assert_wrong(&m, "needs 'damping' or 'restitution', and not both");
  make(&m, "hunt_crossley", "stiffness", 1e9, "damping", 1.0, "restitution", 0.5, NULL);
  assert_wrong(&m, "needs 'damping' or 'restitution', and not both");
  make(&m, "flores", "stiffness", 1e9, "restitution", 0.0, NULL);
  assert_wrong(&m, "'restitution' must be more than 0: the damping is 8/5 (1 - e)/e");
  make(&m, "restitution", "stiffness", 1e9, "e", 0.0, NULL);
  assert_wrong(&m, "'e' must be more than 0: a spring with a damper always gives something back");
}

static void advice_has_numbers(void **state)
{
  (void)state;
  made m;
  char text[PAWL_ADVICE];
  pawl_impact impact = {
      .mass = 2, .speed = 3, .curvature = 10, .length = 0.5, .time = 1, .deep = 0.1, .brief = 1e-9};
  assert_null(pawl_law_advice(make(&m, "linear", "stiffness", 1e6, NULL), &impact, text));
  assert_string_equal(pawl_law_advice(make(&m, "linear", "stiffness", 100.0, NULL), &impact, text),
                      "linear is too soft: 2 kg at 3 m/s would sink 0.42 m deep into a shape of 0.5 m; "
                      "with stiffness = 7.2e+05 it would be 0.005 m");
  assert_string_equal(
      pawl_law_advice(make(&m, "hunt_crossley", "stiffness", 1e30, "damping", 0.0, NULL), &impact, text),
      "hunt_crossley is too stiff: an impact of 2 kg at 3 m/s would last 3.5e-12 s, in a model of 1 s; "
      "with stiffness = 1.3e+12 it would sink 5e-05 m deep and last 5e-05 s");
  impact.load = 1e9;
  assert_string_equal(pawl_law_advice(make(&m, "linear", "stiffness", 100.0, NULL), &impact, text),
                      "linear is too soft: a load of 1e+09 N would sink right through a shape of 0.5 m; "
                      "with stiffness = 4e+11 it would be 0.005 m");
  impact.load = 20;
  impact.speed = 0;
  assert_string_equal(pawl_law_advice(make(&m, "linear", "stiffness", 100.0, NULL), &impact, text),
                      "linear is too soft: a load of 20 N would sink 0.4 m deep into a shape of 0.5 m; "
                      "with stiffness = 8e+03 it would be 0.005 m");
  assert_string_equal(pawl_law_advice(make(&m, "hertz", "modulus", 100.0, NULL), &impact, text),
                      "hertz is too soft: a load of 20 N would sink 1.7 m deep into a shape of 0.5 m; "
                      "with modulus = 6.1e+05 it would be 0.005 m");
  assert_null(pawl_law_advice(make(&m, "linear", "stiffness", 1e6, NULL), &impact, text));
  assert_null(pawl_law_advice(make(&m, "contact_law", NULL), &impact, text));
  assert_null(pawl_law_refuses(make(&m, "hertz", "modulus", 1e9, NULL), 10));
  assert_string_equal(
      pawl_law_refuses(&m.value, INFINITY),
      "the shapes meet at a corner, or where flat or hollow pieces fit: the law needs its 'radius' "
      "there, or a 'stiffness'");
  assert_non_null(pawl_law_refuses(&m.value, 0));
  *field_of(&m, "radius") = 0.01;
  assert_null(pawl_law_refuses(again(&m), INFINITY));
  for (int i = 0; i < 10; i++)
    if (i != 2)
      assert_null(pawl_law_refuses(sample(&m, i), INFINITY));
  assert_null(pawl_law_refuses(make(&m, "contact_law", NULL), INFINITY));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(impact_is_that_of_adams),
      cmocka_unit_test(hertz_by_materials),
      cmocka_unit_test(hertz_line_is_the_compression_of_discs),
      cmocka_unit_test(laws_of_the_model_are_called),
      cmocka_unit_test(energy_is_the_potential_of_the_elastic_force),
      cmocka_unit_test(knots_are_smooth_enough),
      cmocka_unit_test(what_makes_no_sense_is_refused),
      cmocka_unit_test(advice_has_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
