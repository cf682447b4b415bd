# Writes a C++ file that holds the kernel sources, unchanged, as strings:
#   cmake -DOUTPUT=file.cpp -DFOLDER=kernels_cl -DFILES=a.cl;ladder/b.cl -P embed.cmake
# Each source is named by its path within the folder.
set(text "// Made by cmake/embed.cmake from kernels_cl; do not edit.\n")
string(APPEND text "#include \"backends/opencl/sources.hpp\"\n\nnamespace apsp::opencl {\n\n")
string(APPEND text "const std::map<std::string, std::string, std::less<>>& embedded_sources() {\n")
string(APPEND text "    static const std::map<std::string, std::string, std::less<>> sources = {\n")
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH name "${FOLDER}" "${file}")
  file(READ "${file}" source)
  string(APPEND text "{\"${name}\", R\"~kernel~(${source})~kernel~\"},\n")
endforeach()
string(APPEND text "    };\n    return sources;\n}\n\n}  // namespace apsp::opencl\n")
file(WRITE "${OUTPUT}" "${text}")
