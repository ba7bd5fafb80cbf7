/* Which kind of pairs a part is, of those that pair_kinds.h lists. */
#include "contact/pair.h"

#define ENTRY(name) &pawl_pair_##name,
static const pawl_pair_kind *const kinds[] = {PAWL_PAIR_KINDS(ENTRY) NULL};

const pawl_pair_kind *pawl_pair_kind_of(const pawl_part *part)
{
  const pawl_pair_kind *const *kind = kinds;
  while (*kind && !((*kind)->is && (*kind)->is(part)))
    kind++;
  return *kind;
}
