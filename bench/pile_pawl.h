/* models/box-pile: pile_pawl.c. */
#ifndef BENCH_PILE_PAWL_H
#define BENCH_PILE_PAWL_H

#include "engine.h"

bench_job *bench_open_pile(const bench_scene *scene);

#endif
