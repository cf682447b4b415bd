# The settings that every target of the project shares.
function(apsp_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-restrict)  # false alarms, GCC bug 105651
  endif()
  if(APSP_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(APSP_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined
                                             -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# Embeds the files of kernels_cl in a target.
function(apsp_embed_kernels target)
  file(GLOB kernels CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/kernels_cl/*.cl"
       "${PROJECT_SOURCE_DIR}/kernels_cl/*.h")
  set(output "${PROJECT_BINARY_DIR}/embedded_sources.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFILES=${kernels}" -P
            "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${kernels} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding kernels_cl"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# Compiles the processor's kernels once for each instruction set; the program chooses at run time.
function(apsp_cpu_kernels target)
  set(flags_baseline "")
  set(sets baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(flags_avx2 -mavx2 -mfma)
    set(flags_avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma)
    list(APPEND sets avx2 avx512)
    target_compile_definitions(${target} PRIVATE APSP_CPU_X86)
  endif()
  foreach(set IN LISTS sets)
    add_library(apsp_cpu_${set} OBJECT "${PROJECT_SOURCE_DIR}/host/backends/cpu/kernels.cpp")
    apsp_settings(apsp_cpu_${set})
    target_include_directories(apsp_cpu_${set} PRIVATE "${PROJECT_SOURCE_DIR}/host"
                                                      "${PROJECT_SOURCE_DIR}/include")
    # Optimised in every build: without, they are fifty times slower. The order of flags is theirs.
    target_compile_options(apsp_cpu_${set} PRIVATE -O3 ${flags_${set}})
    target_link_libraries(apsp_cpu_${set} PRIVATE OpenMP::OpenMP_CXX)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:apsp_cpu_${set}>)
  endforeach()
endfunction()
