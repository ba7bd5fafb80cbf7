/* What parts and fields are called elsewhere, for "did you mean": a table, and nothing else knows such words. */
#ifndef PAWL_PARTS_SYNONYMS_H
#define PAWL_PARTS_SYNONYMS_H

#include "parts/part.h"

typedef struct {
  const char *word;
  const char *kind, *spatial; /* in a plane, and in space where that is another one; NULL: the same */
} pawl_kind_word;
extern const pawl_kind_word pawl_kind_words[]; /* ends with {0} */

typedef struct {
  const char *word, *fields; /* separated by blanks: the first that a part has is meant */
} pawl_field_word;
extern const pawl_field_word pawl_field_words[];

/* The kind that goes by that word elsewhere, whatever its case; NULL: none does. */
const char *pawl_kind_meant(const char *word, unsigned worlds);
/* Of these fields, the one that goes by that word elsewhere; NULL: none does. */
const char *pawl_field_meant(const char *word, const pawl_field *fields, unsigned worlds);

#endif
