/* Contact problems in files. */
#ifndef PAWL_STUDY_PROBLEM_FILE_H
#define PAWL_STUDY_PROBLEM_FILE_H

#include "contact/problem.h"

/* problem_file.c: stored problems */
pawl_status pawl_problem_write(const pawl_problem *problem, const char *note, const char *path,
                               pawl_error *error);
/* Everything it points to lives in the arena. */
pawl_status pawl_problem_read(pawl_problem *problem, pawl_arena *arena, const char *path, pawl_error *error);

/* siconos_file.c: those of Siconos, too */
typedef struct {
  pawl_problem contacts; /* n = 0: it is not one of these, but */
  int size;              /* of w = M z + q                     */
  const double *M, *q;   /* by rows                            */
} pawl_stored_problem;
/* By its first word. Everything it points to lives in the arena. */
pawl_status pawl_stored_read(pawl_stored_problem *problem, pawl_arena *arena, const char *path,
                             pawl_error *error);

#endif
