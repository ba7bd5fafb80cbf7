# Generated scenes, kind by kind: `make soak` runs many, the test a few of each kind.
file(GLOB soak_sources CONFIGURE_DEPENDS soak/*.c)
add_executable(pawl-soak ${soak_sources})
target_include_directories(pawl-soak PRIVATE soak)
target_link_libraries(pawl-soak PRIVATE pawl_static pawl_flags)
