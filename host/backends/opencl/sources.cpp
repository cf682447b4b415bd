// Puts a kernel's source together. Includes are resolved here because the device's compiler has
// no folder to look in; #line keeps its messages pointing at the right file.
#include "backends/opencl/sources.hpp"

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "apsp/errors.hpp"
#include "backends/backend.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace apsp::opencl {
namespace {

std::string read_source(std::string_view file) {
    if (const char* folder = std::getenv("APSP_KERNEL_DIR"); folder != nullptr && *folder != '\0') {
        const std::string path = fmt::format("{}/{}", folder, file);
        std::ifstream stream(path, std::ios::binary);
        std::string text(std::istreambuf_iterator<char>(stream), {});
        if (!stream) {
            throw Error(ErrorKind::usage,
                        fmt::format("cannot read the kernel source {}; APSP_KERNEL_DIR must hold "
                                    "all files of kernels_cl, or be unset",
                                    path));
        }
        return text;
    }
    const auto found = embedded_sources().find(file);
    if (found == embedded_sources().end()) {
        throw Error(ErrorKind::internal, fmt::format("no kernel file {}", file));
    }
    return found->second;
}

void append(std::string_view file, std::set<std::string, std::less<>>& included, std::string& out) {
    if (!included.emplace(file).second) return;
    out += fmt::format("#line 1 \"{}\"\n", file);
    std::istringstream lines(read_source(file));
    std::size_t number = 0;
    constexpr std::string_view kInclude = "#include \"";
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (!line.starts_with(kInclude)) {
            out += line + '\n';
            continue;
        }
        const auto name = std::string_view(line).substr(kInclude.size());
        append(name.substr(0, name.find('"')), included, out);
        out += fmt::format("#line {} \"{}\"\n", number + 1, file);
    }
}

}  // namespace

std::string kernel_source(std::string_view file) {
    std::string source;
    std::set<std::string, std::less<>> included;
    append(file, included, source);
    return source;
}

}  // namespace apsp::opencl

namespace apsp {

std::string kernel_hash() {
    std::string all;
    for (const auto& [file, text] : opencl::embedded_sources()) {
        all += file + '\n' + opencl::kernel_source(file);
    }
    return fmt::format("{:016x}", fnv1a(all));
}

}  // namespace apsp
