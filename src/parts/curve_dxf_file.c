/* A DXF file: its unit, and what the entities of its model space draw. Blocks, tables and paper are passed over. */
#include <string.h>

#include "parts/curve_dxf.h"

/* ---- units ---- */

/* The length of $INSUNITS; 0: it says none. */
static double unit_of(int code)
{
  static const double lengths[] = {0,
                                   0.0254,
                                   0.3048,
                                   1609.344,
                                   1e-3,
                                   1e-2,
                                   1,
                                   1e3,
                                   2.54e-8,
                                   2.54e-5,
                                   0.9144,
                                   1e-10,
                                   1e-9,
                                   1e-6,
                                   0.1,
                                   10,
                                   100,
                                   1e9,
                                   149597870700.0,
                                   9460730472580800.0,
                                   3.0856775814913673e16,
                                   1200.0 / 3937,
                                   100.0 / 3937,
                                   3600.0 / 3937,
                                   6336000.0 / 3937};
  return code > 0 && code < (int)(sizeof lengths / sizeof *lengths) ? lengths[code] : 0;
}

/* ---- reading ---- */

typedef struct {
  pawl_dxf_scan scan;
  pawl_dxf_group next; /* the one that is looked at */
  bool more;
  const pawl_dxf_wanted *wanted;
  pawl_dxf_pieces pieces, others; /* others: on layers that are not wanted */
  pawl_dxf_vertices
      vertices; /* of the polyline that is open: the last of the pieces, or none that is wanted */
  pawl_dxf_group *group;
  int room;
  bool unit_given, entities;
  int unit;
} reading;

static bool advance(reading *r)
{
  r->more = pawl_dxf_next(&r->scan, &r->next);
  return r->more;
}

/* From a name, a group 0, to the next. */
static bool take_entity(reading *r, pawl_dxf_entity *e)
{
  *e = (pawl_dxf_entity){.functions = r->scan.functions};
  do {
    if (e->count == r->room) {
      int room = r->room ? 2 * r->room : 64;
      pawl_dxf_group *larger = PAWL_TAKE(r->scan.functions->arena, room, pawl_dxf_group);
      if (!larger) {
        r->scan.wrong = "out of memory";
        return false;
      }
      if (e->count)
        memcpy(larger, r->group, (size_t)e->count * sizeof *larger);
      r->group = larger;
      r->room = room;
    }
    r->group[e->count++] = r->next;
  } while (advance(r) && r->next.code != 0);
  e->group = r->group;
  return !r->scan.wrong;
}

static pawl_draft *add_piece(reading *r, pawl_dxf_pieces *to, pawl_dxf_span layer)
{
  if (to->count == to->room) {
    int room = to->room ? 2 * to->room : 32;
    pawl_dxf_piece *larger = PAWL_TAKE(r->scan.functions->arena, room, pawl_dxf_piece);
    if (!larger) {
      r->scan.wrong = "out of memory";
      return NULL;
    }
    if (to->count)
      memcpy(larger, to->piece, (size_t)to->count * sizeof *larger);
    to->piece = larger;
    to->room = room;
  }
  to->piece[to->count] = (pawl_dxf_piece){.layer = layer};
  return &to->piece[to->count++].draft;
}

static pawl_dxf_span layer_of(const pawl_dxf_entity *e)
{
  for (int i = 0; i < e->count; i++)
    if (e->group[i].code == 8)
      return e->group[i].value;
  static const char first[] = "0";
  return (pawl_dxf_span){first, first + 1};
}

static bool is_wanted(const reading *r, pawl_dxf_span layer)
{
  const char *name = r->wanted->layer;
  return !name || pawl_dxf_same(layer, (pawl_dxf_span){name, name + strlen(name)});
}

/* Vertices belong to the polyline before them. */
static const char *go_on(reading *r, pawl_dxf_entity *e)
{
  pawl_draft *draft = r->vertices.open ? &r->pieces.piece[r->pieces.count - 1].draft : NULL;
  if (!draft)
    return NULL;
  if (pawl_dxf_is(e->group->value, "VERTEX"))
    return pawl_dxf_vertex(e, &r->vertices, draft);
  pawl_dxf_end_vertices(&r->vertices, r->scan.functions->arena, draft);
  return draft->starved ? "out of memory" : NULL;
}

static const char *read_entity(reading *r)
{
  pawl_dxf_entity e;
  if (!take_entity(r, &e))
    return r->scan.wrong;
  pawl_dxf_span name = e.group->value;
  if (pawl_dxf_is(name, "VERTEX") || pawl_dxf_is(name, "SEQEND"))
    return go_on(r, &e);
  r->vertices.open = false;
  if (pawl_dxf_get(&e, 67, 0) != 0 || pawl_dxf_get(&e, 60, 0) != 0 || pawl_dxf_is(name, "VIEWPORT") ||
      pawl_dxf_is(name, "ATTRIB"))
    return e.wrong;
  pawl_dxf_span layer = layer_of(&e);
  bool wanted = is_wanted(r, layer);
  pawl_draft *draft = add_piece(r, wanted ? &r->pieces : &r->others, layer);
  if (!draft || !wanted)
    return r->scan.wrong;
  return pawl_dxf_is(name, "POLYLINE") ? pawl_dxf_begin_vertices(&e, &r->vertices) : pawl_dxf_draw(&e, draft);
}

/* $NAME, then its value. */
static void read_header(reading *r)
{
  while (r->more && r->next.code != 0) {
    bool unit = r->next.code == 9 && pawl_dxf_is(r->next.value, "$INSUNITS");
    if (advance(r) && unit && r->next.code == 70) {
      pawl_dxf_entity e = {.functions = r->scan.functions};
      r->unit = (int)pawl_dxf_real(&e, &r->next);
      r->unit_given = true;
      r->scan.wrong = r->scan.wrong ? r->scan.wrong : e.wrong;
    }
  }
}

static const char *read_section(reading *r)
{
  bool header = r->next.code == 2 && pawl_dxf_is(r->next.value, "HEADER");
  bool entities = r->next.code == 2 && pawl_dxf_is(r->next.value, "ENTITIES");
  r->entities = r->entities || entities;
  advance(r);
  if (header)
    read_header(r);
  while (r->more && !(r->next.code == 0 && pawl_dxf_is(r->next.value, "ENDSEC"))) {
    const char *wrong = entities && r->next.code == 0 ? read_entity(r) : (advance(r), NULL);
    if (wrong)
      return wrong;
  }
  if (!r->more && !r->scan.wrong)
    return "is cut off: it ends inside of a section";
  return r->scan.wrong;
}

static const char *read_all(reading *r)
{
  for (advance(r); r->more && !(r->next.code == 0 && pawl_dxf_is(r->next.value, "EOF"));) {
    bool section = r->next.code == 0 && pawl_dxf_is(r->next.value, "SECTION");
    const char *wrong = advance(r) && section ? read_section(r) : NULL;
    if (wrong)
      return wrong;
  }
  return r->scan.wrong ? r->scan.wrong : r->entities ? NULL : "is no DXF drawing: it has no ENTITIES";
}

static const char *scale_of(const reading *r, double *scale)
{
  *scale = r->wanted->scale;
  if (!isnan(*scale))
    return NULL;
  *scale = unit_of(r->unit);
  if (*scale > 0)
    return NULL;
  return r->unit_given && r->unit != 0
             ? pawl_sentence(
                   r->scan.functions,
                   "says %d for its unit ($INSUNITS), which is none: 'scale' is the length of one, as in "
                   "scale = 1*mm",
                   r->unit)
             : "does not say its unit ($INSUNITS): 'scale' is the length of one, as in scale = 1*mm";
}

static double extent_of(const pawl_dxf_pieces *pieces)
{
  double widest = 0;
  for (int i = 0; i < pieces->count; i++)
    widest = fmax(widest, pawl_draft_extent(&pieces->piece[i].draft));
  return widest;
}

/* Programs write six decimals and more: of a drawing 100 mm wide, that is a hundredth of this. */
static const double JOINS = 1e-6; /* of the widest piece */

static const char *finish(reading *r, pawl_draft *draft)
{
  const pawl_dxf_wanted *wanted = r->wanted;
  const pawl_functions *functions = r->scan.functions;
  double scale;
  if (r->pieces.count == 0)
    return wanted->layer && r->others.count
               ? pawl_sentence(functions, "has nothing on the layer '%.40s', but on %s", wanted->layer,
                               pawl_dxf_layers(&r->others, functions))
               : "has no outline: no entity in it draws one";
  const char *wrong = scale_of(r, &scale);
  if (wrong)
    return wrong;
  double tolerance = wanted->tolerance > 0 ? wanted->tolerance / scale : JOINS * extent_of(&r->pieces);
  pawl_draft joined = {0};
  wrong = pawl_dxf_join(&r->pieces, wanted, tolerance, functions, &joined);
  const pawl_affine map = {{scale, 0, 0, scale, 0, 0}};
  for (int i = 0; i < joined.count && !wrong; i++)
    pawl_draft_add_mapped(draft, functions->arena, joined.piece + i, &map);
  draft->closed = joined.closed;
  draft->starved = draft->starved || joined.starved;
  return wrong;
}

#define BINARY "AutoCAD Binary DXF"

const char *pawl_dxf_file(const pawl_text *file, const pawl_dxf_wanted *wanted,
                          const pawl_functions *functions, pawl_draft *draft)
{
  size_t skip = file->size >= 3 && memcmp(file->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* byte order mark */
  reading r = {.scan = {.at = file->text + skip, .end = file->text + file->size, .functions = functions},
               .wanted = wanted};
  if (file->size >= strlen(BINARY) && memcmp(file->text, BINARY, strlen(BINARY)) == 0)
    return "is a binary DXF: save it as text (ASCII)";
  const char *wrong = read_all(&r);
  return wrong ? wrong : finish(&r, draft);
}

bool pawl_dxf_is_one(const pawl_text *file)
{
  size_t n = strlen(file->name);
  static const char ours[] = ".dxf";
  const char *end = n >= 4 ? file->name + n - 4 : "";
  return (file->size >= strlen(BINARY) && memcmp(file->text, BINARY, strlen(BINARY)) == 0) ||
         pawl_dxf_same((pawl_dxf_span){end, end + strlen(end)}, (pawl_dxf_span){ours, ours + 4});
}
