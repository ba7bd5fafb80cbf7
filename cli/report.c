/* pawl report: a motion as one page that needs nothing else. */
#include "report.h"

#include <math.h>
#include <string.h>

/* The name of the model or the result, with another ending: models/andrews/model.lua → andrews.html. */
static const char *name_page(pawl_call *call, const char *path)
{
  size_t end = strlen(path);
  while (end > 0 && path[end - 1] == '/')
    end--;
  static const char own[] = "/model.lua";
  if (end > strlen(own) && strncmp(path + end - strlen(own), own, strlen(own)) == 0)
    end -= strlen(own);
  size_t begin = end;
  while (begin > 0 && path[begin - 1] != '/')
    begin--;
  const char *dot = memchr(path + begin, '.', end - begin);
  size_t stop = dot && dot > path + begin ? (size_t)(dot - path) : end;
  bool named = stop > begin && strncmp(path + begin, ".", stop - begin) != 0;
  return named ? pawl_format(&call->arena, "%.*s.html", (int)(stop - begin), path + begin) : "report.html";
}

static void say_page(const char *out, const pawl_page *page)
{
  const pawl_result *result = page->run->result;
  printf("%s: %s, t = %.9g to %.9g s", out, page->run->path, result->time[0], result->time[result->rows - 1]);
  int runs = 1;
  for (int i = 0; i < page->axis_count; i++)
    runs *= page->axis[i].count;
  if (page->axis_count)
    printf(", %d runs", runs);
  putchar('\n');
}

static int write_page(pawl_call *call, const pawl_report_words *words, const char *out, const pawl_page *page)
{
  pawl_outfile output;
  const pawl_page_frame frame = pawl_page_built_in();
  pawl_status status = pawl_outfile_open(call, &output, out);
  if (status == PAWL_OK) {
    pawl_error unheard = {0}; /* the file itself knows better why it cannot be written */
    status = pawl_page_write(output.to, &frame, page, &unheard);
    pawl_status closed = pawl_outfile_close(call, &output, status == PAWL_OK || ferror(output.to));
    if (status != PAWL_OK && call->error.status == PAWL_OK)
      call->error = unheard;
    status = status == PAWL_OK ? closed : status;
  }
  if (status == PAWL_OK && !words->quiet && !output.direct)
    say_page(out, page);
  return pawl_exit_of(status);
}

static pawl_page one_run(const pawl_report_words *words, const pawl_recording *recording)
{
  return (pawl_page){.run = recording, .rows = isnan(words->rows) ? PAWL_PAGE_ROWS : (size_t)words->rows};
}

/* The motion of a run that failed on the way is a page, too: the failure is among its warnings. */
static int report_one(pawl_call *call, const pawl_report_words *words, const char *out)
{
  pawl_recording *recording = NULL;
  pawl_show_words show = words->show;
  show.partial = true;
  int status = pawl_show_open(call, &show, NULL, &recording);
  if (!recording)
    return status;
  pawl_page page = one_run(words, recording);
  pawl_error said = call->error;
  call->error = (pawl_error){0};
  int written = write_page(call, words, out, &page);
  if (status == 0 && written == 0)
    written = pawl_report_measure(call, words, NULL, recording);
  if (status != 0 && written == 0) {
    call->error = said;
    size_t used = strlen(call->error.text);
    snprintf(call->error.text + used, sizeof call->error.text - used, "; %s shows the motion until then",
             out);
  }
  pawl_recording_free(recording);
  return status ? status : written;
}

static int report_grid(pawl_call *call, const pawl_report_words *words, const char *out)
{
  pawl_grid grid = {0};
  int status = pawl_grid_run(call, words, &grid);
  if (status == 0) {
    pawl_page page = one_run(words, grid.cell[grid.own]);
    page.axis = grid.axis;
    page.axis_count = grid.axis_count;
    page.cell = (const pawl_recording *const *)grid.cell;
    page.failure = grid.failure;
    status = pawl_grid_measure(call, words, &grid);
    if (status == 0)
      status = write_page(call, words, out, &page);
    if (pawl_grid_say_failed(&grid) > 0 && status == 0)
      status = PAWL_BAD_NUMBERS;
  }
  pawl_grid_free(&grid);
  return status;
}

static int report(pawl_call *call, const void *options)
{
  const pawl_report_words *words = options;
  const char *out = words->out ? words->out : name_page(call, words->show.what);
  if (!out)
    return pawl_exit_of(pawl_fail_memory(&call->error));
  pawl_status status = pawl_outfile_spares(call, out, words->show.what);
  if (status == PAWL_OK)
    status = pawl_outfile_spares(call, out, words->show.model);
  if (status != PAWL_OK)
    return pawl_exit_of(status);
  return words->grid.count ? report_grid(call, words, out) : report_one(call, words, out);
}

static const pawl_option options[] = {
    PAWL_SHOW_OPTIONS(pawl_report_words),
    {"-o", "PAGE.html", PAWL_OPTION_TEXT, offsetof(pawl_report_words, out), 0, 0,
     "where the page goes; NAME.html in this folder unless given"},
    {"--grid", "NAME=FROM:TO:COUNT", PAWL_OPTION_SETTINGS, offsetof(pawl_report_words, grid), 0, 0,
     "puts a run for each of COUNT values into the page, for its slider: of a parameter, or of a number by "
     "path "
     "(return.stiffness); "
     "FROM:TO:COUNT:log spaces them by equal ratios, A,B,C names them; numbers may have units, 10*cm; "
     "several make a "
     "grid"},
    {"--measure", "EXPR", PAWL_OPTION_TEXTS, offsetof(pawl_report_words, measures), 0, 0,
     "says this number, max(hit.normal_force), of every run; may be repeated; see pawl help expressions"},
    {"--rows", "N", PAWL_OPTION_NUMBER, offsetof(pawl_report_words, rows), 2, 1e7,
     "the most rows of a run, 20000 unless given: others are left out evenly, but none at events"},
    {"--quiet", NULL, PAWL_OPTION_FLAG, offsetof(pawl_report_words, quiet), 0, 0,
     "does not say what was written"},
    {0}};

const pawl_command pawl_command_report = {
    .name = "report",
    .doc = "Writes a motion as one page for the browser: animation, plots, events, the energy ledger.",
    .about = "The page is one file, needs no network, and opens by a double click. A run that fails on the "
             "way gives the "
             "page of its motion so far, and the exit status of the failure; runs of a grid that fail are "
             "counted, with exit "
             "status 3.",
    .size = sizeof(pawl_report_words),
    .options = options,
    .run = report};
