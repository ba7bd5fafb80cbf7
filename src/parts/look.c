/* Looks: colours by name, the fields of `look = { … }`, and how defaults fill what is not given. */
#include "parts/look.h"

#include <string.h>

#include "base/error.h"

/* ---- colours: names of CSS ---- */

typedef struct {
  const char *name;
  int color;
} color;

/* clang-format off */
static const color colors[] = {
    {"black", 0x000000}, {"white", 0xffffff}, {"gray", 0x808080}, {"grey", 0x808080}, {"silver", 0xc0c0c0},
    {"darkgray", 0xa9a9a9}, {"darkgrey", 0xa9a9a9}, {"lightgray", 0xd3d3d3}, {"lightgrey", 0xd3d3d3},
    {"dimgray", 0x696969}, {"dimgrey", 0x696969}, {"slategray", 0x708090}, {"slategrey", 0x708090},
    {"red", 0xff0000}, {"darkred", 0x8b0000}, {"maroon", 0x800000}, {"firebrick", 0xb22222}, {"crimson", 0xdc143c},
    {"tomato", 0xff6347}, {"coral", 0xff7f50}, {"salmon", 0xfa8072}, {"pink", 0xffc0cb},
    {"orange", 0xffa500}, {"darkorange", 0xff8c00}, {"gold", 0xffd700}, {"goldenrod", 0xdaa520},
    {"yellow", 0xffff00}, {"khaki", 0xf0e68c}, {"olive", 0x808000}, {"brown", 0xa52a2a}, {"sienna", 0xa0522d},
    {"chocolate", 0xd2691e}, {"peru", 0xcd853f}, {"tan", 0xd2b48c}, {"beige", 0xf5f5dc},
    {"green", 0x008000}, {"darkgreen", 0x006400}, {"lime", 0x00ff00}, {"limegreen", 0x32cd32},
    {"forestgreen", 0x228b22}, {"seagreen", 0x2e8b57}, {"lightgreen", 0x90ee90}, {"teal", 0x008080},
    {"turquoise", 0x40e0d0}, {"cyan", 0x00ffff}, {"aqua", 0x00ffff}, {"blue", 0x0000ff}, {"darkblue", 0x00008b},
    {"navy", 0x000080}, {"royalblue", 0x4169e1}, {"steelblue", 0x4682b4}, {"dodgerblue", 0x1e90ff},
    {"skyblue", 0x87ceeb}, {"lightblue", 0xadd8e6}, {"indigo", 0x4b0082}, {"purple", 0x800080},
    {"violet", 0xee82ee}, {"magenta", 0xff00ff}, {"fuchsia", 0xff00ff}, {"orchid", 0xda70d6}, {"plum", 0xdda0dd}};
/* clang-format on */

enum { COLORS = sizeof colors / sizeof *colors };

static int digit(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int pawl_color_read(const char *text)
{
  int value = 0, n = 0;
  if (text[0] == '#') {
    for (; n < 6 && digit(text[1 + n]) >= 0; n++)
      value = 16 * value + digit(text[1 + n]);
    return n == 6 && text[7] == 0 ? value : PAWL_NO_COLOR;
  }
  for (int i = 0; i < COLORS; i++)
    if (strcmp(colors[i].name, text) == 0)
      return colors[i].color;
  return PAWL_NO_COLOR;
}

const char *pawl_color_nearest(const char *text)
{
  const char *names[COLORS];
  for (int i = 0; i < COLORS; i++)
    names[i] = colors[i].name;
  return pawl_nearest(text, names, COLORS);
}

/* ---- looks ---- */

/* clang-format off */
const pawl_field pawl_look_fields[] = {
    {"color", "", PAWL_TEXT, offsetof(pawl_look, color_text), PAWL_UNSET, 0, 0, "#rrggbb, or a name such as steelblue"},
    {"width", "m", PAWL_REAL, offsetof(pawl_look, width), PAWL_UNSET, 0, INFINITY, "width of a link, a line, a pin or a shape"},
    {"layer", "", PAWL_COUNT, offsetof(pawl_look, layer), 0, -1000, 1000, "what has a higher one is drawn later, on top"},
    {"visible", "", PAWL_FLAG, offsetof(pawl_look, visible), 1, 0, 1, "whether it is drawn at all"},
    {"shape", "", PAWL_CHOICE, offsetof(pawl_look, shape), 0, 0, 0, "a shape in place of the part's own", PAWL_SHAPE_WORDS},
    {"length", "m", PAWL_REAL, offsetof(pawl_look, length), PAWL_UNSET, 0, INFINITY, "length of the shape, along x"},
    {"height", "m", PAWL_REAL, offsetof(pawl_look, height), PAWL_UNSET, 0, INFINITY, "height of the shape, along z"},
    {"extra", "", PAWL_REAL, offsetof(pawl_look, extra), PAWL_UNSET, -PAWL_MOST_WINDINGS, PAWL_MOST_WINDINGS,
     "teeth of a gearwheel (negative: inside a ring), windings of a spring, inner by outer diameter of a pipe, small by large end of a cone"},
    {0}};
/* clang-format on */

pawl_look pawl_look_empty(void)
{
  return (pawl_look){
      .color = PAWL_NO_COLOR, .width = NAN, .length = NAN, .height = NAN, .extra = NAN, .visible = true};
}

static double given(double value, double fallback)
{
  return isnan(value) ? fallback : value;
}

/* The sizes of a shape belong together: they are not mixed with another shape's. */
pawl_look pawl_look_over(const pawl_look *look, const pawl_look *fallback)
{
  pawl_look out = look ? *look : pawl_look_empty();
  if (out.color == PAWL_NO_COLOR) {
    out.color = fallback->color;
    out.color_text = fallback->color_text;
  }
  if (!out.layer_given)
    out.layer = fallback->layer;
  if (!out.visible_given)
    out.visible = fallback->visible;
  out.width = given(out.width, fallback->width);
  if (out.shape == PAWL_SHAPE_OWN) {
    out.shape = fallback->shape;
    out.length = given(out.length, fallback->length);
    out.height = given(out.height, fallback->height);
    out.extra = given(out.extra, fallback->extra);
  }
  return out;
}
