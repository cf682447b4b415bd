# Writes the man page of a program, and one for each of its commands, from the output of --help:
#   cmake -DHELP2MAN=help2man -DPROGRAM=folder/apsp-ocl -DABOUT="in a few words" -DVERSION=1.2.3
#         -DFOLDER=man -P man.cmake
# Commands are those that the program offers to completion scripts; a program without commands offers none.
cmake_path(GET PROGRAM FILENAME name)
execute_process(COMMAND "${PROGRAM}" complete "" OUTPUT_VARIABLE offered RESULT_VARIABLE failed ERROR_QUIET)
set(pages "${name}\t${ABOUT}")
set(see "apsp-ocl")
string(REGEX MATCHALL "[^\n]+\t[^\n]+" offered "${offered}")
if(NOT failed)
  foreach(line IN LISTS offered)
    string(REGEX MATCH "^([^\t]+)\t(.*)" line "${line}")
    if(NOT CMAKE_MATCH_1 STREQUAL "solve")  # the program's own page
      list(APPEND pages "${name} ${line}")
      list(APPEND see "${name}-${CMAKE_MATCH_1}")
    endif()
  endforeach()
endif()

foreach(page IN LISTS pages)
  string(REGEX MATCH "^([^\t]+)\t(.*)" page "${page}")
  set(about "${CMAKE_MATCH_2}")
  string(REPLACE " " "-" title "${CMAKE_MATCH_1}")
  string(REPLACE "${name}" "'${PROGRAM}'" command "${CMAKE_MATCH_1}")
  set(others ${see})
  list(REMOVE_ITEM others "${title}")
  list(TRANSFORM others REPLACE "(.+)" ".BR \\1 (1)")
  list(JOIN others ",\n" others)
  file(WRITE "${FOLDER}/${title}.h2m" "[SEE ALSO]\n${others}\n")
  execute_process(COMMAND "${HELP2MAN}" --locale=C.UTF-8 --no-info --name=${about} "--version-string=${title} ${VERSION}"
                          "--include=${FOLDER}/${title}.h2m" "--output=${FOLDER}/${title}.1" "${command}"
                  COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE "${FOLDER}/${title}.h2m")
endforeach()
