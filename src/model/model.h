/* What the user wrote: parts with names, fields and the line they were written on. Made by the Lua side
 * (lua_*.c), read by system/. */
#ifndef PAWL_MODEL_MODEL_H
#define PAWL_MODEL_MODEL_H

#include <stdbool.h>

#include "base/arena.h"
#include "parts/look.h"
#include "parts/part.h"

#define PAWL_MOST_NUMBER 1e100   /* products of three, as m v², are finite */
#define PAWL_LEAST_NUMBER 1e-100 /* of what is not negative: 1/x is finite, and products of three are not 0 */

typedef struct pawl_part {
  const pawl_kind *kind;
  const char *name;              /* "hinge"; statements without a name: the kind's  */
  const char *where;             /* "models/x/model.lua:12", kept for life          */
  void *fields;                  /* the kind's struct                               */
  const pawl_look *look;         /* look = { … }; NULL: not written                 */
  const struct pawl_part *whole; /* the composite that made it; NULL: none did      */
  int index;                     /* in model->parts                                 */
  int body;                      /* bodies: 1, 2 …; else -1                         */
} pawl_part;

typedef struct {
  const char *name, *unit, *doc, *where;
  double value, min, max;
  const char *text;           /* the value of a parameter that is a string; NULL: it is a number */
  const char *const *choices; /* the strings it may be; NULL: any                                */
  int choice_count;
} pawl_parameter;

/* A file that a model has read with include or read_table, by the name that it wrote. */
typedef pawl_text pawl_file;

struct pawl_model {
  pawl_arena arena;
  struct lua_State *lua; /* lives as long as the model: its functions are called during a run */
  unsigned worlds;       /* PAWL_PLANAR or PAWL_SPATIAL                                       */
  pawl_world world;
  const pawl_look *look; /* of planar or spatial, the default of all parts; NULL: not written */
  pawl_plan plan;
  pawl_part *
      *parts; /* all named parts and expects, in the order written; statements planar/simulate are above */
  int part_count;
  int *body_part; /* body 1 … body_count → index of its part; [0] unused (ground) */
  int body_count;
  pawl_parameter *parameters;
  int parameter_count;
  const char *path;   /* as given; a folder is read as folder/model.lua */
  const char *source; /* the text                                       */
  pawl_file *files;   /* what it has read besides                       */
  int file_count;
  bool uses_functions;                  /* some signal is a Lua function                 */
  const char *world_where, *plan_where; /* of planar or spatial and of simulate; NULL: not written */
  const char *plan_steps; /* "'step' and 'theta'": what simulate says of stepping; NULL: nothing */
  int *
      slots; /* slot_count, a power of 2: names to parts, index + 1, by open addressing; see pawl_model_find */
  int slot_count;
  int part_room, body_room, parameter_room, file_room; /* sizes of the arrays above */
};

/* A model as a result holds it: all that is needed to read it again. */
typedef struct {
  const char *path, *source; /* source NULL: there is no model */
  const pawl_file *files;
  int file_count;
  const pawl_setting *settings; /* what it was read with */
  int setting_count;
} pawl_stored_model;

/* As pawl_model_read, from what was stored: no file is touched. The settings are those of `how`. */
pawl_status pawl_model_restore(pawl_model **model, const pawl_stored_model *stored, const pawl_reading *how,
                               pawl_error *error);

/* What an output asks of the whole run, "max(hit.normal_force)"; NULL: it is none, or has a value at every instant. */
const char *pawl_output_measure(const pawl_part *part);
/* Index of the part of that name, or -1. */
int pawl_model_find(const pawl_model *model, const char *name);
/* Writes a numeric field by path ("return.stiffness", "cam.com.x"), with the checks of its table. */
pawl_status pawl_model_set(pawl_model *model, const char *path, double value, pawl_error *error);
/* The address of that number and its field, or NULL. A part's name alone is its first value ("u" of input "u").
 * Paths also begin with the statements: "simulate.duration", "planar.gravity.y". */
double *pawl_model_number(pawl_model *model, const char *path, const pawl_field **field);

/* The unit of that number, "" of a pure one; NULL: there is none of that path. */
const char *pawl_model_unit(pawl_model *model, const char *path);

/* The same model with parts of its own that `can_change` names, for one run: their numbers are not seen by others. NULL: no memory. */
pawl_model *pawl_model_copy(const pawl_model *model, bool (*can_change)(const pawl_part *part),
                            pawl_arena *arena);

/* How a Lua function reads channels while the equations are evaluated. */
typedef struct {
  void *context;
  /* The value of a channel at position or velocity level; nonzero: refused, and *error says why. */
  int (*read)(void *context, const char *name, double *value, pawl_error *error);
} pawl_reader;

/* value = signal(t, channels). */
pawl_status pawl_signal_value(const pawl_model *model, const pawl_signal *signal, double t,
                              const pawl_reader *reader, double *value, pawl_error *error);
/* jet = {f, f', f''}(t) of a function of time alone, by forward differentiation through the Lua code. */
pawl_status pawl_signal_jet(const pawl_model *model, const pawl_signal *signal, double t, double jet[3],
                            pawl_error *error);

/* The profile of the shape that is part number `part`, in the frame of the shape; it lives as long as the arena. NULL: see
 * the sentence, which names the line of the curve. */
const struct pawl_profile *pawl_shape_profile(const pawl_model *model, int part, pawl_arena *arena,
                                              pawl_error *error);

/* The first `count` results of function(u), each with its derivatives by u. `function` as in pawl_signal. */
pawl_status pawl_function_jets(const pawl_model *model, int function, double u, pawl_jet *jets, int count,
                               pawl_error *error);
/* What functions of own coordinates get: q, v and t, each with its derivatives along some direction. */
typedef struct {
  const pawl_part *part;   /* of the function, for sentences          */
  const pawl_words *names; /* of the coordinates                       */
  const pawl_jet *q, *v;   /* as many; v NULL: it is a function of q and t */
  pawl_jet t;
  bool plain; /* no derivatives are asked for: it computes with numbers */
} pawl_own_at;
/* The rows x columns numbers that function(q, v, t, s) or function(q, t) returns, row by row. Of one row it returns a table,
 * of one number that. `field` is for sentences; `reader` NULL: there is no `s`. */
pawl_status pawl_own_call(const pawl_model *model, int function, const char *field, const pawl_own_at *at,
                          const pawl_reader *reader, int rows, int columns, pawl_jet *out, pawl_error *error);
/* How many arguments a function names; many if it takes any number. */
int pawl_function_arguments(const pawl_model *model, int function);
/* Whether a function of own coordinates depends on time, as far as is known. */
bool pawl_function_is_timed(const pawl_model *model, int function);
/* Whether it is known to be a sum of constants and multiples of coordinates, speeds and time: once it has been called. */
bool pawl_function_is_linear(const pawl_model *model, int function);
/* The number that function(argument 1, argument 2 …) returns, as laws of contact have it. */
pawl_status pawl_function_value(const pawl_model *model, int function, const double *argument, int count,
                                double *value, pawl_error *error);

#endif
