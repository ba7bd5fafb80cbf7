/* A step that is looked through for events, on its dense output. Internal to scan.c, zeros.c and peaks.c; what others ask
 * is in run.h.      theory.md, 7.9 */
#ifndef PAWL_STEP_SCAN_H
#define PAWL_STEP_SCAN_H

#include "step/run.h"

typedef struct {
  pawl_run *r;
  double begin, end;          /* of the step                 */
  const double *first, *last; /* the states there            */
  bool dense;                 /* dense output is ready       */
  bool placed;                /* the system is at `at`,      */
  bool unforced;              /* but forces of what is held are not known there */
  bool exact;                 /* zeros are found to the last bit */
  double at;
  double torn;       /* where a touch was not found that is there at both ends of an interval */
  double sampled[2]; /* the interval of which `samples` are in run->margin */
  int samples;
} pawl_scan;

/* scan.c: the system at a time of the step: its begin, its end, or between. */
bool pawl_scan_at(pawl_scan *scan, double t);
/* The closed touches of a pair, followed to the instant that is placed. */
void pawl_scan_follow_closed(pawl_system *system, pawl_contact_pair *pair, const pawl_shape_motion *motion);
/* One margin at a time; NaN: the touch is not there. */
pawl_margin pawl_scan_margin(pawl_scan *scan, double t, int pair, int point, int margin);

/* All margins at an instant; false: a closed touch cannot be followed there. */
bool pawl_scan_look(pawl_scan *scan, double t, pawl_margin *margin);

/* scan_watch.c, of an interval of the step, at whose one end the system is placed. How long it may be from its begin so that nothing touches
 * in it that is not watched; searches where too little is left. */
double pawl_watch_time(pawl_run *run, double step);
/* It begins here: from here open touches are followed. */
void pawl_watch_begin(pawl_run *run);
/* At its end, dt later: whether an open touch that may have closed by now cannot be followed to here, */
bool pawl_watch_loses(pawl_run *run, double dt);
/* whether shapes may have moved farther than was safe, */
bool pawl_watch_goes_far(const pawl_run *run, double dt);
/* whether something has come unseen in an interval longer than what is certain. */
bool pawl_watch_hides(pawl_run *run, double dt);
/* And if none of this is so: it counts. */
void pawl_watch_count(pawl_run *run, double dt);

/* zeros.c: whether forces of what is held change so little from a to b that some looks at them tell all. */
bool pawl_scan_is_calm(pawl_scan *scan, double a, double b);
/* The first zero between a and b, whose margins are in run->margin; run->zero_* say whose. */
double pawl_scan_zero(pawl_scan *scan, double a, double b);
double pawl_scan_sharpen(pawl_scan *scan, double zero);
double pawl_scan_sooner(pawl_scan *scan, double a, double b);
/* Where a cubic with these values and slopes at both ends of [0, h] is lowest inside; NaN: not inside. */
double pawl_scan_lowest(double h, double f0, double d0, double f1, double d1);

/* pace.c: what is known of all speeds in a step: the longest interval that it may be looked through in; INFINITY: any. */
double pawl_pace_begin(pawl_run *run, double begin, const double *first, double end, const double *last);
/* By how much each pair may be faster in it than at the instant that is placed: run->contact_slack. */
void pawl_pace_note(pawl_run *run);

/* peaks.c: the largest force and depth of all pairs between a and b, whose margins are in run->margin. */
void pawl_scan_peaks(pawl_scan *scan, double a, double b);

#endif
