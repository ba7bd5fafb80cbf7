/* Numbers with first derivatives along two directions and the second along both, and what can be computed with them.
 *   f(u)_d = f' u_d,   f(u)_e = f' u_e,   f(u)_de = f'' u_d u_e + f' u_de      exact      theory.md, 5.4, 5.14
 * With one direction twice, f(u)'' = f'' u'² + f' u''. */
#ifndef PAWL_MODEL_JET_H
#define PAWL_MODEL_JET_H

#include "parts/part.h"

typedef enum {
  PAWL_OP_ADD,
  PAWL_OP_SUBTRACT,
  PAWL_OP_MULTIPLY,
  PAWL_OP_DIVIDE,
  PAWL_OP_POWER,
  PAWL_OP_ATAN,   /* of a/b, by quadrants   */
  PAWL_OP_MIN,    /* b where b < a, else a  */
  PAWL_OP_MAX,    /* b where a < b, else a  */
  PAWL_OP_NEGATE, /* from here on of one number: b does not count */
  PAWL_OP_LOG,
  PAWL_OP_SIN,
  PAWL_OP_COS,
  PAWL_OP_TAN,
  PAWL_OP_ASIN,
  PAWL_OP_ACOS,
  PAWL_OP_EXP,
  PAWL_OP_SQRT,
  PAWL_OP_ABS,
  PAWL_OP_DEG,
  PAWL_OP_RAD
} pawl_op;

pawl_jet pawl_op_jet(pawl_op op, pawl_jet a, pawl_jet b);
/* The same without derivatives: the same bits as pawl_op_jet(...).v, and as Lua has it. */
double pawl_op_number(pawl_op op, double a, double b);

#endif
