/* Hot functions compiled twice: for any x86-64 and for processors with AVX2, chosen when the program starts. No
 * fused multiply-add in either, so the bits are the same. */
#ifndef PAWL_BASE_VECTORS_H
#define PAWL_BASE_VECTORS_H

/* (clang 14 gives the choosers of static functions one name for all files.) */
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define PAWL_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define PAWL_VECTORS
#endif

/* What they are made of must be compiled into them to gain from it. */
#define PAWL_INTO static inline __attribute__((always_inline))

#endif
