/* The minimum distance of two profiles: touches are pairs of points with opposite normals, each on the
 * other's normal,
 *
 *     n1·t2 = 0,  -n1·n2 > 0,  r·t2 = 0,   r = x2 - x1,   gap = r·n1,      D = k1 + k2 + gap k1 k2 > 0,
 *
 * or a point of one and a vertex of the other whose cone of normals holds the direction, or two vertices. A
 * gap may be negative: then they overlap there. All of it in the frame of the first profile. */
#ifndef PAWL_GEOMETRY_TOUCH_H
#define PAWL_GEOMETRY_TOUCH_H

#include "geometry/profile.h"

/* Where the second profile's frame is, seen from the first's: origin, cosine and sine of the angle. */
typedef struct {
  pawl_xy r;
  double c, s;
} pawl_placing;

typedef struct {
  int feature[2]; /* which features of the two profiles */
  double s[2];    /* parameters */
  double gap;
  pawl_xy x[2]; /* the points */
  pawl_xy n;    /* outward normal of the first, unit */
  double k[2];  /* curvatures; a vertex has INFINITY */
  double D;     /* > 0: a strict local minimum; of vertex contacts a positive number */
  int id;       /* lasting identity within the pair: kept by tracking, given by the search */
  /* An end of the overlap of two straight pieces: its gap is meant also where a neighbour's is smaller. The
   * end itself has k = INFINITY, whether or not there is a vertex. ends: 1 if the straight piece lies
   * before the end, in the order of s, 2 behind, 3 both. */
  bool straight;
  int ends;
} pawl_touch;

/* ---- global: all touches with gap < interest ---- */

/* Times as large as the first: motion is then measured over the first. A disc that turns moves its own rim, but the ends of a floor that is
 * seen from it by far more. */
#define PAWL_MUCH_LARGER 1

typedef struct {
  long pairs, newtons; /* counters: pairs of cells looked at, Newton solutions */
  /* No other touch can close before some point of b has moved by this, along its way, relative to a (where b is
   * much larger: some point over a). At least `interest`, but less where a touch can appear between curves that are closer: where a convex
   * piece nearly fits a concave one, at ends and concave corners; or when `full`. */
  double beyond;
  bool full;      /* there were more touches than room */
  bool conformal; /* curved pieces of equal curvature lie on each other: the point is not unique */
} pawl_search_note;

/* Fills at most `most` touches, sorted by gap, and returns how many. Ids are those of `before` (its
 * `before_count` touches at an earlier instant) where a touch continues one of them, else new: the first
 * free numbers ≥ 0. No memory is taken: `work` is from pawl_search_room. */
typedef struct pawl_search_work pawl_search_work;
pawl_search_work *pawl_search_room(pawl_arena *arena, const pawl_profile *a, const pawl_profile *b, int most);
int pawl_search(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double interest,
                const pawl_touch *before, int before_count, pawl_touch *touch, int most,
                pawl_search_work *work, pawl_search_note *note);

/* Of a touch with a negative gap: whether the way from one point to the other lies inside of both profiles,
 * so that they overlap there. Else the two points are on far sides. */
bool pawl_overlap_is_real(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          const pawl_touch *touch);

/* ---- local: one touch followed ---- */

typedef enum {
  PAWL_TRACKED,
  PAWL_HANDED_OVER, /* solved, on another feature than before: curvature may jump */
  PAWL_LOST /* no such touch near: D → 0, an end was left, or Newton does not converge: search again */
} pawl_tracking;

/* From the values in *touch (features, s: a prediction is fine), at most 8 iterations to 1e-14 of the
 * sizes. With `held` the feature is not changed: its smooth continuation beyond its ends is followed (for
 * steps that go beyond an event), and `leaves` says how far s is beyond (0: inside), in parameter; of a
 * vertex, the sine of the angle by which the normal is outside of its cone. */
pawl_tracking pawl_track(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, bool held,
                         pawl_touch *touch, double leaves[2]);

/* Where two corners are at one place, not farther apart than `near`, and the second moves with u relative to the first: the
 * rate at which they part, the largest n·u of all normals n that both have. Unless u itself is one of them, the touch is then
 * on the edge that begins with the normal. NAN: there are no two corners, and the touch stays as it is. INFINITY: that edge is of another
 * curve that goes on there, and the touch is that one's. */
double pawl_track_corners(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          double near, pawl_xy u, pawl_touch *touch);

/* How far two corners at a touch are apart, or in each other: the largest n·r of all normals that both have. NAN: there are no two
 * corners, or they are farther from each other than `near`. */
double pawl_track_apart(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double near,
                        const pawl_touch *touch);

/* Rates at a touch: v and w of the second frame relative to the first, in the first's axes (v of its
 * origin). */
typedef struct {
  double gap_rate;  /* n·(v + w × x2 arm) */
  double slide;     /* tangential speed of x2's material over x1's, along (-n_y, n_x) */
  double s_rate[2]; /* parameters */
  double turn;      /* of the normal, over the first */
  double
      bend; /* what gap'' has besides n·(acceleration of the material point of 2 at x2): the quadratic term */
} pawl_touch_rates;
/* Whether the parameters of the two grow along (-n_y, n_x) of the touch's normal, 1, or against it, -1. */
void pawl_touch_ways(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                     const pawl_touch *touch, double way[2]);
void pawl_touch_rate(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                     const pawl_touch *touch, pawl_xy v, double w, pawl_touch_rates *rates);
/* At a corner, or an arc, on a straight piece: how far the second may move, as a certificate counts it, before the far end of an edge beside the
 * corner could come down to that piece; at corners, or next to them, before edges that look at each other have passed each other's ends, so
 * that both are touches. INFINITY: it is no such touch, or that end is listed as a touch of its own. */
double pawl_track_level(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                        const pawl_touch *touch);
/* Whether a touch is on an arc or a curve, where a straight piece begins beside it that lies on one of the other side, but for an angle of this
 * sine. */
bool pawl_track_at_edge(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                        const pawl_touch *touch, double sine);
/* Whether an edge beside such a corner faces that piece already, so that its far end could come down beside a corner that sinks in, and is
 * not among those that are listed. */
bool pawl_track_lacks_end(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          const pawl_touch *touch, const pawl_touch *listed, int count);

#endif
