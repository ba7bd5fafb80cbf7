/* Errors are sentences: where it happened, then what is wrong. The first error wins; later ones are echoes. */
#ifndef PAWL_BASE_ERROR_H
#define PAWL_BASE_ERROR_H

#include "pawl.h"

/* Fills *error (which may be NULL) and returns status. `where` may be NULL. */
pawl_status pawl_fail(pawl_error *error, pawl_status status, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
pawl_status pawl_fail_memory(pawl_error *error);
/* Says where, when the error does not yet. */
void pawl_fail_place(pawl_error *error, const char *where);

/* The nearest of `names` to `word` for "did you mean", or NULL when none is near. */
const char *pawl_nearest(const char *word, const char *const *names, int count);

#endif
