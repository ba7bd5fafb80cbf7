# Generated scenes, kind by kind: `make soak` runs many, the test a few of each kind.
file(GLOB soak_sources CONFIGURE_DEPENDS soak/*.c)
list(FILTER soak_sources EXCLUDE REGEX "_test\\.c$")
add_executable(pawl-soak ${soak_sources})
target_include_directories(pawl-soak PRIVATE soak)
target_link_libraries(pawl-soak PRIVATE pawl_static pawl_flags)

# Each kind takes part as soon as all of its scenes are good.
set(soak_kinds ramp,stairs,drum,seam,slot,wedge,peg,stack,fit,bead,link,latch,free,soft,soft_blunt,blunt,pieces,push,stroke,field,window,sticky)
set(soak_seeds 0:30)
if(CMAKE_C_FLAGS MATCHES sanitize)
  set(soak_seeds 0:4)
endif()
add_test(NAME soak/scenes COMMAND pawl-soak --kind ${soak_kinds} --seeds ${soak_seeds} --views 2 --jobs 2)
set_tests_properties(soak/scenes PROPERTIES LABELS unit TIMEOUT 1200 PROCESSORS 2)

# With sanitizers the thinned scenes are enough.
if(NOT CMAKE_C_FLAGS MATCHES sanitize)
  add_test(NAME soak/once COMMAND ${CMAKE_SOURCE_DIR}/soak/once $<TARGET_FILE:pawl-soak>)
  set_tests_properties(soak/once PROPERTIES LABELS unit TIMEOUT 1200 PROCESSORS 2)
endif()

# The judge judged.
set(judge_sources ${soak_sources})
list(FILTER judge_sources EXCLUDE REGEX "/main\\.c$")
add_executable(test_soak_judge soak/judge_test.c ${judge_sources})
target_include_directories(test_soak_judge PRIVATE soak)
target_link_libraries(test_soak_judge PRIVATE pawl_static pawl_flags PkgConfig::cmocka)
set_target_properties(test_soak_judge PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests)
add_test(NAME soak/judge COMMAND test_soak_judge)
set_tests_properties(soak/judge PROPERTIES LABELS unit TIMEOUT 300)
