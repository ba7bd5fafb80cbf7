/* Writing JSON. */
#ifndef PAWL_BASE_JSON_H
#define PAWL_BASE_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "pawl.h"

typedef struct {
  FILE *to;
  int depth;
  bool started; /* something stands before the next value                              */
  bool flat;    /* inside an array that is written on one line                         */
  bool inside;  /* of an HTML page: < > & are written as \u003c …, so that no text ends a <script> */
} pawl_json;

/* `key` is NULL for elements of arrays and for the outermost value. */
void pawl_json_open(pawl_json *json, const char *key, char bracket);
void pawl_json_close(pawl_json *json, char bracket);
void pawl_json_text(pawl_json *json, const char *key, const char *text); /* NULL: null                     */
void pawl_json_number(pawl_json *json, const char *key, double x);       /* not finite: null, JSON has none */
void pawl_json_count(pawl_json *json, const char *key, long n);
void pawl_json_flag(pawl_json *json, const char *key, bool yes);
void pawl_json_numbers(pawl_json *json, const char *key, const double *x, int count);
/* A value that the caller writes to json->to himself. */
void pawl_json_raw(pawl_json *json, const char *key);
/* "status" and, after a failure, "error": { where, text, time }. */
void pawl_json_outcome(pawl_json *json, int status, const pawl_error *error);

/* The inside of a string, without its quotes. */
void pawl_json_put(FILE *to, const char *text, bool inside_html);
/* The fewest of 15, 16 or 17 digits that read back as the same number. */
const char *pawl_digits(double x, char text[32]);

#endif
