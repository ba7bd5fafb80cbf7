/* Shapes of one body that go on where others end, for building. */
#ifndef PAWL_CONTACT_PIECES_H
#define PAWL_CONTACT_PIECES_H

#include "system/builder.h"

/* The profile of a shape for its contact with another one; NULL: b->error says why. */
const pawl_profile *pawl_piece_profile(pawl_builder *b, int shape, int other);

#endif
