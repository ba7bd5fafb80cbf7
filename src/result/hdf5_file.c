/* The file below HDF5. Of HDF5's own drivers none will do:
 *
 *   - A failed write must not reach HDF5. It then cannot close the file, and the program ends with a
 *     segmentation fault in H5_term_library (seen with 1.10.8 on every full disk). So the first failure is
 *     remembered, and nothing more is written: HDF5 believes that all is well and closes, while the file stays
 *     as if the program had been killed at that moment.
 *   - A file that was not closed must open. In SWMR mode (single writer, multiple readers) HDF5 orders its
 *     writes such that the file is consistent between any two of them, but marks the superblock as being
 *     written, which keeps all other programs out. Here the marks never reach the file.
 *   - SWMR lets the superblock tell a length that is behind the rest, and readers that are not told to expect
 *     this refuse what lies beyond. Here the length goes to the file before anything that may lie beyond.
 *
 * Superblock, version 3: signature 8, version 1, sizes 2, marks 1, base 8, extension 8, end of file 8, root 8,
 * checksum 4; little-endian. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/hdf5.h"

enum { VERSION_AT = 8, MARKS_AT = 11, END_AT = 28, CHECKSUM_AT = 44 };

typedef struct {
  pawl_hdf5_file *file;
} choice;

static uint32_t rotate(uint32_t x, int by)
{
  return x << by | x >> (32 - by);
}

static uint32_t little(const unsigned char *p)
{
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void set_little(unsigned char *p, uint64_t x, int bytes)
{
  for (int i = 0; i < bytes; i++)
    p[i] = (unsigned char)(x >> 8 * i);
}

/* Jenkins' lookup3, which the format prescribes, of the CHECKSUM_AT = 3 * 12 + 8 bytes before the checksum. */
static uint32_t checksum(const unsigned char *p)
{
  uint32_t a = 0xdeadbeef + CHECKSUM_AT, b = a, c = a;
  for (int i = 0; i < 3; i++, p += 12) {
    a += little(p), b += little(p + 4), c += little(p + 8);
    a = (a - c) ^ rotate(c, 4), c += b;
    b = (b - a) ^ rotate(a, 6), a += c;
    c = (c - b) ^ rotate(b, 8), b += a;
    a = (a - c) ^ rotate(c, 16), c += b;
    b = (b - a) ^ rotate(a, 19), a += c;
    c = (c - b) ^ rotate(b, 4), b += a;
  }
  a += little(p), b += little(p + 4);
  c = (c ^ b) - rotate(b, 14);
  a = (a ^ c) - rotate(c, 11);
  b = (b ^ a) - rotate(a, 25);
  c = (c ^ b) - rotate(b, 16);
  a = (a ^ c) - rotate(c, 4);
  b = (b ^ a) - rotate(a, 14);
  return (c ^ b) - rotate(b, 24);
}

static void store(pawl_hdf5_file *file, haddr_t at, const unsigned char *data, size_t size)
{
  if (at + size > file->size)
    file->size = at + size;
  while (size && !file->failure) {
    ssize_t n = pwrite(file->descriptor, data, size, (off_t)at);
    if (n < 0 && errno != EINTR)
      file->failure = errno;
    data += n > 0 ? n : 0;
    at += n > 0 ? (haddr_t)n : 0;
    size -= n > 0 ? (size_t)n : 0;
  }
}

static void resize(pawl_hdf5_file *file, haddr_t size)
{
  if (!file->failure && size != file->size && ftruncate(file->descriptor, (off_t)size) != 0)
    file->failure = errno;
  file->size = size;
}

/* Writes the superblock without marks and with the present end; the file is never shorter than it tells. */
static void tell_end(pawl_hdf5_file *file)
{
  unsigned char *s = file->superblock;
  s[MARKS_AT] = 0;
  set_little(s + END_AT, file->space, 8);
  set_little(s + CHECKSUM_AT, checksum(s), 4);
  if (file->size < file->space)
    resize(file, file->space);
  store(file, 0, s, PAWL_SUPERBLOCK);
  file->told = file->space;
}

static herr_t put(H5FD_t *base, H5FD_mem_t kind, hid_t how, haddr_t at, size_t size, const void *data)
{
  pawl_hdf5_file *file = (pawl_hdf5_file *)base;
  const unsigned char *bytes = data;
  (void)how;
  if (at == 0 && size >= PAWL_SUPERBLOCK && bytes[VERSION_AT] == 3) {
    memcpy(file->superblock, bytes, PAWL_SUPERBLOCK);
    tell_end(file);
    at += PAWL_SUPERBLOCK;
    bytes += PAWL_SUPERBLOCK;
    size -= PAWL_SUPERBLOCK;
  } else if (kind != H5FD_MEM_DRAW && file->superblock[VERSION_AT] && file->told < file->space) {
    tell_end(file);
  }
  store(file, at, bytes, size);
  return 0;
}

/* What lies beyond the end reads as zeros: HDF5 allocates first and writes later. */
static herr_t get(H5FD_t *base, H5FD_mem_t kind, hid_t how, haddr_t at, size_t size, void *data)
{
  pawl_hdf5_file *file = (pawl_hdf5_file *)base;
  unsigned char *bytes = data;
  (void)kind;
  (void)how;
  while (size) {
    ssize_t n = pread(file->descriptor, bytes, size, (off_t)at);
    if (n < 0 && errno != EINTR)
      return -1;
    if (n == 0) {
      memset(bytes, 0, size);
      return 0;
    }
    bytes += n > 0 ? n : 0;
    at += n > 0 ? (haddr_t)n : 0;
    size -= n > 0 ? (size_t)n : 0;
  }
  return 0;
}

/* HDF5 gives back unused space at the end when it closes. The superblock hears of it before the file shrinks. */
static herr_t trim(H5FD_t *base, hid_t how, hbool_t closing)
{
  pawl_hdf5_file *file = (pawl_hdf5_file *)base;
  (void)how;
  (void)closing;
  if (file->told > file->space)
    tell_end(file);
  resize(file, file->space);
  return 0;
}

static H5FD_t *open_file(const char *name, unsigned flags, hid_t access, haddr_t most)
{
  const choice *chosen = H5Pget_driver_info(access);
  struct stat is;
  (void)name;
  (void)most;
  if (!chosen || fstat(chosen->file->descriptor, &is) != 0)
    return NULL;
  pawl_hdf5_file *file = chosen->file;
  file->size = (haddr_t)is.st_size;
  file->space = 0;
  file->told = 0;
  memset(file->superblock, 0, sizeof file->superblock);
  if (flags & H5F_ACC_TRUNC)
    resize(file, 0);
  return &file->base;
}

static herr_t close_file(H5FD_t *base)
{
  (void)base;
  return 0;
}

static herr_t features(const H5FD_t *base, unsigned long *flags)
{
  (void)base;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO;
  return 0;
}

static haddr_t get_space(const H5FD_t *base, H5FD_mem_t kind)
{
  (void)kind;
  return ((const pawl_hdf5_file *)base)->space;
}

static herr_t set_space(H5FD_t *base, H5FD_mem_t kind, haddr_t space)
{
  (void)kind;
  ((pawl_hdf5_file *)base)->space = space;
  return 0;
}

static haddr_t get_size(const H5FD_t *base, H5FD_mem_t kind)
{
  (void)kind;
  return ((const pawl_hdf5_file *)base)->size;
}

static const H5FD_class_t driver_class = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)0x5041, /* any above 511 that no other driver in the program has */
#endif
    .name = "pawl",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(choice),
    .open = open_file,
    .close = close_file,
    .query = features,
    .get_eoa = get_space,
    .set_eoa = set_space,
    .get_eof = get_size,
    .read = get,
    .write = put,
    .truncate = trim,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t pawl_hdf5_driver(void)
{
  return H5FDregister(&driver_class);
}

/* No chunks are cached: blocks come whole, and HDF5's 1 MB per data set would be 1 GB for 1000 channels. Said for
 * the file, since data sets forget their own wish when SWMR mode starts (1.10.8). */
hid_t pawl_hdf5_access(hid_t driver, pawl_hdf5_file *file)
{
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  choice chosen = {file};
  if (H5Pset_driver(access, driver, &chosen) < 0 || H5Pset_cache(access, 0, 1, 0, 1) < 0 ||
      H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) < 0 ||
      H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) < 0) {
    H5Pclose(access);
    return H5I_INVALID_HID;
  }
  return access;
}

static herr_t keep_innermost(unsigned depth, const H5E_error2_t *said, void *data)
{
  pawl_hdf5_voice *voice = data;
  if (depth == 0)
    snprintf(voice->reason, sizeof voice->reason, "%s", said->desc ? said->desc : "HDF5 gives no reason");
  return 0;
}

/* HDF5 calls this instead of printing, when a call fails: the next call forgets why. */
static herr_t listen(hid_t stack, void *data)
{
  pawl_hdf5_voice *voice = data;
  return voice->reason[0] ? 0 : H5Ewalk2(stack, H5E_WALK_UPWARD, keep_innermost, voice);
}

void pawl_hdf5_hush(pawl_hdf5_voice *voice)
{
  *voice = (pawl_hdf5_voice){0};
  H5Eget_auto2(H5E_DEFAULT, &voice->print, &voice->data);
  H5Eset_auto2(H5E_DEFAULT, listen, voice);
}

void pawl_hdf5_restore(const pawl_hdf5_voice *voice)
{
  H5Eset_auto2(H5E_DEFAULT, voice->print, voice->data);
}
