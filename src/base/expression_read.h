/* What the files that read expressions share. */
#ifndef PAWL_BASE_EXPRESSION_READ_H
#define PAWL_BASE_EXPRESSION_READ_H

#include "base/expression.h"

typedef struct {
  const char *text, *at, *who;
  const pawl_vocabulary *words; /* NULL: numbers and units alone */
  bool lenient;                 /* names are not looked up       */
  bool over_run;
  int depth;
  pawl_arena *arena;
  pawl_error *error;
} pawl_reader_of_text;

enum { PAWL_NAME_MOST = 160 };

/* expression.c. The sentence, and NULL. */
pawl_node *pawl_expression_wrong(pawl_reader_of_text *r, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
pawl_node *pawl_expression_node(pawl_reader_of_text *r, pawl_node_kind kind, const char *where);
/* What is known of a node when its arguments are there; NULL: they do not fit. */
pawl_node *pawl_expression_finish(pawl_reader_of_text *r, pawl_node *node, const char *where);
void pawl_expression_blanks(pawl_reader_of_text *r);
pawl_node *pawl_expression_sum(pawl_reader_of_text *r);

/* expression_names.c */
bool pawl_expression_letter(char c);
/* How long the word is that begins here: of a name with points; with hyphens, too, if they are asked for. */
size_t pawl_expression_word(const char *at, bool hyphens);
size_t pawl_expression_digits(const char *at);
/* Length and name of the part here; 0: none is known. */
size_t pawl_expression_part(const pawl_reader_of_text *r, const char **part);
/* Whether a channel's name begins here. */
bool pawl_expression_knows(const pawl_reader_of_text *r);
const char *pawl_expression_near(pawl_reader_of_text *r, const char *name, size_t length, bool part);
pawl_node *pawl_expression_number(pawl_reader_of_text *r, size_t length);
pawl_node *pawl_expression_quoted(pawl_reader_of_text *r);
pawl_node *pawl_expression_name(pawl_reader_of_text *r);

/* expression_calls.c: the function whose name of that length begins here. */
pawl_node *pawl_expression_call(pawl_reader_of_text *r, size_t length);

#endif
