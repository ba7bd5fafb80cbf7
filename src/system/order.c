/* Symbolic elimination on the spanning tree. A block is carried by the links on its path and eliminated where the
 * path's branches meet, before that link itself; among the blocks of one link the one with the fewest neighbours
 * goes first. Work and memory grow with the sum over links of the square of the blocks they carry.      theory.md, 4.4 */
#include "system/order.h"

#include <string.h>

typedef struct {
  int *items;
  int count, room;
} list;

typedef struct {
  pawl_tree *tree;
  pawl_arena *arena;   /* keeps the plan               */
  pawl_arena *scratch; /* gone after the planning      */
  list *at_link;       /* carries of each link         */
  list *beside;        /* neighbours of each block     */
  int *position;       /* of each block in the order   */
  bool *gone;
} plan;

static bool push(plan *p, list *l, int item)
{
  if (l->count == l->room) {
    int room = l->room ? 2 * l->room : 4;
    int *items = PAWL_TAKE(p->scratch, room, int);
    if (!items)
      return false;
    if (l->count)
      memcpy(items, l->items, sizeof(int) * (size_t)l->count);
    l->items = items;
    l->room = room;
  }
  l->items[l->count++] = item;
  return true;
}

static bool holds(const list *l, int item)
{
  for (int i = 0; i < l->count; i++)
    if (l->items[i] == item)
      return true;
  return false;
}

static bool join(plan *p, int a, int b)
{
  if (a == b || holds(p->beside + a, b))
    return true;
  return push(p, p->beside + a, b) && push(p, p->beside + b, a);
}

/* The link where the branches of a block's path meet. Parents have smaller numbers, so the larger one climbs. */
static int meeting_link(const pawl_tree *tree, const pawl_block_plan *b)
{
  int i = -1;
  for (int e = 0; e < b->end_count; e++) {
    /* a dof is eliminated with the rows that act on it: they end below its link */
    int j = b->end[e].dof >= 0 ? tree->links[b->end[e].link].parent : b->end[e].link;
    i = i < 0 ? j : i;
    while (i != j)
      if (i > j)
        i = tree->links[i].parent;
      else
        j = tree->links[j].parent;
  }
  return i;
}

static int add_carry(plan *p, int link, int block)
{
  pawl_tree *tree = p->tree;
  const list *l = p->at_link + link;
  for (int i = 0; i < l->count; i++)
    if (tree->carries[l->items[i]].block == block)
      return l->items[i];
  int index = tree->carry_count++;
  int rows = tree->blocks[block].rows;
  tree->carries[index] =
      (pawl_carry){.block = block, .rows = rows, .G = tree->G_count, .up = -1, .direct = -1};
  tree->G_count += rows;
  return push(p, p->at_link + link, index) ? index : -1;
}

/* Carries from a link up to where the block ends. Returns the first one, or -1 without memory. */
static int climb(plan *p, int block, int link, int end)
{
  pawl_tree *tree = p->tree;
  int first = add_carry(p, link, block), carry = first;
  for (int i = link; carry >= 0 && i != end; i = tree->links[i].parent) {
    int up = add_carry(p, tree->links[i].parent, block);
    if (tree->carries[carry].up < 0) {
      tree->carries[carry].up = up;
      tree->carries[carry].s = tree->s_count;
      tree->s_count += tree->carries[carry].rows * tree->links[i].dofs;
    }
    carry = up;
  }
  return carry < 0 ? -1 : first;
}

static bool place_carries(plan *p)
{
  pawl_tree *tree = p->tree;
  int room = 0;
  for (int n = 0; n < tree->block_count; n++) {
    pawl_block_plan *b = tree->blocks + n;
    b->link = meeting_link(tree, b);
    for (int e = 0; e < b->end_count; e++)
      for (int i = b->end[e].link; i != b->link; i = tree->links[i].parent)
        room++;
    room++;
  }
  tree->carries = PAWL_TAKE(p->scratch, room, pawl_carry);
  if (!tree->carries)
    return false;
  for (int n = 0; n < tree->block_count; n++) {
    pawl_block_plan *b = tree->blocks + n;
    b->carry = -1;
    for (int e = b->end_count - 1; e >= 0; e--) {
      pawl_block_end *end = b->end + e;
      end->first = tree->end_rows;
      tree->end_rows += b->rows;
      end->carry = climb(p, n, end->link, b->link);
      if (end->carry < 0)
        return false;
      if (end->dof >= 0) {
        tree->carries[end->carry].direct = end->dof;
        tree->carries[end->carry].share = end->first;
      }
    }
    b->carry = add_carry(p, b->link, n);
    if (b->carry < 0)
      return false;
  }
  return true;
}

/* Blocks that pass through the same link are neighbours. */
static bool find_neighbours(plan *p)
{
  const pawl_tree *tree = p->tree;
  for (int i = 1; i < tree->link_count; i++) {
    const list *l = p->at_link + i;
    for (int a = 0; a < l->count; a++)
      for (int b = 0; b < a; b++) {
        const pawl_carry *x = tree->carries + l->items[a], *y = tree->carries + l->items[b];
        if (x->up >= 0 && y->up >= 0 && tree->links[i].dofs > 0 && !join(p, x->block, y->block))
          return false;
      }
  }
  return true;
}

static int degree(const plan *p, int block)
{
  int n = 0;
  for (int i = 0; i < p->beside[block].count; i++)
    n += !p->gone[p->beside[block].items[i]];
  return n;
}

/* Links from the last to the ground; the blocks of a link by least degree; their neighbours become neighbours. */
static bool choose_order(plan *p)
{
  pawl_tree *tree = p->tree;
  int next = 0;
  list *ending = PAWL_TAKE(p->scratch, tree->link_count, list);
  if (!ending)
    return false;
  for (int n = 0; n < tree->block_count; n++)
    if (!push(p, ending + tree->blocks[n].link, n))
      return false;
  int *order = PAWL_TAKE(p->scratch, tree->block_count + 1, int);
  if (!order)
    return false;
  for (int i = tree->link_count - 1; i >= 0; i--)
    for (int left = ending[i].count; left > 0; left--) {
      int best = -1, least = 0;
      for (int e = 0; e < ending[i].count; e++) {
        int n = ending[i].items[e];
        int d = p->gone[n] ? 0 : degree(p, n);
        if (!p->gone[n] && (best < 0 || d < least)) {
          best = n;
          least = d;
        }
      }
      p->gone[best] = true;
      p->position[best] = next;
      order[next++] = best;
      const list *l = p->beside + best;
      for (int a = 0; a < l->count; a++)
        for (int b = 0; b < a; b++)
          if (!p->gone[l->items[a]] && !p->gone[l->items[b]] && !join(p, l->items[a], l->items[b]))
            return false;
    }
  /* Stored by link, ascending; within a link in the order of elimination. `order` has the links descending. */
  int at = 0, e = tree->block_count;
  for (int i = 0; i < tree->link_count; i++) {
    tree->first_block[i] = at;
    e -= ending[i].count;
    for (int k = 0; k < ending[i].count; k++)
      tree->order[at++] = order[e + k];
  }
  tree->first_block[tree->link_count] = at;
  return true;
}

static int carry_at(const plan *p, int link, int block)
{
  const list *l = p->at_link + link;
  for (int i = 0; i < l->count; i++)
    if (p->tree->carries[l->items[i]].block == block)
      return l->items[i];
  return -1;
}

/* Offset in S of the coupling of two blocks, or of a diagonal block. */
static int coupling(const plan *p, int a, int b)
{
  const pawl_tree *tree = p->tree;
  if (a == b)
    return tree->blocks[a].S;
  const pawl_block_plan *early = tree->blocks + (p->position[a] < p->position[b] ? a : b);
  int late = p->position[a] < p->position[b] ? b : a;
  for (int e = early->first_next; e < early->first_next + early->next_count; e++)
    if (tree->nexts[e].block == late)
      return tree->nexts[e].S;
  return -1;
}

static bool place_couplings(plan *p)
{
  pawl_tree *tree = p->tree;
  int nexts = 0, fills = 0;
  for (int n = 0; n < tree->block_count; n++) {
    int later = 0;
    for (int i = 0; i < p->beside[n].count; i++)
      later += p->position[p->beside[n].items[i]] > p->position[n];
    tree->blocks[n].first_next = nexts;
    tree->blocks[n].first_update = fills;
    tree->blocks[n].update_count = later * (later + 1) / 2;
    nexts += later;
    fills += tree->blocks[n].update_count;
  }
  tree->nexts = PAWL_TAKE(p->arena, nexts + 1, pawl_next);
  tree->fills = PAWL_TAKE(p->arena, fills + 1, pawl_fill);
  if (!tree->nexts || !tree->fills)
    return false;
  for (int n = 0; n < tree->block_count; n++) {
    pawl_block_plan *b = tree->blocks + n;
    b->S = tree->S_count;
    b->W = tree->W_count;
    tree->S_count += b->rows * b->rows;
    tree->W_count += b->rows * b->rows;
    for (int i = 0; i < p->beside[n].count; i++) {
      int other = p->beside[n].items[i], size = tree->blocks[other].rows * b->rows;
      if (p->position[other] < p->position[n])
        continue;
      tree->nexts[b->first_next + b->next_count++] =
          (pawl_next){other, carry_at(p, b->link, other), tree->S_count, tree->T_count};
      tree->S_count += size;
      tree->T_count += size;
    }
  }
  return true;
}

static void place_fills(plan *p)
{
  pawl_tree *tree = p->tree;
  for (int n = 0; n < tree->block_count; n++) {
    const pawl_block_plan *b = tree->blocks + n;
    pawl_fill *f = tree->fills + b->first_update;
    for (int i = b->first_next; i < b->first_next + b->next_count; i++)
      for (int j = b->first_next; j <= i; j++) {
        bool later = p->position[tree->nexts[i].block] >= p->position[tree->nexts[j].block];
        int m = later ? i : j, l = later ? j : i;
        *f++ = (pawl_fill){m, l, coupling(p, tree->nexts[m].block, tree->nexts[l].block)};
      }
  }
}

static bool place_meetings(plan *p)
{
  pawl_tree *tree = p->tree;
  int count = 0, at = 0;
  for (int i = 0; i < tree->link_count; i++)
    count += p->at_link[i].count * (p->at_link[i].count + 1) / 2;
  tree->meetings = PAWL_TAKE(p->arena, count + 1, pawl_meeting);
  if (!tree->meetings)
    return false;
  for (int i = 0; i < tree->link_count; i++) {
    const list *l = p->at_link + i;
    tree->first_meeting[i] = at;
    for (int a = 0; a < l->count; a++)
      for (int b = 0; b <= a; b++) {
        int x = l->items[a], y = l->items[b];
        int bx = tree->carries[x].block, by = tree->carries[y].block;
        if (tree->carries[x].up < 0 || tree->carries[y].up < 0 || tree->links[i].dofs == 0)
          continue;
        bool later = p->position[bx] >= p->position[by];
        tree->meetings[at++] = (pawl_meeting){later ? x : y, later ? y : x, coupling(p, bx, by)};
      }
  }
  tree->first_meeting[tree->link_count] = at;
  return true;
}

/* Carries sorted by link, so that a link's carries are a range; everything that points to them is renumbered. */
static bool sort_carries(plan *p)
{
  pawl_tree *tree = p->tree;
  int *renumbered = PAWL_TAKE(p->scratch, tree->carry_count + 1, int);
  pawl_carry *sorted = PAWL_TAKE(p->arena, tree->carry_count + 1, pawl_carry);
  if (!renumbered || !sorted)
    return false;
  int at = 0;
  for (int i = 0; i < tree->link_count; i++) {
    tree->first_carry[i] = at;
    for (int e = 0; e < p->at_link[i].count; e++) {
      int old = p->at_link[i].items[e];
      renumbered[old] = at;
      sorted[at] = tree->carries[old];
      p->at_link[i].items[e] = at++;
    }
  }
  tree->first_carry[tree->link_count] = at;
  for (int e = 0; e < at; e++)
    if (sorted[e].up >= 0)
      sorted[e].up = renumbered[sorted[e].up];
  tree->carries = sorted;
  for (int n = 0; n < tree->block_count; n++) {
    pawl_block_plan *b = tree->blocks + n;
    b->carry = renumbered[b->carry];
    for (int e = 0; e < b->end_count; e++)
      b->end[e].carry = renumbered[b->end[e].carry];
  }
  return true;
}

/* Block operations of one factorisation: eliminations of dofs, rows moved along, meetings, reductions. */
static long count_operations(const pawl_tree *tree)
{
  long n = tree->dof_count;
  for (int i = 0; i < tree->link_count; i++)
    n += (long)(tree->links[i].dofs + 1) * (tree->first_carry[i + 1] - tree->first_carry[i]) +
         (long)tree->links[i].dofs * (tree->first_meeting[i + 1] - tree->first_meeting[i]);
  for (int b = 0; b < tree->block_count; b++)
    n += 1 + tree->blocks[b].next_count + tree->blocks[b].update_count;
  return n;
}

static bool make(plan *p)
{
  pawl_tree *tree = p->tree;
  p->at_link = PAWL_TAKE(p->scratch, tree->link_count, list);
  p->beside = PAWL_TAKE(p->scratch, tree->block_count + 1, list);
  p->position = PAWL_TAKE(p->scratch, tree->block_count + 1, int);
  p->gone = PAWL_TAKE(p->scratch, tree->block_count + 1, bool);
  tree->first_carry = PAWL_TAKE(p->arena, tree->link_count + 1, int);
  tree->first_meeting = PAWL_TAKE(p->arena, tree->link_count + 1, int);
  tree->first_block = PAWL_TAKE(p->arena, tree->link_count + 1, int);
  tree->order = PAWL_TAKE(p->arena, tree->block_count + 1, int);
  if (p->arena->failed || p->scratch->failed)
    return false;
  if (!place_carries(p) || !sort_carries(p) || !find_neighbours(p) || !choose_order(p) || !place_couplings(p))
    return false;
  place_fills(p);
  if (!place_meetings(p))
    return false;
  tree->operations = count_operations(tree);
  return true;
}

bool pawl_tree_order(pawl_tree *tree, pawl_arena *arena)
{
  pawl_arena scratch;
  pawl_arena_open(&scratch, &arena->memory);
  plan p = {.tree = tree, .arena = arena, .scratch = &scratch};
  bool good = make(&p);
  pawl_arena_close(&scratch);
  return good;
}
