/* pawl report --measure: numbers of the runs on a page, a line each. */
#include "measures.h"
#include "report.h"

int pawl_report_measure(pawl_call *call, const pawl_report_words *words, const char *before,
                        const pawl_recording *recording)
{
  int count = words->measures.count;
  pawl_taken *taken = PAWL_TAKE(&call->arena, count + 1, pawl_taken);
  if (!taken)
    return pawl_exit_of(pawl_fail_memory(&call->error));
  pawl_status status = pawl_measures_take(call, recording->result, "--measure", &words->measures, taken);
  if (status != PAWL_OK || !count)
    return pawl_exit_of(status);
  if (before)
    printf("%s: ", before);
  for (int i = 0; i < count; i++) {
    printf("%s%s = ", i ? ", " : "", taken[i].expression->text);
    pawl_put_measure(stdout, taken[i].value, taken[i].expression->unit);
  }
  putchar('\n');
  return 0;
}

/* "mu = 0.1, l = 2 m" */
static const char *place_of(pawl_call *call, const pawl_grid *grid, int cell)
{
  const char *text = "";
  for (int i = grid->axis_count - 1; text && i >= 0; cell /= grid->axis[i].count, i--) {
    const pawl_page_axis *axis = grid->axis + i;
    text = pawl_format(&call->arena, "%s = %.9g%s%s%s%s", axis->name, axis->value[cell % axis->count],
                       axis->unit && *axis->unit ? " " : "", axis->unit ? axis->unit : "", *text ? ", " : "",
                       text);
  }
  return text;
}

int pawl_grid_measure(pawl_call *call, const pawl_report_words *words, const pawl_grid *grid)
{
  int status = 0;
  for (int i = 0; status == 0 && words->measures.count && i < grid->cell_count; i++) {
    const char *place = place_of(call, grid, i);
    if (!place)
      return pawl_exit_of(pawl_fail_memory(&call->error));
    if (grid->cell[i])
      status = pawl_report_measure(call, words, place, grid->cell[i]);
    else
      printf("%s: failed\n", place);
  }
  return status;
}
