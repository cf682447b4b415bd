# The files by which find_package(apsp) and `pkg-config apsp` find the installed library, and CPack's
# packages: `cmake --build build --target package` writes a .tar.gz, and a .deb on Debian.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/apsp)
install(EXPORT apsp-targets NAMESPACE apsp:: DESTINATION ${package_folder} COMPONENT dev)
export(EXPORT apsp-targets NAMESPACE apsp:: FILE "${PROJECT_BINARY_DIR}/apsp-targets.cmake")  # for find_package in the build
configure_package_config_file(cmake/apsp-config.cmake.in apsp-config.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(apsp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/apsp-config.cmake
              ${PROJECT_BINARY_DIR}/apsp-config-version.cmake
        DESTINATION ${package_folder} COMPONENT dev)

# pkg-config finds the folders relative to apsp.pc, so that the installed files may be moved.
# A program that links the static library also links the libraries that it needs.
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
if(NOT IS_ABSOLUTE "${pc_folder}")
  file(RELATIVE_PATH pc_prefix "/${pc_folder}" /)
  string(REGEX REPLACE "^(.*)/$" "\${pcfiledir}/\\1" pc_prefix "${pc_prefix}")
endif()
cmake_path(APPEND pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(APPEND pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
list(TRANSFORM libcxx_definitions PREPEND " -D" OUTPUT_VARIABLE pc_definitions)
set(pc_requires "")
set(pc_libs "")
if(NOT BUILD_SHARED_LIBS)
  set(pc_requires zlib)
  set(pc_libs ${library_needs} ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  list(FILTER pc_libs EXCLUDE REGEX "^(ZLIB::ZLIB|c|gcc.*)$")  # C++'s own are for programs in C
  string(REPLACE OpenMP::OpenMP_CXX "${OpenMP_CXX_FLAGS}" pc_libs "${pc_libs}")
  string(REPLACE TBB::tbb tbb pc_libs "${pc_libs}")
  string(REPLACE CUDA::cudart_static "${CUDA_cudart_static_LIBRARY};rt;pthread" pc_libs "${pc_libs}")
  list(TRANSFORM pc_libs REPLACE "^([^-/].*)$" "-l\\1")
  list(JOIN pc_libs " " pc_libs)
endif()
configure_file(cmake/apsp.pc.in apsp.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/apsp.pc DESTINATION ${pc_folder} COMPONENT dev)

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR TGZ)
  find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
  if(DPKG_SHLIBDEPS)
    list(APPEND CPACK_GENERATOR DEB)
  endif()
  set(CPACK_PACKAGE_CONTACT "The apsp-ocl developers <apsp-ocl@example.org>")
  set(CPACK_PACKAGE_VENDOR "The apsp-ocl developers")
  set(CPACK_SYSTEM_NAME "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
  set(CPACK_STRIP_FILES ON)
  set(CPACK_VERBATIM_VARIABLES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
  # All packages of packaging/debian in one package.
  set(CPACK_DEBIAN_PACKAGE_NAME apsp-ocl-complete)
  set(CPACK_DEBIAN_PACKAGE_CONFLICTS "apsp-ocl, apsp-ocl-mpi, libapsp${apsp_soversion}, libapsp-dev")
  include(CPack)
endif()
