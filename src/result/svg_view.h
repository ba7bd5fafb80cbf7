/* What the files that draw a picture share: where things are and how they are seen. */
#ifndef PAWL_RESULT_SVG_VIEW_H
#define PAWL_RESULT_SVG_VIEW_H

#include "result/canvas.h"
#include "result/svg.h"

/* A place and axes in the world. */
typedef struct {
  pawl_vec r;
  pawl_mat R;
} pawl_pose;

typedef struct {
  const pawl_drawing *drawing;
  const pawl_instant *instant;
  const pawl_svg_options *options;
  pawl_canvas canvas;
  pawl_mat eye;          /* its axes: to the right, up, towards the eye                  */
  const pawl_pose *body; /* [0] the ground                                               */
  double force, torque;  /* the largest of the arrows that are drawn; 0: there are none  */
  double thin;           /* the thinnest line, px                                        */
} pawl_view;

pawl_pose pawl_view_pose(const pawl_view *view, const pawl_frame *frame);
pawl_spot pawl_view_spot(const pawl_view *view, pawl_vec at);
/* The color of an item, pale when another kind has the accent. */
int pawl_view_color(const pawl_view *view, const pawl_drawn *item);
/* The color of an edge or a line on something of that color. */
int pawl_view_dark(int color);
/* The pose with its x axis from a to b, and their distance. */
pawl_pose pawl_view_between(const pawl_view *view, const pawl_primitive *p, double *length);
/* A path through points of a pose. */
void pawl_view_path(pawl_view *view, const pawl_pose *pose, const pawl_vec *point, int count, int hole,
                    const pawl_ink *ink);

/* svg_arrow.c */
/* The vector or the number of an arrow, NaN: not known. */
double pawl_view_arrow_size(const pawl_view *view, const pawl_drawn *item);
void pawl_view_arrow(pawl_view *view, const pawl_drawn *item);

/* svg_solid.c */
void pawl_view_solid(pawl_view *view, const pawl_drawn *item);
/* A polygon of some thickness. */
void pawl_view_plate(pawl_view *view, const pawl_drawn *item);

#endif
