/* Pawl's woodpecker for the comparison with time-stepping. */
#ifndef BENCH_WOODPECKER_PAWL_H
#define BENCH_WOODPECKER_PAWL_H

#include "engine.h"

bench_job *bench_open_woodpecker(const bench_scene *scene);

#endif
