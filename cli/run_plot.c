/* pawl run --plot: a quick look at channels, in the terminal. */
#include "blocks_plot.h"
#include "job.h"

pawl_status pawl_job_plot(pawl_job *job, FILE *to)
{
  pawl_result *result = NULL;
  pawl_error *error = &job->call->error, unheard = {0};
  pawl_writer *writer = job->plot;
  job->plot = NULL;
  if (!writer || pawl_writer_result(writer, &result, to ? error : &unheard) != PAWL_OK)
    return writer && to ? error->status : PAWL_OK;
  pawl_blocks_curve *curves = PAWL_TAKE(&job->call->arena, result->count + 1, pawl_blocks_curve);
  for (int i = 0; curves && i < result->count; i++)
    curves[i] = (pawl_blocks_curve){result->channels[i].name, result->channels[i].unit, result->columns[i]};
  pawl_blocks_size size = pawl_blocks_usual(to ? to : stdout);
  pawl_status status = PAWL_OK;
  if (to && curves && result->rows)
    status = pawl_blocks_plot(to, result->time, result->rows, curves, result->count, &size, &job->call->arena,
                              error);
  pawl_result_free(result);
  return status;
}
