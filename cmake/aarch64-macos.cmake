# A cross build for macOS on ARM: tools/macos.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../build-macos/root" ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
set(CMAKE_INSTALL_NAME_TOOL /bin/false)  # nothing is installed
set(CMAKE_CXX_FLAGS_INIT -DDBL_EPSILON=__DBL_EPSILON__)  # Zig's float.h leaves it out after Apple's math.h
