// What the program says when --verify finds its result wrong, which kernels that do nothing cause.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

namespace fs = std::filesystem;

/// A copy of the kernels in which a step of Floyd-Warshall leaves the distances as they are.
void write_idle_kernels(const TemporaryFolder& folder) {
    for (const auto& entry : fs::directory_iterator(APSP_SOURCE "/kernels_cl")) {
        if (!entry.is_regular_file()) continue;
        std::string text = content_of(entry.path());
        if (entry.path().filename() == "fw.cl") {
            const std::string relaxation = "RELAX(old, to_k, from_k)";
            const std::size_t place = text.find(relaxation);
            REQUIRE(place != std::string::npos);
            text.replace(place, relaxation.size(), "old");
        }
        folder.write(entry.path().filename().string(), text);
    }
}

}  // namespace

TEST_CASE("wrong result: exit code 7, and nothing is written or said to be") {
    const std::string device = opencl_device();
    const TemporaryFolder kernels;
    write_idle_kernels(kernels);
    const TemporaryFolder folder;
    std::vector<std::string> words = {"--generate",     "ring:50",  "--algo",   "fw",
                                      "--device",       device,     "--paths",  "--paths-output",
                                      folder / "p.npy", "--verify", "--output", folder / "d.csv"};
    const RunOptions options{.environment = {{"APSP_KERNEL_DIR", kernels.path()}}};
    const Outcome text = run(words, options);
    CHECK(text.code == 7);
    CHECK(has(text.err, "verification failed"));
    CHECK(has(text.out, "verified   NO"));
    CHECK(!has(text.out, "written"));

    words.push_back("--json");
    const Outcome json = run(words, options);
    CHECK(json.code == 7);
    const Json report = Json::parse(json.out);
    CHECK(report["verified"] == false);
    CHECK(report["seconds"]["write"] == 0);
    CHECK(!has(json.out, folder.path().string()));  // no member names a file
    CHECK(folder.files().empty());
}

}  // namespace apsp::cli_test
