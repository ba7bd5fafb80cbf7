/* Weighted sum of up to four signals.   v = k1 u1 + k2 u2 + k3 u3 + k4 u4 */
#include "parts/signal_channels.h"

enum { TERMS = 4 };

typedef struct {
  pawl_signal in[TERMS];
  double k[TERMS];
  const char *unit;
} sum;

static const pawl_field fields[] = {
    {"1", "", PAWL_SIGNAL, offsetof(sum, in[0]), PAWL_REQUIRED, -INFINITY, INFINITY,
     "the first signal or channel"},
    {"2", "", PAWL_SIGNAL, offsetof(sum, in[1]), PAWL_UNSET, -INFINITY, INFINITY, "the second"},
    {"3", "", PAWL_SIGNAL, offsetof(sum, in[2]), PAWL_UNSET, -INFINITY, INFINITY, "the third"},
    {"4", "", PAWL_SIGNAL, offsetof(sum, in[3]), PAWL_UNSET, -INFINITY, INFINITY, "the fourth"},
    {"k1", "", PAWL_REAL, offsetof(sum, k[0]), 1, -INFINITY, INFINITY, "what the first one is multiplied by"},
    {"k2", "", PAWL_REAL, offsetof(sum, k[1]), 1, -INFINITY, INFINITY,
     "the second one; -1 makes a difference"},
    {"k3", "", PAWL_REAL, offsetof(sum, k[2]), 1, -INFINITY, INFINITY, "the third one"},
    {"k4", "", PAWL_REAL, offsetof(sum, k[3]), 1, -INFINITY, INFINITY, "the fourth one"},
    PAWL_UNIT_FIELD(sum),
    {0}};

static void value(const void *part, const pawl_signal_at *x, pawl_jet *out, double *state_rate)
{
  (void)state_rate;
  const sum *p = part;
  *out = (pawl_jet){0, 0, 0};
  for (int i = 0; i < TERMS; i++)
    if (pawl_signal_given(p->in + i)) {
      out->v += p->k[i] * x->in[i].v;
      out->d += p->k[i] * x->in[i].d;
      out->dd += p->k[i] * x->in[i].dd;
    }
}

static double pace(const void *part, double since, double a, double b, const double *in)
{
  (void)since, (void)a, (void)b;
  const sum *p = part;
  double most = 0;
  for (int i = 0; i < TERMS; i++)
    most += fabs(p->k[i]) * in[i];
  return most;
}

const pawl_kind pawl_signal_sum = {.name = "sum",
                                   .family = PAWL_SIGNAL_KIND,
                                   .doc = "The sum of up to four signals or channels, each times a number.",
                                   .equations = "v = k₁ u₁ + k₂ u₂ + k₃ u₃ + k₄ u₄\n",
                                   .example = "planar {}\n"
                                              "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
                                              "revolute \"axle\" { ground, wheel }\n"
                                              "sum \"error\" { 2, \"axle.speed\", k2 = -0.2 }\n"
                                              "motor \"drive\" { \"axle\", torque = \"error\" }\n"
                                              "simulate { duration = 1 }\n",
                                   .size = sizeof(sum),
                                   .fields = fields,
                                   .channels = pawl_signal_channels,
                                   .signal = &(const pawl_signal_table){.value = value, .pace = pace}};
