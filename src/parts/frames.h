/* The frames that a part is connected to, whether its fields hold one or a list of them. */
#ifndef PAWL_PARTS_FRAMES_H
#define PAWL_PARTS_FRAMES_H

#include "parts/part.h"

/* Of one field: one, those of a list, or none. */
static inline int pawl_frames_in(const pawl_field *field, const void *fields, const pawl_frame **first)
{
  const void *at = (const char *)fields + field->where;
  *first = field->type == PAWL_FRAMES ? ((const pawl_frames *)at)->frame : (const pawl_frame *)at;
  return field->type == PAWL_FRAMES ? ((const pawl_frames *)at)->count : field->type == PAWL_FRAME;
}

#endif
