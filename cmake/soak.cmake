# Generated scenes, kind by kind: `make soak` runs many, the test a few of each kind.
file(GLOB soak_sources CONFIGURE_DEPENDS soak/*.c)
add_executable(pawl-soak ${soak_sources})
target_include_directories(pawl-soak PRIVATE soak)
target_link_libraries(pawl-soak PRIVATE pawl_static pawl_flags)

# Each kind takes part as soon as all of its scenes are good.
set(soak_kinds fit,latch,free)
set(soak_seeds 0:36)
if(CMAKE_C_FLAGS MATCHES sanitize)
  set(soak_seeds 0:6)
endif()
add_test(NAME soak/scenes COMMAND pawl-soak --kind ${soak_kinds} --seeds ${soak_seeds} --views 2 --jobs 2)
set_tests_properties(soak/scenes PROPERTIES LABELS unit TIMEOUT 1200 PROCESSORS 2)
