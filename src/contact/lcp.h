/* Problems of linear complementarity, w = M z + q, 0 <= w complementary to z >= 0.      theory.md, 8.4 */
#ifndef PAWL_CONTACT_LCP_H
#define PAWL_CONTACT_LCP_H

#include <stdbool.h>
#include <stddef.h>

/* lcp.c: w = M z + q, 0 <= w complementary to z >= 0, by Lemke's method, lexicographic. M by rows. */

typedef enum { PAWL_LCP_SOLVED, PAWL_LCP_RAY, PAWL_LCP_LIMIT } pawl_lcp_end;

typedef struct {
  int n, width;  /* rows, numbers per row: n + 2, q last */
  double *table; /* basic = table (others, z0) + q       */
  int *basis;    /* variable of a row: w_i is i, z_i is n + i, z0 is 2n */
  int *other;    /* variable of a column, n + 1           */
  int *where;    /* column of a variable, 2n + 1; -1: basic */
  int pivots;
} pawl_lemke;

size_t pawl_lcp_bytes(int n);
/* z and w, n each; `cover` (or NULL: ones) is the vector that z0 goes with; `pivots` (or NULL) counts. */
pawl_lcp_end pawl_lcp(double *z, double *w, const double *M, const double *q, const double *cover, int n,
                      int *pivots, void *memory);
/* For those who fill the table themselves; pivot limit 0: a generous one. */
pawl_lcp_end pawl_lemke_run(pawl_lemke *lemke, const double *cover, int limit);
/* Exchanges the variables of a row and a column. */
void pawl_pivot(double *table, int rows, int width, int row, int at);
double pawl_lcp_residual(const double *z, const double *M, const double *q, int n);

/* lcp_enumerate.c: all complementary bases of a small LCP, 2ⁿ of them */
enum { PAWL_LCP_MOST = 16 };
typedef struct {
  int bases;      /* that give a solution                  */
  int solutions;  /* different z of these; 0: there is none */
  bool continuum; /* whole segments of solutions           */
} pawl_lcp_count;
size_t pawl_lcp_enumerate_bytes(int n);
/* Up to `room` solutions go to `z`, n numbers each. */
pawl_lcp_count pawl_lcp_enumerate(double *z, int room, const double *M, const double *q, int n, void *memory);

#endif
