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
