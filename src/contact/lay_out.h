/* Laying out contacts, when the equations of a model are built: lay_out.c. */
#ifndef PAWL_CONTACT_LAY_OUT_H
#define PAWL_CONTACT_LAY_OUT_H

#include "contact/pair.h"
#include "system/builder.h"

/* Memory; how many loads groups make of themselves. */
pawl_status pawl_contacts_plan(pawl_builder *builder, int *loads);
/* A part of the model, if it is a contact: its pairs, and the loads that they are. */
pawl_status pawl_contacts_add(pawl_builder *builder, int part, bool *is_contact);
/* Room for touches that are held, where any can be. False: no memory. */
bool pawl_contacts_open(pawl_system *system);

#endif
