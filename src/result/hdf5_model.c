/* The model in an HDF5 result: its text, what else it has read, its parameters, what it was read with, and its
 * drawing. Complete from the start, before the first row. */
#include <string.h>

#include "base/error.h"
#include "result/hdf5_sink.h"

/* A data set that will not grow; of one element when `count` is negative. */
static hid_t put_fixed(hid_t place, const char *name, hid_t type, int count, const void *data)
{
  hsize_t size = (hsize_t)(count < 0 ? 0 : count);
  hid_t how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(how, 0);
  hid_t space = count < 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
  hid_t table = H5Dcreate2(place, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  if (table >= 0 && count && H5Dwrite(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
    H5Dclose(table);
    table = H5I_INVALID_HID;
  }
  H5Sclose(space);
  H5Pclose(how);
  return table;
}

/* ---- rows of texts, and one number ---- */

/* Columns by name; those of texts are as wide as their longest. A text column's `text` gives the text of a row. */
typedef struct {
  const char *name;
  const char *(*text)(const void *rows, int row); /* NULL: the number of `number` */
  double (*number)(const void *rows, int row);
  size_t offset, size;
} column;

static size_t measure(column *columns, int columns_count, const void *rows, int count)
{
  size_t offset = 0;
  for (int c = 0; c < columns_count; c++) {
    column *x = columns + c;
    x->offset = offset;
    x->size = x->text ? 1 : sizeof(double);
    for (int i = 0; x->text && i < count; i++) {
      const char *text = x->text(rows, i);
      size_t size = text ? strlen(text) + 1 : 1;
      x->size = size > x->size ? size : x->size;
    }
    offset += x->size;
  }
  return offset;
}

static hid_t make_type(const column *columns, int columns_count, size_t size)
{
  hid_t type = H5Tcreate(H5T_COMPOUND, size);
  for (int c = 0; c < columns_count; c++)
    if (columns[c].text)
      pawl_hdf5_insert_text(type, columns[c].name, columns[c].offset, columns[c].size);
    else
      H5Tinsert(type, columns[c].name, columns[c].offset, H5T_NATIVE_DOUBLE);
  return type;
}

static void fill(char *to, const column *x, const void *rows, int row)
{
  const char *text = x->text ? x->text(rows, row) : NULL;
  double number = x->text ? 0 : x->number(rows, row);
  if (text)
    memcpy(to + x->offset, text, strlen(text));
  else if (!x->text)
    memcpy(to + x->offset, &number, sizeof number);
}

static bool put_rows(pawl_writer *writer, hid_t group, const char *name, column *columns, int columns_count,
                     const void *rows, int count)
{
  size_t size = measure(columns, columns_count, rows, count);
  char *bytes = pawl_arena_take(&writer->arena, (size_t)count + 1, size);
  if (!bytes)
    return pawl_fail_memory(&writer->error), false;
  for (int i = 0; i < count; i++)
    for (int c = 0; c < columns_count; c++)
      fill(bytes + (size_t)i * size, columns + c, rows, i);
  hid_t type = make_type(columns, columns_count, size);
  hid_t table = put_fixed(group, name, type, count, bytes);
  H5Tclose(type);
  H5Dclose(table);
  return table >= 0;
}

/* ---- parameters, settings ---- */

static const char *parameter_name(const void *rows, int row)
{
  return ((const pawl_result_parameter *)rows)[row].name;
}

static double parameter_value(const void *rows, int row)
{
  return ((const pawl_result_parameter *)rows)[row].value;
}

static const char *parameter_unit(const void *rows, int row)
{
  return ((const pawl_result_parameter *)rows)[row].unit;
}

static const char *parameter_doc(const void *rows, int row)
{
  return ((const pawl_result_parameter *)rows)[row].doc;
}

static const char *setting_name(const void *rows, int row)
{
  return ((const pawl_setting *)rows)[row].name;
}

static const char *setting_value(const void *rows, int row)
{
  return ((const pawl_setting *)rows)[row].value;
}

static bool put_tables(pawl_writer *writer, hid_t group, const pawl_stored_model *model,
                       const pawl_result_parameter *parameters, int count)
{
  column parameter[] = {{.name = "name", .text = parameter_name},
                        {.name = "value", .number = parameter_value},
                        {.name = "unit", .text = parameter_unit},
                        {.name = "doc", .text = parameter_doc}};
  column setting[] = {{.name = "name", .text = setting_name}, {.name = "value", .text = setting_value}};
  return put_rows(writer, group, "parameters", parameter, 4, parameters, count) &&
         put_rows(writer, group, "settings", setting, 2, model->settings, model->setting_count);
}

/* ---- texts ---- */

/* A text that may hold zeros, with the text `name`. */
static bool put_text(hid_t group, const char *link, const char *name, const char *text, size_t size)
{
  hid_t type = pawl_hdf5_text_type(size + 1);
  hid_t table = put_fixed(group, link, type, -1, text);
  bool ok = table >= 0 && (!name || pawl_hdf5_put_text(table, "name", name));
  H5Dclose(table);
  H5Tclose(type);
  return ok;
}

static bool put_files(hid_t model, const pawl_stored_model *stored)
{
  hid_t group = pawl_hdf5_group(model, "files");
  bool ok = group >= 0;
  for (int i = 0; i < stored->file_count && ok; i++) {
    char link[16];
    snprintf(link, sizeof link, "%d", i);
    ok = put_text(group, link, stored->files[i].name, stored->files[i].text, stored->files[i].size);
  }
  H5Gclose(group);
  return ok;
}

bool pawl_hdf5_model(pawl_writer *writer, const pawl_stored_model *model, const char *drawing,
                     const pawl_result_parameter *parameters, int count)
{
  pawl_hdf5_sink *sink = writer->sink;
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  hid_t group = H5Gopen2(sink->file, "model", H5P_DEFAULT);
  bool ok = put_text(group, "source", model->path, model->source, strlen(model->source)) &&
            put_files(group, model) && put_tables(writer, group, model, parameters, count) &&
            (!drawing || put_text(group, "drawing", NULL, drawing, strlen(drawing)));
  H5Gclose(group);
  return pawl_hdf5_finish(writer, &voice, ok);
}
