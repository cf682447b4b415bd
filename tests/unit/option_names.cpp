// Options of messages in a caller's words.
#include "base/option_names.hpp"

#include <doctest/doctest.h>

namespace apsp {
namespace {

constexpr OptionName kProgram[] = {{"SolveOptions::algorithm", "--algo"},
                                   {"list_devices", "apsp-ocl devices"},
                                   {"SolveOptions::", "--"}};
constexpr OptionName kArguments[] = {{"SolveOptions::paths", "predecessors"},
                                     {"SolveOptions::", "the program's --"}};

}  // namespace

TEST_CASE("option names: whole names come before prefixes") {
    const auto program = [](const char* text) { return with_options_named(text, kProgram); };
    CHECK(program("use SolveOptions::dtype f64") == "use --dtype f64");
    CHECK(program("SolveOptions::algorithm sparse, with SolveOptions::memory_limit.") ==
          "--algo sparse, with --memory-limit.");
    CHECK(program("see list_devices") == "see apsp-ocl devices");
    CHECK(program("SolveOptions::keep_distances: a_file_name.csv") ==
          "--keep-distances: a_file_name.csv");
    CHECK(program("no options") == "no options");
    CHECK(program("") == "");
}

TEST_CASE("option names: a longer name is another option, and dashes are of command lines") {
    const auto named = [](const char* text) { return with_options_named(text, kArguments); };
    CHECK(named("SolveOptions::paths, SolveOptions::paths_to") ==
          "predecessors, the program's --paths-to");
    CHECK(with_options_named("Options::a_b", {{{"Options::", "options."}}}) == "options.a_b");
}

}  // namespace apsp
