// Completion for Bash: sourced, and asked as Bash would ask it.
#include <cstdio>
#include <cstdlib>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// What is offered for the last of these words, one per line; "failed" in front where Bash did.
std::string completions(const std::string& words, int count) {
    const std::string command = "bash -c 'source \"" APSP_COMPLETION "\"; COMP_WORDS=(\"" APSP_OCL
                                "\" " +
                                words + "); COMP_CWORD=" + std::to_string(count) +
                                "; _apsp_ocl; printf \"%s\\n\" \"${COMPREPLY[@]}\"' 2>&1";
    std::string text;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    char buffer[4096];
    while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe)) {
        text.append(buffer, size);
    }
    return pclose(pipe) == 0 ? text : "failed" + text;
}

}  // namespace

TEST_CASE("completion: commands, options of each, values") {
    REQUIRE_MESSAGE(std::system("bash -c true") == 0, "no bash");
    CHECK(completions("de", 1) == "devices\n");
    CHECK(completions("t", 1) == "tune\n");
    CHECK(completions("b", 1) == "bench\nbatch\n");
    CHECK(completions("batch --path-arcs-", 2) == "--path-arcs-output\n");
    CHECK(completions("l", 1) == "ladder\n");
    CHECK(completions("ladder --bud", 2) == "--budget\n");
    CHECK(completions("tune --bud", 2) == "--budget\n");
    CHECK(completions("sw", 1) == "sweep\n");
    CHECK(completions("sweep --time", 2) == "--time-limit\n");
    CHECK(completions("sweep --algos r", 3) == "rkleene\n");
    CHECK(completions("--inp", 1) == "--input\n");
    CHECK(completions("verify --pre", 2) == "--predecessors\n");
    CHECK(completions("--paths-o", 1) == "--paths-output\n");
    CHECK(completions("path --fro", 2) == "--from\n");
    CHECK(completions("devices --in", 2) == "\n");
    CHECK(completions("--algo r", 2) == "rkleene\n");
    CHECK(completions("--dtype f6", 2) == "f64\n");
    CHECK(completions("solve --format me", 3) == "metis\n");
    CHECK(has(completions("--device \"\"", 2), "cpu:0\n"));
    CHECK(has(completions("--input /et", 2), "/etc\n"));
}

}  // namespace apsp::cli_test
