/* What a Lua function of coordinates computes, written down once and computed in C from then on: the same operations on the
 * same numbers in the same order, so the same bits. Only of functions in which no comparison decides what is computed;
 * lua_own.c sees to that.      theory.md, 5.14 */
#ifndef PAWL_MODEL_TAPE_H
#define PAWL_MODEL_TAPE_H

#include "base/arena.h"
#include "model/jet.h"

enum { PAWL_TAPE_MOST = 2000, PAWL_TAPE_RESULTS = 256 };

/* While it is written. Nodes are numbered in the order in which they were computed; the first are the arguments. */
typedef struct {
  bool spoiled; /* something was done that cannot be written down */
  int serial;   /* of this recording                              */
  int inputs;   /* arguments                                      */
  int count;    /* nodes, with the arguments                      */
  struct {
    bool constant;
    pawl_op op;
    int a, b;
    double value; /* of a constant */
  } node[PAWL_TAPE_MOST];
  int result[PAWL_TAPE_RESULTS];
} pawl_recorder;

/* Both return the node, 0 after spoiling. */
int pawl_record_constant(pawl_recorder *recorder, double value);
int pawl_record(pawl_recorder *recorder, pawl_op op, int a, int b);

/* Numbers stand in rows of inputs, constants and results of operations, in this order. */
typedef struct {
  int inputs, first, count; /* arguments; the first operation; all numbers */
  int results;
  struct pawl_tape_step {
    unsigned char op;
    unsigned short a, b;
  } * step;
  unsigned short *result;
  double *number;
  pawl_jet *jet;
} pawl_tape;

/* NULL: no memory. */
pawl_tape *pawl_tape_make(const pawl_recorder *recorder, int results, pawl_arena *arena);
/* Whether an argument is used. */
bool pawl_tape_reads(const pawl_tape *tape, int input);
/* Whether the results are constants and multiples of the arguments, added up. */
bool pawl_tape_is_linear(const pawl_tape *tape);
/* The results from the arguments in tape->number or tape->jet, which the caller has set. */
void pawl_tape_numbers(const pawl_tape *tape, pawl_jet *out);
void pawl_tape_jets(const pawl_tape *tape, pawl_jet *out);

#endif
