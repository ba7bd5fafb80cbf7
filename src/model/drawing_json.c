/* A drawing as JSON, one item a line: what a page needs beside poses and channels. What is not UTF-8 in names becomes
 * U+FFFD; < is escaped, so that the text can stand inside a <script>. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "model/drawing.h"

/* ---- texts and numbers ---- */

static void put_text(FILE *to, const char *key, const char *text)
{
  fprintf(to, "\"%s\": \"", key);
  pawl_json_put(to, text, true);
  fputc('"', to);
}

/* 12 digits: 1 nm on a drawing of 1 km. The decimal sign is a point whatever the program's language is. */
static void put_number(FILE *to, double x)
{
  char text[40];
  snprintf(text, sizeof text, "%.12g", x == 0 ? 0 : x); /* no -0 */
  for (char *s = text; *s; s++)
    if (!strchr("0123456789+-e", *s))
      *s = '.';
  fputs(text, to);
}

static void put_key(FILE *to, const char *key, double x)
{
  fprintf(to, ", \"%s\": ", key);
  put_number(to, x);
}

static void put_vector(FILE *to, pawl_vec v, bool plane)
{
  fputc('[', to);
  put_number(to, v.x);
  fputs(", ", to);
  put_number(to, v.y);
  if (!plane) {
    fputs(", ", to);
    put_number(to, v.z);
  }
  fputc(']', to);
}

/* ---- primitives ---- */

static void put_frame(FILE *to, const char *key, const pawl_frame *frame, bool plane)
{
  fprintf(to, ", \"%s\": {\"body\": %d, \"at\": ", key, frame->body);
  put_vector(to, frame->at, plane);
  if (plane)
    put_key(to, "angle", atan2(frame->turn.x.y, frame->turn.x.x));
  else {
    pawl_quat e = pawl_mat_quat(&frame->turn);
    fputs(", \"turn\": [", to);
    put_number(to, e.w);
    fputs(", ", to);
    put_number(to, e.x);
    fputs(", ", to);
    put_number(to, e.y);
    fputs(", ", to);
    put_number(to, e.z);
    fputc(']', to);
  }
  fputc('}', to);
}

static void put_points(FILE *to, const char *key, const pawl_vec *point, int count, bool plane)
{
  fprintf(to, ", \"%s\": [", key);
  for (int i = 0; i < count; i++) {
    fputs(i > 0 ? ", " : "", to);
    put_vector(to, point[i], plane);
  }
  fputc(']', to);
}

static void put_channels(FILE *to, const pawl_primitive *p, const char *part)
{
  fputs(", \"channels\": [", to);
  for (int i = 0; i < 3 && p->channel[i]; i++) {
    fputs(i > 0 ? ", \"" : "\"", to);
    pawl_json_put(to, part, true);
    fprintf(to, ".%s\"", p->channel[i]);
  }
  fputc(']', to);
}

static void put_arrow(FILE *to, const pawl_primitive *p, const char *part, bool plane)
{
  put_channels(to, p, part);
  fprintf(to, ", \"turning\": %s", p->turning ? "true" : "false");
  if (!p->channel[1] && p->b.body < 0) {
    fputs(", \"direction\": ", to);
    put_vector(to, p->direction, plane && !p->turning);
  }
}

static const char *shape_word(pawl_shape shape, char word[16])
{
  const char *s = PAWL_SHAPE_WORDS;
  for (int i = PAWL_SHAPE_BOX; i < (int)shape; i++)
    s += strcspn(s, " ") + 1;
  snprintf(word, 16, "%.*s", (int)strcspn(s, " "), s);
  return word;
}

static void put_solid(FILE *to, const pawl_primitive *p)
{
  char word[16];
  fprintf(to, ", \"shape\": \"%s\"", shape_word(p->shape, word));
  if (p->b.body < 0)
    put_key(to, "length", p->length);
  put_key(to, "width", p->width);
  put_key(to, "height", p->height);
  put_key(to, "extra", p->extra);
}

static void put_touch(FILE *to, const pawl_primitive *p)
{
  fputs(", \"touch\": [", to);
  put_number(to, p->touch[0]);
  fputs(", ", to);
  put_number(to, p->touch[1]);
  fputc(']', to);
}

static void put_primitive(FILE *to, const pawl_primitive *p, const char *part, bool plane)
{
  int outer = p->hole > 0 ? p->hole : p->count;
  put_frame(to, "a", &p->a, plane);
  if (p->b.body >= 0)
    put_frame(to, "b", &p->b, plane);
  switch (p->draw) {
  case PAWL_DRAW_LINE:
    put_key(to, "width", p->width);
    put_key(to, "from", p->from);
    put_key(to, "to", p->to);
    if (p->touch[0] != 0 || p->touch[1] != 0)
      put_touch(to, p);
    break;
  case PAWL_DRAW_POLYLINE:
    put_key(to, "width", p->width);
    put_points(to, "points", p->point, p->count, plane);
    break;
  case PAWL_DRAW_POLYGON:
    put_points(to, "points", p->point, outer, plane);
    if (p->height > 0)
      put_key(to, "height", p->height);
    if (p->hole > 0)
      put_points(to, "hole", p->point + outer, p->count - outer, plane);
    break;
  case PAWL_DRAW_CIRCLE:
    put_key(to, "radius", p->radius);
    fprintf(to, ", \"fill\": %s", p->fill ? "true" : "false");
    break;
  case PAWL_DRAW_COIL:
    put_key(to, "radius", p->radius);
    put_key(to, "windings", p->windings);
    put_key(to, "from", p->from);
    put_key(to, "to", p->to);
    break;
  case PAWL_DRAW_ARROW:
    put_arrow(to, p, part, plane);
    break;
  case PAWL_DRAW_TEXT:
    fputs(", ", to);
    put_text(to, "text", p->text);
    put_key(to, "height", p->height);
    break;
  case PAWL_DRAW_ROPE:
    put_key(to, "width", p->width);
    put_touch(to, p);
    put_channels(to, p, part);
    break;
  case PAWL_DRAW_SOLID:
    put_solid(to, p);
    break;
  case PAWL_DRAWS:
    break;
  }
}

static void put_item(FILE *to, const pawl_drawn *item, const pawl_model *model)
{
  static const char *const draws[PAWL_DRAWS] = {"line",  "polyline", "polygon", "circle", "coil",
                                                "arrow", "text",     "rope",    "solid"};
  static const char *const roles[PAWL_ROLES] = {"body",    "joint",  "link", "force",  "reaction",
                                                "drive",   "sensor", "mass", "ground", "guide",
                                                "picture", "axes",   "label"};
  const pawl_primitive *p = &item->primitive;
  if (item->part < 0)
    fputs("  {\"part\": null", to);
  else
    fprintf(to, "  {\"part\": %d", item->part);
  fprintf(to, ", \"draw\": \"%s\", \"role\": \"%s\", \"layer\": %d, \"color\": \"#%06x\", \"given\": %s",
          draws[p->draw], roles[p->role], item->look.layer, (unsigned)item->look.color,
          item->look.color_text ? "true" : "false");
  put_primitive(to, p, item->part < 0 ? "" : model->parts[item->part]->name, model->worlds == PAWL_PLANAR);
  fputc('}', to);
}

/* ---- the whole ---- */

static void put_names(FILE *to, const pawl_model *model)
{
  fputs(",\n \"bodies\": [\"ground\"", to);
  for (int i = 1; i <= model->body_count; i++) {
    fputs(", \"", to);
    pawl_json_put(to, model->parts[model->body_part[i]]->name, true);
    fputc('"', to);
  }
  fputs("],\n \"parts\": [", to);
  for (int i = 0; i < model->part_count; i++) {
    fputs(i > 0 ? ",\n  {" : "\n  {", to);
    put_text(to, "name", model->parts[i]->name);
    fputs(", ", to);
    put_text(to, "kind", model->parts[i]->kind->name);
    fputs(", ", to);
    put_text(to, "where", model->parts[i]->where);
    fputc('}', to);
  }
  fputc(']', to);
}

pawl_status pawl_drawing_json(const pawl_drawing *drawing, FILE *to, pawl_error *error)
{
  const pawl_model *model = drawing->model;
  fprintf(to, "{\"world\": \"%s\"", model->worlds == PAWL_PLANAR ? "planar" : "spatial");
  put_key(to, "size", drawing->size);
  put_names(to, model);
  fputs(",\n \"items\": [", to);
  for (int i = 0; i < drawing->count; i++) {
    fputs(i > 0 ? ",\n" : "\n", to);
    put_item(to, &drawing->item[i], model);
  }
  fputs("]}\n", to);
  return ferror(to) ? pawl_fail(error, PAWL_BAD_FILE, NULL, "the drawing could not be written") : PAWL_OK;
}
