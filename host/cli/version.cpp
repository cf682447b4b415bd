// See version.hpp.
#include "cli/version.hpp"

#include <fmt/core.h>

#include <cxxopts.hpp>

#include "apsp/version.hpp"
#include "backends/backend.hpp"
#include "base/libraries.hpp"
#include "cli/json.hpp"
#include "cli/message.hpp"
#include "platform/machine.hpp"

namespace apsp::cli {
namespace {

std::vector<Library> all_libraries() {
    std::vector<Library> all = libraries();
    all.push_back({"cxxopts",
                   fmt::format("{}.{}.{}", cxxopts::version.major, cxxopts::version.minor,
                               cxxopts::version.patch),
                   ""});
    return all;
}

void print_json(const std::string& program, const std::string& mpi) {
    const BuildInfo& build = build_info();
    Json backends = Json::array();
    for (const Backend* backend : apsp::backends()) {
        const BackendBuild its = backend->build();
        backends.push_back(
            {{"backend", backend->name()}, {"built", its.built}, {"what", its.what}});
    }
    Json with = Json::object(), missing = Json::array(), without = Json::array();
    for (const Library& library : all_libraries()) {
        if (!library.version.empty()) with[library.name] = library.version;
        if (library.version.empty()) {
            missing.push_back({{"library", library.name}, {"without", library.without}});
        }
    }
    for (const Lack& lack : lacks()) {
        without.push_back({{"what", in_program_words(std::string(lack.what))}, {"why", lack.why}});
    }
    if (!mpi.empty()) with["MPI"] = mpi;
    const Json object = {
        {"program", program},
        {"version", kVersion},
        {"commit", build.commit.empty() ? Json(nullptr) : Json(build.commit)},
        {"compiler", build.compiler},
        {"build_type", build.build_type},
        {"backends", backends},
        {"libraries", with},
        {"missing_libraries", missing},
        {"missing_on_this_system", without},
    };
    print_object(object);
}

}  // namespace

void print_version(const std::string& program, bool json, const std::string& mpi) {
    if (json) return print_json(program, mpi);
    const BuildInfo& build = build_info();
    fmt::print("{} {}{}\n", program, kVersion,
               build.commit.empty() ? "" : fmt::format(" ({})", build.commit));
    fmt::print("compiler   {}, {}\n", build.compiler, build.build_type);
    for (const Backend* backend : apsp::backends()) {
        const BackendBuild its = backend->build();
        fmt::print("{:<10} {}{}\n", backend->name(), its.built ? "" : "not built: ", its.what);
    }
    std::string with;
    for (const Library& library : all_libraries()) {
        if (library.version.empty()) {
            fmt::print("without    {}: built without {}\n", library.without, library.name);
        } else {
            with += fmt::format("{}{} {}", with.empty() ? "" : ", ", library.name, library.version);
        }
    }
    for (const Lack& lack : lacks()) {
        fmt::print("without    {}: {}\n", in_program_words(std::string(lack.what)), lack.why);
    }
    fmt::print("libraries  {}\n", with);
    if (!mpi.empty()) fmt::print("mpi        {}\n", mpi);
}

}  // namespace apsp::cli
