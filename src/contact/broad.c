/* Sweep and prune. Everything is sorted with ties by index, so the pairs and their order do not depend on
 * how the run came here. */
#include "contact/broad.h"

#include <math.h>
#include <string.h>

bool pawl_broad_open(pawl_broad *broad, int shapes, pawl_arena *arena)
{
  *broad = (pawl_broad){.count = shapes, .room = 4 * shapes + 16};
  broad->fat = PAWL_TAKE(arena, shapes, pawl_bounds);
  broad->tight = PAWL_TAKE(arena, shapes, pawl_bounds);
  broad->order = PAWL_TAKE(arena, shapes, int);
  broad->where = PAWL_TAKE(arena, shapes + 1, int);
  broad->pair = PAWL_TAKE(arena, broad->room, pawl_near_pair);
  broad->other = PAWL_TAKE(arena, broad->room, pawl_near_pair);
  for (int i = 0; !arena->failed && i < shapes; i++) {
    broad->order[i] = i;
    broad->fat[i] = (pawl_bounds){{1, 1}, {-1, -1}}; /* nowhere: the first move leaves it */
  }
  return !arena->failed;
}

bool pawl_broad_move(pawl_broad *broad, int i, const pawl_bounds *now, double margin)
{
  pawl_bounds *fat = broad->fat + i;
  if (now->low[0] >= fat->low[0] && now->high[0] <= fat->high[0] && now->low[1] >= fat->low[1] &&
      now->high[1] <= fat->high[1])
    return false;
  for (int k = 0; k < 2; k++) {
    fat->low[k] = now->low[k] - margin;
    fat->high[k] = now->high[k] + margin;
  }
  return true;
}

/* The axis along which the middles of all shapes are spread more. */
static int wider_axis(const pawl_broad *b)
{
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int i = 0; i < b->count; i++)
    for (int k = 0; k < 2; k++) {
      double middle = 0.5 * (b->fat[i].low[k] + b->fat[i].high[k]);
      low[k] = middle < low[k] ? middle : low[k];
      high[k] = middle > high[k] ? middle : high[k];
    }
  return high[1] - low[1] > high[0] - low[0];
}

static bool earlier(const pawl_broad *b, int i, int j)
{
  double x = b->fat[i].low[b->axis], y = b->fat[j].low[b->axis];
  return x < y || (x == y && i < j);
}

/* By merging runs; what is sorted already is passed over. */
static void sort_order(pawl_broad *b)
{
  int n = b->count, *from = b->order, *to = b->where;
  for (int width = 1; width < n; width *= 2) {
    for (int begin = 0; begin < n; begin += 2 * width) {
      int middle = begin + width < n ? begin + width : n, end = begin + 2 * width < n ? begin + 2 * width : n;
      if (middle == end || earlier(b, from[middle - 1], from[middle])) {
        memcpy(to + begin, from + begin, (size_t)(end - begin) * sizeof *to);
        continue;
      }
      for (int k = begin, i = begin, j = middle; k < end; k++)
        to[k] = j == end || (i < middle && earlier(b, from[i], from[j])) ? from[i++] : from[j++];
    }
    int *keep = from;
    from = to, to = keep;
  }
  if (from != b->order)
    memcpy(b->order, from, (size_t)n * sizeof *from);
}

/* Counts the pairs of the sweep, and writes those that there is room for. */
static int sweep(pawl_broad *b, const pawl_convex *shape)
{
  int n = 0, k = b->axis, o = 1 - k;
  for (int p = 0; p < b->count; p++) {
    int i = b->order[p];
    const pawl_bounds *x = b->fat + i;
    for (int q = p + 1; q < b->count; q++) {
      int j = b->order[q];
      const pawl_bounds *y = b->fat + j;
      if (y->low[k] > x->high[k])
        break;
      if (y->low[o] > x->high[o] || y->high[o] < x->low[o] || shape[i].body == shape[j].body ||
          !(shape[i].sets & shape[j].sets))
        continue;
      if (n < b->room) {
        b->other[n].a = i < j ? i : j;
        b->other[n].b = i < j ? j : i;
      }
      n++;
    }
  }
  return n;
}

static bool grow(pawl_broad *b, int wanted, pawl_arena *arena)
{
  int room = 2 * wanted;
  pawl_near_pair *pair = PAWL_TAKE(arena, room, pawl_near_pair);
  b->other = PAWL_TAKE(arena, room, pawl_near_pair);
  if (arena->failed)
    return false;
  memcpy(pair, b->pair, (size_t)b->pairs * sizeof *pair);
  b->pair = pair;
  b->room = room;
  return true;
}

static bool before(const pawl_near_pair *x, const pawl_near_pair *y)
{
  return x->a < y->a || (x->a == y->a && x->b < y->b);
}

/* The new pairs in `other` sorted into `sorted`: by the first shape in one pass, then by insertion. */
static void sort_pairs(pawl_broad *b, pawl_near_pair *sorted, int n)
{
  int *start = b->where;
  memset(start, 0, (size_t)(b->count + 1) * sizeof *start);
  for (int i = 0; i < n; i++)
    start[b->other[i].a + 1]++;
  for (int i = 0; i < b->count; i++)
    start[i + 1] += start[i];
  for (int i = 0; i < n; i++) {
    int at = start[b->other[i].a]++;
    sorted[at].a = b->other[i].a, sorted[at].b = b->other[i].b;
  }
  for (int i = 1; i < n; i++) {
    int x = sorted[i].a, y = sorted[i].b, j = i;
    for (; j > 0 && sorted[j - 1].a == x && sorted[j - 1].b > y; j--)
      sorted[j].b = sorted[j - 1].b;
    sorted[j].b = y;
  }
}

bool pawl_broad_pairs(pawl_broad *b, const pawl_convex *shape, pawl_arena *arena)
{
  b->axis = wider_axis(b);
  sort_order(b);
  int n = sweep(b, shape);
  if (n > b->room / 2) { /* both halves are used below */
    if (!grow(b, n, arena))
      return false;
    sweep(b, shape);
  }
  pawl_near_pair *sorted = b->other + b->room / 2;
  sort_pairs(b, sorted, n);
  for (int i = 0, j = 0; i < n; i++) {
    while (j < b->pairs && before(b->pair + j, sorted + i))
      j++;
    bool known = j < b->pairs && !before(sorted + i, b->pair + j);
    if (known)
      sorted[i] = b->pair[j];
    else
      sorted[i].count = 0;
  }
  memcpy(b->pair, sorted, (size_t)n * sizeof *sorted);
  b->pairs = n;
  b->rebuilds++;
  return true;
}
