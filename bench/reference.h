/* Reference motions of the scenes, in long double from equations of their own. */
#ifndef BENCH_REFERENCE_H
#define BENCH_REFERENCE_H

enum { BENCH_REFERENCE_LINKS = 16 };

/* Absolute angles of n links at BENCH_CHAIN_TIME; returns how much half the step changes them. */
double bench_reference_chain(int n, double *angles);
/* The angle of the rods at BENCH_FOURBAR_TIME; *change as above. */
double bench_reference_fourbar(int n, double *change);

#endif
