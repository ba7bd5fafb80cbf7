/* read_table "x.csv": rows of numbers, {{1, 2}, {3, 4}, header = {"t", "x"}}. Cells stand between semicolons, or
 * else commas, or else blanks and tabs; a first line that begins with a word is the header, where one tab also
 * separates, so that names can have blanks; # begins a comment. */
#include <stdio.h>
#include <string.h>

#include "model/lua_side.h"

typedef struct {
  lua_State *L;
  const pawl_source *source;
  int line, columns; /* columns: of the first line, 0 before it */
  int row_count;
} reading;

static _Noreturn void complain(const reading *x, const char *what, const char *cell)
{
  char where[PAWL_WHERE], shown[64];
  pawl_side_place(x->source, x->line, where);
  pawl_raise_at(x->L, PAWL_BAD_MODEL, where, "read_table: '%s' %s", pawl_shown(cell, shown), what);
}

/* The first of `marks` that the line contains, or a blank. */
static char separator(const char *line, const char *end, const char *marks)
{
  while (*marks && !memchr(line, *marks, (size_t)(end - line)))
    marks++;
  return *marks ? *marks : ' ';
}

/* The next cell of a line without its blanks, as text of at most 63 letters; false: there is none. */
static bool next_cell(const char **at, const char *end, char mark, char cell[64])
{
  const char *from = *at;
  if (!from)
    return false;
  while (from < end && (*from == ' ' || (*from == '\t' && mark != '\t')))
    from++;
  const char *to = from;
  while (to < end && *to != mark && !(mark == ' ' && *to == '\t'))
    to++;
  if (mark == ' ' && from == end)
    return false;
  *at = to < end ? to + 1 : NULL;
  while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
    to--;
  snprintf(cell, 64, "%.*s", (int)(to - from < 64 ? to - from : 64), from);
  return true;
}

/* The row at the top of the stack gets the numbers of the line; false: a cell is no number. */
static bool read_row(const reading *x, const char *line, const char *end, int *count, char cell[64])
{
  char mark = separator(line, end, ";,");
  double value;
  for (*count = 0; next_cell(&line, end, mark, cell); ++*count) {
    if (!pawl_number_read(x->L, cell, &value))
      return false;
    lua_pushnumber(x->L, value);
    lua_rawseti(x->L, -2, *count + 1);
  }
  return true;
}

static int read_header(const reading *x, const char *line, const char *end)
{
  char mark = separator(line, end, ";,\t"), cell[64];
  int count = 0;
  lua_newtable(x->L);
  while (next_cell(&line, end, mark, cell)) {
    size_t length = strlen(cell);
    bool quoted = length >= 2 && cell[0] == '"' && cell[length - 1] == '"';
    lua_pushlstring(x->L, cell + quoted, length - 2 * (size_t)quoted);
    lua_rawseti(x->L, -2, ++count);
  }
  lua_setfield(x->L, -2, "header");
  return count;
}

/* The table of rows is at the top of the stack. */
static void read_line(reading *x, const char *line, const char *end)
{
  char cell[64];
  int count;
  lua_createtable(x->L, x->columns, 0);
  bool numbers = read_row(x, line, end, &count, cell);
  if (!numbers && x->columns + count > 0)
    complain(x, *cell ? "is not a number" : "is an empty cell", cell);
  if (!numbers) {
    lua_pop(x->L, 1);
    x->columns = read_header(x, line, end);
    return;
  }
  if (x->columns > 0 && count != x->columns) {
    char where[PAWL_WHERE];
    pawl_side_place(x->source, x->line, where);
    pawl_raise_at(x->L, PAWL_BAD_MODEL, where, "read_table: the first line has %d numbers, this one %d",
                  x->columns, count);
  }
  x->columns = count;
  lua_rawseti(x->L, -2, ++x->row_count);
}

int pawl_read_table(lua_State *L)
{
  size_t size;
  pawl_source *source;
  lua_settop(L, 1);
  const char *text = pawl_files_text(L, 1, "read_table", &size, &source), *end = text + size;
  reading x = {L, source, 0, 0, 0};
  pawl_side_spend(L, (double)size);
  if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
    text += 3;
  lua_newtable(L);
  while (text < end) {
    const char *stop = memchr(text, '\n', (size_t)(end - text)), *last = stop ? stop : end, *first = text;
    text = stop ? stop + 1 : end;
    x.line++;
    while (last > first && strchr(" \t\r", last[-1]))
      last--;
    while (first < last && *first == ' ')
      first++;
    if (first < last && *first != '#')
      read_line(&x, first, last);
  }
  return 1;
}
