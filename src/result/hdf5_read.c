/* Reads back an HDF5 result: the columns, or one stored state. Rows whose time was never flushed are left out. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "result/hdf5_source.h"

typedef pawl_hdf5_source source;

bool pawl_hdf5_damaged(source *s, const char *what)
{
  const char *reason = s->voice.reason[0] ? s->voice.reason : "it is not what it should be";
  pawl_fail(&s->error, PAWL_BAD_FILE, NULL, "cannot read %s of %s: %s", what, s->path, reason);
  return false;
}

bool pawl_hdf5_no_memory(source *s)
{
  pawl_fail_memory(&s->error);
  return false;
}

bool pawl_hdf5_fits(source *s, double bytes)
{
  s->most -= bytes;
  if (s->most >= 0)
    return true;
  pawl_fail(&s->error, PAWL_BAD_FILE, NULL, "%s claims to hold more than a file of its size can", s->path);
  return false;
}

/* The system's own reason for a file that is not there is better than HDF5's. HDF5's locks are not wanted: some
 * file systems have none, and the writer's order makes them needless. */
static bool open_source(source *s)
{
  struct stat about = {0};
  int descriptor = open(s->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    pawl_fail(&s->error, PAWL_BAD_FILE, NULL, "cannot read %s: %s", s->path, strerror(errno));
    return false;
  }
  fstat(descriptor, &about);
  close(descriptor);
  s->most = 2e8 + 300 * (double)about.st_size; /* a file may be compressed, but not without limit */
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, 0, 1);
#endif
  bool is_hdf5 = H5Fis_hdf5(s->path) > 0;
  s->file = is_hdf5 ? H5Fopen(s->path, H5F_ACC_RDONLY, access) : H5I_INVALID_HID;
  H5Pclose(access);
  if (is_hdf5)
    return s->file >= 0 || pawl_hdf5_damaged(s, "the head");
  pawl_fail(&s->error, PAWL_BAD_FILE, NULL, "%s is not an HDF5 file", s->path);
  return false;
}

/* ---- nothing but this file is read: a result may come from anywhere ---- */

static void refuse(source *s, const char *path)
{
  pawl_fail(&s->error, PAWL_BAD_FILE, NULL, "%s of %s leads to another file, which is not read", path,
            s->path);
}

/* Whether every link on the way is one inside the file. */
static bool stays_inside(source *s, hid_t place, const char *path)
{
  for (const char *end = path; *end;) {
    end += strspn(end, "/");
    end += strcspn(end, "/");
    char *part = PAWL_TAKE(s->arena, end - path + 1, char);
    H5L_info_t about;
    if (!part)
      return pawl_hdf5_no_memory(s);
    memcpy(part, path, (size_t)(end - path));
    if (H5Lget_info(place, part, &about, H5P_DEFAULT) < 0)
      return false;
    if (about.type != H5L_TYPE_HARD)
      return refuse(s, path), false;
  }
  return true;
}

bool pawl_hdf5_has(source *s, const char *path)
{
  char reason[sizeof s->voice.reason];
  memcpy(reason, s->voice.reason, sizeof reason); /* what is not there is no failure */
  bool there = stays_inside(s, s->file, path);
  if (s->error.status == PAWL_OK)
    memcpy(s->voice.reason, reason, sizeof reason);
  return there;
}

hid_t pawl_hdf5_open_set(source *s, hid_t place, const char *path)
{
  if (!stays_inside(s, place, path))
    return H5I_INVALID_HID;
  hid_t set = H5Dopen2(place, path, H5P_DEFAULT);
  hid_t how = set < 0 ? H5I_INVALID_HID : H5Dget_create_plist(set);
  bool elsewhere = how >= 0 && (H5Pget_external_count(how) != 0 || H5Pget_layout(how) == H5D_VIRTUAL);
  if (how >= 0)
    H5Pclose(how);
  if (!elsewhere)
    return set;
  refuse(s, path);
  H5Dclose(set);
  return H5I_INVALID_HID;
}

hid_t pawl_hdf5_open_group(source *s, const char *path)
{
  return stays_inside(s, s->file, path) ? H5Gopen2(s->file, path, H5P_DEFAULT) : H5I_INVALID_HID;
}

hssize_t pawl_hdf5_length(hid_t table, int rank, hsize_t *width)
{
  hsize_t size[2] = {0, 0};
  hid_t space = H5Dget_space(table);
  bool ok = H5Sget_simple_extent_ndims(space) == rank && H5Sget_simple_extent_dims(space, size, NULL) == rank;
  H5Sclose(space);
  if (width)
    *width = size[1];
  return ok ? (hssize_t)size[0] : -1;
}

/* Rows at … at + n - 1, of `width` numbers or, with 0, one number each. */
static bool read_numbers(hid_t table, hsize_t at, hsize_t n, hsize_t width, double *numbers)
{
  hsize_t from[2] = {at, 0}, count[2] = {n, width};
  if (n == 0)
    return true;
  hid_t whole = H5Dget_space(table), part = H5Screate_simple(width ? 2 : 1, count, NULL);
  bool ok = H5Sselect_hyperslab(whole, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
            H5Dread(table, H5T_NATIVE_DOUBLE, part, whole, H5P_DEFAULT, numbers) >= 0;
  H5Sclose(part);
  H5Sclose(whole);
  return ok;
}

/* The times of a table, without those at the end that were never written. */
static double *read_times(source *s, const char *name, size_t *rows)
{
  hid_t table = pawl_hdf5_open_set(s, s->file, name);
  hssize_t n = table < 0 ? -1 : pawl_hdf5_length(table, 1, NULL);
  bool fits = n < 0 || pawl_hdf5_fits(s, 8.0 * (double)n);
  double *time = n < 0 || !fits ? NULL : PAWL_TAKE(s->arena, n, double);
  if (n < 0)
    pawl_hdf5_damaged(s, name);
  else if (!fits)
    time = NULL;
  else if (!time)
    pawl_hdf5_no_memory(s);
  else if (!read_numbers(table, 0, (hsize_t)n, 0, time))
    pawl_hdf5_damaged(s, name), time = NULL;
  H5Dclose(table);
  for (*rows = time ? (size_t)n : 0; *rows && isnan(time[*rows - 1]);)
    --*rows;
  return time;
}

static const char *read_varying(source *s, hid_t attribute)
{
  char *foreign = NULL;
  hid_t type = H5Aget_type(attribute);
  const char *text = "";
  if (H5Aread(attribute, type, &foreign) >= 0 && foreign)
    text = pawl_arena_text(s->arena, foreign);
  H5free_memory(foreign);
  H5Tclose(type);
  return text;
}

static const char *read_fixed(source *s, hid_t attribute, size_t size)
{
  hid_t type = H5Aget_type(attribute);
  char *text = PAWL_TAKE(s->arena, size + 1, char);
  if (text && H5Aread(attribute, type, text) < 0)
    text[0] = 0;
  H5Tclose(type);
  return text;
}

/* A text of an object; `otherwise` when it has none of that name. Files of other programs may have strings of
 * varying length. */
const char *pawl_hdf5_text_of(source *s, hid_t owner, const char *name, const char *otherwise)
{
  if (H5Aexists(owner, name) <= 0)
    return otherwise;
  hid_t attribute = H5Aopen(owner, name, H5P_DEFAULT), type = H5Aget_type(attribute);
  hid_t space = H5Aget_space(attribute);
  bool is_text = H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1;
  const char *text = !is_text                       ? otherwise
                     : H5Tis_variable_str(type) > 0 ? read_varying(s, attribute)
                                                    : read_fixed(s, attribute, H5Tget_size(type));
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
  return text;
}

/* Reads the channel of that name into `column` of `rows` numbers. */
static bool read_channel(source *s, hid_t group, const char *link, pawl_channel *channel, double *column,
                         size_t rows)
{
  hid_t table = pawl_hdf5_open_set(s, group, link);
  hssize_t n = table < 0 ? -1 : pawl_hdf5_length(table, 1, NULL);
  if (table < 0)
    return pawl_hdf5_damaged(s, link);
  *channel =
      (pawl_channel){pawl_hdf5_text_of(s, table, "name", link), pawl_hdf5_text_of(s, table, "unit", ""),
                     pawl_hdf5_text_of(s, table, "part", ""), pawl_hdf5_text_of(s, table, "meaning", "")};
  bool ok = !s->arena->failed || pawl_hdf5_no_memory(s);
  if (ok && n >= 0 && (size_t)n < rows) {
    pawl_fail(&s->error, PAWL_BAD_FILE, NULL, "channel '%s' of %s has %lld rows where /time has %zu", link,
              s->path, (long long)n, rows);
    ok = false;
  }
  ok = ok && ((n >= 0 && read_numbers(table, 0, rows, 0, column)) || pawl_hdf5_damaged(s, link));
  H5Dclose(table);
  return ok;
}

/* The names in a group. */
typedef struct {
  source *s;
  const char **name;
  size_t count, room;
} names;

static herr_t keep_name(hid_t group, const char *name, const H5L_info_t *about, void *context)
{
  names *list = context;
  (void)group, (void)about;
  if (list->count == list->room)
    return -1;
  return (list->name[list->count++] = pawl_arena_text(list->s->arena, name)) ? 0 : -1;
}

/* In the order in which they were made; a group without that order is as good. */
static bool list_names(hid_t group, names *list)
{
  list->name = PAWL_TAKE(list->s->arena, list->room + 1, const char *);
  if (!list->name)
    return pawl_hdf5_no_memory(list->s);
  if (H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, keep_name, list) >= 0)
    return true;
  list->count = 0;
  list->s->voice.reason[0] = 0;
  bool good = H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, keep_name, list) >= 0;
  if (list->s->arena->failed)
    return pawl_hdf5_no_memory(list->s);
  return good || pawl_hdf5_damaged(list->s, "/channels");
}

static bool read_channels(source *s, hid_t group, pawl_result *result)
{
  H5G_info_t about;
  if (H5Gget_info(group, &about) < 0)
    return pawl_hdf5_damaged(s, "/channels");
  size_t n = (size_t)about.nlinks;
  bool fits = n <= INT32_MAX && result->rows <= SIZE_MAX / 16 / (n + 1);
  names list = {.s = s, .room = n};
  if (!pawl_hdf5_fits(s, 8.0 * (double)n * (double)result->rows + 64.0 * (double)n) ||
      !list_names(group, &list))
    return false;
  double *numbers = PAWL_TAKE(s->arena, fits ? n * result->rows : SIZE_MAX, double);
  double **columns = PAWL_TAKE(s->arena, n, double *);
  pawl_channel *channels = PAWL_TAKE(s->arena, n, pawl_channel);
  if (s->arena->failed)
    return pawl_hdf5_no_memory(s);
  result->columns = columns;
  result->channels = channels;
  for (size_t i = 0; i < list.count; i++) {
    columns[i] = numbers + i * result->rows;
    if (!read_channel(s, group, list.name[i], &channels[i], columns[i], result->rows))
      return false;
  }
  result->count = (int)list.count;
  return true;
}

static void read_result(source *s, pawl_result *result)
{
  if (!open_source(s))
    return;
  result->time = read_times(s, "/time", &result->rows);
  hid_t group = result->time ? pawl_hdf5_open_group(s, "/channels") : H5I_INVALID_HID;
  if (group >= 0 && read_channels(s, group, result))
    pawl_hdf5_read_books(s, result);
  else if (group >= 0)
    result->count = 0;
  else if (result->time)
    pawl_hdf5_damaged(s, "/channels");
  H5Gclose(group);
}

static pawl_status leave(source *s, pawl_error *error)
{
  H5Fclose(s->file);
  pawl_hdf5_restore(&s->voice);
  if (s->error.status != PAWL_OK && error && error->status == PAWL_OK)
    *error = s->error;
  return s->error.status;
}

pawl_status pawl_hdf5_read(pawl_result *result, const char *path, pawl_error *error)
{
  source s = {.path = path, .file = H5I_INVALID_HID, .arena = &result->arena};
  pawl_hdf5_hush(&s.voice);
  read_result(&s, result);
  return leave(&s, error);
}

static void take_state(source *s, pawl_saved_state *state, size_t row)
{
  hid_t table = pawl_hdf5_open_set(s, s->file, "/states/y");
  hsize_t width = 0;
  hssize_t n = table < 0 ? -1 : pawl_hdf5_length(table, 2, &width);
  bool there = n > 0 && (size_t)n > row && width > 0;
  state->size = (size_t)width;
  state->y = there ? PAWL_TAKE(s->arena, width, double) : NULL;
  if (!there)
    pawl_hdf5_damaged(s, "/states/y");
  else if (!state->y)
    pawl_hdf5_no_memory(s);
  else if (!read_numbers(table, row, 1, width, state->y))
    pawl_hdf5_damaged(s, "/states/y");
  H5Dclose(table);
}

static void read_state(source *s, pawl_saved_state *state, double t)
{
  if (!open_source(s))
    return;
  size_t rows = 0, found = SIZE_MAX;
  bool any = H5Lexists(s->file, "/states", H5P_DEFAULT) > 0 && stays_inside(s, s->file, "/states/time");
  const double *time = any ? read_times(s, "/states/time", &rows) : NULL;
  double latest = t + 1e-12 * fabs(t);
  for (size_t i = 0; i < rows; i++)
    if (time[i] <= latest && (found == SIZE_MAX || time[i] >= time[found]))
      found = i;
  if (found != SIZE_MAX) {
    state->time = time[found];
    take_state(s, state, found);
  } else if (rows) {
    pawl_fail(&s->error, PAWL_BAD_CALL, NULL, "%s has no state at or before %.15g s: the first is at %.15g s",
              s->path, t, time[0]);
  } else {
    pawl_fail(&s->error, PAWL_BAD_CALL, NULL, "%s holds no states to continue from", s->path);
  }
}

pawl_status pawl_hdf5_read_state(pawl_saved_state *state, const char *path, double t, pawl_error *error)
{
  source s = {.path = path, .file = H5I_INVALID_HID, .arena = &state->arena};
  pawl_hdf5_hush(&s.voice);
  read_state(&s, state, t);
  return leave(&s, error);
}
