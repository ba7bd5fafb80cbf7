# Every src/*/X_test.c, cli/X_test.c and soak/mechanisms/X_test.c is one cmocka program. It runs in the repository's root, with the
# command's path in the environment variable PAWL. What includes base/soak_test.h tries more with PAWL_SOAK=1, which
# `make soak` sets for all with that label.
find_package(PkgConfig REQUIRED)
pkg_check_modules(cmocka REQUIRED IMPORTED_TARGET cmocka)

file(GLOB test_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} src/*/*_test.c cli/*_test.c
     soak/*/*_test.c)
# Random mechanisms as model text: for tests, and no part of the library.
file(GLOB mechanism_sources CONFIGURE_DEPENDS soak/mechanisms/*.c)
list(FILTER mechanism_sources EXCLUDE REGEX "_test\\.c$")
add_library(pawl_mechanisms STATIC ${mechanism_sources})
target_include_directories(pawl_mechanisms PUBLIC soak)
target_link_libraries(pawl_mechanisms PUBLIC pawl_static PRIVATE pawl_flags)
# Half of a build's work were tests, each a program of its own: their code need not be fast, but for what it tests, and gold links them in
# half the time.
include(CheckLinkerFlag)
check_linker_flag(C -fuse-ld=gold has_gold)
add_library(pawl_test_flags INTERFACE)
target_compile_options(pawl_test_flags INTERFACE -O1 -g1
  $<$<C_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-format-truncation>) # at -O1 gcc sees too little for these
target_link_options(pawl_test_flags INTERFACE $<$<BOOL:${has_gold}>:-fuse-ld=gold>)
foreach(source ${test_sources})
  string(REGEX REPLACE "^(src/|soak/)?(.*)_test\\.c$" "\\2" name ${source})
  string(REPLACE / _ target test_${name})
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE pawl_static pawl_flags pawl_test_flags PkgConfig::cmocka)
  if(source MATCHES "^cli/" AND TARGET pawl_commands)
    target_link_libraries(${target} PRIVATE pawl_commands)
  elseif(source MATCHES "^soak/mechanisms/")
    target_link_libraries(${target} PRIVATE pawl_mechanisms)
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests)
  add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  file(STRINGS ${source} soaks REGEX "^#include \"base/soak_test\\.h\"")
  set(labels unit)
  if(soaks)
    list(APPEND labels soak)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 7200 ENVIRONMENT "PAWL=$<TARGET_FILE:pawl>")
endforeach()

# What is installed compiles and runs the example of pawl.h; exit status 77 means skipped.
add_test(NAME install COMMAND tools/test-install ${PROJECT_BINARY_DIR} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(install PROPERTIES LABELS whole TIMEOUT 600)
# An ordinary user is told which packages are missing; only root's call installs them.
add_test(NAME packages COMMAND tools/test-packages WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(packages PROPERTIES LABELS whole TIMEOUT 60)
# Nothing looks for libraries in the folder in which it is started.
add_test(NAME runpath COMMAND tools/test-runpath ${PROJECT_BINARY_DIR} build/bench
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(runpath PROPERTIES LABELS whole TIMEOUT 600)
# The same bits from other compilers and optimisation levels.
add_test(NAME bits COMMAND tools/test-bits $<TARGET_FILE:pawl> WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(bits PROPERTIES LABELS "whole;soak" TIMEOUT 3600 PROCESSORS 2 SKIP_RETURN_CODE 77)
# The page in a browser: with recorded samples, with the report of models, with the server of `pawl view`. It waits for frames more than it
# computes: it begins first, and others run beside it.
add_test(NAME page COMMAND node viewer/test/run.mjs WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(page PROPERTIES LABELS "whole;soak" TIMEOUT 3600 COST 1000 ENVIRONMENT "PAWL=$<TARGET_FILE:pawl>")
