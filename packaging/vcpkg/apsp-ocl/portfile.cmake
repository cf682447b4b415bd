# Builds the checkout that this port lies in.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(options "")
if(NOT "sparse" IN_LIST FEATURES)
  list(APPEND options -DAMD_LIBRARY=OFF -DMETIS_LIBRARY=OFF)
endif()
if(NOT "npz" IN_LIST FEATURES)
  list(APPEND options -DZIP_LIBRARY=OFF)
endif()
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DAPSP_TESTS=OFF -DAPSP_CUDA=OFF -DAPSP_MPI=OFF ${options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME apsp CONFIG_PATH lib/cmake/apsp)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES apsp-ocl AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
