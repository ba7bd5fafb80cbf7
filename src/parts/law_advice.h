/* Whether a law of contact suits a model, as sentences with numbers. */
#ifndef PAWL_PARTS_LAW_ADVICE_H
#define PAWL_PARTS_LAW_ADVICE_H

#include "parts/part.h"

/* An impact that the model may deal. */
typedef struct {
  double mass;         /* kg, effective along the normal: 1/(n·M⁻¹·n)                */
  double speed;        /* m/s, of approach                                           */
  double load;         /* N, that goes on pressing: weight, springs                  */
  double curvature;    /* 1/m, where they meet                                       */
  double length, time; /* of the smaller shape, m; the model's own, s                */
  double deep, brief;  /* what is too much: depth by length, time of an impact by time  */
  double step;         /* s, of time-stepping; 0: steps are as short as an impact needs */
} pawl_impact;

enum { PAWL_ADVICE = 320 };

/* NULL, or a sentence in `text` that names a better value: shapes sink deeper than `deep` of their length, or
 * the impact lasts less than `brief` of the model's time, or less than twenty steps. Laws that do not say what they store are not judged. */
const char *pawl_law_advice(const pawl_value *law, const pawl_impact *impact, char text[PAWL_ADVICE]);

/* NULL, or a sentence in `text`: the impact lasts less than twenty steps. */
const char *pawl_law_step_advice(const pawl_value *law, const pawl_impact *impact, char text[PAWL_ADVICE]);
/* s: how long it lasts; NaN: not known. */
double pawl_law_impact_time(const pawl_value *law, const pawl_impact *impact);

/* NULL, or a sentence: there is no such force where curvatures add up to `curvature`. To be asked when
 * shapes meet. */
const char *pawl_law_refuses(const pawl_value *law, double curvature);

#endif
