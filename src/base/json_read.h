/* Reading JSON (RFC 8259) that comes from outside: small, strict, bounded. */
#ifndef PAWL_BASE_JSON_READ_H
#define PAWL_BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef enum {
  PAWL_JSON_NULL,
  PAWL_JSON_FLAG,
  PAWL_JSON_NUMBER,
  PAWL_JSON_TEXT,
  PAWL_JSON_ARRAY,
  PAWL_JSON_OBJECT
} pawl_json_type;

typedef struct pawl_json_value {
  pawl_json_type type;
  bool flag;
  double number;                              /* finite                         */
  const char *text;                           /* UTF-8                          */
  const char *key;                            /* of a member; NULL: of an array */
  const struct pawl_json_value *first, *next; /* what is inside; what follows   */
} pawl_json_value;

/* One value and nothing else. Refused besides what is not JSON: nesting deeper than 32, more than 4096 values, one
 * key twice in an object, numbers beyond the range of a double, the character U+0000, half a surrogate pair, what
 * is not UTF-8. Everything is in the arena. */
pawl_status pawl_json_read(const pawl_json_value **value, const char *text, size_t size, pawl_arena *arena,
                           pawl_error *error);
/* A member of an object, or NULL, also when the value is none. */
const pawl_json_value *pawl_json_member(const pawl_json_value *object, const char *key);

#endif
