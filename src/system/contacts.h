/* What the equations ask of contacts: these are laid out, followed and solved for in contact/, which knows the equations; the equations
 * know this table. A contact is named by its index.      theory.md, 7.6 and 9.1 */
#ifndef PAWL_SYSTEM_CONTACTS_H
#define PAWL_SYSTEM_CONTACTS_H

#include "system/builder.h"

struct pawl_contact_ops {
  /* Laying out: memory, and how many loads groups make; a part, if it is one; room for what can be held, false: no memory. */
  pawl_status (*plan)(pawl_builder *builder, int *loads);
  pawl_status (*add)(pawl_builder *builder, int part, bool *is_contact);
  bool (*open)(pawl_system *system);

  /* Whether there are any; whether that one is a rigid gap between coordinates of own equations. */
  bool (*any)(const pawl_system *system);
  bool (*is_rigid_gap)(const pawl_system *system, int contact);

  /* The start: lengths of the larger and the smaller of shapes, widened; laws tried at rest; whether a start at rest can be looked
   * for. At a place: what overlaps is pressed, and is forgotten again. */
  void (*measure)(const pawl_system *system, double *large, double *small);
  pawl_status (*try_laws)(pawl_system *system);
  pawl_status (*can_rest)(const pawl_system *system, pawl_error *error);
  void (*lie)(pawl_system *system);
  void (*forget)(pawl_system *system);

  /* Curve joints: whether there are any; their touches are looked for anew; the part of one whose curves do not face each other, or -1;
   * the touch of one at the instant that is placed, false: it cannot be followed; what is seen of it. */
  bool (*has_rails)(const pawl_system *system);
  void (*forget_rails)(pawl_system *system);
  int (*lost_rail)(const pawl_system *system);
  bool (*rail)(pawl_system *system, int contact, pawl_touching *touch);
  void (*see_rail)(const pawl_system *system, int contact, const pawl_touching *touch, pawl_seen *seen);

  /* An evaluation. What gives way, as a load between its places, unless it acts along coordinates; false: it cannot be followed. */
  bool (*load)(pawl_system *system, int contact, pawl_load *out);
  /* After a solve without held touches: their forces, and what these add to accelerations, multipliers, powers. */
  pawl_status (*hold)(pawl_system *system, double *a, double *power, bool *any);
  /* The forces last found as loads for another solve; and what they give. */
  void (*push)(pawl_system *system);
  void (*book)(pawl_system *system, double *power);

  /* What is seen of a part; efforts along joints' coordinates. */
  void (*see)(pawl_system *system, int part, pawl_level level, pawl_seen *seen);
  void (*efforts)(const pawl_system *system, double *effort);
};

#endif
