# pawl.h, both libraries, the command, and what pkg-config and find_package need. All of it may be moved:
# `cmake --install build --prefix ANYWHERE` works.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/pawl)

install(FILES include/pawl.h TYPE INCLUDE)
install(TARGETS pawl pawl_engine_static pawl_static)
install(TARGETS pawl_shared pawl_result_shared EXPORT pawlTargets)

# Manual pages and what bash completes by, from the command's own tables; and the models, but for those that are broken on purpose.
set(beside ${PROJECT_BINARY_DIR}/beside)
add_custom_command(OUTPUT ${beside}/pawl ${beside}/man1/pawl.1
                   COMMAND ${CMAKE_COMMAND} -E make_directory ${beside}/man1
                   COMMAND pawl help --man ${beside}/man1
                   COMMAND pawl help --completion > ${beside}/pawl
                   DEPENDS pawl COMMENT "Writing the manual pages" VERBATIM)
add_custom_target(pawl_beside ALL DEPENDS ${beside}/pawl ${beside}/man1/pawl.1)
install(DIRECTORY ${beside}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${beside}/pawl DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/pawl PATTERN broken EXCLUDE)

install(EXPORT pawlTargets FILE pawlConfig.cmake NAMESPACE pawl:: DESTINATION ${package})
write_basic_package_version_file(pawlConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake DESTINATION ${package})

file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
list(TRANSFORM sundials PREPEND -lsundials_ OUTPUT_VARIABLE pc_private)
list(JOIN pc_private " " pc_private)
list(JOIN lua_STATIC_LDFLAGS " " pc_lua)
list(JOIN hdf5_STATIC_LDFLAGS " " pc_hdf5)
list(JOIN cairo_LDFLAGS " " pc_cairo) # shared: its own static libraries are not in Debian
foreach(library pawl pawl-result)
  configure_file(cmake/${library}.pc.in ${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
