/* The integrators as the user writes them. From this list come the words of `simulate { method = … }` and `--method`, what
 * `pawl parts` and the help say about them, the sentence about an unknown one, and the list of methods in step/method.c.
 * An explicit Runge–Kutta method is one file, step/rk_<word>.c, and one line here. */
#ifndef PAWL_PARTS_METHODS_H
#define PAWL_PARTS_METHODS_H

/* clang-format off */
#define PAWL_METHODS(FIRST, RUNGE_KUTTA, OTHER) \
  FIRST(      AUTO,     auto,     "dopri5 or dop853 by the tolerance, and bdf when the model proves stiff") \
  RUNGE_KUTTA(BS3,      bs3,      "Bogacki and Shampine's of order 3, with short steps") \
  RUNGE_KUTTA(DOPRI5,   dopri5,   "Dormand and Prince's of order 5, for tolerances above 1e-4") \
  RUNGE_KUTTA(DOP853,   dop853,   "Dormand and Prince's of order 8, for smaller ones") \
  OTHER(      BDF,      bdf,      "CVODE's backward differences, for stiff models") \
  OTHER(      STEPPING, stepping, "Moreau and Jean's scheme with a fixed step, for many contacts")
/* clang-format on */

#define PAWL_METHOD_NUMBER(id, word, doc) PAWL_METHOD_##id,
enum { PAWL_METHODS(PAWL_METHOD_NUMBER, PAWL_METHOD_NUMBER, PAWL_METHOD_NUMBER) PAWL_METHOD_COUNT };

#define PAWL_METHOD_FIRST_WORD(id, word, doc) #word
#define PAWL_METHOD_WORD(id, word, doc) " " #word
#define PAWL_METHOD_WORDS PAWL_METHODS(PAWL_METHOD_FIRST_WORD, PAWL_METHOD_WORD, PAWL_METHOD_WORD)

#define PAWL_METHOD_FIRST_DOC(id, word, doc) #word ": " doc
#define PAWL_METHOD_DOC(id, word, doc) "; " #word ": " doc
#define PAWL_METHOD_DOCS PAWL_METHODS(PAWL_METHOD_FIRST_DOC, PAWL_METHOD_DOC, PAWL_METHOD_DOC)

#endif
