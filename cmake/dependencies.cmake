# What libpawl links: Lua reads models, SUNDIALS integrates what is stiff; and libpawl-result: HDF5 holds results, cairo draws pictures.
find_package(PkgConfig REQUIRED)
pkg_check_modules(lua REQUIRED IMPORTED_TARGET lua5.4)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo)
# Serial first: plain "hdf5" is the MPI build wherever an MPI development package is installed.
pkg_search_module(hdf5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)

# SUNDIALS asks for OpenMP, which clang lacks without libomp, for vectors that Pawl does not use.
if(NOT TARGET OpenMP::OpenMP_C)
  add_library(OpenMP::OpenMP_C INTERFACE IMPORTED)
endif()
set(sundials cvode nvecserial sunmatrixdense sunlinsoldense sunlinsolspgmr sunlinsolspfgmr sunnonlinsolnewton generic)
find_package(SUNDIALS 6 REQUIRED COMPONENTS ${sundials})

add_library(pawl_engine_dependencies INTERFACE)
list(TRANSFORM sundials PREPEND SUNDIALS:: OUTPUT_VARIABLE sundials_targets)
target_link_libraries(pawl_engine_dependencies INTERFACE PkgConfig::lua ${sundials_targets} m)
add_library(pawl_result_dependencies INTERFACE)
target_link_libraries(pawl_result_dependencies INTERFACE pawl_engine_dependencies PkgConfig::hdf5 PkgConfig::cairo)

# What only the command links: libmicrohttpd serves the page of `pawl view`, which runs models in a thread.
pkg_check_modules(microhttpd REQUIRED IMPORTED_TARGET libmicrohttpd)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
