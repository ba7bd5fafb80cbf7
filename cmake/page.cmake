# The page of `pawl report` and `pawl view`: bundled from viewer/ by tools/build-page, and built into the command. All
# build trees share one. Where there is no npm, -DPAWL_PAGE=FILE names a page that was built elsewhere.
set(PAWL_PAGE "" CACHE FILEPATH "a page that was built elsewhere")
set(page ${PAWL_PAGE})
if(NOT page)
  set(page ${PROJECT_SOURCE_DIR}/build/viewer/page.html)
  file(GLOB page_sources CONFIGURE_DEPENDS viewer/src/*)
  add_custom_command(OUTPUT ${page} COMMAND ${PROJECT_SOURCE_DIR}/tools/build-page ${page}
                     DEPENDS ${page_sources} viewer/build.mjs viewer/package-lock.json tools/build-page
                     COMMENT "Building the page" VERBATIM)
endif()
set_source_files_properties(cli/page_built_in.c PROPERTIES OBJECT_DEPENDS ${page}
                            COMPILE_DEFINITIONS "PAWL_PAGE=\"${page}\"")
