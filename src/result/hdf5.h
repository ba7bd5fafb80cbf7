/* What the HDF5 files of this folder share: the file below HDF5, and its silence. */
#ifndef PAWL_RESULT_HDF5_H
#define PAWL_RESULT_HDF5_H

#include <hdf5.h>
#include <stdbool.h>

#if H5_VERSION_GE(1, 13, 0) /* drivers have a header of their own */
#include <H5FDdevelop.h>
#endif

#include "pawl.h"

enum { PAWL_SUPERBLOCK = 48 };

/* An HDF5 driver over a descriptor. Lives in the writer's arena, not in HDF5's memory. */
typedef struct {
  H5FD_t base;
  int descriptor;
  int failure;   /* errno of the first failed write, or 0 */
  haddr_t space; /* end of what HDF5 has allocated        */
  haddr_t size;  /* end of the file                       */
  haddr_t told;  /* end that the superblock in the file tells */
  unsigned char superblock[PAWL_SUPERBLOCK];
} pawl_hdf5_file;

/* Properties to create or open `file` with; H5Pclose them, then H5FDunregister the driver. */
hid_t pawl_hdf5_driver(void);
hid_t pawl_hdf5_access(hid_t driver, pawl_hdf5_file *file);

/* HDF5 prints its errors unless told not to. Between hush and restore it is silent, and the most specific thing
 * it had to say about the first failure is kept; then the program's own wish is back. */
typedef struct {
  H5E_auto2_t print;
  void *data;
  char reason[160];
} pawl_hdf5_voice;
void pawl_hdf5_hush(pawl_hdf5_voice *voice);
void pawl_hdf5_restore(const pawl_hdf5_voice *voice);

#endif
