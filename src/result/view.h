/* A drawing as it is seen at an instant. A plane is seen from the front, x to the right and y up; space without
 * perspective, z up, from wherever the eye is. */
#ifndef PAWL_RESULT_VIEW_H
#define PAWL_RESULT_VIEW_H

#include "model/drawing.h"
#include "result/canvas.h"

/* What a picture needs to know of an instant: channels of parts, by their names in the tables; NaN where there is none.
 * Bodies are put where their x, y, angle say, in space x, y, z, e0 … e3. */
typedef struct {
  double (*read)(void *context, int part, const char *channel);
  void *context;
} pawl_instant;

typedef struct {
  double aside, above;     /* rad: in space, how far the eye has gone from the front to the right, and up */
  double arrow;            /* length of the longest arrow of forces, and of torques; in drawing->size     */
  unsigned arrows;         /* 1u << role of the arrows that are drawn                                     */
  bool guess;              /* arrows of which no number is known are drawn as long as the longest         */
  const pawl_kind *accent; /* parts of other kinds are pale; NULL: none are                               */
} pawl_view_options;

/* Obliquely from the front and above; arrows of forces and drives. */
pawl_view_options pawl_view_usual(void);

/* A place and axes in the world. */
typedef struct {
  pawl_vec r;
  pawl_mat R;
} pawl_pose;

typedef struct pawl_view_place pawl_view_place;

typedef struct {
  const pawl_drawing *drawing;
  const pawl_view_options *options;
  const pawl_instant *instant; /* that is being drawn                                          */
  pawl_canvas canvas;
  pawl_mat eye;           /* its axes: to the right, up, towards the eye                       */
  pawl_pose *body;        /* [0] the ground                                                    */
  double *depth;          /* in space: of each body, towards the eye                           */
  pawl_view_place *place; /* the items in the order of drawing                                 */
  double force, torque;   /* the largest of the arrows so far; 0: there are none               */
  double thin;            /* the thinnest line, px                                             */
  bool moving;            /* what stands on the ground is left out                             */
} pawl_view;

/* Opens a view that measures. The options live as long as the view. */
pawl_status pawl_view_open(pawl_view *view, const pawl_drawing *drawing, const pawl_view_options *options,
                           pawl_arena *arena, pawl_error *error);
/* Notes how large the arrows of an instant are: the longest of all that were weighed has the length asked for. */
void pawl_view_weigh(pawl_view *view, const pawl_instant *instant);
/* Measures or draws an instant: as the canvas is. */
void pawl_view_draw(pawl_view *view, const pawl_instant *instant);
/* Ends measuring, as pawl_canvas_fit. */
void pawl_view_fit(pawl_view *view, double width, double height);
/* A path through points of the world; at points that are not finite it is interrupted. */
void pawl_view_trace(pawl_view *view, const pawl_vec *point, size_t count, const pawl_ink *ink);

/* The drawing of a model, with symbols that are not too small beside the bodies as they stand at these instants. */
pawl_status pawl_view_collect(pawl_model *model, const pawl_instant *instant, int count, pawl_arena *arena,
                              pawl_drawing *drawing, pawl_error *error);

#endif
