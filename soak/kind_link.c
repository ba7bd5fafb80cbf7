/* Pendulums of one or two arms that hit a floor, a body that lies about or hangs on a rod, or their stops. */
#include "kinds.h"

/* An arm whose middle is `half` from the hinge at `at`, hanging at an angle from the x axis. */
static int add_arm(soak_scene *s, soak_lot *lot, int on, soak_xy at_on, soak_xy at, soak_xy speed,
                   double angle, double spin)
{
  double half = soak_between(lot, 0.06, 0.12), thick = half * soak_between(lot, 0.1, 0.3);
  int body = soak_draw_body(s, lot, SOAK_BOX, half);
  soak_body *b = s->body + body;
  soak_shape *shape = s->shape + soak_shape_of(s, body);
  soak_corners(shape->point, half, thick);
  b->inertia = b->mass * (half * half + thick * thick) / 3;
  b->size = soak_norm(shape->point[0]);
  s->length = s->length < 2 * b->size ? 2 * b->size : s->length;
  b->angle = angle;
  b->spin = spin;
  soak_xy out = soak_turn(soak_v(half, 0), angle);
  b->place = soak_add(at, out);
  b->velocity = soak_add(speed, soak_v(-spin * out.y, spin * out.x));
  s->link[s->link_count++] =
      (soak_link){.joint = SOAK_REVOLUTE, .a = on, .b = body, .at_a = at_on, .at_b = soak_v(-half, 0)};
  return body;
}

static void make(soak_scene *s, soak_lot *lot)
{
  double angle = soak_between(lot, -1.2, 0.3), spin = soak_between(lot, -3, 0), e = soak_restitution(lot);
  int arm = add_arm(s, lot, SOAK_GROUND, soak_v(0, 0), soak_v(0, 0), soak_v(0, 0), angle, spin), other = -1;
  double half = -s->link[0].at_b.x, mu = soak_friction(lot);
  soak_link *hinge = s->link;
  if (soak_likely(lot, 0.4)) {
    hinge->stopped = true;
    hinge->min = angle - soak_between(lot, 0.1, 1.5);
    hinge->max = angle + soak_between(lot, 0.1, 1.5);
    hinge->restitution = e;
  }
  if (soak_likely(lot, 0.4)) {
    soak_xy tip = soak_turn(soak_v(2 * half, 0), angle), speed = soak_v(-spin * tip.y, spin * tip.x);
    double turns = soak_between(lot, -3, 3), bent = soak_between(lot, -1, 1);
    other = add_arm(s, lot, arm, soak_v(half, 0), tip, speed, angle + bent, turns);
  }
  /* below: a floor, and on it a body */
  double level = -soak_between(lot, 1.9, 4.5) * half - 0.1;
  soak_xy way[] = {{30, level}, {-30, level}}, behind[] = {{-30, level - 20}, {30, level - 20}};
  int floor = soak_add_way(s, SOAK_GROUND, way, 2, behind, 2);
  double size = soak_between(lot, 0.02, 0.05);
  int body = soak_draw_body(s, lot, soak_draw_form(lot, SOAK_ANY), size);
  double gap = soak_between(lot, 0, 0.003), x = -soak_between(lot, 0, 0.1);
  soak_put_on(s, lot, body, soak_v(x, level), soak_v(0, 1), gap, true);
  if (soak_likely(lot, 0.3)) { /* held by a rod */
    soak_xy up = {.y = soak_between(lot, 0.1, 0.3)};
    up.x = soak_between(lot, -0.2, 0.2);
    s->link[s->link_count++] = (soak_link){
        .joint = SOAK_ROD, .a = SOAK_GROUND, .b = body, .at_a = soak_add(s->body[body].place, up)};
  }
  soak_add_contact(s, floor, soak_shape_of(s, body), e, mu);
  soak_add_contact(s, floor, soak_shape_of(s, arm), e, mu);
  soak_add_contact(s, soak_shape_of(s, arm), soak_shape_of(s, body), e, mu);
  if (other >= 0) {
    soak_add_contact(s, floor, soak_shape_of(s, other), e, mu);
    soak_add_contact(s, soak_shape_of(s, other), soak_shape_of(s, body), e, mu);
  }
  s->duration = 0.8;
}

const soak_kind soak_kind_link = {"link", "arms on hinges, with stops", make, NULL};
