/* A profile from a drawing: SVG or DXF in a file beside the model, or SVG path data written down. Lines, arcs of circles, Bézier
 * curves and NURBS are taken exactly; elliptical arcs become rational quadratics of up to 90°. */
#define _XOPEN_SOURCE 700
#include <locale.h>
#include <string.h>

#include "parts/curve_dxf.h"
#include "parts/curve_svg.h"

typedef struct {
  const pawl_text *file;
  const char *id, *layer, *data;
  int number;
  double scale, tolerance;
} path;

static const pawl_field fields[] = {
    {"file", "", PAWL_FILE, offsetof(path, file), PAWL_UNSET, 0, 0,
     "an SVG or DXF file below the model's folder"},
    {"id", "", PAWL_TEXT, offsetof(path, id), PAWL_UNSET, 0, 0,
     "SVG: the outline in it; may be left out when there is only one"},
    {"layer", "", PAWL_TEXT, offsetof(path, layer), PAWL_UNSET, 0, 0,
     "DXF: the layer that is read; all unless given"},
    {"number", "", PAWL_COUNT, offsetof(path, number), 0, 0, 1e9,
     "which of several outlines, from 1 in the order of the file; 0: the only one"},
    {"data", "", PAWL_TEXT, offsetof(path, data), PAWL_UNSET, 0, 0,
     "the data of an SVG path itself, in place of a file: \"M 0 0 L …\""},
    {"scale", "m", PAWL_REAL, offsetof(path, scale), PAWL_UNSET, 0, INFINITY,
     "length of a unit of the drawing; DXF: in place of what $INSUNITS says"},
    {"tolerance", "m", PAWL_REAL, offsetof(path, tolerance), 0, 0, INFINITY,
     "pieces up to this length are left out, and ends this near are joined; 0: rounding, in DXF a millionth "
     "of the "
     "widest piece"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const path *p = value;
  if (!p->file == !p->data)
    return "needs either 'file' or 'data'";
  bool dxf = p->file && pawl_dxf_is_one(p->file);
  if (p->id && !p->file)
    return "'id' is for a file";
  if (p->number && !p->file)
    return "'number' is for a file";
  if (p->id && dxf)
    return "'id' is for SVG: a DXF drawing has 'layer' and 'number'";
  if (p->id && p->number)
    return "needs 'id' or 'number', not both";
  if (p->layer && !dxf)
    return "'layer' is for a DXF file";
  if (isnan(p->scale) && !dxf)
    return "'scale' is required (m: length of a unit of the drawing)";
  return p->scale > 0 || isnan(p->scale) ? NULL : "'scale' must be more than 0";
}

static const char *read_svg(const path *p, const pawl_functions *functions, pawl_draft *draft)
{
  pawl_svg_wanted wanted = {p->id, p->number, p->scale};
  pawl_affine map = {{p->scale, 0, 0, -p->scale, 0, 0}};
  const char *wrong =
      p->file ? pawl_svg_file(p->file, &wanted, functions, draft)
              : pawl_svg_read((pawl_svg_data){p->data, p->data + strlen(p->data)}, &map, functions, draft);
  if (wrong || draft->starved)
    return wrong;
  pawl_draft_tidy(draft, fmax(p->tolerance, 1e-9 * pawl_draft_extent(draft)));
  if (draft->count)
    return NULL;
  return p->file
             ? pawl_sentence(functions, "%s: all of the path is shorter than the tolerance", p->file->name)
             : "all of the path is shorter than the tolerance";
}

static const char *read_dxf(const path *p, const pawl_functions *functions, pawl_draft *draft)
{
  pawl_dxf_wanted wanted = {p->layer, p->number, p->scale, p->tolerance};
  const char *wrong = pawl_dxf_file(p->file, &wanted, functions, draft);
  bool goes_on = wrong && (strncmp(wrong, "line ", 5) == 0 || strncmp(wrong, "more ", 5) == 0);
  return wrong ? pawl_sentence(functions, "%s%s %s", p->file->name, goes_on ? ":" : "", wrong) : NULL;
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const path *p = value;
  pawl_draft draft = {0};
  locale_t plain =
      newlocale(LC_ALL_MASK, "C", (locale_t)0); /* numbers of files have points, whatever the program's */
  locale_t before = uselocale(plain);
  const char *wrong =
      p->file && pawl_dxf_is_one(p->file) ? read_dxf(p, functions, &draft) : read_svg(p, functions, &draft);
  uselocale(before);
  if (plain)
    freelocale(plain);
  if (wrong || draft.starved)
    return wrong ? wrong : "out of memory";
  pawl_draft_draw(&draft, o);
  *closed = draft.closed;
  return NULL;
}

const pawl_kind pawl_curve_path = {
    .name = "path",
    .family = PAWL_CURVE_VALUE,
    .doc = "An outline from a drawing beside the model, SVG or DXF, or from the data of an SVG path. SVG: a "
           "path or a basic "
           "shape, with all transforms around it; the drawing's y axis, which points down, is turned up, and "
           "what is drawn "
           "counterclockwise on the page is a solid, as every rect, circle and ellipse is. DXF: LINE, ARC, "
           "CIRCLE, ELLIPSE, "
           "LWPOLYLINE, POLYLINE and SPLINE of model space, joined end to end; what closes is a solid, what "
           "does not goes "
           "the way of its first piece.",
    .equations =
        "SVG: x = scale x_svg,   y = -scale y_svg;   lines, Bézier curves and arcs (M L H V C S Q T A Z) "
        "as they are\n"
        "DXF: x = scale x_dxf,   y = scale y_dxf;   a bulge is tan(angle/4), a SPLINE its NURBS\n"
        "s counts the pieces of the path\n",
    .example = PAWL_CURVE_EXAMPLE("path { scale = 1*mm,\n"
                                  "  data = \"M 30 0 A 30 30 0 0 0 -30 0 L -20 25 Q 0 40 20 25 Z\" }"),
    .size = sizeof(path),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
