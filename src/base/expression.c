/* Reading expressions: by recursive descent, with a sentence and a place for every mistake. */
#include "base/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/expression_read.h"

enum { LONGEST = 4000, DEEPEST = 100, SHOWN = 160 };

/* ---- places and sentences ---- */

static int column_of(const char *text, const char *at)
{
  int column = 1;
  for (; text < at; text++)
    column += ((unsigned char)*text & 0xC0) != 0x80;
  return column;
}

/* Without what a terminal would take for an order; a long one is cut. */
static void put_shown(char *to, const char *text)
{
  size_t n = 0;
  for (; text[n] && n < SHOWN; n++)
    to[n] = (unsigned char)text[n] < ' ' || text[n] == 127 ? '?' : text[n];
  while (text[n] && n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
    n--;
  strcpy(to + n, text[n] ? "…" : "");
}

__attribute__((format(printf, 5, 0))) static pawl_status fail(pawl_error *error, const char *who,
                                                              const char *text, int column,
                                                              const char *format, va_list arguments)
{
  char shown[SHOWN + 8], sentence[512], clean[512];
  vsnprintf(sentence, sizeof sentence, format, arguments);
  size_t n = 0;
  for (; sentence[n]; n++)
    clean[n] = (unsigned char)sentence[n] < ' ' || sentence[n] == 127 ? '?' : sentence[n];
  clean[n] = 0;
  put_shown(shown, text);
  return pawl_fail(error, PAWL_BAD_CALL, NULL, "%s%s'%s', column %d: %s", who, *who ? " " : "", shown, column,
                   clean);
}

pawl_status pawl_expression_fail(pawl_error *error, const char *who, const char *text, int column,
                                 const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  pawl_status status = fail(error, who, text, column, format, arguments);
  va_end(arguments);
  return status;
}

pawl_node *pawl_expression_wrong(pawl_reader_of_text *r, const char *where, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fail(r->error, r->who, r->text, column_of(r->text, where), format, arguments);
  va_end(arguments);
  return NULL;
}

/* ---- nodes ---- */

pawl_node *pawl_expression_node(pawl_reader_of_text *r, pawl_node_kind kind, const char *where)
{
  pawl_node *node = PAWL_TAKE(r->arena, 1, pawl_node);
  if (!node) {
    pawl_fail_memory(r->error);
    return NULL;
  }
  *node = (pawl_node){.kind = kind, .factor = 1, .column = column_of(r->text, where)};
  return node;
}

pawl_node *pawl_expression_finish(pawl_reader_of_text *r, pawl_node *node, const char *where)
{
  char why[PAWL_WHY];
  node->known = node->count > 0 && node->kind != PAWL_NODE_REDUCTION;
  for (int i = 0; i < node->count; i++) {
    node->varies |= node->argument[i]->varies;
    node->known &= node->argument[i]->known;
  }
  if (node->kind == PAWL_NODE_REDUCTION)
    node->varies = false;
  const char *wrong = r->lenient ? NULL : pawl_node_judge(node, why);
  return wrong ? pawl_expression_wrong(r, where, "%s", wrong) : node;
}

/* One or two operands and what joins them; NULL when they are not there. */
static pawl_node *join(pawl_reader_of_text *r, pawl_node_kind kind, const char *where, pawl_node *a,
                       pawl_node *b)
{
  pawl_node *node = a ? pawl_expression_node(r, kind, where) : NULL;
  if (!node)
    return NULL;
  node->argument[node->count++] = a;
  if (b)
    node->argument[node->count++] = b;
  return pawl_expression_finish(r, node, where);
}

/* ---- the grammar ---- */

void pawl_expression_blanks(pawl_reader_of_text *r)
{
  r->at += strspn(r->at, " \t\r\n");
}

static pawl_node *bracket(pawl_reader_of_text *r)
{
  const char *open = r->at++;
  pawl_node *inside = pawl_expression_sum(r);
  if (!inside)
    return NULL;
  pawl_expression_blanks(r);
  if (!*r->at)
    return pawl_expression_wrong(r, open, "this bracket is not closed");
  if (*r->at != ')')
    return pawl_expression_wrong(r, r->at, "a ')' or an operator is missing before this");
  r->at++;
  return inside;
}

static pawl_node *value(pawl_reader_of_text *r)
{
  size_t word = pawl_expression_word(r->at, false), digits = pawl_expression_digits(r->at);
  size_t blanks = strspn(r->at + word, " \t\r\n");
  if (*r->at == '(')
    return bracket(r);
  if (*r->at == '"' || *r->at == '\'')
    return pawl_expression_quoted(r);
  if (word > 0 && pawl_expression_letter(*r->at) && r->at[word + blanks] == '(')
    return pawl_expression_call(r, word);
  if (digits > 0 && word > digits && pawl_expression_knows(r)) /* 2nd.x */
    return pawl_expression_name(r);
  if (digits > 0)
    return pawl_expression_number(r, digits);
  if (word > 0)
    return pawl_expression_name(r);
  if (!*r->at)
    return pawl_expression_wrong(r, r->at,
                                 r->at == r->text ? "there is nothing" : "something is missing at the end");
  return pawl_expression_wrong(r, r->at, "a number, a name or a bracket is missing before this");
}

static pawl_node *factor(pawl_reader_of_text *r);

static pawl_node *power(pawl_reader_of_text *r)
{
  pawl_node *base = value(r);
  pawl_expression_blanks(r);
  if (!base || *r->at != '^')
    return base;
  const char *where = r->at++;
  pawl_node *exponent = factor(r);
  return exponent ? join(r, PAWL_NODE_POWER, where, base, exponent) : NULL;
}

static pawl_node *factor(pawl_reader_of_text *r)
{
  pawl_expression_blanks(r);
  const char *where = r->at;
  if (++r->depth > DEEPEST)
    return pawl_expression_wrong(r, where, "more than %d brackets, signs and powers in each other", DEEPEST);
  pawl_node *node;
  if (*where == '-' || *where == '+') {
    r->at++;
    node = factor(r);
    if (*where == '-')
      node = join(r, PAWL_NODE_NEGATIVE, where, node, NULL);
  } else
    node = power(r);
  r->depth--;
  return node;
}

static pawl_node *term(pawl_reader_of_text *r)
{
  pawl_node *node = factor(r);
  for (pawl_expression_blanks(r); node && (*r->at == '*' || *r->at == '/'); pawl_expression_blanks(r)) {
    const char *where = r->at++;
    pawl_node *next = factor(r);
    node = next ? join(r, *where == '*' ? PAWL_NODE_PRODUCT : PAWL_NODE_QUOTIENT, where, node, next) : NULL;
  }
  return node;
}

pawl_node *pawl_expression_sum(pawl_reader_of_text *r)
{
  pawl_node *node = term(r);
  for (pawl_expression_blanks(r); node && (*r->at == '+' || *r->at == '-'); pawl_expression_blanks(r)) {
    const char *where = r->at++;
    pawl_node *next = term(r);
    node = next ? join(r, *where == '+' ? PAWL_NODE_SUM : PAWL_NODE_DIFFERENCE, where, node, next) : NULL;
  }
  return node;
}

/* ---- the whole ---- */

static const char *unit_text(const pawl_node *root, pawl_arena *arena)
{
  char text[PAWL_UNIT_TEXT];
  if (root->unit)
    return strcmp(root->unit, "1") == 0 ? "" : root->unit;
  return pawl_arena_text(arena, pawl_unit_write(&root->dimension, text));
}

static pawl_status read_whole(pawl_reader_of_text *r, pawl_expression **expression)
{
  if (strlen(r->text) > LONGEST)
    return pawl_fail(r->error, PAWL_BAD_CALL, NULL, "%s%san expression of more than %d letters", r->who,
                     *r->who ? ": " : "", LONGEST);
  pawl_node *root = pawl_expression_sum(r);
  if (!root)
    return r->error->status;
  if (*r->at) {
    pawl_expression_wrong(r, r->at,
                          *r->at == ')'   ? "this bracket was not opened"
                          : *r->at == ',' ? "a comma outside of brackets"
                                          : "an operator is missing before this");
    return r->error->status;
  }
  pawl_expression *e = PAWL_TAKE(r->arena, 1, pawl_expression);
  const char *unit = unit_text(root, r->arena);
  if (!e || !unit)
    return pawl_fail_memory(r->error);
  *e = (pawl_expression){root, r->text, r->over_run, unit};
  *expression = e;
  return PAWL_OK;
}

pawl_status pawl_expression_read(pawl_expression **expression, const char *text, const char *who,
                                 const pawl_vocabulary *words, pawl_arena *arena, pawl_error *error)
{
  pawl_error own = {0};
  char *kept = pawl_arena_text(arena, text);
  *expression = NULL;
  if (!kept)
    return pawl_fail_memory(error);
  pawl_reader_of_text r = {
      .text = kept, .at = kept, .who = who, .words = words, .arena = arena, .error = error ? error : &own};
  return read_whole(&r, expression);
}

bool pawl_expression_is_measure(const char *text)
{
  static const pawl_vocabulary any = {0};
  pawl_arena arena;
  pawl_error unheard = {0};
  pawl_expression *e = NULL;
  pawl_arena_open(&arena, NULL);
  pawl_reader_of_text r = {.text = text,
                           .at = text,
                           .who = "",
                           .words = &any,
                           .lenient = true,
                           .arena = &arena,
                           .error = &unheard};
  bool measure = read_whole(&r, &e) == PAWL_OK && e->over_run && !e->root->varies;
  pawl_arena_close(&arena);
  return measure;
}

/* ---- lists of expressions ---- */

size_t pawl_expression_end(const char *text, char also)
{
  size_t n = 0;
  char quote = 0;
  for (int depth = 0; text[n]; n++) {
    char c = text[n];
    if (quote)
      quote = c == quote ? 0 : quote;
    else if ((c == '"' || c == '\'') && strchr(text + n + 1, c))
      quote = c;
    else if (c == '(' || c == ')')
      depth += c == '(' ? 1 : -1;
    else if (depth <= 0 && (c == ',' || (also && c == also)))
      break;
  }
  return n;
}

bool pawl_expression_is(const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (strchr("()+/^\"' ", word[i]) || (word[i] == '*' && i + 1 < length))
      return true;
  return length > 0 && word[0] >= '0' && word[0] <= '9' && pawl_expression_digits(word) == length;
}
