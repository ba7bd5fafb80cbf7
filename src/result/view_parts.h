/* What the files that draw a view share. */
#ifndef PAWL_RESULT_VIEW_PARTS_H
#define PAWL_RESULT_VIEW_PARTS_H

#include "result/view.h"

/* view.c */
bool pawl_view_is_flat(const pawl_view *view);
pawl_pose pawl_view_pose(const pawl_view *view, const pawl_frame *frame);
pawl_spot pawl_view_spot(const pawl_view *view, pawl_vec at);
/* The pose with its x axis from a to b, and their distance. */
pawl_pose pawl_view_between(const pawl_view *view, const pawl_primitive *p, double *length);

/* view_flat.c */
/* The color of an item, pale when another kind has the accent. */
int pawl_view_color(const pawl_view *view, const pawl_drawn *item);
/* The color of an edge or a line on something of that color. */
int pawl_view_dark(int color);
/* A path through points of a pose. */
void pawl_view_path(pawl_view *view, const pawl_pose *pose, const pawl_vec *point, int count, int hole,
                    const pawl_ink *ink);
/* Moves the ends of a line so that it touches circles about them. */
void pawl_view_touch(const pawl_primitive *p, pawl_pose *a, pawl_pose *b);
void pawl_view_item(pawl_view *view, const pawl_drawn *item);

/* view_arrow.c */
/* The vector or the number of an arrow, NaN: not known. */
double pawl_view_arrow_size(const pawl_view *view, const pawl_drawn *item);
void pawl_view_arrow(pawl_view *view, const pawl_drawn *item);

/* view_rope.c */
void pawl_view_rope(pawl_view *view, const pawl_drawn *item);

/* view_marks.c */
void pawl_view_marks(pawl_view *view);

/* view_solid.c */
void pawl_view_solid(pawl_view *view, const pawl_drawn *item);
/* A polygon of some thickness. */
void pawl_view_plate(pawl_view *view, const pawl_drawn *item);

#endif
