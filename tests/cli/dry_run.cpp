// --dry-run: the plan that the solve would follow, and its refusals.
#include <filesystem>
#include <regex>
#include <set>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

std::set<std::string> members(const Json& object) {
    std::set<std::string> names;
    for (const auto& item : object.items()) names.insert(item.key());
    return names;
}

/// The free memory of a processor may change from one run to the next.
std::string without_free_memory(const std::string& message) {
    static const std::regex memory(
        "has [0-9.]+ [KMGT]iB(?: of memory free)?, enough for n = [0-9]+");
    return std::regex_replace(message, memory, "has some memory");
}

std::uint64_t bytes_at(const Json& plan, const std::string& place) {
    std::uint64_t sum = 0;
    for (const Json& buffer : plan["buffers"]) {
        if (buffer["place"] == place) sum += buffer["bytes"].get<std::uint64_t>();
    }
    return sum;
}

}  // namespace

TEST_CASE("dry-run: says what the solve then does, on every device") {
    for (const Json& device : devices()["devices"]) {
        const std::string index = device["index"].dump();
        for (const std::vector<std::string>& more :
             std::vector<std::vector<std::string>>{{},
                                                   {"--algo", "fw"},
                                                   {"--algo", "rkleene", "--dtype", "f32"},
                                                   {"--semiring", "or-and"},
                                                   {"--block", "128"},
                                                   {"--symmetric"}}) {
            std::vector<std::string> words = {"--random", "300,1,5", "--device", index};
            if (more == std::vector<std::string>{"--symmetric"}) {
                words = {"--random", "1", "--device", index};  // the graph that is symmetric
            }
            words.insert(words.end(), more.begin(), more.end());
            CAPTURE(command_line(words));
            const Json solved = solve(words);
            words.push_back("--dry-run");
            const Json plan = solve(words);
            CHECK(members(plan) ==
                  std::set<std::string>{"graph", "algorithm", "variant", "backend", "device",
                                        "dtype", "dtype_reason", "semiring", "symmetric", "padded",
                                        "tile", "block", "tuned", "configuration", "buffers",
                                        "expected", "potentials_spread", "estimates", "notes"});
            for (const std::string same :
                 {"graph", "algorithm", "variant", "backend", "dtype", "dtype_reason", "semiring",
                  "symmetric", "tile", "tuned", "estimates"}) {
                CAPTURE(same);
                CHECK(plan[same] == solved[same]);
            }
            CHECK(plan["device"]["memory"] == device["memory"]);
            CHECK(members(plan["expected"]) == std::set<std::string>{"seconds", "from"});
            const std::uint64_t edge = plan["padded"];
            CHECK(edge % 128 == 0);
            // The one or the other has the matrix; rows that are only summed up are not held.
            CHECK(bytes_at(plan, "host") + bytes_at(plan, "device") >= edge * edge / 8);
        }
    }
}

TEST_CASE("dry-run: memory grows as the matrix does, and is named") {
    const Json small =
        solve({"--random", "128,0.1", "--dtype", "f32", "--device", "cpu", "--dry-run"});
    CHECK(small["buffers"][0]["bytes"] == 128 * 128 * 4);
    CHECK(small["buffers"][0]["place"] == "host");
    CHECK(small["buffers"].size() == 2);
    const Json large =
        solve({"--random", "129,0.1", "--dtype", "f64", "--device", "cpu", "--dry-run"});
    CHECK(large["padded"] == 256);
    CHECK(large["buffers"][0]["bytes"] == 256 * 256 * 8);
    CHECK(bytes_at(large, "device") > bytes_at(small, "device"));
    const Outcome text = run({"--random", "128", "--device", "cpu", "--dry-run"});
    CHECK(text.code == 0);
    for (const std::string word :
         {"graph      random:128", "device     ", "algorithm  kleene", "type       u8",
          "padded to 128", "packed operands", "limits     ", "time       ", "nothing was solved"}) {
        CAPTURE(word);
        CHECK(has(text.out, word));
    }
    CHECK(!has(text.out, "result"));
}

TEST_CASE("dry-run: refuses what the solve would, in the same words, and writes nothing") {
    const TemporaryFolder folder;
    const std::string huge = folder.write("huge.gr", "p sp 2000000 1\na 1 2 3\n");
    const std::string half = folder.write("half.csv", "0,1,0.5\n");
    for (const std::string& device : device_indices()) {
        for (const auto& [code, words] : std::vector<std::pair<int, std::vector<std::string>>>{
                 {6, {"--input", huge, "--algo", "kleene"}},
                 {4, {"--input", half, "--dtype", "i32"}},
                 {2, {"--random", "9", "--tile", "48"}},
                 {2, {"--random", "9", "--variant", "fast"}},
                 {4, {"--random", "9", "--symmetric"}}}) {
            std::vector<std::string> all = words;
            all.insert(all.end(), {"--device", device});
            CAPTURE(command_line(all));
            const Outcome solved = run(all);
            all.push_back("--dry-run");
            const Outcome planned = run(all);
            CHECK(solved.code == code);
            CHECK(planned.code == code);
            CHECK(without_free_memory(planned.err) == without_free_memory(solved.err));
            CHECK(planned.out == "");
        }
        const std::string output = folder / "d.npy";
        CHECK(run({"--random", "9", "--device", device, "--output", output, "--dry-run"}).code ==
              0);
        CHECK(!std::filesystem::exists(output));
    }
}

TEST_CASE("dry-run: expects the time that tuning measured, where it did") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    const RunOptions options{.environment = {{"XDG_DATA_HOME", folder.path().string()}}};
    const std::vector<std::string> words = {"--random", "400",  "--dtype",  "f32",
                                            "--device", device, "--dry-run"};
    const Json before = solve(words, options);
    const Outcome tuning =
        run({"tune", "--device", device, "--budget", "20s", "--dtypes", "f32", "--vertices", "256"},
            options);
    REQUIRE(tuning.code == 0);
    const Json after = solve(words, options);
    REQUIRE(after["expected"]["seconds"].is_number());
    CHECK(has(after["expected"]["from"].get<std::string>(), "n = 256"));
    const double seconds = after["expected"]["seconds"];
    CHECK(seconds > 400.0 * 400 * 400 / 1e15);
    CHECK(seconds < 10);
    CHECK(before["expected"] != after["expected"]);
    // What was tuned does not apply to far fewer vertices.
    std::vector<std::string> fewer = words;
    fewer[1] = "100";
    CHECK(solve(fewer, options)["expected"] == solve(fewer)["expected"]);
}

}  // namespace apsp::cli_test
