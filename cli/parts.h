/* How the part tables are put into words: shared by the text, the page and the JSON of `pawl parts`. */
#ifndef PAWL_CLI_PARTS_H
#define PAWL_CLI_PARTS_H

#include "cli.h"
#include "parts/part.h"

typedef struct {
  pawl_family family;
  const char *name, *title;
} pawl_family_words;

enum { PAWL_FAMILIES = 26 };
extern const pawl_family_words pawl_families[PAWL_FAMILIES]; /* in the order of the page */

const char *pawl_family_name(pawl_family family);
const char *pawl_type_name(pawl_type type);
const char *pawl_type_about(pawl_type type); /* what is written for it */
bool pawl_type_has_range(pawl_type type);
/* The words for one field, in the arena; never NULL but without memory. */
const char *pawl_field_type(pawl_arena *arena, const pawl_field *field);
const char *pawl_field_default(pawl_arena *arena, const pawl_field *field);
const char *pawl_field_range(pawl_arena *arena, const pawl_field *field);
const char *pawl_world_note(unsigned worlds); /* "planar only", "spatial only", or "" */

/* parts_page.c: docs/parts.md. */
void pawl_parts_page(pawl_arena *arena, FILE *to);
/* parts_json.c */
void pawl_parts_json(FILE *to, const pawl_kind *only);
/* parts_picture.c: the example of every kind as FOLDER/kind.svg: the mechanism as it starts, or what a signal says over
 * time. */
pawl_status pawl_parts_pictures(pawl_call *call, const char *folder);

#endif
