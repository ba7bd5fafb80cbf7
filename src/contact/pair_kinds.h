/* All kinds of pairs: a line each, of the entry pawl_pair_<name> that ends its file. The first that says that a part is such lays it out. */
#ifndef PAWL_CONTACT_PAIR_KINDS_H
#define PAWL_CONTACT_PAIR_KINDS_H

/* clang-format off */
#define PAWL_PAIR_KINDS(KIND) \
  KIND(shapes) \
  KIND(group) \
  KIND(lifting) \
  KIND(rail) \
  KIND(gap) \
  KIND(constraint) \
  KIND(limit) \
  KIND(friction) \
  KIND(rope)
/* clang-format on */

#endif
