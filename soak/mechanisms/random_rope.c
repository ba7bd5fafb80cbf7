/* Random ropes: between two bodies, through up to two rings on any, a little or much longer than their way. */
#include "mechanisms/random_plan.h"

enum { RINGS = 2 };

void pawl_add_rope(pawl_plan_of *x)
{
  pawl_draft *m = &x->draft;
  const pawl_kind *kind = pawl_kind_find("rope");
  int stops = 2 + pawl_roll_index(m, RINGS + 1), body[RINGS + 2];
  pawl_pose place[RINGS + 2];
  double way = 0;
  for (int i = 0; i < stops; i++) {
    body[i] = pawl_roll_index(m, x->bodies + 1);
    place[i] = pawl_place_roll(x, body[i], 0.2);
    way += i > 0 ? pawl_norm(pawl_sub(place[i].r, place[i - 1].r)) : 0;
    if (!pawl_may_hold(x, kind, body[i]) || (i > 0 && body[i] == body[i - 1]))
      return;
  }
  pawl_draft_part *p = pawl_draft_new(m, kind);
  if (!p)
    return;
  pawl_rope *rope = (pawl_rope *)(void *)p->fields;
  rope->a = pawl_place_frame(x, body[0], place);
  rope->b = pawl_place_frame(x, body[stops - 1], place + stops - 1);
  for (int i = 0; i < stops - 2; i++)
    p->frame[i] = pawl_place_frame(x, body[i + 1], place + i + 1);
  rope->over = (pawl_frames){stops - 2, p->frame};
  rope->length = way * pawl_roll_between(m, 1.01, 1.4);
  rope->rigid.e = pawl_roll_chance(m, 0.5) ? 0 : pawl_roll(m);
  for (int i = 0; i < stops; i++)
    x->held[body[i]] = true;
}
