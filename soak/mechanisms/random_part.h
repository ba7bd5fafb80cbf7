/* One part of a random mechanism: its fields drawn by unit and range, and its text. */
#ifndef PAWL_MECHANISMS_RANDOM_PART_H
#define PAWL_MECHANISMS_RANDOM_PART_H

#include "base/curve.h"
#include "parts/part.h"

enum { PAWL_DRAFT_POINTS = 8, PAWL_DRAFT_CURVES = 2, PAWL_DRAFT_CURVE = 512, PAWL_DRAFT_FRAMES = 2 };
enum { PAWL_DRAFT_PARTS = 100, PAWL_DRAFT_SIZE = 1024, PAWL_DRAFT_SIGNALS = 8, PAWL_DRAFT_LINE = 256 };
enum { PAWL_DRAFT_TEXT = 1 << 17, PAWL_DRAFT_VALUE = 800 };

typedef struct {
  const pawl_kind *kind;
  char name[32];
  _Alignas(max_align_t) char fields[PAWL_DRAFT_SIZE];
  /* Lua functions of its signals, in the order of the table; empty: numbers. */
  char signal[PAWL_DRAFT_SIGNALS][PAWL_DRAFT_LINE];
  /* What its points, curves and texts are made of. */
  pawl_vec point[PAWL_DRAFT_POINTS];
  pawl_frame frame[PAWL_DRAFT_FRAMES];
  char text[64];
  char value[PAWL_DRAFT_VALUE]; /* its curve; of a contact or curve joint, all */
  _Alignas(pawl_curve) char curve[PAWL_DRAFT_CURVES][PAWL_DRAFT_CURVE];
} pawl_draft_part;

typedef struct {
  unsigned long long seed;
  unsigned world;
  double length, mass, time; /* the model's own units                                     */
  bool plain;                /* they are all 1: signals fit everywhere, whatever their unit */
  pawl_draft_part *parts;
  int part_count;
  char *text;
  size_t used;
} pawl_draft;

/* In 0 … 1. */
static inline double pawl_roll(pawl_draft *m)
{
  m->seed = m->seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)((m->seed ^ (m->seed >> 31)) >> 11) / 9007199254740992.0;
}

static inline double pawl_roll_between(pawl_draft *m, double low, double high)
{
  return low + pawl_roll(m) * (high - low);
}

static inline int pawl_roll_index(pawl_draft *m, int count)
{
  return (int)(pawl_roll(m) * count);
}

static inline bool pawl_roll_chance(pawl_draft *m, double p)
{
  return pawl_roll(m) < p;
}

pawl_vec pawl_roll_vec(pawl_draft *m, double size);
/* A turn about z in a plane, about any axis in space; `angle` is the planar one. */
pawl_mat pawl_roll_turn(pawl_draft *m, double *angle);

/* A kind of the family that exists in the model's world, or NULL. */
const pawl_kind *pawl_roll_kind(pawl_draft *m, pawl_family family);
/* NULL: there are too many, or it has no kind. The last one may be taken back by part_count--. */
pawl_draft_part *pawl_draft_new(pawl_draft *m, const pawl_kind *kind);

/* Whether a part has one coordinate, and turns along it. */
static inline bool pawl_has_coordinate(const pawl_kind *kind)
{
  return kind->spin || (kind->joint && pawl_has_one(kind));
}

static inline bool pawl_coordinate_turns(const pawl_kind *kind)
{
  return kind->spin || pawl_mobility_of(kind) == PAWL_TURNS;
}

/* Values: random_value.c. Of "N m or N" the unit for a joint that turns or slides. */
const char *pawl_unit_for(const char *unit, bool turns, char one[32]);
void pawl_set_number(const pawl_field *f, bool plane, double x, void *to);
void pawl_roll_field(pawl_draft *m, const pawl_field *f, const char *unit, pawl_draft_part *p, char *signal);
/* What a value's own example writes of it, "NAME { … }"; false: it has none that fits. Kinds that the dice below have no
 * text of their own for join by it: random_curve.c. */
bool pawl_draft_example(const pawl_kind *kind, char *text, size_t room);
/* A value of the family, among those whose names are not in the list, or NULL. */
const pawl_kind *pawl_roll_other(pawl_draft *m, pawl_family family, const char *const *names);
/* The text of a random curve of about that size: random_curve.c. */
void pawl_roll_curve(pawl_draft *m, double size, char text[PAWL_DRAFT_VALUE]);
/* Whether a field with this unit ("N m or N") makes sense on a joint that turns or slides. */
bool pawl_unit_fits(const char *unit, bool turns);
/* Draws what is not frame, joint, start or speed until the part's own check is content; false: never. `turns`: what
 * sort of joint it sits on. Of fields that may be left out, only `only` is drawn unless it is NULL. Lengths are
 * near to `distance` when that is not 0. */
bool pawl_draft_fill(pawl_draft *m, pawl_draft_part *p, bool turns, double distance, const pawl_field *only);
/* Draws speeds at the start, each or not. */
void pawl_draft_speeds(pawl_draft *m, pawl_draft_part *p);
/* Forgets where it starts, and how fast. */
void pawl_draft_forget(const pawl_draft *m, pawl_draft_part *p, bool places, bool speeds);

/* The n-th frame of a part, or NULL. */
pawl_frame *pawl_draft_frame(const pawl_draft *m, pawl_draft_part *p, int n);

/* Text: random_text.c. */
void pawl_draft_say(pawl_draft *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the part as one line of Lua; bodies as locals of their names. */
void pawl_draft_write(pawl_draft *m, const pawl_draft_part *p);

#endif
