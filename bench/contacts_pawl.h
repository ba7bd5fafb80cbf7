/* Searching and following touches, without a mechanism around them. */
#ifndef BENCH_CONTACTS_PAWL_H
#define BENCH_CONTACTS_PAWL_H

#include "engine.h"

/* Of the kinds BENCH_SEARCH and BENCH_TRACK. */
bench_job *bench_open_contacts(const bench_scene *scene);

#endif
