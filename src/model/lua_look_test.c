/* Looks: what they do to a drawing, and the sentences of wrong ones, word for word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/drawing.h"
#include "model/sheet_test.h"

static void looks_are_read(void **state)
{
  (void)state;
  sheet s = draw(
      "planar { look = { color = 'tan', layer = 2 }, axes = false, labels = true }\n"
      "local a = body 'a' { mass = 1, inertia = 1, look = { color = '#12aBff', width = 5*mm, layer = -3 } }\n"
      "local b = body 'b' { mass = 1, inertia = 1, look = { visible = false } }\n"
      "revolute 'h' { a:at{1, 0}, b }\nmarker 'm' { a, look = {} }");
  const pawl_drawn *item = &s.drawing.item[0];
  assert_int_equal(item->look.layer, -3);
  assert_int_equal(item->look.color, 0x12abff);
  assert_string_equal(item->look.color_text, "#12aBff");
  assert_float_equal(item->look.width, 5e-3, 1e-15);
  assert_float_equal(to_segment(item->primitive.point[0], pawl_v(0, 0, 0), pawl_v(1, 0, 0)), 2.5e-3, 1e-12);
  item = find(&s, "h", PAWL_DRAW_CIRCLE, 0);
  assert_int_equal(item->look.color, 0xd2b48c);
  assert_int_equal(item->look.layer, 2);
  int texts = 0;
  for (int i = 0; i < s.drawing.count; i++) {
    assert_true(s.drawing.item[i].part >= 0); /* no axes */
    assert_string_not_equal(s.model->parts[s.drawing.item[i].part]->name, "b");
    texts += s.drawing.item[i].primitive.draw == PAWL_DRAW_TEXT;
  }
  assert_int_equal(texts, 3);
  close_sheet(&s);
}

static void hidden_by_default_and_shown_by_name(void **state)
{
  (void)state;
  sheet s = draw("planar { look = { visible = false, width = 1 } }\n"
                 "local a = body 'a' { mass = 1, inertia = 1, look = { visible = true } }\n"
                 "body 'b' { mass = 1, inertia = 1 }");
  assert_non_null(find(&s, "a", PAWL_DRAW_CIRCLE, 0));
  assert_null(find(&s, "b", PAWL_DRAW_CIRCLE, 0));
  assert_float_equal(s.drawing.size, 0.5, 0);
  close_sheet(&s);
}

/* A table may serve two parts: reading a look leaves it as it was. */
static void a_table_can_be_used_twice(void **state)
{
  (void)state;
  sheet s = draw("planar {}\nlocal t = { mass = 1, inertia = 1, look = { color = 'red' } }\n"
                 "body 'a' (t)\nbody 'b' (t)\nassert(t.look.color == 'red')");
  for (int i = 0; i < 2; i++)
    assert_int_equal(s.model->parts[i]->look->color, 0xff0000);
  close_sheet(&s);
}

/* The default shape of a model is that of its bodies. */
static void a_default_shape_is_for_bodies(void **state)
{
  (void)state;
  sheet s = draw("planar { look = { shape = 'box', width = 0.2, length = 1 } }\n"
                 "local a = body 'a' { mass = 1, inertia = 1 }\n"
                 "local b = body 'b' { mass = 1, inertia = 1, look = { shape = 'sphere' } }\n"
                 "revolute 'h' { a:at{1, 0}, b }\ndrawing 'd' { a, shape = 'cylinder' }");
  assert_float_equal(area(find(&s, "a", PAWL_DRAW_POLYGON, 0)->primitive.point, 4), 0.2, 1e-12);
  assert_float_equal(find(&s, "b", PAWL_DRAW_CIRCLE, 0)->primitive.radius, 0.1, 1e-12);
  assert_null(find(&s, "h", PAWL_DRAW_LINE, 0));
  assert_non_null(find(&s, "h", PAWL_DRAW_CIRCLE, 0));
  assert_non_null(find(&s, "d", PAWL_DRAW_CIRCLE, 0));
  close_sheet(&s);
}

static void a_shape_spans_the_body(void **state)
{
  (void)state;
  sheet s = draw("planar {}\nlocal a = body 'a' { mass = 1, inertia = 1, com = {1, 1}, look = { shape = "
                 "'box', width = 0.2 } }\n"
                 "revolute 'h' { ground, a }\nmarker 'm' { a:at{3, 4} }");
  const pawl_primitive *p = &find(&s, "a", PAWL_DRAW_POLYGON, 0)->primitive;
  assert_float_equal(p->a.at.x, 1.5, 1e-12);
  assert_float_equal(p->a.at.y, 2, 1e-12);
  assert_float_equal(area(p->point, p->count), 5 * 0.2, 1e-12);
  assert_float_equal(p->a.turn.x.y, 0.8, 1e-12);
  close_sheet(&s);
}

static void items_are_in_order(void **state)
{
  (void)state;
  sheet s =
      draw("planar { labels = true }\nlocal a = body 'a' { mass = 1, inertia = 1, look = { layer = 1 } }\n"
           "revolute 'h' { ground, a }\nlocal b = body 'b' { mass = 1, inertia = 1 }\n"
           "revolute 'g' { a:at{1, 0}, b }\nbody 'c' { mass = 1, inertia = 1, look = { layer = -1 } }");
  const char *last = "";
  char order[256] = "";
  for (int i = 0; i < s.drawing.count; i++) {
    int part = s.drawing.item[i].part;
    const char *name = part < 0 ? "world" : s.model->parts[part]->name;
    if (strcmp(name, last) != 0)
      strcat(strcat(order, name), " ");
    last = name;
  }
  assert_string_equal(order, "c world h b h g b h g h b g a ");
  close_sheet(&s);
}

static const struct {
  const char *text, *where, *sentence;
} broken[] = {
    {"planar {}\nbody 'b' { mass = 1,\n look = { colour = 'red' } }", "m.lua:2",
     "body \"b\", look: unknown field 'colour'; did you mean 'color'?"},
    {"planar {}\nbody 'b' { mass = 1, lok = {} }", "m.lua:2",
     "body \"b\": unknown field 'lok'; did you mean 'look'?"},
    {"planar {}\nbody 'b' { mass = 1, look = 5 }", "m.lua:2",
     "body \"b\", look: needs a table { … }, not a number"},
    {"planar {}\nbody 'b' { mass = 1, look = { 'red' } }", "m.lua:2",
     "body \"b\", look: takes nothing by position, 1 given"},
    {"planar {}\nbody 'b' { mass = 1, look = { color = 'steelblu' } }", "m.lua:2",
     "body \"b\", look: unknown color 'steelblu'; did you mean 'steelblue'?"},
    {"planar {}\nbody 'b' { mass = 1, look = { color = 'xyzzy plugh' } }", "m.lua:2",
     "body \"b\", look: 'color' must be \"#rrggbb\" or a name such as \"steelblue\", not 'xyzzy plugh'"},
    {"planar {}\nbody 'b' { mass = 1, look = { color = '#12345' } }", "m.lua:2",
     "body \"b\", look: 'color' must be \"#rrggbb\" or a name such as \"steelblue\", not '#12345'"},
    {"planar {}\nbody 'b' { mass = 1, look = { color = '#12345g' } }", "m.lua:2",
     "body \"b\", look: 'color' must be \"#rrggbb\" or a name such as \"steelblue\", not '#12345g'"},
    {"planar {}\nbody 'b' { mass = 1, look = { color = 5 } }", "m.lua:2",
     "body \"b\", look: 'color' must be a string, not a number"},
    {"planar {}\nbody 'b' { mass = 1, look = { width = -1 } }", "m.lua:2",
     "body \"b\", look: 'width' must be at least 0 m, not -1"},
    {"planar {}\nbody 'b' { mass = 1, look = { width = 0 } }", "m.lua:2",
     "body \"b\", look: 'width' must be more than 0 m"},
    {"planar {}\nbody 'b' { mass = 1, look = { width = 0/0 } }", "m.lua:2",
     "body \"b\", look: 'width' must be a finite number, not nan"},
    {"planar {}\nbody 'b' { mass = 1, look = { layer = 1.5 } }", "m.lua:2",
     "body \"b\", look: 'layer' must be a whole number, not 1.5"},
    {"planar {}\nbody 'b' { mass = 1, look = { visible = 1 } }", "m.lua:2",
     "body \"b\", look: 'visible' must be true or false, not a number"},
    {"planar {}\nbody 'b' { mass = 1, look = { shape = 'bax' } }", "m.lua:2",
     "body \"b\", look: 'shape' must be box, sphere, cylinder, pipe, cone, beam, gearwheel or spring, not "
     "'bax'"},
    {"planar { look = { extra = 1e6 } }", "m.lua:1", "planar, look: 'extra' must be at most 500, not 1e+06"},
    {"planar { axes = 'no' }", "m.lua:1", "planar: 'axes' must be true or false, not a string"},
    {"planar {}\nbody 'b' { mass = 1 }\nsimulate { look = {} }", "m.lua:3", "simulate: unknown field 'look'"},
    {"planar {}\nlocal b = body 'b' { mass = 1 }\ndrawing 'd' { b, shape = 'star' }", "m.lua:3",
     "drawing \"d\": 'shape' must be box, sphere, cylinder, pipe, cone, beam, gearwheel or spring, not "
     "'star'"},
    {"planar {}\nlocal b = body 'b' { mass = 1 }\ndrawing 'd' { b, width = 0 }", "m.lua:3",
     "drawing \"d\": 'width' must be more than 0"},
    {"planar {}\nlocal b = body 'b' { mass = 1, look = {} }\nlocal x = b:at{1, 0, look = {}}", "m.lua:3",
     "b:at: unknown field 'look'"}};

static void wrong_looks_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    pawl_model *model = NULL;
    pawl_error e = {0};
    pawl_status status = pawl_model_parse(&model, broken[i].text, "m.lua", NULL, &e);
    pawl_model_free(model);
    if (status != PAWL_BAD_MODEL || strcmp(e.where, broken[i].where) != 0 ||
        strcmp(e.text, broken[i].sentence) != 0)
      fail_msg("\n  expected %s: %s\n  got      %s: %s", broken[i].where, broken[i].sentence, e.where,
               e.text);
  }
}

static void colors_are_known(void **state)
{
  (void)state;
  assert_int_equal(pawl_color_read("black"), 0);
  assert_int_equal(pawl_color_read("steelblue"), 0x4682b4);
  assert_int_equal(pawl_color_read("#00fF10"), 0x00ff10);
  static const char *const wrong[] = {"", "#", "#12345", "#1234567", "#12345x", "Steelblue", "re", "#-12345"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(pawl_color_read(wrong[i]), PAWL_NO_COLOR);
  assert_string_equal(pawl_color_nearest("stelblue"), "steelblue");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(looks_are_read),
                                     cmocka_unit_test(hidden_by_default_and_shown_by_name),
                                     cmocka_unit_test(a_table_can_be_used_twice),
                                     cmocka_unit_test(a_default_shape_is_for_bodies),
                                     cmocka_unit_test(a_shape_spans_the_body),
                                     cmocka_unit_test(items_are_in_order),
                                     cmocka_unit_test(wrong_looks_get_their_sentence),
                                     cmocka_unit_test(colors_are_known)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
