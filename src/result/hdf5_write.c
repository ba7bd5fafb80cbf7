/* HDF5: the layout that result.h shows, written such that the file can be read at any moment.
 *
 * Everything that exists is created first. With the first flush the file goes into SWMR mode (see hdf5_file.c),
 * in which data sets grow but nothing new can be made; texts that come later wait for the end. A flush writes
 * the channels, flushes, then writes the times and flushes these: a time that can be read stands for a row that
 * can be read. */
#include <string.h>

#include "base/error.h"
#include "result/hdf5_sink.h"

bool pawl_hdf5_finish(pawl_writer *writer, const pawl_hdf5_voice *voice, bool ok)
{
  pawl_hdf5_sink *sink = writer->sink;
  if (sink->below.failure)
    pawl_writer_broken(writer, sink->below.failure);
  else if (!ok)
    pawl_fail(&writer->error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", writer->path, voice->reason);
  pawl_hdf5_restore(voice);
  return writer->error.status == PAWL_OK;
}

/* As much of a text as fits, cut between characters of UTF-8. */
static void fit(char *to, size_t size, const char *from)
{
  size_t length = from ? strlen(from) : 0;
  if (length >= size)
    for (length = size - 1; length && ((unsigned char)from[length] & 0xC0) == 0x80;)
      length--;
  memset(to, 0, size);
  if (length)
    memcpy(to, from, length);
}

/* Room for the longest name of a channel. */
static char *take_link(pawl_writer *writer)
{
  size_t most = 0;
  for (int i = 0; i < writer->count; i++) {
    size_t length = strlen(writer->channels[i].name);
    most = length > most ? length : most;
  }
  return PAWL_TAKE(&writer->arena, most + 1, char);
}

static bool open_hdf5(pawl_writer *writer)
{
  pawl_hdf5_sink *sink = PAWL_TAKE(&writer->arena, 1, pawl_hdf5_sink);
  char *link = take_link(writer);
  if (sink) {
    sink->below.descriptor = writer->descriptor;
    sink->driver = sink->access = sink->file = H5I_INVALID_HID;
    sink->event_type = sink->ledger_type = H5I_INVALID_HID;
    sink->channels = PAWL_TAKE(&writer->arena, writer->count, hid_t);
    sink->column = PAWL_TAKE(&writer->arena, writer->capacity, double);
    sink->pending = PAWL_TAKE(&writer->arena, PAWL_CHUNK_EVENTS, pawl_event_row);
    sink->state_times = PAWL_TAKE(&writer->arena, PAWL_CHUNK_STATES, double);
  }
  if (writer->arena.failed)
    return pawl_fail_memory(&writer->error), false;
  writer->sink = sink;
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  sink->driver = pawl_hdf5_driver();
  sink->access = pawl_hdf5_access(sink->driver, &sink->below);
  hid_t how = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_obj_track_times(how, 0); /* of the root group: the same run gives the same bytes at any time */
  sink->file = H5Fcreate(writer->partial, H5F_ACC_TRUNC, how, sink->access);
  H5Pclose(how);
  return pawl_hdf5_finish(writer, &voice, sink->file >= 0 && pawl_hdf5_layout(writer, link));
}

/* Adds n rows behind the `at` that there are. */
static bool append(hid_t table, hid_t type, hsize_t at, hsize_t n, hsize_t width, const void *data)
{
  hsize_t from[2] = {at, 0}, count[2] = {n, width}, size[2] = {at + n, width};
  if (n == 0)
    return true;
  if (H5Dset_extent(table, size) < 0)
    return false;
  hid_t whole = H5Dget_space(table), part = H5Screate_simple(width ? 2 : 1, count, NULL);
  bool ok = H5Sselect_hyperslab(whole, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
            H5Dwrite(table, type, part, whole, H5P_DEFAULT, data) >= 0;
  H5Sclose(part);
  H5Sclose(whole);
  return ok;
}

static bool append_channels(pawl_writer *writer, pawl_hdf5_sink *sink)
{
  size_t stride = (size_t)writer->count, n = (size_t)writer->filled;
  for (int c = 0; c < writer->count && n; c++) {
    for (size_t i = 0; i < n; i++)
      sink->column[i] = writer->values[i * stride + (size_t)c];
    if (!append(sink->channels[c], H5T_NATIVE_DOUBLE, sink->rows, n, 0, sink->column))
      return false;
  }
  return true;
}

static bool append_events(pawl_hdf5_sink *sink)
{
  hsize_t n = (hsize_t)sink->pending_count;
  sink->pending_count = 0;
  sink->event_count += n;
  return append(sink->events, sink->event_type, sink->event_count - n, n, 0, sink->pending);
}

static bool append_times(pawl_writer *writer, pawl_hdf5_sink *sink)
{
  hsize_t rows = (hsize_t)writer->filled, states = (hsize_t)sink->state_count;
  bool ok = append(sink->time, H5T_NATIVE_DOUBLE, sink->rows, rows, 0, writer->time) &&
            append(sink->state_time, H5T_NATIVE_DOUBLE, sink->states, states, 0, sink->state_times);
  sink->rows += rows;
  sink->states += states;
  sink->state_count = 0;
  return ok && (rows == 0 || H5Dflush(sink->time) >= 0) && (states == 0 || H5Dflush(sink->state_time) >= 0);
}

static bool fix(pawl_hdf5_sink *sink)
{
  if (!sink->fixed && H5Fstart_swmr_write(sink->file) < 0)
    return false;
  sink->fixed = true;
  return true;
}

static bool write_all(pawl_writer *writer, pawl_hdf5_sink *sink)
{
  return fix(sink) && append_channels(writer, sink) && append_events(sink) &&
         H5Fflush(sink->file, H5F_SCOPE_LOCAL) >= 0 && append_times(writer, sink);
}

static bool write_rows(pawl_writer *writer)
{
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  return pawl_hdf5_finish(writer, &voice, write_all(writer, writer->sink));
}

static bool write_state(pawl_writer *writer, double time, const double *state)
{
  pawl_hdf5_sink *sink = writer->sink;
  if (sink->state_count == PAWL_CHUNK_STATES && pawl_writer_flush(writer, NULL) != PAWL_OK)
    return false;
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  hsize_t at = sink->states + (hsize_t)sink->state_count;
  sink->state_times[sink->state_count++] = time;
  bool ok = fix(sink) && append(sink->state_y, H5T_NATIVE_DOUBLE, at, 1, writer->state_size, state);
  return pawl_hdf5_finish(writer, &voice, ok);
}

/* Events alone: channels are hundreds of tables, and wait for their own chunk. */
static bool write_pending(pawl_writer *writer)
{
  pawl_hdf5_sink *sink = writer->sink;
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  return pawl_hdf5_finish(writer, &voice, fix(sink) && append_events(sink));
}

static bool write_event(pawl_writer *writer, const pawl_event *event)
{
  pawl_hdf5_sink *sink = writer->sink;
  if (sink->pending_count == PAWL_CHUNK_EVENTS && !write_pending(writer))
    return false;
  pawl_event_row *row = &sink->pending[sink->pending_count++];
  double *real = row->real;
  int *whole = row->whole;
  row->time = event->time;
  fit(row->part, sizeof row->part, event->part);
  fit(row->from, sizeof row->from, event->from);
  fit(row->to, sizeof row->to, event->to);
  fit(row->reason, sizeof row->reason, event->reason);
  fit(row->shape1, sizeof row->shape1, event->shape1);
  fit(row->shape2, sizeof row->shape2, event->shape2);
  fit(row->unit, sizeof row->unit, event->unit);
  for (const pawl_event_number *n = pawl_event_numbers; n->name; n++)
    if (n->whole)
      memcpy(whole++, (const char *)event + n->where, sizeof *whole);
    else
      memcpy(real++, (const char *)event + n->where, sizeof *real);
  return true;
}

static bool write_ledger(pawl_writer *writer, const pawl_ledger_entry *entries, int count)
{
  pawl_hdf5_sink *sink = writer->sink;
  hsize_t none = 0;
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  bool ok = fix(sink) && H5Dset_extent(sink->ledger, &none) >= 0;
  for (int i = 0; i < count && ok; i++) {
    pawl_ledger_row row = {.value = entries[i].value};
    fit(row.name, sizeof row.name, entries[i].name);
    ok = append(sink->ledger, sink->ledger_type, (hsize_t)i, 1, 0, &row);
  }
  return pawl_hdf5_finish(writer, &voice, ok);
}

static bool put_meta(hid_t file, const char *name, const char *text)
{
  hid_t group = H5Gopen2(file, "meta", H5P_DEFAULT);
  bool ok = pawl_hdf5_put_text(group, name, text);
  H5Gclose(group);
  return ok;
}

static bool write_meta(pawl_writer *writer, const char *name, const char *text)
{
  pawl_hdf5_sink *sink = writer->sink;
  if (sink->fixed) {
    pawl_late_text *late = PAWL_TAKE(&writer->arena, 1, pawl_late_text);
    const char *own_name = pawl_arena_text(&writer->arena, name);
    const char *own_text = pawl_arena_text(&writer->arena, text);
    if (writer->arena.failed)
      return pawl_fail_memory(&writer->error), false;
    *late = (pawl_late_text){NULL, own_name, own_text};
    pawl_late_text **end = &sink->late;
    while (*end)
      end = &(*end)->next;
    *end = late;
    return true;
  }
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  return pawl_hdf5_finish(writer, &voice, put_meta(sink->file, name, text));
}

/* Ends SWMR mode, then adds the texts that came while it lasted. */
static bool write_late(pawl_writer *writer, pawl_hdf5_sink *sink)
{
  if (!sink->late || sink->below.failure)
    return true;
  sink->file = H5Fopen(writer->partial, H5F_ACC_RDWR, sink->access);
  bool ok = sink->file >= 0;
  for (const pawl_late_text *late = sink->late; late && ok; late = late->next)
    ok = put_meta(sink->file, late->name, late->text);
  return H5Fclose(sink->file) >= 0 && ok;
}

static bool close_hdf5(pawl_writer *writer)
{
  pawl_hdf5_sink *sink = writer->sink;
  if (!sink)
    return true;
  pawl_hdf5_voice voice;
  pawl_hdf5_hush(&voice);
  bool ok = sink->file < 0 || H5Fclose(sink->file) >= 0;
  ok = ok && write_late(writer, sink);
  bool good = pawl_hdf5_finish(writer, &voice, ok);
  pawl_hdf5_hush(&voice);
  H5Tclose(sink->event_type);
  H5Tclose(sink->ledger_type);
  H5Pclose(sink->access);
  H5FDunregister(sink->driver);
  pawl_hdf5_restore(&voice);
  return good;
}

const pawl_format pawl_format_hdf5 = {.open = open_hdf5,
                                      .rows = write_rows,
                                      .model = pawl_hdf5_model,
                                      .meta = write_meta,
                                      .state = write_state,
                                      .event = write_event,
                                      .ledger = write_ledger,
                                      .close = close_hdf5,
                                      .read = pawl_hdf5_read,
                                      .read_state = pawl_hdf5_read_state};
