/* Outlines in DXF drawings: groups of a file, entities as pieces, pieces joined end to end. */
#ifndef PAWL_PARTS_CURVE_DXF_H
#define PAWL_PARTS_CURVE_DXF_H

#include "parts/curve_draft.h"

typedef struct {
  const char *from, *to;
} pawl_dxf_span;

/* A code and its value, without the blanks around it. */
typedef struct {
  int code, line; /* line: of the code */
  pawl_dxf_span value;
} pawl_dxf_group;

typedef struct {
  const char *at, *end;
  int line;
  const pawl_functions *functions;
  const char *wrong;
} pawl_dxf_scan;

/* Passes comments (999). false: the file has ended, or scan->wrong. */
bool pawl_dxf_next(pawl_dxf_scan *scan, pawl_dxf_group *group);
bool pawl_dxf_is(pawl_dxf_span span, const char *word);
bool pawl_dxf_same(pawl_dxf_span a, pawl_dxf_span b); /* names, whose case does not matter */
/* For sentences: short, and without what a terminal obeys. */
const char *pawl_dxf_word(const pawl_functions *functions, pawl_dxf_span span);

/* An entity: the groups from its name on. */
typedef struct {
  const pawl_dxf_group *group;
  int count;
  const pawl_functions *functions;
  const char *wrong;
} pawl_dxf_entity;
double pawl_dxf_real(pawl_dxf_entity *e, const pawl_dxf_group *group);
/* Of the first group with that code, or the fallback. */
double pawl_dxf_get(pawl_dxf_entity *e, int code, double fallback);

/* An end of what is drawn by an entity, in the units of the drawing. */
typedef struct {
  pawl_draft draft;
  pawl_dxf_span layer;
} pawl_dxf_piece;

typedef struct {
  pawl_dxf_piece *piece;
  int count, room;
} pawl_dxf_pieces;

/* Adds what the entity draws, but for polylines of vertices. Returns a sentence, or NULL. */
const char *pawl_dxf_draw(pawl_dxf_entity *e, pawl_draft *draft);
/* Polylines of vertices: begins, goes on to a vertex, ends. */
typedef struct {
  bool open, any, mirrored;
  bool closed;
  pawl_xy first, pen;
  double bulge;
} pawl_dxf_vertices;
const char *pawl_dxf_begin_vertices(pawl_dxf_entity *e, pawl_dxf_vertices *v);
void pawl_dxf_go_to(pawl_dxf_vertices *v, pawl_arena *arena, pawl_draft *draft, pawl_xy to, double bulge);
void pawl_dxf_end_vertices(pawl_dxf_vertices *v, pawl_arena *arena, pawl_draft *draft);
const char *pawl_dxf_vertex(pawl_dxf_entity *e, pawl_dxf_vertices *v, pawl_draft *draft);

/* Joins them end to end; of several outlines the number-th (from 1), or the only one when 0. */
typedef struct {
  const char *layer; /* NULL: any */
  int number;
  double scale, tolerance; /* scale NaN: as the drawing says; tolerance 0: its default */
} pawl_dxf_wanted;
const char *pawl_dxf_join(pawl_dxf_pieces *pieces, const pawl_dxf_wanted *wanted, double tolerance,
                          const pawl_functions *functions, pawl_draft *draft);
/* "'A', 'B'": the layers that the pieces are on. */
const char *pawl_dxf_layers(const pawl_dxf_pieces *pieces, const pawl_functions *functions);

/* What the outline of the file draws, in metres. Returns a sentence, or NULL. */
const char *pawl_dxf_file(const pawl_text *file, const pawl_dxf_wanted *wanted,
                          const pawl_functions *functions, pawl_draft *draft);
bool pawl_dxf_is_one(const pawl_text *file);

#endif
