# Cross builds by Zig's Clang, which has LLVM's C++ library and the headers of other systems' C libraries. tools/cross.sh
# puts the commands and the libraries into the folder `root`, which the files that include this one name.
set(CMAKE_C_COMPILER "${root}/bin/cc")
set(CMAKE_CXX_COMPILER "${root}/bin/c++")
set(CMAKE_AR "${root}/bin/ar")
set(CMAKE_RANLIB "${root}/bin/ranlib")
set(CMAKE_RC_COMPILER "${root}/bin/windres")
set(CMAKE_FIND_ROOT_PATH "${root}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
