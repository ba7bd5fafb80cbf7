/* Laying out contacts, when the equations of a model are built: what kinds of pairs do it with.      theory.md, 9.1 */
#ifndef PAWL_CONTACT_LAY_OUT_H
#define PAWL_CONTACT_LAY_OUT_H

#include "contact/pair.h"
#include "system/builder.h"

/* A pair without shapes, the last of the list. */
pawl_contact_pair *pawl_lay_pair(pawl_builder *builder, int part, const pawl_pair_kind *kind);
/* All pairs of a part, which are the last of the list, as one load with a law and (or NULL) friction. */
pawl_status pawl_lay_load(pawl_builder *builder, int part, const pawl_value *law, const pawl_value *friction);

/* A pair of shapes; the same as a load, with what is written of a contact. */
pawl_status pawl_lay_shapes(pawl_builder *builder, int part, const int shape[2]);
pawl_status pawl_lay_contact(pawl_builder *builder, int part, const pawl_contact *contact);

/* Memory; how many loads groups make of themselves. */
pawl_status pawl_contacts_plan(pawl_builder *builder, int *loads);
/* A part of the model, if it is a contact: its pairs, and the loads that they are. */
pawl_status pawl_contacts_add(pawl_builder *builder, int part, bool *is_contact);
/* Room for touches that are held, where any can be. False: no memory. */
bool pawl_contacts_open(pawl_system *system);

#endif
