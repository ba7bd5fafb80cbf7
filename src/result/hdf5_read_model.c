/* Reads what stands beside the channels of an HDF5 result: the model, events, the ledger, texts about the whole. Files of
 * other programs, and older ones, may lack any of it. */
#include <string.h>

#include "base/error.h"
#include "result/hdf5_source.h"

/* ---- columns of tables ---- */

/* A data set of rows of which columns are read one by one. */
typedef struct {
  pawl_hdf5_source *source;
  const char *name;
  hid_t table, type; /* < 0: there is none */
  size_t rows;
} table;

static bool open_table(pawl_hdf5_source *source, const char *name, table *t)
{
  *t = (table){source, name, H5I_INVALID_HID, H5I_INVALID_HID, 0};
  if (!pawl_hdf5_has(source, name))
    return source->error.status == PAWL_OK;
  t->table = pawl_hdf5_open_set(source, source->file, name);
  t->type = t->table < 0 ? H5I_INVALID_HID : H5Dget_type(t->table);
  hssize_t n = t->table < 0 ? -1 : pawl_hdf5_length(t->table, 1, NULL);
  if (n < 0 || H5Tget_class(t->type) != H5T_COMPOUND)
    return pawl_hdf5_damaged(source, name);
  t->rows = (size_t)n;
  return true;
}

static void close_table(const table *t)
{
  if (t->type >= 0)
    H5Tclose(t->type);
  if (t->table >= 0)
    H5Dclose(t->table);
}

/* The type of a member, to be closed; < 0: there is none of that class and of a fixed size. */
static hid_t member(const table *t, const char *name, H5T_class_t class)
{
  int index = t->type < 0 ? -1 : H5Tget_member_index(t->type, name);
  hid_t type = index < 0 ? H5I_INVALID_HID : H5Tget_member_type(t->type, (unsigned)index);
  if (type < 0 || (H5Tget_class(type) == class && !(class == H5T_STRING && H5Tis_variable_str(type) > 0)))
    return type;
  H5Tclose(type);
  return H5I_INVALID_HID;
}

/* One column of all rows, each in `size` bytes. */
static bool read_column(const table *t, const char *name, hid_t type, size_t size, void *bytes)
{
  hid_t row = H5Tcreate(H5T_COMPOUND, size);
  bool ok =
      H5Tinsert(row, name, 0, type) >= 0 && H5Dread(t->table, row, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  H5Tclose(row);
  return ok || pawl_hdf5_damaged(t->source, t->name);
}

/* texts[i], all "" where the table has no such column. */
static bool read_texts(const table *t, const char *name, const char ***texts)
{
  pawl_arena *arena = t->source->arena;
  const char **list = *texts = PAWL_TAKE(arena, t->rows + 1, const char *);
  if (!list)
    return pawl_hdf5_no_memory(t->source);
  hid_t type = member(t, name, H5T_STRING);
  size_t size = type < 0 ? 0 : H5Tget_size(type);
  bool ok = pawl_hdf5_fits(t->source, (double)t->rows * ((double)size + 8));
  char *bytes = ok ? pawl_arena_take(arena, t->rows + 1, size + 1) : NULL;
  if (ok && !bytes)
    ok = pawl_hdf5_no_memory(t->source);
  if (ok && type >= 0 && t->rows)
    ok = read_column(t, name, type, size, bytes);
  if (type >= 0)
    H5Tclose(type);
  for (size_t i = 0; ok && i < t->rows;
       i++) { /* the file's own texts may fill their room: rows move apart for zeros */
    size_t at = t->rows - 1 - i;
    char *text = bytes + at * (size + 1);
    memmove(text, bytes + at * size, size);
    text[size] = 0;
    list[at] = text;
  }
  return ok;
}

static bool read_numbers(const table *t, const char *name, double **numbers)
{
  double *list = *numbers = PAWL_TAKE(t->source->arena, t->rows + 1, double);
  if (!list)
    return pawl_hdf5_no_memory(t->source);
  hid_t type = member(t, name, H5T_FLOAT);
  bool ok = type < 0 || !t->rows || read_column(t, name, H5T_NATIVE_DOUBLE, sizeof(double), list);
  if (type >= 0)
    H5Tclose(type);
  return ok;
}

/* ---- the tables ---- */

/* Columns that a file lacks, of an older program or another one, leave their numbers blank. */
static bool read_event_numbers(const table *t, pawl_event *events)
{
  double *value = PAWL_TAKE(t->source->arena, t->rows + 1, double);
  if (!value)
    return pawl_hdf5_no_memory(t->source);
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++) {
    hid_t type = member(t, n->name, n->whole ? H5T_INTEGER : H5T_FLOAT);
    if (type < 0)
      continue;
    H5Tclose(type);
    if (t->rows && !read_column(t, n->name, H5T_NATIVE_DOUBLE, sizeof(double), value))
      return false;
    for (size_t i = 0; i < t->rows; i++)
      pawl_event_set(events + i, n, value[i]);
  }
  return true;
}

static bool read_events(pawl_hdf5_source *source, pawl_result *result)
{
  table t;
  const char **part, **from, **to, **reason, **shape1, **shape2, **unit;
  double *time;
  bool ok = open_table(source, "/events", &t) && pawl_hdf5_fits(source, (double)t.rows * 300) &&
            read_numbers(&t, "time", &time) && read_texts(&t, "part", &part) &&
            read_texts(&t, "from", &from) && read_texts(&t, "to", &to) && read_texts(&t, "reason", &reason) &&
            read_texts(&t, "shape1", &shape1) && read_texts(&t, "shape2", &shape2) &&
            read_texts(&t, "unit", &unit);
  pawl_event *events = ok ? PAWL_TAKE(source->arena, t.rows + 1, pawl_event) : NULL;
  for (size_t i = 0; events && i < t.rows; i++) {
    events[i] = pawl_event_blank;
    events[i].time = time[i];
    events[i].part = part[i];
    events[i].from = from[i];
    events[i].to = to[i];
    events[i].reason = reason[i];
    events[i].shape1 = shape1[i];
    events[i].shape2 = shape2[i];
    events[i].unit = unit[i];
  }
  if (ok && !events)
    pawl_hdf5_no_memory(source);
  ok = events && read_event_numbers(&t, events);
  result->events = events;
  result->event_count = ok ? t.rows : 0;
  close_table(&t);
  return ok;
}

static bool read_ledger(pawl_hdf5_source *source, pawl_result *result)
{
  table t;
  const char **name;
  double *value;
  bool ok = open_table(source, "/ledger", &t) && t.rows < 1000000 && read_texts(&t, "name", &name) &&
            read_numbers(&t, "value", &value);
  pawl_ledger_entry *entries = ok ? PAWL_TAKE(source->arena, t.rows + 1, pawl_ledger_entry) : NULL;
  for (size_t i = 0; entries && i < t.rows; i++)
    entries[i] = (pawl_ledger_entry){name[i], value[i]};
  result->ledger = entries;
  result->ledger_count = entries ? (int)t.rows : 0;
  close_table(&t);
  return ok ? entries || pawl_hdf5_no_memory(source) : pawl_hdf5_damaged(source, "/ledger");
}

static bool read_parameters(pawl_hdf5_source *source, pawl_result *result)
{
  table t;
  const char **name, **unit, **doc;
  double *value;
  bool ok = open_table(source, "/model/parameters", &t) && t.rows < 1000000 &&
            read_texts(&t, "name", &name) && read_numbers(&t, "value", &value) &&
            read_texts(&t, "unit", &unit) && read_texts(&t, "doc", &doc);
  pawl_result_parameter *list = ok ? PAWL_TAKE(source->arena, t.rows + 1, pawl_result_parameter) : NULL;
  for (size_t i = 0; list && i < t.rows; i++)
    list[i] = (pawl_result_parameter){name[i], value[i], unit[i], doc[i]};
  result->parameters = list;
  result->parameter_count = list ? (int)t.rows : 0;
  close_table(&t);
  return ok ? list || pawl_hdf5_no_memory(source) : pawl_hdf5_damaged(source, "/model/parameters");
}

static bool read_settings(pawl_hdf5_source *source, pawl_stored_model *model)
{
  table t;
  const char **name, **value;
  bool ok = open_table(source, "/model/settings", &t) && t.rows < 1000000 && read_texts(&t, "name", &name) &&
            read_texts(&t, "value", &value);
  pawl_setting *list = ok ? PAWL_TAKE(source->arena, t.rows + 1, pawl_setting) : NULL;
  for (size_t i = 0; list && i < t.rows; i++)
    list[i] = (pawl_setting){name[i], value[i]};
  model->settings = list;
  model->setting_count = list ? (int)t.rows : 0;
  close_table(&t);
  return ok ? list || pawl_hdf5_no_memory(source) : pawl_hdf5_damaged(source, "/model/settings");
}

/* ---- texts ---- */

/* One text of a fixed size, and the text `name` of it. NULL: it is not one. */
static char *read_whole(pawl_hdf5_source *source, hid_t place, const char *link, size_t *size,
                        const char **name)
{
  hid_t set = pawl_hdf5_open_set(source, place, link);
  hid_t type = set < 0 ? H5I_INVALID_HID : H5Dget_type(set),
        space = set < 0 ? H5I_INVALID_HID : H5Dget_space(set);
  bool ok = set >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) <= 0 &&
            H5Sget_simple_extent_npoints(space) == 1;
  *size = ok ? H5Tget_size(type) : 0;
  char *text = ok && pawl_hdf5_fits(source, (double)*size) ? PAWL_TAKE(source->arena, *size + 1, char) : NULL;
  if (text && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0)
    text = NULL;
  *name = text ? pawl_hdf5_text_of(source, set, "name", "") : "";
  *size -= *size > 0; /* the zero at its end */
  if (space >= 0)
    H5Sclose(space);
  if (type >= 0)
    H5Tclose(type);
  if (set >= 0)
    H5Dclose(set);
  if (source->arena->failed)
    pawl_hdf5_no_memory(source);
  else if (!text)
    pawl_hdf5_damaged(source, link);
  return text;
}

static bool read_files(pawl_hdf5_source *source, pawl_stored_model *model)
{
  H5G_info_t about = {0};
  if (!pawl_hdf5_has(source, "/model/files"))
    return source->error.status == PAWL_OK;
  hid_t group = pawl_hdf5_open_group(source, "/model/files");
  bool ok = group >= 0 && H5Gget_info(group, &about) >= 0 && about.nlinks < 100000;
  pawl_file *files = ok ? PAWL_TAKE(source->arena, about.nlinks + 1, pawl_file) : NULL;
  for (int i = 0; files && ok && i < (int)about.nlinks; i++) {
    char link[16];
    snprintf(link, sizeof link, "%d", i);
    files[i].text = read_whole(source, group, link, &files[i].size, &files[i].name);
    ok = files[i].text != NULL;
    model->file_count = i + 1;
  }
  model->files = files;
  if (group >= 0)
    H5Gclose(group);
  if (ok && !files)
    return pawl_hdf5_no_memory(source);
  return ok || pawl_hdf5_damaged(source, "/model/files");
}

static bool read_model(pawl_hdf5_source *source, pawl_result *result)
{
  if (H5Lexists(source->file, "/model", H5P_DEFAULT) <= 0)
    return true;
  if (!read_parameters(source, result))
    return false;
  if (!pawl_hdf5_has(source, "/model/source"))
    return source->error.status == PAWL_OK;
  size_t size;
  result->model.source = read_whole(source, source->file, "/model/source", &size, &result->model.path);
  return result->model.source && read_files(source, &result->model) && read_settings(source, &result->model);
}

static bool read_meta(pawl_hdf5_source *source, pawl_result *result)
{
  if (H5Lexists(source->file, "/meta", H5P_DEFAULT) <= 0)
    return true;
  hid_t group = pawl_hdf5_open_group(source, "/meta");
  int count = group < 0 ? -1 : H5Aget_num_attrs(group);
  pawl_meta *list = count < 0 || count > 100000 ? NULL : PAWL_TAKE(source->arena, count + 1, pawl_meta);
  for (int i = 0; list && i < count; i++) {
    char name[256] = "";
    hid_t attribute =
        H5Aopen_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, (hsize_t)i, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute < 0 || H5Aget_name(attribute, sizeof name, name) < 0)
      name[0] = 0;
    if (attribute >= 0)
      H5Aclose(attribute);
    if (name[0])
      list[result->meta_count++] =
          (pawl_meta){pawl_arena_text(source->arena, name), pawl_hdf5_text_of(source, group, name, "")};
  }
  result->meta = list;
  if (group >= 0)
    H5Gclose(group);
  if (source->arena->failed)
    return pawl_hdf5_no_memory(source);
  return list || pawl_hdf5_damaged(source, "/meta");
}

bool pawl_hdf5_read_books(pawl_hdf5_source *source, pawl_result *result)
{
  bool ok = read_meta(source, result) && read_model(source, result) && read_events(source, result) &&
            read_ledger(source, result);
  return ok && (!source->arena->failed || pawl_hdf5_no_memory(source));
}
