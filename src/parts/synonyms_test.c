/* Words for parts and fields that other programs use: what they lead to is there, and none of them is a name itself. */
#include "parts/synonyms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void every_word_leads_to_a_part(void **state)
{
  (void)state;
  for (const pawl_kind_word *w = pawl_kind_words; w->word; w++) {
    const pawl_kind *plane = pawl_kind_find(w->kind),
                    *space = pawl_kind_find(w->spatial ? w->spatial : w->kind);
    if (!plane || !space || pawl_kind_find(w->word))
      fail_msg("%s leads to %s and %s", w->word, w->kind, w->spatial ? w->spatial : w->kind);
    if ((plane->worlds && !(plane->worlds & PAWL_PLANAR)) ||
        (space->worlds && !(space->worlds & PAWL_SPATIAL))) {
      bool wanted = !w->spatial && (plane->worlds == PAWL_PLANAR || space->worlds == PAWL_SPATIAL);
      if (!wanted) /* a part of one world alone is all there is */
        fail_msg("%s: %s is not of a plane, or %s not of space", w->word, plane->name, space->name);
    }
    assert_ptr_equal(pawl_kind_meant(w->word, PAWL_PLANAR), w->kind); /* else the word is there twice */
  }
  assert_string_equal(pawl_kind_meant("Hinge", PAWL_PLANAR), "revolute");
  assert_string_equal(pawl_kind_meant("pin", PAWL_SPATIAL), "spherical");
  assert_null(pawl_kind_meant("hing", PAWL_PLANAR));
}

/* Each is of use: some part lacks the word and has what it leads to. */
static void every_word_leads_to_a_field(void **state)
{
  (void)state;
  for (const pawl_field_word *w = pawl_field_words; w->word; w++) {
    bool used = false;
    for (const pawl_kind *const *k = pawl_kinds; *k && !used; k++) {
      bool known = false;
      for (const pawl_field *f = (*k)->fields; f && f->name; f++)
        known = known || strcmp(f->name, w->word) == 0;
      used = (*k)->fields && !known && pawl_field_meant(w->word, (*k)->fields, PAWL_BOTH_WORLDS);
    }
    if (!used)
      fail_msg("no part needs the word %s for %s", w->word, w->fields);
    for (const pawl_field_word *other = pawl_field_words; other < w; other++)
      assert_string_not_equal(other->word, w->word);
  }
  const pawl_field *force = pawl_kind_find("force")->fields;
  assert_string_equal(pawl_field_meant("x", force, PAWL_PLANAR), "fx");
  assert_null(pawl_field_meant("z", force, PAWL_PLANAR));
  assert_string_equal(pawl_field_meant("z", force, PAWL_SPATIAL), "fz");
  assert_null(pawl_field_meant("mass", force, PAWL_PLANAR));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_leads_to_a_part),
                                     cmocka_unit_test(every_word_leads_to_a_field)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
