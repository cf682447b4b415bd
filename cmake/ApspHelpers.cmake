# The settings that every target of the project shares.
function(apsp_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_definitions(${target} PUBLIC ${libcxx_definitions})
  set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False alarms: GCC bug 105651, and warnings in fmt's headers.
    list(APPEND warnings -Wno-restrict -Wno-stringop-overflow)
  else()
    # GCC's -Wconversion does not include the first; libstdc++'s stable_sort causes the second. Clang does
    # not vectorize all loops that GCC does.
    list(APPEND warnings -Wno-sign-conversion -Wno-deprecated-declarations -Wno-pass-failed)
  endif()
  set(cuda_warnings -Xcompiler=-Wall,-Wextra)
  if(APSP_WERROR)
    list(APPEND warnings -Werror)
    list(APPEND cuda_warnings -Werror=all-warnings)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which looks for garbage in vain, for a twentieth of the time
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
  endif()
  # The standard is a flag because CMake 3.25 does not know CUDA20. Two architectures compile at a time,
  # since the build compiles other files in parallel.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
                                           "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;${cuda_warnings};--threads=2>")
endfunction()

# Of the sources in host/platform, leaves in the list those for the system that is built for.
function(apsp_platform list)
  set(Linux "_posix|_linux")
  set(Darwin "_posix|_macos")
  set(Windows "_windows")
  if(NOT DEFINED ${CMAKE_SYSTEM_NAME})
    message(FATAL_ERROR "host/platform has no sources for ${CMAKE_SYSTEM_NAME}")
  endif()
  set(sources ${${list}})
  list(FILTER sources INCLUDE REGEX "host/platform/[a-z]+(${${CMAKE_SYSTEM_NAME}}|)\\.cpp$")
  list(FILTER ${list} EXCLUDE REGEX "host/platform/")
  set(${list} ${${list}} ${sources} PARENT_SCOPE)
endfunction()

# Looks for an optional library by its header and its own name. If it is found, apsp_objects has the
# macro APSP_name; else a message says what is missing.
macro(apsp_optional name library without)
  find_path(${name}_INCLUDE_DIR NAMES ${library}.h ${library}.hpp PATH_SUFFIXES suitesparse)
  find_library(${name}_LIBRARY ${library})
  if(${name}_INCLUDE_DIR AND ${name}_LIBRARY)
    target_compile_definitions(apsp_objects PRIVATE APSP_${name})
    target_include_directories(apsp_objects SYSTEM PRIVATE ${${name}_INCLUDE_DIR})
    list(APPEND library_needs ${${name}_LIBRARY})
  else()
    message(STATUS "Without ${without}")
  endif()
endmacro()

# apsp_fmt is fmt's headers, whose functions are compiled once, into library_objects: files that format
# take three times as long to compile if each contains all of fmt. fmt's own library is not used, since
# Debian has only a shared one, which a program that is copied elsewhere would miss.
function(apsp_fmt)
  add_library(apsp_fmt INTERFACE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_libraries(apsp_fmt INTERFACE fmt::fmt-header-only)
    return()
  endif()
  get_target_property(headers fmt::fmt-header-only INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(apsp_fmt SYSTEM INTERFACE ${headers})
  add_library(apsp_fmt_functions OBJECT cmake/fmt.cpp)
  apsp_settings(apsp_fmt_functions)
  # What nothing calls is left out of programs, with the functions of newer C libraries that it calls.
  target_compile_options(apsp_fmt_functions PRIVATE -ffunction-sections -O1)
  add_link_options(-Wl,--gc-sections)
  if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
    target_link_libraries(apsp_fmt_functions PRIVATE apsp_fmt)
  else()  # all inline functions, the C++ library's, too: three times as long, whatever the version declares
    target_compile_options(apsp_fmt_functions PRIVATE -fkeep-inline-functions)
    target_link_libraries(apsp_fmt_functions PRIVATE fmt::fmt-header-only)
  endif()
  apsp_library_objects(apsp_fmt_functions)
  set(library_objects ${library_objects} PARENT_SCOPE)
endfunction()

# APSP_COMMIT is the commit of the sources, from git, or else from commit.txt, which git archive fills
# in, or empty. CMake runs again after each commit.
function(apsp_commit)
  set(from_git OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  find_package(Git QUIET)
  if(GIT_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short HEAD OUTPUT_VARIABLE commit ${from_git})
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD OUTPUT_VARIABLE log ${from_git})
    cmake_path(ABSOLUTE_PATH log BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    if(EXISTS "${log}")
      set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${log}")
    endif()
  else()
    file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/commit.txt" commit LIMIT_COUNT 1 REGEX "^[0-9a-f]+$")
  endif()
  set(APSP_COMMIT "${commit}" PARENT_SCOPE)
endfunction()

# If help2man is found, the target `man`, a part of `all`, writes the man pages to man/ of the build.
function(apsp_man_pages)
  find_program(APSP_HELP2MAN help2man)
  if(NOT APSP_HELP2MAN OR CMAKE_CROSSCOMPILING)
    message(STATUS "Without man pages: no help2man, or the program does not run here")
    return()
  endif()
  set(folder "${PROJECT_BINARY_DIR}/man")
  # Without ssh, Open MPI starts a lone process only if it does not look for ssh.
  set(environment OMPI_MCA_plm_rsh_agent=false)
  file(MAKE_DIRECTORY "${folder}")  # for an installation without building `all`
  set(pages "")
  foreach(program IN ITEMS apsp-ocl apsp-ocl-mpi)
    if(TARGET ${program})
      add_custom_command(
        OUTPUT "${folder}/${program}.1"
        COMMAND ${CMAKE_COMMAND} -E env ${environment} ${CMAKE_COMMAND} "-DHELP2MAN=${APSP_HELP2MAN}"
                "-DPROGRAM=$<TARGET_FILE:${program}>" "-DABOUT=all-pairs shortest paths on any OpenCL device" "-DVERSION=${PROJECT_VERSION}"
                "-DFOLDER=${folder}" -P "${PROJECT_SOURCE_DIR}/cmake/man.cmake"
        DEPENDS ${program} "${PROJECT_SOURCE_DIR}/cmake/man.cmake"
        COMMENT "Man pages of ${program}"
        VERBATIM)
      list(APPEND pages "${folder}/${program}.1")
    endif()
  endforeach()
  add_custom_target(man ALL DEPENDS ${pages})
  install(DIRECTORY "${folder}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
          FILES_MATCHING PATTERN "*.1" PATTERN "apsp-ocl-mpi*" EXCLUDE)
  install(DIRECTORY "${folder}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT mpi
          FILES_MATCHING PATTERN "apsp-ocl-mpi*.1")
endfunction()

# Embeds files of a folder of the project in a target, where FUNCTION, which HEADER declares, finds them
# by their path within the folder.
function(apsp_embed target folder function header)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/${folder}/")
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  string(MAKE_C_IDENTIFIER "${folder}" name)
  set(output "${PROJECT_BINARY_DIR}/embedded_${name}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFOLDER=${PROJECT_SOURCE_DIR}/${folder}" "-DFILES=${files}"
            "-DFUNCTION=${function}" "-DHEADER=${header}" -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${files} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding ${folder}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# Adds a target's objects to library_objects. A shared library exports what include/apsp/ marks with
# APSP_EXPORT, and hides the rest.
macro(apsp_library_objects target)
  set_target_properties(
    ${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                         CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  list(APPEND library_objects $<TARGET_OBJECTS:${target}>)
endmacro()

# Makes a library from library_objects, STATIC or as BUILD_SHARED_LIBS says.
function(apsp_library target)
  add_library(${target} ${ARGN} ${library_objects})
  apsp_settings(${target})
  target_include_directories(
    ${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                     $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                     $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE ${library_needs})
endfunction()

set(APSP_AVX512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma)

# Compiles the processor's kernels once for each instruction set, into library_objects; the program
# chooses at run time.
function(apsp_cpu_kernels target)
  set(flags_baseline "")
  set(sets baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(flags_avx2 -mavx2 -mfma)
    set(flags_avx512 ${APSP_AVX512})
    set(flags_avx2_fma ${flags_avx2} -DAPSP_MULTIPLY_ADD)
    set(flags_avx512_fma ${flags_avx512} -DAPSP_MULTIPLY_ADD)
    # GCC 12 warns of variables in the intrinsics that are undefined by intent.
    set(flags_amx ${flags_avx512} -mamx-tile -mamx-bf16 $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    list(APPEND sets avx2 avx512 avx2_fma avx512_fma amx)
    target_compile_definitions(${target} PRIVATE APSP_CPU_X86)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
    set(sets neon)
  endif()
  foreach(set IN LISTS sets)
    set(sources backends/cpu/kernels.cpp)
    if(set STREQUAL "amx")  # dense products of small distances only
      set(sources backends/cpu/tensor.cpp)
    elseif(NOT set MATCHES "_fma$")  # the two differ in products and sweeps only
      list(APPEND sources algorithms/relax_arcs_kernel.cpp betweenness/source_block_kernel.cpp
                          betweenness/target_block_kernel.cpp change/row_loops.cpp)
    endif()
    list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/host/")
    add_library(apsp_cpu_${set} OBJECT ${sources})
    apsp_settings(apsp_cpu_${set})
    target_include_directories(apsp_cpu_${set} PRIVATE "${PROJECT_SOURCE_DIR}/host"
                                                      "${PROJECT_SOURCE_DIR}/include")
    # Optimised in every build, since they are fifty times slower otherwise. The flags keep their order.
    target_compile_options(apsp_cpu_${set} PRIVATE -O3 ${flags_${set}})
    apsp_library_objects(apsp_cpu_${set})
  endforeach()
  set(library_objects ${library_objects} PARENT_SCOPE)
endfunction()

# sanitized_objects: library_objects with address and undefined-behaviour sanitizers, compiled when a
# target that contains them is asked for. CUDA's kernels and fmt stay as they are, and so do dense products with
# multiply-add, which have the source of those without.
function(apsp_sanitized_objects)
  set(objects "")
  foreach(each IN LISTS library_objects)
    string(REGEX REPLACE "^.*:(.*)>$" "\\1" target "${each}")
    if(target MATCHES "_fma$|_fmt_")
      list(APPEND objects ${each})
      continue()
    endif()
    set(twin ${target}_sanitized)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources EXCLUDE REGEX "\\.cu$")
    get_target_property(options ${target} COMPILE_OPTIONS)
    list(FILTER options EXCLUDE REGEX "-O[12]>$")  # of a Release build
    add_library(${twin} OBJECT EXCLUDE_FROM_ALL ${sources})
    foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_FEATURES INCLUDE_DIRECTORIES LINK_LIBRARIES)
      set_property(TARGET ${twin} PROPERTY ${property} "$<TARGET_PROPERTY:${target},${property}>")
    endforeach()
    # The first compilation shows the warnings. What is left out finds what the address sanitizer finds, and
    # takes a third of the time to compile. Options of instruction sets come last.
    target_compile_options(
      ${twin} PRIVATE -w -UNDEBUG -Og -g1 -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow
                      -fno-sanitize=null,object-size,pointer-overflow,vptr -fno-sanitize-recover=all
                      ${options})
    list(APPEND objects $<TARGET_OBJECTS:${twin}> "$<FILTER:${each},INCLUDE,\\.cu\\.>")
  endforeach()
  set(sanitized_objects ${objects} PARENT_SCOPE)
endfunction()

# Looks for a CUDA compiler. With one the CUDA backend is built, else a stub that says that it was not. The
# CUDA runtime is linked statically and looks for the driver at run time, so the program works without it.
macro(apsp_find_cuda)
  set(APSP_HAVE_CUDA OFF)
  if(APSP_CUDA STREQUAL "AUTO" AND CMAKE_CROSSCOMPILING)
    message(STATUS "CUDA backend: not looked for in a cross build")
  elseif(APSP_CUDA)  # AUTO or ON
    include(CheckLanguage)
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
      set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)  # seldom on the PATH
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
      set(CMAKE_CUDA_ARCHITECTURES OFF)  # chosen when the compiler has told which cards are here
      enable_language(CUDA)
      set(cards "${CMAKE_CUDA_ARCHITECTURES_NATIVE}")
      list(FILTER cards INCLUDE REGEX "^(7[5-9]|[89][0-9]|1[0-9][0-9])")  # those that can run the kernels
      if(APSP_CUDA_ARCHITECTURES)
        set(CMAKE_CUDA_ARCHITECTURES "${APSP_CUDA_ARCHITECTURES}")
      elseif(cards)
        set(CMAKE_CUDA_ARCHITECTURES "${cards}")
      else()  # what all drivers compile: with code for one card, too, the build would take longer
        set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
        message(STATUS "No card here: the driver of the one that runs this will compile the kernels once. "
                       "Name it for faster ones: -DAPSP_CUDA_ARCHITECTURES=90-real is for an H100")
      endif()
      find_package(CUDAToolkit 12.0 REQUIRED)
      set(APSP_HAVE_CUDA ON)
    elseif(NOT APSP_CUDA STREQUAL "AUTO")
      message(FATAL_ERROR "APSP_CUDA is ON, but there is no nvcc: set CMAKE_CUDA_COMPILER to it")
    endif()
  endif()
  if(APSP_HAVE_CUDA)
    message(STATUS "CUDA backend: for architectures ${CMAKE_CUDA_ARCHITECTURES}")
  else()
    message(STATUS "CUDA backend: OFF")
  endif()
endmacro()

# LLVM's C++ library has std::stop_token on request, and no std::from_chars of doubles.
macro(apsp_find_libcxx)
  include(CheckCXXSymbolExists)
  check_cxx_symbol_exists(_LIBCPP_VERSION version APSP_LIBCXX)
  set(libcxx_definitions "")
  if(APSP_LIBCXX)
    set(libcxx_definitions _LIBCPP_ENABLE_EXPERIMENTAL)
    find_path(fast_float_INCLUDE_DIR fast_float/fast_float.h REQUIRED)
  endif()
endmacro()

# Looks for MPI's C interface, for which FindMPI needs a C compiler.
macro(apsp_find_mpi)
  set(APSP_HAVE_MPI OFF)
  if(APSP_MPI)  # AUTO or ON
    include(CheckLanguage)
    check_language(C)
    if(CMAKE_C_COMPILER AND CMAKE_SYSTEM_NAME STREQUAL "Linux")  # see platform/shared.hpp
      enable_language(C)
      find_package(MPI 3.0 COMPONENTS C)
      set(APSP_HAVE_MPI ${MPI_C_FOUND})
    endif()
    if(NOT APSP_HAVE_MPI AND NOT APSP_MPI STREQUAL "AUTO")
      message(FATAL_ERROR "APSP_MPI is ON, but there is no MPI 3 (Debian: libopenmpi-dev), or no Linux")
    endif()
  endif()
  message(STATUS "MPI program: ${APSP_HAVE_MPI}")
endmacro()

function(apsp_cuda target)
  set(folder "${PROJECT_SOURCE_DIR}/host/backends/cuda")
  if(NOT APSP_HAVE_CUDA)
    target_sources(${target} PRIVATE "${folder}/not_built.cpp")
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.cu")
  list(REMOVE_ITEM sources "${folder}/not_built.cpp")
  target_sources(${target} PRIVATE ${sources})
  file(GLOB kernels CONFIGURE_DEPENDS "${folder}/*.cu")  # each defines macros of its own
  set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${PROJECT_SOURCE_DIR}/kernels_cl>)
  set(library_needs ${library_needs} CUDA::cudart_static PARENT_SCOPE)
endfunction()
