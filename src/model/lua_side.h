/* What the files of this folder share about a model's Lua state: its limits, its errors, its values.
 *
 * Everything that can fail in Lua runs inside pawl_side_call, and leaves it as one sentence with file:line.
 * Models cannot catch errors (no pcall, no coroutines), so a limit once hit ends the reading or the run. */
#ifndef PAWL_MODEL_LUA_SIDE_H
#define PAWL_MODEL_LUA_SIDE_H

#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>

#include "base/error.h"
#include "model/model.h"
#include "model/tape.h"

enum { PAWL_WHERE = sizeof((pawl_error *)0)->where, PAWL_SENTENCE = sizeof((pawl_error *)0)->text };

/* A file of the model. Chunks are named "@file1", "@file2" …: Lua shortens longer names. */
typedef struct pawl_source {
  struct pawl_source *next;
  int number;
  const char *shown; /* the path to show       */
  const char *real;  /* without links, or NULL */
  const char *text;  /* NULL: not loaded yet   */
  bool open;         /* being run              */
} pawl_source;

/* kind "name" before it was given its table. */
typedef struct pawl_pending {
  struct pawl_pending *next;
  const pawl_kind *kind; /* NULL: a parameter */
  const char *name, *where;
  bool done;
} pawl_pending;

typedef enum { PAWL_REFUSED_BY_SYSTEM, PAWL_REFUSED_SIZE, PAWL_REFUSED_TIME } pawl_refusal;

typedef struct pawl_side {
  pawl_model *model;
  lua_State *L;
  pawl_error *error; /* of the call that is running; NULL: none is */
  bool reading;      /* parts can be made                          */

  size_t used;      /* bytes of Lua and of the parts            */
  uint64_t taken;   /* bytes ever asked for                     */
  int64_t left;     /* instructions until the call is stopped   */
  uint64_t refused; /* `taken` when memory was refused last     */
  int refusals;     /* of memory in short succession            */
  pawl_refusal refusal;
  char refused_at[PAWL_WHERE];

  const pawl_setting *settings;
  int setting_count;
  const pawl_stored_model *stored; /* files come from there; NULL: from the folder */
  bool *applied;                   /* setting_count                                              */
  const char *root;                /* real path of the folder that can be read from; NULL: none  */
  const char *folder;              /* the same as the user wrote it, "" or with the last slash   */
  const char *real;                /* real path of the model's file                              */
  pawl_source *sources;
  const pawl_source *loading; /* is being turned into functions; NULL: none is */
  int loaded_line;            /* how far                                       */
  pawl_pending *pending;
  pawl_part ground;

  const pawl_reader *reader;    /* of the function that is called; NULL: a function of time alone */
  int channels;                 /* registry: the value that functions get as `s`                  */
  struct pawl_listed *lists[2]; /* what they get as `q` and `v` …                              */
  int list_at[2];               /* … in the registry                                           */
  pawl_recorder *recorder;      /* of the function that is called; NULL: it is not recorded    */
  pawl_recorder *recorder_room;
  struct pawl_taped *taped; /* by the function's place in the registry                     */
  int taped_count;
} pawl_side;

/* A type of fields that only the Lua side knows: four numbers. */
enum { PAWL_FOUR = PAWL_GRAVITY + 1, PAWL_TYPES };

#define PAWL_PART_TYPE "part"
#define PAWL_FRAME_TYPE "frame"
#define PAWL_JET_TYPE "number"
#define PAWL_CURVE_TYPE "characteristic"
#define PAWL_POINT_TYPE "point"
#define PAWL_VALUE_TYPE "value"

/* Empties an error without writing all of its 1 kB: functions are called at every stage of every step. */
static inline void pawl_error_clear(pawl_error *error)
{
  error->status = PAWL_OK;
  error->time = 0;
  error->where[0] = error->text[0] = 0;
}

/* ---- lua_sandbox.c: the state, its limits, its errors ---- */
pawl_status pawl_side_open(pawl_side *side, pawl_error *error);
/* Calls the function under `arguments` values on the stack; leaves `results`, or nothing after a failure. */
pawl_status pawl_side_call(pawl_side *side, int arguments, int results, int64_t budget, pawl_error *error);
pawl_side *pawl_side_of(lua_State *L);
/* Where the Lua code stands that runs or that called the running C function. */
void pawl_side_where(lua_State *L, char where[PAWL_WHERE]);
void pawl_side_place(const pawl_source *source, int line, char where[PAWL_WHERE]);
/* "@file3" → the third file. */
const pawl_source *pawl_side_source(const pawl_side *side, const char *chunk);
_Noreturn void pawl_raise(lua_State *L, pawl_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void pawl_raise_at(lua_State *L, pawl_status status, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
_Noreturn void pawl_raise_memory(lua_State *L);
/* Whether Lua functions that are called are told to pawl_tape_visit. */
void pawl_side_watch(pawl_side *side, bool calls);
/* Counts `cost` instructions for work done in C. */
void pawl_side_spend(lua_State *L, double cost);
/* Zeroed memory that lives as long as the model. */
void *pawl_side_take(lua_State *L, size_t size);
const char *pawl_side_keep(lua_State *L, const char *text);

/* ---- lua_names.c: the names a model can use ---- */
void pawl_names_open(lua_State *L);
/* The nearer of two words to `word`, for "did you mean"; either may be NULL. The order of calls does not matter. */
const char *pawl_nearer(const char *word, const char *best, const char *other);
/* A string of the user's as it can stand in a sentence: short, without control characters. */
const char *pawl_shown(const char *text, char shown[64]);

/* ---- lua_library.c: functions in place of Lua's own ---- */
void pawl_library_open(lua_State *L, int globals);
/* ---- lua_jet.c: numbers with derivatives, and the functions of math for them ---- */
void pawl_jet_open(lua_State *L, int math);
void pawl_jet_push(lua_State *L, pawl_jet x);
pawl_jet *pawl_jet_at(lua_State *L, int index); /* or NULL */
/* An argument of the function that is being recorded, and the node of a number in that recording. */
void pawl_jet_push_input(lua_State *L, pawl_jet x, int node);
int pawl_jet_node(lua_State *L, int index);
/* ---- lua_part.c: parts and frames as Lua values ---- */
void pawl_part_open(lua_State *L, int globals);
void pawl_part_push(lua_State *L, const pawl_part *part);
const pawl_part *pawl_part_at(lua_State *L, int index);   /* or NULL */
const pawl_frame *pawl_frame_at(lua_State *L, int index); /* or NULL */
pawl_frame pawl_frame_of(const pawl_part *body);
/* "a number", "a revolute", "nil": what a value is, for "not …". */
const char *pawl_what(lua_State *L, int index, char what[64]);
/* The field as a Lua value, as part.field shows it. */
void pawl_field_push(lua_State *L, const pawl_field *field, const void *from);
/* ---- lua_nameless.c: curves, laws and other values, kind { … } ---- */
void pawl_nameless_open(lua_State *L);
/* "curve", "law" …: the word for the kind's family; NULL: its parts have names. */
const char *pawl_value_family(const pawl_kind *kind);
void pawl_nameless_push(lua_State *L, const pawl_value *value);
const pawl_value *pawl_nameless_at(lua_State *L, int index); /* or NULL */
pawl_value pawl_nameless_copy(lua_State *L, const pawl_value *value);
/* ---- lua_characteristic.c: curves and points ---- */
void pawl_characteristic_open(lua_State *L, int globals);
void pawl_curve_push(lua_State *L, const pawl_curve *curve);
const pawl_curve *pawl_curve_given(lua_State *L, int index); /* or NULL */
/* The curve of the table at `index`; `who` begins the sentences. */
const pawl_curve *pawl_curve_read(lua_State *L, int index, const char *who);
pawl_points pawl_points_read(lua_State *L, int index, int size, const char *who);
/* Points {x, y, w = weight}: z is the weight. */
pawl_points pawl_control_read(lua_State *L, int index, const char *who);
/* ---- lua_gravity.c: point { at = …, mu = … } ---- */
void pawl_gravity_open(lua_State *L, int globals);
/* The same everywhere. */
static inline void pawl_gravity_set(pawl_world *to, pawl_vec gravity)
{
  to->gravity = gravity;
  to->at = pawl_v(0, 0, 0);
  to->mu = 0;
}
/* Takes the point at `index`; false: there is none. */
bool pawl_gravity_take(lua_State *L, int index, unsigned worlds, const char *who, pawl_world *to);
/* ---- lua_signal.c ---- */
void pawl_signal_open(lua_State *L);

/* lua_blame.c: who has a function of the model, for sentences. */
enum { PAWL_BLAME = 128 };
typedef struct {
  char owner[PAWL_BLAME]; /* `force "push": `, or "" */
  char field[PAWL_BLAME]; /* "'fx'"                  */
  const char *where;      /* NULL: not known         */
} pawl_blame;
void pawl_function_blame(const pawl_model *model, int function, pawl_blame *blame);

/* The line where a function begins; nothing of one of Lua's own. */
void pawl_function_place(const pawl_side *side, int function, char where[PAWL_WHERE]);
enum { PAWL_CALL_BUDGET = 10000000 }; /* instructions of one call during a run */
/* ---- lua_own.c, lua_tape.c: functions of coordinates ---- */
void pawl_tape_visit(lua_State *L, lua_Debug *at);
void pawl_own_open(lua_State *L);
/* ---- lua_build.c: constructors ---- */
/* The kind of a word like `rigid` that stands without its table; NULL: it is another value. */
const pawl_kind *pawl_constructor_at(lua_State *L, int index);
void pawl_build_open(lua_State *L, int globals);
void pawl_build_finish(lua_State *L);
/* Leaves the function that `finish` makes the second call of; its upvalue is the pawl_pending, whose name is
 * argument 1. */
void pawl_build_later(lua_State *L, const pawl_kind *kind, lua_CFunction finish);
/* Stops unless the model is being read. */
void pawl_only_reading(lua_State *L, const char *what);
/* ---- lua_look.c ---- */
/* `look` of the table at `index`, kept for life; NULL: there is none. */
const pawl_look *pawl_look_take(lua_State *L, int index, const char *who);
/* ---- lua_parameter.c ---- */
void pawl_parameter_open(lua_State *L, int globals);
void pawl_parameter_finish(lua_State *L);
/* A decimal number and nothing else, finite. */
bool pawl_number_read(lua_State *L, const char *text, double *value);
/* ---- lua_files.c, lua_table.c ---- */
void pawl_files_open(lua_State *L, int globals);
/* The folder of a model's path. */
void pawl_files_root(pawl_side *side, const char *path);
pawl_status pawl_files_read(pawl_side *side, const char *path, pawl_error *error);
pawl_source *pawl_files_add(lua_State *L, const char *shown, const char *real);
/* Loads a chunk of text, leaves its function. */
void pawl_files_load(lua_State *L, const char *text, size_t size, pawl_source *source);
/* The text of the file that the string at `index` names. */
const char *pawl_files_text(lua_State *L, int index, const char *who, size_t *size, pawl_source **source);
int pawl_read_table(lua_State *L);

/* ---- lua_field.c: values to fields ---- */
void pawl_fields_default(const pawl_field *fields, unsigned worlds, void *to);
/* Fills the struct at `to` from the table at `index`; `who` begins the sentences. */
void pawl_fields_take(lua_State *L, int index, const pawl_field *fields, unsigned worlds, const char *who,
                      void *to);
/* The same for a part, whose table may also hold `look`. */
void pawl_fields_take_part(lua_State *L, int index, const pawl_field *fields, unsigned worlds,
                           const char *who, void *to);
const pawl_field *pawl_field_find(const pawl_field *fields, unsigned worlds, const char *name);
/* For "did you mean", or NULL. */
const char *pawl_field_nearest(const pawl_field *fields, unsigned worlds, const char *name);
bool pawl_field_positional(const pawl_field *field);
/* What is wrong with a number for that field ("must be at least 0 kg, not -1"), or NULL. */
const char *pawl_number_wrong(const pawl_field *field, double value, char *sentence, size_t size);
/* Why what a function returned is of no use: "nan", "inf", "1e+308 (too large to compute with)"; NULL: it is. */
const char *pawl_number_useless(double value, char text[64]);
/* The shortest decimal text of a number. */
const char *pawl_number_text(double value, char text[32]);

/* ---- lua_value.c: one Lua value to one field ---- */
typedef struct {
  lua_State *L;
  const char *who; /* revolute "hinge" */
  unsigned worlds;
  const pawl_field *field;
  const char *also; /* a name that is no field but may be there; NULL: none */
} pawl_taking;
void pawl_value_take(const pawl_taking *taking, int index, void *to);
_Noreturn void pawl_value_wrong(const pawl_taking *taking, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "must be … in m, not …". */
_Noreturn void pawl_value_wrong_type(const pawl_taking *taking, int index, const char *wanted,
                                     const char *more);
/* Who and which field, to begin a sentence with. */
const char *pawl_value_who(const pawl_taking *taking, char *text, size_t size);
/* lua_lists.c: PAWL_POINTS, PAWL_CONTROL, PAWL_NUMBERS and PAWL_CURVE. */
void pawl_points_take(const pawl_taking *taking, int index, void *to);
void pawl_control_take(const pawl_taking *taking, int index, void *to);
void pawl_numbers_take(const pawl_taking *taking, int index, void *to);
void pawl_curve_take(const pawl_taking *taking, int index, void *to);
/* lua_array.c: PAWL_ARRAY and PAWL_POINT_FORCES. */
void pawl_array_take(const pawl_taking *taking, int index, void *to);
void pawl_point_forces_take(const pawl_taking *taking, int index, void *to);
void pawl_array_push(lua_State *L, const pawl_array *array);
/* A function; the words that make parts are none. */
bool pawl_is_function(lua_State *L, int index);
/* The function at `index`, kept for the run. */
int pawl_function_keep(lua_State *L, int index);
/* lua_nameless.c: PAWL_VALUE and PAWL_VALUES. */
void pawl_nameless_take(const pawl_taking *taking, int index, void *to);
void pawl_nameless_take_all(const pawl_taking *taking, int index, void *to);

/* ---- model.c, model_path.c ---- */
bool pawl_model_add_part(pawl_model *model, pawl_part *part);
/* Makes the parts of a composite, or writes them again; false: no memory. */
bool pawl_model_expand(pawl_model *model, const pawl_part *part);
bool pawl_model_add_parameter(pawl_model *model, const pawl_parameter *parameter);
bool pawl_model_add_file(pawl_model *model, const pawl_file *file);
/* pawl_model_set in two: numbers of a part that make sense only together are written before they are checked. */
pawl_status pawl_model_put(pawl_model *model, const char *path, double value, pawl_error *error);
pawl_status pawl_model_check(pawl_model *model, const char *path, pawl_error *error);

#endif
