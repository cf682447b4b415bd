# A cross build for Windows on x86-64: tools/windows.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../build-windows/root" ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
