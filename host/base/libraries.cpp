// See libraries.hpp; CMakeLists.txt lists the optional ones with apsp_optional.
#include "base/libraries.hpp"

#include <fmt/core.h>
#include <oneapi/tbb/version.h>
#include <zlib.h>

#include "apsp/errors.hpp"
#include "platform/machine.hpp"

#ifdef APSP_AMD
#include <amd.h>
#endif
#ifdef APSP_METIS
#include <metis.h>
#endif
#ifdef APSP_PUGIXML
#include <pugixml.hpp>
#endif
#ifdef APSP_ZIP
#include <zip.h>
#endif
#ifdef APSP_ZSTD
#include <zstd.h>
#endif

namespace apsp {
namespace {

std::string dotted(int major, int minor, int patch) {
    return fmt::format("{}.{}.{}", major, minor, patch);
}

}  // namespace

std::vector<Library> libraries() {
    std::vector<Library> all = {
        {"fmt", dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100), ""},
        {"nlohmann_json", APSP_JSON_VERSION, ""},
        {"TBB", TBB_runtime_version(), ""},
        {"zlib", zlibVersion(), ""},
        {"OpenMP", "", "the variant openmp of fw"},
        {"AMD", "", "sparse"},
        {"METIS", "", "nested dissection"},
        {"libzip", "", "reading .npz files"},
        {"libzstd", "", "Zstandard"},
        {"pugixml", "", "GraphML"}};
    [[maybe_unused]] const auto built_in = [&](const std::string& name, std::string version) {
        for (Library& library : all) {
            if (library.name == name) library.version = std::move(version);
        }
    };
#ifdef _OPENMP
    built_in("OpenMP", fmt::format("{}", _OPENMP));
#endif
#ifdef APSP_AMD
    built_in("AMD", dotted(AMD_MAIN_VERSION, AMD_SUB_VERSION, AMD_SUBSUB_VERSION));
#endif
#ifdef APSP_METIS
    built_in("METIS", dotted(METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR));
#endif
#ifdef APSP_ZIP
    built_in("libzip", zip_libzip_version());
#endif
#ifdef APSP_ZSTD
    built_in("libzstd", ZSTD_versionString());
#endif
#ifdef APSP_PUGIXML
    built_in("pugixml", dotted(PUGIXML_VERSION / 1000, PUGIXML_VERSION / 10 % 100, 0));
#endif
    return all;
}

void check_system_has(std::string_view what) {
    for (const Lack& lack : lacks()) {
        if (lack.what != what) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("{} is not there on this system: {}", what, lack.why));
    }
}

}  // namespace apsp
