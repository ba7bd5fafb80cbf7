/* What parts look like: looks that the user writes, primitives that pictures draw, and the pen that a part's `draw`
 * slot writes them with.
 *
 * The points of a primitive are counted in a frame on a body, or it runs from one frame to another. Whoever has the
 * poses of the bodies and the channels at an instant can draw it; nobody needs to know which part it came from. */
#ifndef PAWL_PARTS_LOOK_H
#define PAWL_PARTS_LOOK_H

#include "base/arena.h"
#include "parts/part.h"

/* ---- looks -------------------------------------------------------------------------------------------------- */

typedef enum {
  PAWL_SHAPE_OWN, /* what the kind draws by itself */
  PAWL_SHAPE_BOX,
  PAWL_SHAPE_SPHERE,
  PAWL_SHAPE_CYLINDER,
  PAWL_SHAPE_PIPE,
  PAWL_SHAPE_CONE,
  PAWL_SHAPE_BEAM,
  PAWL_SHAPE_GEARWHEEL,
  PAWL_SHAPE_SPRING,
  PAWL_SHAPES
} pawl_shape;

/* The words for PAWL_SHAPE_BOX and on, as in pawl_field.choices. */
#define PAWL_SHAPE_WORDS "box sphere cylinder pipe cone beam gearwheel spring"

enum { PAWL_NO_COLOR = -1, PAWL_MOST_WINDINGS = 500 };

/* look = { … }. `extra` is, of a pipe: inner by outer diameter; a cone: small by large end; a gearwheel: its teeth,
 * negative: inside a ring; a spring: its windings; a cylinder, if positive: a line shows its turning. */
typedef struct {
  const char *color_text;              /* as written: "steelblue", "#4682b4"; NULL: not given */
  int color;                           /* 0xrrggbb, or PAWL_NO_COLOR                          */
  double width, length, height, extra; /* m; NaN: not given                                   */
  int layer;                           /* higher is drawn later                               */
  int shape;                           /* pawl_shape                                          */
  bool visible, layer_given, visible_given;
} pawl_look;

/* The fields of a look as the user writes them, ends with {0}. `shape` is an index into PAWL_SHAPE_WORDS there. */
extern const pawl_field pawl_look_fields[];
/* A look in which nothing is given. */
pawl_look pawl_look_empty(void);
/* What `look` (may be NULL) says, and `fallback` where it says nothing. */
pawl_look pawl_look_over(const pawl_look *look, const pawl_look *fallback);
/* "#rrggbb" or one of the known names → 0xrrggbb; PAWL_NO_COLOR: neither. */
int pawl_color_read(const char *text);
/* The known name nearest to a misspelt one, or NULL. */
const char *pawl_color_nearest(const char *text);

/* ---- primitives --------------------------------------------------------------------------------------------- */

typedef enum {
  PAWL_DRAW_LINE,     /* from a to b, between the fractions from and to of the way, or touching    */
  PAWL_DRAW_POLYLINE, /* points in a                                                               */
  PAWL_DRAW_POLYGON,  /* points in a, filled; those from `hole` on are the edge of a hole, 0: none */
  PAWL_DRAW_CIRCLE,   /* about the origin of a in its x-y plane, with `radius`                     */
  PAWL_DRAW_COIL,     /* a spring from a to b, between from and to, with `radius` and `windings`   */
  PAWL_DRAW_ARROW,    /* at the origin of a: a channel times a scale that pictures choose          */
  PAWL_DRAW_TEXT,     /* `text` beside the origin of a, upright, `height` high                     */
  PAWL_DRAW_ROPE,     /* as a line, but hanging down: it is longer than its way by the channel, if any */
  PAWL_DRAW_SOLID,    /* in space: `shape` about the origin of a, or stretched from a to b         */
  PAWL_DRAWS
} pawl_draw;

/* A solid's length is along x of a, its width along y, its height along z. Cylinders, pipes, cones, beams and
 * gearwheels have x as their axis; a gearwheel's width is its pitch diameter. A polygon in space may be `height` thick,
 * half of it on either side.
 * Fills have the color of the look; lines and circles without a fill too, a little darker where they lie on one, as are
 * the edges of fills. */

/* What a primitive is for: pictures choose colours and what to hide by it. */
typedef enum {
  PAWL_ROLE_BODY,
  PAWL_ROLE_JOINT,
  PAWL_ROLE_LINK,
  PAWL_ROLE_FORCE,    /* springs, dampers; arrows of forces and torques that parts give */
  PAWL_ROLE_REACTION, /* arrows of what holds parts together                            */
  PAWL_ROLE_DRIVE,
  PAWL_ROLE_SENSOR,
  PAWL_ROLE_MASS, /* the mark of a centre of mass */
  PAWL_ROLE_GROUND,
  PAWL_ROLE_GUIDE,
  PAWL_ROLE_PICTURE,
  PAWL_ROLE_AXES,
  PAWL_ROLE_LABEL,
  PAWL_ROLES
} pawl_role;

/* An arrow's channels are those of the part, by their names in its table. Two or three of them: components along the
 * axes of the world. One of them: along `direction` of a, or, with b, at b along the line from a to b. */
typedef struct {
  pawl_draw draw;
  pawl_role role;
  pawl_frame a, b; /* b.body < 0: there is no second frame */
  const pawl_vec *point;
  int count, hole;
  bool fill;                    /* of circles                                                   */
  double width;                 /* of lines, m; 0: as thin as is seen well. Of solids: along y  */
  double from, to;              /* of lines and coils, in 0 to 1                                */
  double touch[2];              /* of lines: it touches circles about a and b with these radii, */
                                /* at its left (seen from a to b) where positive; 0: goes there */
  double radius, windings;      /* of circles and coils                                         */
  pawl_shape shape;             /* of solids                                                    */
  double length, height, extra; /* of solids; texts and polygons have a height                  */
  const char *text;
  const char *channel[3];
  pawl_vec direction;
  bool turning; /* a torque: the arrow goes round, not along */
} pawl_primitive;

/* ---- the pen ------------------------------------------------------------------------------------------------ */

/* A joint that the part sits on. */
typedef struct {
  pawl_frame a, b;
  pawl_vec axis;
  pawl_mobility mobility;
} pawl_pen_joint;

typedef struct pawl_pen {
  unsigned worlds;
  double size;             /* a typical length: half the width of a link                       */
  pawl_look look;          /* of the part, with the model's defaults where it says nothing     */
  pawl_role role;          /* of primitives that do not say otherwise                          */
  int body;                /* of bodies: its number; of composites: that of their first; else -1 */
  const pawl_frame *frame; /* of bodies: the places on it that other parts use                 */
  int frame_count;
  pawl_pen_joint joint[PAWL_JOINTS]; /* of the part's PAWL_JOINT fields, in the order of the table */
  int joint_count;
  const struct pawl_profile *profile; /* of shapes: geometry/profile.h                          */
  bool solid;                         /* of shapes: closed, with the material inside            */
  bool covered;                       /* of bodies: a solid shape shows where the body is       */
  pawl_arena *arena;                  /* for points on the way */
  void (*emit)(void *context, const pawl_primitive *primitive); /* keeps a copy, with its points */
  void *context;
} pawl_pen;

/* A primitive with the role of the pen and nothing else in it. */
pawl_primitive pawl_pen_primitive(const pawl_pen *pen, pawl_draw draw, const pawl_frame *a);
/* The frame further on by `at`, in its own axes. */
pawl_frame pawl_frame_on(const pawl_frame *frame, pawl_vec at);
/* The same frame turned so that its x axis is `axis` of it (not zero). */
pawl_frame pawl_frame_along(const pawl_frame *frame, pawl_vec axis);
/* The same frame turned so that its z axis is `axis` of it (of length 1), by the least turn. */
pawl_frame pawl_frame_across(const pawl_frame *frame, pawl_vec axis);
/* A frame on a body with the body's own axes. */
pawl_frame pawl_frame_at_point(int body, pawl_vec at);

/* pen.c: lines, symbols, arrows. Points are in the frame. */
void pawl_pen_line(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, double width);
void pawl_pen_polyline(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count,
                       double width);
void pawl_pen_polygon(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count);
void pawl_pen_circle(pawl_pen *pen, const pawl_frame *frame, double radius, bool fill);
void pawl_pen_coil(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b);
void pawl_pen_damper(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b);
/* A coil on the first half of the way, a damper on the second. */
void pawl_pen_series(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b);
void pawl_pen_spiral(pawl_pen *pen, const pawl_frame *frame, double radius);
void pawl_pen_cross(pawl_pen *pen, const pawl_frame *frame, double radius);
void pawl_pen_text(pawl_pen *pen, const pawl_frame *frame, const char *text);
/* A pin seen along `axis` of the frame: a circle in a plane, a short cylinder in space. */
void pawl_pen_pin(pawl_pen *pen, const pawl_frame *frame, pawl_vec axis);
/* The hatched sign of the ground, where the frame is on the ground; else nothing. */
void pawl_pen_ground(pawl_pen *pen, const pawl_frame *frame);
/* The sign of a centre of mass at the origin of the frame. */
void pawl_pen_mass(pawl_pen *pen, const pawl_frame *frame);
/* Arrows by the names of channels. `z` exists in space only: fx, fy, fz; tx, ty, tz. */
void pawl_pen_force(pawl_pen *pen, const pawl_frame *at, pawl_role role, const char *x, const char *y,
                    const char *z);
void pawl_pen_torque(pawl_pen *pen, const pawl_frame *at, pawl_role role, const char *x, const char *y,
                     const char *z);
/* The reaction of a joint, fx fy fz, on its second body. */
void pawl_pen_reaction(pawl_pen *pen, const pawl_frame *at);
/* One number along or about `direction` of the frame. */
void pawl_pen_effort(pawl_pen *pen, const pawl_frame *at, pawl_vec direction, bool turning,
                     const char *channel);
/* One number along the line of two frames: positive pushes b away from a. */
void pawl_pen_push(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, pawl_role role,
                   const char *channel);

/* pen_shape.c: shapes with sizes; polygons in a plane, solids in space. Centred on the frame; the length is along its
 * x axis, the width along y, the height along z. */
void pawl_pen_box(pawl_pen *pen, const pawl_frame *frame, double length, double width, double height);
/* A flat polygon; in space of that thickness. */
void pawl_pen_plate(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count,
                    double thickness);
/* A filled circle in a plane, a sphere in space. */
void pawl_pen_ball(pawl_pen *pen, const pawl_frame *frame, double radius);
/* Axis along z of the frame, `thickness` long there; `spoke`: a line shows how far it has turned. */
void pawl_pen_disc(pawl_pen *pen, const pawl_frame *frame, double radius, double thickness, bool spoke);
/* Axis along z, pitch radius; fewer than 0 teeth: inside a ring. */
void pawl_pen_gear(pawl_pen *pen, const pawl_frame *frame, double radius, int teeth, double thickness);
/* The points of the frame in a plane with a band of `radius` round them, as an elastic thread would hold them. */
void pawl_pen_rounded(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count,
                      double radius);
/* A bar with round ends between two points of the frame. */
void pawl_pen_bar(pawl_pen *pen, const pawl_frame *frame, pawl_vec p, pawl_vec q, double width);
/* A shape with the numbers of a look, NaN where they are to be guessed from the pen's size. In a plane a cylinder,
 * pipe or cone without a length is seen along its axis. */
void pawl_pen_shape(pawl_pen *pen, const pawl_frame *frame, const pawl_look *look);
/* The same, stretched from a to b. */
void pawl_pen_shape_between(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, const pawl_look *look);

/* pen_body.c: what a body looks like that has no shape of its own: a rounded link through all places that are used on
 * it, with its centre of mass marked. A draw slot for structs that begin with pawl_body. */
void pawl_draw_body(const void *part, pawl_pen *pen);
/* The look's shape instead: along the longest span of the body's places, or centred on its centre of mass when the
 * look has a length. */
void pawl_draw_body_shape(const void *part, pawl_pen *pen);

#endif
