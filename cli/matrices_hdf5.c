/* The matrices as an HDF5 file: one data set each, its meaning as a text; names of coordinates and
 * equations. */
#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrices.h"

static bool put_text(hid_t owner, const char *name, const char *text)
{
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, strlen(text) ? strlen(text) : 1);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  hid_t attribute = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  bool ok = attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  return ok;
}

static bool put_table(hid_t file, const pawl_table *t)
{
  hsize_t size[2] = {(hsize_t)t->rows, (hsize_t)t->columns};
  hid_t space = H5Screate_simple(t->columns ? 2 : 1, size, NULL);
  hid_t table = H5Dcreate2(file, t->name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool empty = t->rows == 0;
  bool ok = table >= 0 && put_text(table, "meaning", t->doc) &&
            (empty || H5Dwrite(table, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t->x) >= 0);
  H5Dclose(table);
  H5Sclose(space);
  return ok;
}

static bool put_names(hid_t file, const char *name, const char **names, int count)
{
  hsize_t size = (hsize_t)count;
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &size, NULL);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  hid_t table = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool ok = table >= 0 && (count == 0 || H5Dwrite(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
  H5Dclose(table);
  H5Sclose(space);
  H5Tclose(type);
  return ok;
}

static bool put_all(hid_t file, const pawl_matrices *all)
{
  pawl_table time = {"time", 1, 0, (double *)&all->time, "the instant, s"};
  bool ok = file >= 0 && put_text(file, "model", all->model) && put_table(file, &time);
  for (int i = 0; i < PAWL_TABLES && ok; i++)
    ok = put_table(file, all->tables + i);
  return ok && put_names(file, "coordinates", all->coordinates, all->n) &&
         put_names(file, "equations", all->equations, all->m);
}

/* Writes what HDF5 has made in memory. HDF5 itself must not meet a full disk: version 1.10 crashes at exit then. */
static pawl_status write_image(hid_t file, const char *path, pawl_error *error)
{
  ssize_t size = H5Fget_file_image(file, NULL, 0);
  void *image = size > 0 ? malloc((size_t)size) : NULL;
  if (!image || H5Fget_file_image(file, image, (size_t)size) != size) {
    free(image);
    return pawl_fail_memory(error);
  }
  errno = 0;
  FILE *to = fopen(path, "wb");
  bool ok = to && fwrite(image, 1, (size_t)size, to) == (size_t)size;
  ok = to && fclose(to) == 0 && ok;
  free(image);
  return ok ? PAWL_OK : pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", path, strerror(errno));
}

pawl_status pawl_matrices_hdf5(const pawl_matrices *all, const char *path, pawl_error *error)
{
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* failures are said below, in one sentence */
  hid_t memory = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(memory, 1 << 20, false);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, memory);
  bool made = put_all(file, all) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
  pawl_status status = made ? write_image(file, path, error)
                            : pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot write %s: HDF5 failed", path);
  if (file >= 0)
    H5Fclose(file);
  H5Pclose(memory);
  return status;
}
