/* pawl run --plot: a quick look at channels and expressions, in the terminal. */
#include "blocks_plot.h"
#include "job.h"

pawl_status pawl_job_plot(pawl_job *job, FILE *to)
{
  const pawl_result *kept = job->ask.kept;
  pawl_error *error = &job->call->error;
  pawl_blocks_curve *curves = PAWL_TAKE(&job->call->arena, job->ask.drawn_count + 1, pawl_blocks_curve);
  if (!kept || !job->ask.drawn_count || !kept->rows)
    return PAWL_OK;
  const pawl_measuring of = pawl_ask_measuring(job, "--plot");
  for (int i = 0; curves && i < job->ask.drawn_count; i++) {
    const pawl_curve_asked *d = job->ask.drawn + i;
    double *column = d->expression ? NULL : job->ask.columns[d->channel];
    if (d->expression && pawl_measure_column(&of, d->expression, &column) != PAWL_OK)
      return error->status;
    curves[i] = d->expression ? (pawl_blocks_curve){d->expression->text, d->expression->unit, column}
                              : (pawl_blocks_curve){job->channels[d->channel].name,
                                                    job->channels[d->channel].unit, column};
  }
  if (!curves)
    return pawl_fail_memory(error);
  pawl_blocks_size size = pawl_blocks_usual(to);
  return pawl_blocks_plot(to, kept->time, kept->rows, curves, job->ask.drawn_count, &size, &job->call->arena,
                          error);
}
