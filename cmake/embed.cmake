# Writes a C++ file with a function that returns files, unchanged, as strings:
#   cmake -DOUTPUT=file.cpp -DFOLDER=kernels_cl -DFILES=a.cl;ladder/b.cl -DFUNCTION=f -DHEADER=f.hpp -P embed.cmake
# Each is named by its path within the folder. HEADER declares FUNCTION.
set(type "std::map<std::string, std::string, std::less<>>")
set(text "// Made by cmake/embed.cmake; do not edit.\n")
string(APPEND text "#include \"${HEADER}\"\n\nconst ${type}& ${FUNCTION}() {\n")
string(APPEND text "    static const ${type} files = {\n")
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH name "${FOLDER}" "${file}")
  file(READ "${file}" source)
  string(APPEND text "{\"${name}\", R\"~file~(${source})~file~\"},\n")
endforeach()
string(APPEND text "    };\n    return files;\n}\n")
file(WRITE "${OUTPUT}" "${text}")
