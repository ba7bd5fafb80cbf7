/* Included before every library source: with -fvisibility=hidden, the functions that pawl.h declares, and no
 * others, can be seen from outside libpawl.so. */
#pragma GCC visibility push(default)
#include "pawl.h"
#pragma GCC visibility pop
