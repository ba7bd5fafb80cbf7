/* What an HDF5 result consists of, created empty. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "result/hdf5_sink.h"

/* A text of a fixed size, which includes the zero at its end: SWMR mode knows no others. */
hid_t pawl_hdf5_text_type(size_t size)
{
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

bool pawl_hdf5_put_text(hid_t owner, const char *name, const char *text)
{
  hid_t type = pawl_hdf5_text_type(strlen(text) + 1), space = H5Screate(H5S_SCALAR);
  if (H5Aexists(owner, name) > 0)
    H5Adelete(owner, name);
  hid_t attribute = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  bool ok = attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  return ok;
}

void pawl_hdf5_insert_text(hid_t row, const char *name, size_t offset, size_t size)
{
  hid_t type = pawl_hdf5_text_type(size);
  H5Tinsert(row, name, offset, type);
  H5Tclose(type);
}

static hid_t make_event_type(void)
{
  hid_t row = H5Tcreate(H5T_COMPOUND, sizeof(pawl_event_row));
  H5Tinsert(row, "time", HOFFSET(pawl_event_row, time), H5T_NATIVE_DOUBLE);
  pawl_hdf5_insert_text(row, "part", HOFFSET(pawl_event_row, part), sizeof(((pawl_event_row *)0)->part));
  pawl_hdf5_insert_text(row, "from", HOFFSET(pawl_event_row, from), sizeof(((pawl_event_row *)0)->from));
  pawl_hdf5_insert_text(row, "to", HOFFSET(pawl_event_row, to), sizeof(((pawl_event_row *)0)->to));
  pawl_hdf5_insert_text(row, "reason", HOFFSET(pawl_event_row, reason),
                        sizeof(((pawl_event_row *)0)->reason));
  size_t real = HOFFSET(pawl_event_row, real), whole = HOFFSET(pawl_event_row, whole);
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++) {
    H5Tinsert(row, n->name, n->whole ? whole : real, n->whole ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE);
    *(n->whole ? &whole : &real) += n->whole ? sizeof(int) : sizeof(double);
  }
  pawl_hdf5_insert_text(row, "shape1", HOFFSET(pawl_event_row, shape1),
                        sizeof(((pawl_event_row *)0)->shape1));
  pawl_hdf5_insert_text(row, "shape2", HOFFSET(pawl_event_row, shape2),
                        sizeof(((pawl_event_row *)0)->shape2));
  pawl_hdf5_insert_text(row, "unit", HOFFSET(pawl_event_row, unit), sizeof(((pawl_event_row *)0)->unit));
  return row;
}

static hid_t make_ledger_type(void)
{
  hid_t row = H5Tcreate(H5T_COMPOUND, sizeof(pawl_ledger_row));
  pawl_hdf5_insert_text(row, "name", HOFFSET(pawl_ledger_row, name), sizeof(((pawl_ledger_row *)0)->name));
  H5Tinsert(row, "value", HOFFSET(pawl_ledger_row, value), H5T_NATIVE_DOUBLE);
  return row;
}

hid_t pawl_hdf5_group(hid_t file, const char *name)
{
  hid_t how = H5Pcreate(H5P_GROUP_CREATE);
  H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_obj_track_times(how, 0);
  hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Pclose(how);
  return group;
}

/* An empty data set that can grow: rows, or rows of `width` numbers. Numbers not yet written read as NaN. Times of
 * creation are not stored: the same run gives the same bytes. */
static hid_t make_table(hid_t place, const char *name, hid_t type, hsize_t chunk, hsize_t width)
{
  hsize_t size[2] = {0, width}, most[2] = {H5S_UNLIMITED, width}, chunks[2] = {chunk, width};
  int rank = width ? 2 : 1;
  double none = (double)NAN;
  hid_t how = H5Pcreate(H5P_DATASET_CREATE), links = H5Pcreate(H5P_LINK_CREATE);
  hid_t space = H5Screate_simple(rank, size, most);
  H5Pset_chunk(how, rank, chunks);
  H5Pset_obj_track_times(how, 0);
  if (H5Tget_class(type) == H5T_FLOAT)
    H5Pset_fill_value(how, H5T_NATIVE_DOUBLE, &none);
  H5Pset_char_encoding(links, H5T_CSET_UTF8);
  hid_t table = H5Dcreate2(place, name, type, space, links, how, H5P_DEFAULT);
  H5Sclose(space);
  H5Pclose(links);
  H5Pclose(how);
  return table;
}

/* A '/' would make groups, and '.' alone is the group itself. */
static hid_t make_channel(hid_t group, const pawl_channel *channel, char *link)
{
  size_t length = strlen(channel->name);
  for (size_t i = 0; i <= length; i++)
    link[i] = channel->name[i] == '/' ? '|' : channel->name[i];
  if (strcmp(link, ".") == 0)
    link[0] = '|';
  hid_t table = make_table(group, link, H5T_IEEE_F64LE, PAWL_CHUNK_ROWS, 0);
  bool ok = pawl_hdf5_put_text(table, "unit", channel->unit) &&
            pawl_hdf5_put_text(table, "part", channel->part) &&
            pawl_hdf5_put_text(table, "meaning", channel->meaning);
  if (ok && strcmp(link, channel->name) != 0)
    ok = pawl_hdf5_put_text(table, "name", channel->name);
  return ok ? table : H5I_INVALID_HID;
}

static bool make_channels(pawl_writer *writer, pawl_hdf5_sink *sink, char *link)
{
  hid_t group = pawl_hdf5_group(sink->file, "channels");
  bool ok = group >= 0;
  for (int i = 0; i < writer->count && ok; i++) {
    sink->channels[i] = make_channel(group, &writer->channels[i], link);
    ok = sink->channels[i] >= 0;
  }
  H5Gclose(group);
  return ok;
}

static bool make_states(pawl_writer *writer, pawl_hdf5_sink *sink)
{
  hsize_t n = writer->state_size, chunk = n && n < PAWL_CHUNK_NUMBERS ? PAWL_CHUNK_NUMBERS / n : 1;
  hid_t group = pawl_hdf5_group(sink->file, "states");
  if (n) {
    sink->state_time = make_table(group, "time", H5T_IEEE_F64LE, PAWL_CHUNK_ROWS, 0);
    sink->state_y =
        make_table(group, "y", H5T_IEEE_F64LE, chunk < PAWL_CHUNK_ROWS ? chunk : PAWL_CHUNK_ROWS, n);
  }
  H5Gclose(group);
  return group >= 0 && (n == 0 || (sink->state_time >= 0 && sink->state_y >= 0));
}

bool pawl_hdf5_layout(pawl_writer *writer, char *link)
{
  pawl_hdf5_sink *sink = writer->sink;
  hid_t model = pawl_hdf5_group(sink->file, "model"), meta = pawl_hdf5_group(sink->file, "meta");
  bool ok = model >= 0 && meta >= 0 && pawl_hdf5_put_text(meta, "schema_version", "2") &&
            pawl_hdf5_put_text(meta, "program_version", PAWL_VERSION);
  H5Gclose(model);
  H5Gclose(meta);
  sink->event_type = make_event_type();
  sink->ledger_type = make_ledger_type();
  sink->time = make_table(sink->file, "time", H5T_IEEE_F64LE, PAWL_CHUNK_ROWS, 0);
  sink->events = make_table(sink->file, "events", sink->event_type, PAWL_CHUNK_EVENTS, 0);
  sink->ledger = make_table(sink->file, "ledger", sink->ledger_type, PAWL_CHUNK_EVENTS, 0);
  return ok && sink->time >= 0 && sink->events >= 0 && sink->ledger >= 0 && make_states(writer, sink) &&
         make_channels(writer, sink, link);
}
