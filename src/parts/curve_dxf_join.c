/* Pieces of a drawing joined end to end, in any order and sense, and the outline that is wanted of them. */
#include <stdlib.h>
#include <string.h>

#include "parts/curve_dxf.h"

typedef struct {
  pawl_xy at;
  int piece, side; /* side: 0 where it begins, 1 where it ends */
  int partner;     /* the other end that it meets; -1: none    */
} end;

typedef struct {
  const pawl_dxf_pieces *pieces;
  end *ends; /* of the piece i at place[2 i] and place[2 i + 1] */
  int count;
  int *place;
  bool *taken;
} joining;

static int by_x(const void *a, const void *b)
{
  const end *p = a, *q = b;
  if (p->at.x != q->at.x)
    return p->at.x < q->at.x ? -1 : 1;
  return 2 * p->piece + p->side - 2 * q->piece - q->side;
}

static bool open_lists(joining *j, pawl_arena *arena)
{
  int n = j->pieces->count;
  j->ends = PAWL_TAKE(arena, 2 * n, end);
  j->place = PAWL_TAKE(arena, 2 * n, int);
  j->taken = PAWL_TAKE(arena, n, bool);
  if (!j->ends || !j->place || !j->taken)
    return false;
  memset(j->taken, 0, (size_t)n * sizeof *j->taken);
  for (int i = 0; i < n; i++) {
    const pawl_draft *d = &j->pieces->piece[i].draft;
    if (d->closed)
      continue;
    j->ends[j->count++] = (end){pawl_draft_begin(d), i, 0, -1};
    j->ends[j->count++] = (end){pawl_draft_end(d), i, 1, -1};
  }
  qsort(j->ends, (size_t)j->count, sizeof *j->ends, by_x);
  for (int i = 0; i < j->count; i++)
    j->place[2 * j->ends[i].piece + j->ends[i].side] = i;
  return true;
}

/* Pairs of ends that meet; where more than two do, a sentence. */
static const char *pair_ends(joining *j, double tolerance, const pawl_functions *functions)
{
  for (int i = 0; i < j->count; i++)
    for (int k = i + 1; k < j->count && j->ends[k].at.x - j->ends[i].at.x <= tolerance; k++) {
      if (pawl_xy_distance(j->ends[i].at, j->ends[k].at) > tolerance)
        continue;
      if (j->ends[i].partner >= 0 || j->ends[k].partner >= 0)
        return pawl_sentence(
            functions, "more than two pieces end at %s, on the layers %s: which of them go on is not said",
            pawl_sentence_point(functions, j->ends[i].at), pawl_dxf_layers(j->pieces, functions));
      j->ends[i].partner = k;
      j->ends[k].partner = i;
    }
  return NULL;
}

/* The end that meets this side of a piece; NULL: none. */
static const end *beyond(const joining *j, int piece, int side)
{
  int partner = j->ends[j->place[2 * piece + side]].partner;
  return partner < 0 ? NULL : j->ends + partner;
}

static void append(pawl_draft *to, pawl_arena *arena, const pawl_draft *from, bool reversed)
{
  int begin = to->count;
  for (int i = 0; i < from->count; i++)
    pawl_draft_add(to, arena, from->piece + i);
  pawl_draft added = {.piece = to->piece + begin, .count = to->starved ? 0 : to->count - begin};
  if (reversed)
    pawl_draft_reverse(&added);
}

/* From `piece` on, leaving it at `side`, until there is nothing or it comes round. */
static void follow(joining *j, pawl_arena *arena, int piece, int side, pawl_draft *to)
{
  for (const end *next; (next = beyond(j, piece, side)) != NULL;) {
    if (j->taken[next->piece]) {
      to->closed = true;
      return;
    }
    piece = next->piece;
    side = 1 - next->side;
    j->taken[piece] = true;
    append(to, arena, &j->pieces->piece[piece].draft, side == 0);
  }
}

static pawl_draft outline_from(joining *j, pawl_arena *arena, int piece)
{
  const pawl_draft *first = &j->pieces->piece[piece].draft;
  pawl_draft out = {0}, before = {0};
  j->taken[piece] = true;
  append(&out, arena, first, false);
  out.closed = first->closed;
  if (out.closed)
    return out;
  follow(j, arena, piece, 1, &out);
  if (out.closed)
    return out;
  follow(j, arena, piece, 0, &before);
  if (before.count == 0)
    return out;
  pawl_draft_reverse(&before);
  append(&before, arena, &out, false);
  before.starved = before.starved || out.starved;
  return before;
}

/* Drops what is shorter than the tolerance; what comes back to where it began is closed. */
static void clean(pawl_dxf_pieces *pieces, double tolerance)
{
  int n = 0;
  for (int i = 0; i < pieces->count; i++) {
    pawl_draft *d = &pieces->piece[i].draft;
    pawl_draft_tidy(d, tolerance);
    if (d->count == 0)
      continue;
    if (!d->closed && pawl_xy_distance(pawl_draft_begin(d), pawl_draft_end(d)) <= tolerance) {
      d->closed = true;
      pawl_draft_tidy(d, tolerance);
    }
    pieces->piece[n++] = pieces->piece[i];
  }
  pieces->count = n;
}

const char *pawl_dxf_layers(const pawl_dxf_pieces *pieces, const pawl_functions *functions)
{
  enum { NAMED = 4 };
  pawl_dxf_span seen[NAMED];
  int named = 0;
  const char *list = "none";
  for (int i = 0; i < pieces->count; i++) {
    int k = 0;
    while (k < named && !pawl_dxf_same(seen[k], pieces->piece[i].layer))
      k++;
    if (k < named)
      continue;
    if (named == NAMED)
      return pawl_sentence(functions, "%s …", list);
    const char *word = pawl_dxf_word(functions, pieces->piece[i].layer);
    list = named ? pawl_sentence(functions, "%s, '%s'", list, word) : pawl_sentence(functions, "'%s'", word);
    seen[named++] = pieces->piece[i].layer;
  }
  return list;
}

const char *pawl_dxf_join(pawl_dxf_pieces *pieces, const pawl_dxf_wanted *wanted, double tolerance,
                          const pawl_functions *functions, pawl_draft *draft)
{
  int count = 0;
  clean(pieces, tolerance);
  joining j = {.pieces = pieces};
  if (pieces->count == 0)
    return "has no outline: all pieces are shorter than the tolerance";
  if (!open_lists(&j, functions->arena))
    return "out of memory";
  const char *wrong = pair_ends(&j, tolerance, functions);
  if (wrong)
    return wrong;
  for (int i = 0; i < pieces->count; i++) {
    if (j.taken[i])
      continue;
    pawl_draft one = outline_from(&j, functions->arena, i);
    if (++count == (wanted->number > 0 ? wanted->number : 1))
      *draft = one;
  }
  if (wanted->number > count)
    return pawl_sentence(functions, "has no outline number %d: it has %d", wanted->number, count);
  if (wanted->number == 0 && count > 1)
    return pawl_sentence(functions, "has %d outlines, on the layers %s: 'layer' or 'number' chooses one",
                         count, pawl_dxf_layers(pieces, functions));
  pawl_draft_tidy(draft, tolerance);
  if (draft->closed && pawl_draft_turns(draft) < 0)
    pawl_draft_reverse(draft);
  return draft->count ? NULL : "has no outline: all pieces are shorter than the tolerance";
}
