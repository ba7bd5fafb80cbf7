/* Random numbers that are the same on every machine (a linear congruence; Knuth's MMIX constants). */
#ifndef PAWL_BASE_CHANCE_H
#define PAWL_BASE_CHANCE_H

/* In [-1, 1). */
static inline double pawl_chance(unsigned long long *seed)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(long long)*seed / 9223372036854775808.0;
}

#endif
