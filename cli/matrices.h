/* pawl matrices. */
#ifndef PAWL_CLI_MATRICES_H
#define PAWL_CLI_MATRICES_H

#include "cli.h"
#include "step/matrices.h"

pawl_status pawl_matrices_hdf5(const pawl_matrices *all, const char *path, pawl_error *error);

#endif
