// Files that are written, whole or not at all, and what goes to stdout and to stderr.
#include <cmath>
#include <cstring>
#include <sstream>

#include "cli/batch_files.hpp"

namespace apsp::cli_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
/// Distances of kSmallGraph.
const std::vector<double> kSmallAnswer = {0,    2,    5, kInf, kInf, 0,    3,    kInf,
                                          kInf, kInf, 0, kInf, kInf, kInf, kInf, 0};

/// The elements of a .npy file of version 1.0 in C order, and its header.
template <class T>
std::vector<double> npy_values(const std::string& file, std::string& header) {
    const std::string bytes = content_of(file);
    REQUIRE(bytes.size() > 10);
    REQUIRE(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length =
        static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
    CHECK((10 + length) % 64 == 0);
    header = bytes.substr(10, length);
    CHECK(header.back() == '\n');
    const std::size_t count = (bytes.size() - 10 - length) / sizeof(T);
    std::vector<T> elements(count);
    std::memcpy(elements.data(), bytes.data() + 10 + length, count * sizeof(T));
    return {elements.begin(), elements.end()};
}

std::vector<std::vector<double>> csv_rows(const std::string& file) {
    std::vector<std::vector<double>> rows;
    std::istringstream lines(content_of(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        rows.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) {
            rows.back().push_back(field == "inf" ? kInf : std::stod(field));
        }
    }
    return rows;
}

}  // namespace

TEST_CASE("output: .npy holds the distances") {
    const TemporaryFolder folder;
    const std::string input = folder.write("small.gr", kSmallGraph);
    std::string header;
    for (const std::string& device : device_indices()) {
        const std::string output = folder / ("d" + device + ".npy");
        solve({"--input", input, "--device", device, "--dtype", "f32", "--output", output});
        CHECK(npy_values<float>(output, header) == kSmallAnswer);
        CHECK(has(header, "'descr': '<f4'"));
        CHECK(has(header, "'fortran_order': False"));
        CHECK(has(header, "'shape': (4, 4)"));
    }
    solve({"--input", input, "--device", "cpu", "--dtype", "f64", "--output", folder / "f64.npy"});
    CHECK(npy_values<double>(folder / "f64.npy", header) == kSmallAnswer);
    CHECK(has(header, "'descr': '<f8'"));
    solve({"--input", input, "--device", "cpu", "--dtype", "i32", "--output", folder / "i32.npy"});
    CHECK(npy_values<std::int32_t>(folder / "i32.npy", header)[2] == 5);
    CHECK(has(header, "'descr': '<i4'"));
}

TEST_CASE("output: .csv holds the distances") {
    const TemporaryFolder folder;
    const std::string input = folder.write("small.gr", kSmallGraph);
    for (const std::string dtype : {"f32", "f64", "i32"}) {
        CAPTURE(dtype);
        const std::string output = folder / (dtype + ".csv");
        solve({"--input", input, "--device", "cpu", "--dtype", dtype, "--output", output});
        const auto rows = csv_rows(output);
        REQUIRE(rows.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            REQUIRE(rows[i].size() == 4);
            for (std::size_t j = 0; j < 4; ++j) CHECK(rows[i][j] == kSmallAnswer[4 * i + j]);
        }
    }
}

TEST_CASE("output: --no-path writes another value, in a type that holds it") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.gr", kSmallGraph);  // distances in u8
    const auto write = [&](const std::string& file, const std::string& value,
                           std::vector<std::string> more = {}) {
        more.insert(more.begin(), {graph, "--no-path", value, "-o", folder / file});
        const Outcome outcome = run(more);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 0);
        return content_of(folder / file);
    };
    CHECK(write("d.csv", "-1") == "0,2,5,-1\n-1,0,3,-1\n-1,-1,0,-1\n-1,-1,-1,0\n");
    CHECK(write("d.csv", "255", {"--rows", "1"}) == "0,2,5,255\n");
    CHECK(write("d.tsv", "nan", {"--columns", "4,1"}) == "nan\t0\nnan\tnan\nnan\tnan\n0\tnan\n");
    CHECK(write("d.csv", "0.1", {"--rows", "3"}) == "0.1,0.1,0,0.1\n");
    const std::string market = write("d.mtx", "-1", {"--rows", "1,4"});
    CHECK(market ==
          "%%MatrixMarket matrix array integer general\n2 4\n0\n-1\n2\n-1\n5\n-1\n-1\n0\n");
    const std::string pairs = folder.write("pairs.csv", "1,4\n1,3\n");
    CHECK(write("d.csv", "-7", {"--pairs", pairs}) == "source,target,distance\n1,4,-7\n1,3,5\n");

    std::string header;
    const auto expect = [&](double value) {
        std::vector<double> expected = kSmallAnswer;
        std::ranges::replace(expected, kInf, value);
        return expected;
    };
    const std::string file = folder / "d.npy";
    write("d.npy", "-1");
    CHECK(npy_values<std::int16_t>(file, header) == expect(-1));
    CHECK(has(header, "'<i2'"));
    write("d.npy", "255");
    CHECK(npy_values<std::uint8_t>(file, header) == expect(255));
    CHECK(has(header, "'|u1'"));
    write("d.npy", "1e9");
    CHECK(npy_values<std::int32_t>(file, header) == expect(1e9));
    write("d.npy", "-1", {"--dtype", "i32"});
    CHECK(npy_values<std::int32_t>(file, header) == expect(-1));
    write("d.npy", "inf");
    CHECK(npy_values<float>(file, header) == expect(kInf));
    write("d.npy", "0.5", {"--dtype", "i32"});
    CHECK(npy_values<double>(file, header) == expect(0.5));
}

TEST_CASE("output: --no-path is refused where it would mean nothing") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.gr", kSmallGraph);
    const auto refused = [&](std::vector<std::string> more, const std::string& why) {
        more.insert(more.begin(), {graph, "--no-path", "-1"});
        const Outcome outcome = run(more);
        CHECK(outcome.code == 2);
        CHECK(has(outcome.err, why));
    };
    refused({}, "--no-path needs --output");
    refused({"-o", folder / "d.npz"},
            "leaves out pairs without a path; --no-path is for whole rows");
    refused({"-o", folder / "d.csv", "--long"}, "leaves out pairs without a path");
    refused({"-o", folder / "d.csv", "--semiring", "or-and"},
            "u8 does not hold -1 for no path; choose another --dtype or --no-path");
}

TEST_CASE("output: distances as input are their own answer") {
    const TemporaryFolder folder;
    const std::string first = folder / "first.npy";
    for (const std::string dtype : {"f32", "i32"}) {
        CAPTURE(dtype);
        solve({"--random", "300,0.005,9", "--device", "cpu", "--dtype", dtype, "--output", first});
        const Json report = solve({"--input", first, "--device", "cpu", "--dtype", dtype,
                                   "--output", folder / "second.npy"});
        CHECK(report["seconds"]["write"] > 0);
        CHECK(content_of(first) == content_of(folder / "second.npy"));
        CHECK(content_of(first).size() >= 300 * 300 * 4);
    }
}

TEST_CASE("output: the text says where, an older file is replaced, nothing else is left") {
    const TemporaryFolder folder;
    const std::string output = folder.write("d.csv", "old");
    const Outcome outcome = run({"--random", "3", "--device", "cpu", "--output", output});
    CHECK(outcome.code == 0);
    CHECK(has(outcome.out, output));
    CHECK(csv_rows(output).size() == 3);
    CHECK(folder.files() == std::vector<std::string>{"d.csv"});
}

TEST_CASE("output: a solve that fails leaves no file, and an older one as it was") {
    const TemporaryFolder folder;
    const std::string broken = folder.write("broken.gr", "p sp 3 2\na 1 2 5\n");
    const std::string cycle = folder.write("cycle.gr", "p sp 2 2\na 1 2 -5\na 2 1 1\n");
    CHECK(run({"--input", broken, "--device", "cpu", "--output", folder / "d.npy"}).code == 4);
    CHECK(run({"--input", cycle, "--device", "cpu", "--output", folder / "d.csv"}).code == 5);
    CHECK(run({"--random", "3", "--device", "99", "--output", folder / "d.npy"}).code == 3);
    CHECK(folder.files() == std::vector<std::string>{"broken.gr", "cycle.gr"});
    const std::string old = folder.write("d.npy", "old");
    CHECK(run({"--input", cycle, "--device", "cpu", "--output", old}).code == 5);
    CHECK(content_of(old) == "old");
}

TEST_CASE("output: a full disk is exit 1, and nothing is left") {
    const TemporaryFolder folder;
    for (const std::string name : {"d.npy", "d.csv"}) {
        const Outcome outcome =
            run({"--random", "800", "--device", "cpu", "--dtype", "f32", "--output", folder / name},
                {.file_size = 1 << 20});
        CHECK(outcome.code == 1);
        CHECK(outcome.out == "");
        CHECK(has(outcome.err, folder / name));
        CHECK(folder.files().empty());
    }
}

TEST_CASE("output: a place that cannot be written is told with its name") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "taken.npy");
    for (const std::string name : {"taken.npy", "nowhere/d.npy"}) {
        CAPTURE(name);
        const Outcome outcome =
            run({"--random", "5", "--device", "cpu", "--output", folder / name});
        CHECK(outcome.code == 2);
        CHECK(outcome.out == "");
        CHECK(has(outcome.err, folder / name));
    }
    CHECK(folder.files() == std::vector<std::string>{"taken.npy"});
}

TEST_CASE("streams: a full disk behind stdout is exit 1") {
    for (const Words& words :
         {Words{"--random", "5", "--device", "cpu"},
          Words{"--random", "5", "--device", "cpu", "--json"}, Words{"devices"},
          Words{"devices", "--json"}, Words{"--help"}, Words{"--version"}}) {
        const std::string line = command_line(words);
        CAPTURE(line);
        const Outcome outcome = run(words, {.stdout_file = "/dev/full"});
        CHECK(outcome.code == 1);
        CHECK(has(outcome.err, "standard output"));
    }
}

TEST_CASE("streams: standard output as a file has a name for people") {
    const TemporaryFolder folder;
    const std::string input = folder.write("s.npy", npy({1, 2, 2}, std::vector<float>{0, 1, 2, 0}));
    const Words words = {"batch", "--device", "cpu", "--input", input, "--output", "-"};
    CHECK(has(run(words).err, "written    standard output\n"));
    CHECK(has(run(words, {.stdout_file = "/dev/full"}).err, "standard output: cannot be written"));
}

TEST_CASE("streams: --json is JSON even if a file's name is no text") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("caf\xe9.gr", kSmallGraph), d = folder / "d.npy";
    CHECK(has(solve({"--input", graph, "--device", "cpu", "--output", d})["graph"]["source"]
                  .get<std::string>(),
              "/caf"));
    solve({"--input", graph, "--device", "cpu", "--dry-run"});
    solve({"verify", "--graph", graph, "--distances", d});
}

TEST_CASE("streams: progress is for terminals, and only for work over a second") {
    const std::vector<std::string> slow = {"--random", "2200",      "--device", "cpu",   "--algo",
                                           "fw",       "--variant", "serial",   "--json"};
    const Outcome quiet = run(slow);
    REQUIRE(quiet.code == 0);
    CHECK(quiet.err == "");
    const double seconds = Json::parse(quiet.out)["seconds"]["compute"];
    if (seconds < 1.5) return skipped("a progress line: this machine is too fast");
    const Outcome terminal = run(slow, {.terminal = true});
    CHECK(has(terminal.err, "\r"));
    CHECK(has(terminal.err, "solving"));
    CHECK(has(terminal.err, "%"));
    CHECK(terminal.err.ends_with("\r\033[K"));  // and the line is cleared
    CHECK(Json::parse(terminal.out).is_object());
    CHECK(run({"--random", "5", "--device", "cpu"}, {.terminal = true}).err == "");
}

}  // namespace apsp::cli_test
