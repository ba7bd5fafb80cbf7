/* The language of numbers that one asks for: expressions over channels, the same in every place. docs/measures.md describes it.
 *
 *     expression = term { ("+" | "-") term }
 *     term       = factor { ("*" | "/") factor }
 *     factor     = ("+" | "-") factor | power
 *     power      = value [ "^" factor ]
 *     value      = number | name | function "(" [ argument { "," argument } ] ")" | "(" expression ")"
 *     argument   = expression | part [ ":" kind ]
 *
 * A number has its dimension; what does not fit is refused while the text is read. What is computed in each row is computed here; what
 * needs all rows (max(x), cross(x, 0)) is a node whose number somebody else fills in: result/measure.c. */
#ifndef PAWL_BASE_EXPRESSION_H
#define PAWL_BASE_EXPRESSION_H

#include "base/arena.h"
#include "base/dimension.h"
#include "base/error.h"

/* How the arguments and the result of a function fit each other. */
typedef enum {
  PAWL_RULE_SAME,     /* arguments of one unit, which is the result's  */
  PAWL_RULE_SIGN,     /* of any unit; a pure number                    */
  PAWL_RULE_ROOT,     /* the root of the unit                          */
  PAWL_RULE_PURE,     /* a pure number of a pure number                */
  PAWL_RULE_ANGLE,    /* an angle of a pure number, or of two of one unit */
  PAWL_RULE_INTEGRAL, /* times s                                       */
  PAWL_RULE_TIME,     /* x, a level in its unit, a number n: a time    */
  PAWL_RULE_COUNT,    /* the same, without n: a pure number            */
  PAWL_RULE_AT,       /* x and a time: the unit of x                   */
  PAWL_RULE_EVENTS    /* the unit that the table says                  */
} pawl_rule;

typedef struct {
  const char *name, *arguments; /* "x, level, n", for people */
  int least, most;              /* how many                  */
  pawl_rule rule;
  double (*one)(double x); /* in a row */
  double (*two)(double x, double y);
  const char *unit; /* of the result: rule EVENTS */
  const char *doc;
} pawl_function;

extern const pawl_function pawl_functions[];  /* in each row: expression_functions.c; ends with {0} */
extern const pawl_function pawl_reductions[]; /* over the run */

typedef enum {
  PAWL_NODE_NUMBER,
  PAWL_NODE_TIME,
  PAWL_NODE_CHANNEL,
  PAWL_NODE_NEGATIVE,
  PAWL_NODE_SUM,
  PAWL_NODE_DIFFERENCE,
  PAWL_NODE_PRODUCT,
  PAWL_NODE_QUOTIENT,
  PAWL_NODE_POWER,
  PAWL_NODE_CALL,     /* of a function in each row */
  PAWL_NODE_REDUCTION /* over the run              */
} pawl_node_kind;

enum { PAWL_ARGUMENTS_MOST = 3 };

typedef struct pawl_node {
  pawl_node_kind kind;
  const pawl_function *function;
  struct pawl_node *argument[PAWL_ARGUMENTS_MOST];
  int count;                /* of them                                                     */
  double value;             /* of a number; of a reduction once it is known                */
  int channel;              /* its number                                                  */
  double factor;            /* of a channel: what makes it SI                              */
  const char *part, *event; /* of events: whose, and which; event NULL: all                */
  bool varies;              /* has a value in each row                                     */
  bool known;               /* is made of numbers alone                                    */
  pawl_dimension dimension; /* of its value in SI                                          */
  const char *unit;         /* as a channel calls it, where that is all it is made of, or NULL */
  int column;               /* in the text, from 1                                         */
} pawl_node;

/* What names mean. */
typedef struct {
  /* The number of a channel, and its unit (NULL: not known); -1: there is none. */
  int (*find)(void *context, const char *name, size_t length, const char **unit);
  /* The name of a part as it is kept, or NULL. The member NULL: there are no events. */
  const char *(*part)(void *context, const char *name, size_t length);
  /* The nearest name of a channel or of a part, or NULL. */
  const char *(*near)(void *context, const char *name, bool part);
  const char *const *kinds; /* of events; ends with NULL */
  void *context;
} pawl_vocabulary;

typedef struct pawl_expression {
  pawl_node *root;
  const char *text;
  bool over_run;    /* there is something in it that needs all rows */
  const char *unit; /* of the result, "" for pure numbers           */
} pawl_expression;

/* `who` begins every sentence: "--measure". `words` NULL: numbers and units alone. It lives as long as the arena. */
pawl_status pawl_expression_read(pawl_expression **expression, const char *text, const char *who,
                                 const pawl_vocabulary *words, pawl_arena *arena, pawl_error *error);
/* Whether a text is one number of a run, as far as can be seen without knowing its names. */
bool pawl_expression_is_measure(const char *text);

/* Where the channels of a row are: in an array, or in a row of columns. */
typedef struct {
  double time;
  const double *values;
  double *const *columns;
  size_t row;
} pawl_row_of;
double pawl_node_value(const pawl_node *node, const pawl_row_of *row);

/* A number with a unit, "50*cm", for what is in `unit` ("" or NULL: any). A pure number is taken as it is. False: `why` says what is
 * wrong with it. */
enum { PAWL_WHY = 256 };
bool pawl_quantity_read(const char *text, const char *unit, double *value, char why[PAWL_WHY]);

/* The end of the first of several expressions with commas between them: a comma outside of brackets and quotes, or the end. `also`
 * is another letter that ends it, or 0. */
size_t pawl_expression_end(const char *text, char also);
/* Whether a word is more than a name with a * at its end. */
bool pawl_expression_is(const char *word, size_t length);

/* A sentence about a place in the text: 'TEXT', column N: … */
pawl_status pawl_expression_fail(pawl_error *error, const char *who, const char *text, int column,
                                 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* expression_units.c: the dimension of a node from those of its arguments; NULL, or what does not fit. */
const char *pawl_node_judge(pawl_node *node, char why[PAWL_WHY]);
/* Its unit in words: "m", "a pure number". */
const char *pawl_node_unit(const pawl_node *node, char text[PAWL_UNIT_TEXT]);

#endif
