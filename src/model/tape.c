/* Recorded functions.      theory.md, 5.14 */
#include "model/tape.h"

/* ---- writing ---- */

static int next_node(pawl_recorder *r)
{
  if (r->count == PAWL_TAPE_MOST)
    r->spoiled = true;
  return r->spoiled ? 0 : r->count++;
}

int pawl_record_constant(pawl_recorder *r, double value)
{
  int i = next_node(r);
  if (!r->spoiled) {
    r->node[i].constant = true;
    r->node[i].value = value;
  }
  return i;
}

int pawl_record(pawl_recorder *r, pawl_op op, int a, int b)
{
  int i = next_node(r);
  if (!r->spoiled) {
    r->node[i].constant = false;
    r->node[i].op = op;
    r->node[i].a = a;
    r->node[i].b = b;
  }
  return i;
}

/* ---- making ---- */

/* Where each node's number stands; returns where the operations begin. */
static int place_nodes(const pawl_recorder *r, int *place)
{
  int next = r->inputs;
  for (int i = 0; i < r->inputs; i++)
    place[i] = i;
  for (int i = r->inputs; i < r->count; i++)
    if (r->node[i].constant)
      place[i] = next++;
  int first = next;
  for (int i = r->inputs; i < r->count; i++)
    if (!r->node[i].constant)
      place[i] = next++;
  return first;
}

pawl_tape *pawl_tape_make(const pawl_recorder *r, int results, pawl_arena *arena)
{
  int place[PAWL_TAPE_MOST], first = place_nodes(r, place);
  size_t count = (size_t)r->count;
  pawl_tape *tape = PAWL_TAKE(arena, 1, pawl_tape);
  struct pawl_tape_step *step = PAWL_TAKE(arena, count, struct pawl_tape_step);
  unsigned short *result = PAWL_TAKE(arena, (size_t)results, unsigned short);
  double *number = PAWL_TAKE(arena, count, double);
  pawl_jet *jet = PAWL_TAKE(arena, count, pawl_jet);
  if (!tape || !step || !result || !number || !jet)
    return NULL;
  for (int i = r->inputs; i < r->count; i++) {
    int to = place[i];
    if (r->node[i].constant)
      jet[to] = (pawl_jet){number[to] = r->node[i].value, 0, 0, 0};
    else
      step[to - first] =
          (struct pawl_tape_step){(unsigned char)r->node[i].op, (unsigned short)place[r->node[i].a],
                                  (unsigned short)place[r->node[i].b]};
  }
  for (int i = 0; i < results; i++)
    result[i] = (unsigned short)place[r->result[i]];
  *tape = (pawl_tape){r->inputs, first, r->count, results, step, result, number, jet};
  return tape;
}

bool pawl_tape_reads(const pawl_tape *tape, int input)
{
  bool reads = false;
  for (int i = 0; i < tape->count - tape->first; i++)
    reads |= tape->step[i].a == input || tape->step[i].b == input;
  for (int i = 0; i < tape->results; i++)
    reads |= tape->result[i] == input;
  return reads;
}

/* Of the result of an operation from those of its numbers; 2 stands for all that is not linear. */
static int degree_of(pawl_op op, int a, int b)
{
  switch (op) {
  case PAWL_OP_ADD:
  case PAWL_OP_SUBTRACT:
    return a > b ? a : b;
  case PAWL_OP_MULTIPLY:
    return a + b < 2 ? a + b : 2;
  case PAWL_OP_DIVIDE:
    return b == 0 ? a : 2;
  case PAWL_OP_NEGATE:
  case PAWL_OP_DEG:
  case PAWL_OP_RAD:
    return a;
  default:
    return a == 0 && (b == 0 || op > PAWL_OP_NEGATE) ? 0 : 2;
  }
}

bool pawl_tape_is_linear(const pawl_tape *tape)
{
  unsigned char degree[PAWL_TAPE_MOST];
  bool linear = true;
  for (int i = 0; i < tape->first; i++)
    degree[i] = i < tape->inputs;
  for (int i = tape->first; i < tape->count; i++) {
    const struct pawl_tape_step *step = tape->step + (i - tape->first);
    degree[i] = (unsigned char)degree_of((pawl_op)step->op, degree[step->a], degree[step->b]);
  }
  for (int i = 0; i < tape->results; i++)
    linear &= degree[tape->result[i]] < 2;
  return linear;
}

/* ---- computing ---- */

/* What most functions are made of is computed here. */
static inline double compute(pawl_op op, double a, double b)
{
  switch (op) {
  case PAWL_OP_ADD:
    return a + b;
  case PAWL_OP_SUBTRACT:
    return a - b;
  case PAWL_OP_MULTIPLY:
    return a * b;
  default:
    return pawl_op_number(op, a, b);
  }
}

void pawl_tape_numbers(const pawl_tape *tape, pawl_jet *out)
{
  double *x = tape->number;
  const struct pawl_tape_step *step = tape->step;
  for (int i = tape->first; i < tape->count; i++, step++)
    x[i] = compute((pawl_op)step->op, x[step->a], x[step->b]);
  for (int i = 0; i < tape->results; i++)
    out[i] = (pawl_jet){x[tape->result[i]], 0, 0, 0};
}

void pawl_tape_jets(const pawl_tape *tape, pawl_jet *out)
{
  pawl_jet *x = tape->jet;
  const struct pawl_tape_step *step = tape->step;
  for (int i = tape->first; i < tape->count; i++, step++)
    x[i] = pawl_op_jet((pawl_op)step->op, x[step->a], x[step->b]);
  for (int i = 0; i < tape->results; i++)
    out[i] = x[tape->result[i]];
}
