// apsp-ocl tune, and solves that use its results.
#include <chrono>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

RunOptions with_data(const TemporaryFolder& folder) {
    return {.environment = {{"XDG_DATA_HOME", folder.path()}}};
}

std::vector<std::string> solve_words(const std::string& device) {
    return {"--random", "300,0.1,3", "--device", device, "--dtype", "f32", "--verify"};
}

/// Tunes for an instant and returns the path of the only file; fails the test unless the file is
/// complete.
std::string tuned_file(const std::string& device, const TemporaryFolder& folder,
                       const std::string& algorithm = "kleene", int budget = 6) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome =
        run({"tune", "--device", device, "--algo", algorithm, "--budget",
             std::to_string(budget) + "s", "--dtypes", "f32", "--vertices", "300"},
            with_data(folder));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    CAPTURE(outcome.err);
    CAPTURE(outcome.out);
    REQUIRE(outcome.code == 0);
    CHECK(taken.count() < budget + 10);
    CHECK(has(outcome.out, "best: "));
    CHECK(!has(outcome.out, "wrong answer"));
    const TemporaryFolder& data = folder;
    std::vector<std::string> found;
    for (const auto& item : std::filesystem::directory_iterator(data / "apsp-ocl")) {
        found.push_back(item.path());
    }
    REQUIRE(found.size() == 1);
    return found[0];
}

}  // namespace

TEST_CASE("tune: ends in time, and solves take what it kept") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    const std::string path = tuned_file(device, folder);
    Json file = Json::parse(content_of(path));
    REQUIRE(file["entries"].size() == 1);
    Json& entry = file["entries"][0];
    CHECK(entry["dtype"] == "f32");
    CHECK(entry["n"] == 300);
    CHECK(entry["relaxations_per_second"] >= entry["default_relaxations_per_second"]);
    const bool won = !entry["settings"].is_null();
    CHECK(solve(solve_words(device), with_data(folder))["tuned"] == won);

    entry["settings"] = {{"block", 128}};  // as if it had won
    folder.write(std::filesystem::path(path).lexically_relative(folder.path()).string(),
                 file.dump());
    Json report = solve(solve_words(device), with_data(folder));
    CHECK(report["tuned"] == true);
    CHECK(report["verified"] == true);
    auto words = solve_words(device);
    words.push_back("--no-tuning");
    CHECK(solve(words, with_data(folder))["tuned"] == false);
    words.back() = "--algo=fw";
    CHECK(!has(run(words, with_data(folder)).out, ", tuned\n"));
    CHECK(has(run(solve_words(device), with_data(folder)).out, ", tuned\n"));

    entry["settings"] = {{"block", 100}};
    for (const std::string& text : {file.dump(), std::string("damaged")}) {
        folder.write(std::filesystem::path(path).lexically_relative(folder.path()).string(), text);
        const Outcome outcome = run(solve_words(device), with_data(folder));
        CHECK(outcome.code == 0);
        CHECK(has(outcome.out, "verified   yes"));
        CHECK(!has(outcome.out, ", tuned\n"));
        const std::size_t first = outcome.err.find("apsp-ocl: warning: " + path);
        REQUIRE(first != std::string::npos);
        CHECK(outcome.err.find("warning", first + 20) == std::string::npos);  // once
        words.back() = "--no-tuning";
        CHECK(run(words, with_data(folder)).err == "");
    }
}

TEST_CASE("tune: sparse solves take what was tuned with them, and others do not") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    const std::string path = tuned_file(device, folder, "sparse", 15);  // slow to compile
    Json file = Json::parse(content_of(path));
    REQUIRE(file["entries"].size() == 1);
    Json& entry = file["entries"][0];
    CHECK(entry["algorithm"] == "sparse");
    CHECK(entry["n"] == 17 * 17);
    CHECK(entry["relaxations_per_second"] >= entry["default_relaxations_per_second"]);
    const Words words = {"--generate", "grid:20", "--device", device, "--dtype", "f32", "--verify"};
    const Words sparse = with(words, {"--algo", "sparse"});
    const bool won = !entry["settings"].is_null();
    CHECK(solve(sparse, with_data(folder))["tuned"] == won);

    entry["settings"] = {{"lanes", 4}, {"vectors", 2}};  // as if it had won
    folder.write(std::filesystem::path(path).lexically_relative(folder.path()).string(),
                 file.dump());
    const Json report = solve(sparse, with_data(folder));
    CHECK(report["tuned"] == true);
    CHECK(report["verified"] == true);
    const Json plan = solve(with(sparse, {"--dry-run"}), with_data(folder));
    CHECK(plan["configuration"] == Json{{"lanes", 4}, {"vectors", 2}, {"group", 1}});
    CHECK(solve(with(sparse, {"--no-tuning"}), with_data(folder))["tuned"] == false);
    CHECK(solve(with(words, {"--algo", "kleene"}), with_data(folder))["tuned"] == false);
}

TEST_CASE("tune: where there is nothing to tune, and what it does not understand") {
    const Outcome cpu = run({"tune", "--device", "cpu:0"});
    CHECK(cpu.code == 0);
    CHECK(has(cpu.out, "nothing to tune for kleene"));
    for (const std::string algorithm : {"sparse", "rkleene"}) {
        CHECK(has(run({"tune", "--device", "cpu:0", "--algo", algorithm}).out,
                  "nothing to tune for " + algorithm));
    }
    CHECK(run({"tune", "--help"}).code == 0);
    CHECK(run({"tune", "--device", "no such device"}).code == 3);
    CHECK(run({"tune", "x"}).code == 2);
    const std::string device = opencl_device();
    for (const auto& [option, value] : {std::pair{"--budget", "soon"},
                                        {"--budget", "-3s"},
                                        {"--budget", "0"},
                                        {"--budget", "nan"},
                                        {"--dtypes", "f31"},
                                        {"--algo", "quick"},
                                        {"--semirings", "plus"},
                                        {"--dtypes", ""}}) {
        CAPTURE(option);
        CAPTURE(value);
        CHECK(run({"tune", "--device", device, option, value}).code == 2);
    }
}

}  // namespace apsp::cli_test
