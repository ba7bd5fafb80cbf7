# Compiler flags. The same model gives the same bits with every compiler and optimisation level, so arithmetic
# stays strict IEEE: no contraction into fused multiply-adds, and never -ffast-math or its parts.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

# -O3 makes vectors of the loops over sines and stages. Vectors of straight code (slp) are kept out: they are loaded
# right after their parts were stored, and wait for that: 24.6 against 27.1 ns per degree of freedom.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O3 -g -DNDEBUG")

# Structs of some hundred bytes are set and copied by plain stores: gcc's own choice, `rep stos`, waits some 30 cycles before it begins.
include(CheckCCompilerFlag)
set(stores "-mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign"
  "-mmemcpy-strategy=unrolled_loop:512:noalign,libcall:-1:noalign")
string(REPLACE ";" " " stores_asked "${stores}")
check_c_compiler_flag("${stores_asked}" has_stores)

add_library(pawl_flags INTERFACE)
if(has_stores)
  target_compile_options(pawl_flags INTERFACE ${stores})
endif()
target_compile_options(pawl_flags INTERFACE
  -ffp-contract=off -fno-math-errno -fno-tree-slp-vectorize
  -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wvla -Wundef -Wpointer-arith -Wwrite-strings -Wformat=2
  -Wstrict-prototypes -Wmissing-prototypes)
