// Exit codes 2 to 6: each with a message on stderr that says what and where, and nothing on stdout.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// Runs the program, which must fail with this code; returns the message.
std::string refused(int code, const Words& arguments, const RunOptions& options = {}) {
    const Outcome outcome = run(arguments, options);
    const std::string line = command_line(arguments);
    CAPTURE(line);
    CAPTURE(outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.out == "");
    CHECK(outcome.err.starts_with("apsp-ocl: "));
    CHECK(outcome.err.ends_with("\n"));
    return outcome.err;
}

}  // namespace

TEST_CASE("exit 2: options that do not exist or lack their value") {
    CHECK(has(refused(2, {"--frobnicate"}), "frobnicate"));
    CHECK(has(refused(2, {"-x"}), "x"));
    for (const std::string option :
         {"--input", "--random", "--device", "--algo", "--output", "--dtype"}) {
        CHECK(has(refused(2, {option}), option.substr(2)));
    }
    CHECK(has(refused(2, {"city.gr"}), "city.gr"));
    CHECK(has(refused(2, {"devices", "all"}), "all"));
    CHECK(has(refused(2, {"devices", "--frobnicate"}), "frobnicate"));
    CHECK(has(refused(2, {"--frobnicate"}), "--help"));
    CHECK(has(refused(2, {"no-such-command"}), "see apsp-ocl --help"));
    for (const std::string command : {"devices", "tune", "verify", "path", "bench", "batch"}) {
        CHECK(has(refused(2, {command, "word"}), "see apsp-ocl " + command + " --help"));
    }
    CHECK(has(refused(2, {"--random", "5", "--rows", "1"}), "--rows needs --output"));
    CHECK(has(refused(2, {"--random", "5", "--columns", "1"}), "--columns needs --output"));
}

TEST_CASE("exit 2: names that do not exist, with those that do") {
    CHECK(has(refused(2, {"--algo", "dijkstra"}), "fw"));
    CHECK(has(refused(2, {"--dtype", "f16"}), "auto, f32, f64, i32, i16, u8"));
    const std::string variant =
        refused(2, {"--random", "5", "--device", "cpu", "--algo", "fw", "--variant", "cuda"});
    CHECK(has(variant, "\"cuda\""));
    CHECK(has(variant, "openmp"));
    CHECK(has(variant, "serial"));
    CHECK(has(refused(2, {"--random", "5", "--device", opencl_device(), "--variant", "serial"}),
              "serial"));
}

TEST_CASE("exit 2: --random that makes no sense") {
    for (const std::string text :
         {"", "x", "0", "-5", "1.5", "10,", "10,2", "10,-0.1", "10,nan", "10,0.5,", "10,0.5,x",
          "10,0.5,1,1", "10 ", "99999999999999999999999"}) {
        CAPTURE(text);
        refused(2, {"--device", "cpu", std::string("--random=") + text});
    }
    CHECK(has(refused(2, {"--random", "x"}), "N[,DENSITY[,SEED]]"));
    refused(2, {"--random", "10", "--input", "city.gr"});
}

TEST_CASE("exit 2: an output of an unknown kind, said before anything is read") {
    const TemporaryFolder folder;
    for (const std::string name : {"d.txt", "d", "d.npz.gz", ""}) {
        CAPTURE(name);
        const std::string message =
            refused(2, {"--input", folder / "missing.gr", "--output", folder / name});
        CHECK(has(message, ".npy"));
        CHECK((has(message, ".csv") || name == "d.npz.gz"));
    }
    CHECK(folder.files().empty());
}

TEST_CASE("exit 4: a file that is not there, is a folder or of an unknown kind") {
    const TemporaryFolder folder;
    CHECK(has(refused(4, {"--input", folder / "missing.gr"}), "missing.gr"));
    CHECK(has(refused(4, {"solve", folder / "missing.gr"}), "missing.gr"));
    std::filesystem::create_directory(folder / "folder.gr");
    const std::string directory = refused(4, {"--input", folder / "folder.gr"});
    CHECK(has(directory, "folder.gr"));
    CHECK(has(directory, "directory"));
    const std::string kind = refused(4, {"--input", folder.write("graph.dat", "1 2 3\n")});
    CHECK(has(kind, "graph.dat"));
    CHECK(has(kind, ".gr"));
    CHECK(has(refused(2, {"--input", ""}), "--input"));
}

TEST_CASE("exit 4: broken content, with file and line") {
    const TemporaryFolder folder;
    const struct {
        const char* name;
        const char* content;
        const char* place;
    } files[] = {
        {"empty.gr", "", ""},
        {"no-vertices.gr", "p sp 0 0\n", ""},
        {"outside.gr", "p sp 3 2\na 1 2 5\na 2 4 5\n", ":3"},
        {"zero.gr", "p sp 3 1\na 0 1 5\n", ":2"},
        {"nan.gr", "c\np sp 3 1\na 1 2 nan\n", ":3"},
        {"word.gr", "p sp 3 2\na 1 2 5\na 2 x 5\n", ":3"},
        {"truncated.gr", "p sp 3 2\na 1 2 5\n", ""},
        {"cut.gr", "p sp 3 2\na 1 2 5\na 2", ":3"},
        {"banner.mtx", "%%MatrixMarkt matrix coordinate real general\n", ":1"},
        {"truncated.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n", ""},
        {"wide.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 1\n1 2 5\n", ":2"},
        {"header.npy", "\x93NUMPY", ""},
        {"text.npy", "p sp 3 2\na 1 2 5\n", ""},
        {"plain.gr.gz", "p sp 3 2\na 1 2 5\n", ""},
        {"cut.txt", "0 1 5\n1 2\n", ":2"},
        {"nan.csv", "0,1,5\n1,2,nan\n", ":2"},
        {"latin1.csv", "a,b,5\nb,caf\xe9,2\n", ":2"},
        {"huge.graph", "2 99999999999\n2\n1\n", ":1"},
        {"one-way.graph", "3 2\n2 3\n1\n2\n", ":2"},
        {"short.graph", "3 1\n2\n", ":3"},
        {"empty.tsv", "source\ttarget\n", ":2"},
    };
    for (const auto& [name, content, place] : files) {
        const std::string path = folder.write(name, content);
        const std::string message = refused(4, {"--input", path, "--device", "cpu", "--json"});
        CAPTURE(message);
        CHECK(has(message, path + place));
    }
}

TEST_CASE("exit 4: weights that do not fit the type, with one that would do") {
    const TemporaryFolder folder;
    const std::string large =
        folder.write("large.gr", "p sp 3 2\na 1 2 1000000000\na 2 3 1000000000\n");
    CHECK(has(refused(4, {"--input", large, "--device", "cpu", "--dtype", "i32"}), "--dtype f64"));
    const std::string fraction = folder.write(
        "fraction.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 0.5\n");
    CHECK(
        has(refused(4, {"--input", fraction, "--device", "cpu", "--dtype", "i32"}), "--dtype f32"));
}

TEST_CASE("exit 5: a negative cycle, also of one arc, on every device and in every type") {
    const TemporaryFolder folder;
    const std::string cycle = folder.write("cycle.gr", "p sp 4 3\na 1 2 1\na 2 3 -4\na 3 2 3\n");
    const std::string loop = folder.write("loop.gr", "p sp 3 2\na 1 2 1\na 3 3 -1\n");
    const std::string dense =
        folder.write("dense.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n-2\n1\n0\n");
    for (const std::string& device : device_indices()) {
        for (const std::string& file : {cycle, loop, dense}) {
            for (const std::string dtype : {"f32", "i32"}) {
                const Words words = {"--input", file,  "--device", device,
                                     "--dtype", dtype, "--output", folder / "d.npy"};
                CHECK(has(refused(5, words), "negative cycle"));
            }
        }
    }
    CHECK(folder.files() == Words{"cycle.gr", "dense.mtx", "loop.gr"});
}

TEST_CASE("exit 5: many negative cycles, around which distances double at each step") {
    const TemporaryFolder folder;
    std::string text = "p sp 64 4096\n";
    for (int i = 0; i < 64; ++i) {
        for (int j = 0; j < 64; ++j) {
            text += "a " + std::to_string(i + 1) + " " + std::to_string(j + 1) + " " +
                    std::to_string((i * 7 + j * 13) % 21 - 10) + "\n";
        }
    }
    const std::string file = folder.write("cycles.gr", text);
    for (const std::string& device : device_indices()) {
        for (const std::string dtype : {"f32", "i32"}) {
            const std::string message =
                refused(5, {"--input", file, "--device", device, "--dtype", dtype});
            CHECK(has(message, "negative cycle"));
        }
    }
}

TEST_CASE("exit 5: the JSON object says so, too") {
    const TemporaryFolder folder;
    const std::string file = folder.write("cycle.gr", "p sp 3 2\na 1 2 -2\na 2 1 1\n");
    const Outcome outcome = run({"--input", file, "--device", "cpu", "--json"});
    CHECK(outcome.code == 5);
    CHECK(has(outcome.err, file));
    const Json report = Json::parse(outcome.out, nullptr, false);
    REQUIRE(report.is_object());
    CHECK(report["result"]["negative_cycle"] == true);
    CHECK(report["result"]["sum"].is_null());
    CHECK(report["graph"]["n"] == 3);
    CHECK(report["variant"] != "");
}

TEST_CASE("exit 5: a cycle of exactly 0 is none") {
    const TemporaryFolder folder;
    const std::string file = folder.write("zero.gr", "p sp 3 3\na 1 2 -2\na 2 3 1\na 3 1 1\n");
    for (const std::string& device : device_indices()) {
        const Json report = solve({"--input", file, "--device", device, "--verify"});
        CHECK(report["result"]["reachable_pairs"] == 6);
        CHECK(report["result"]["sum"] == 0);
        CHECK(report["verified"] == true);
    }
}

TEST_CASE("exit 6: a matrix that no device holds is refused before it is allocated") {
    const TemporaryFolder folder;
    const std::string file = folder.write("huge.gr", "p sp 2000000 1\na 1 2 3\n");
    for (const std::string& device : device_indices()) {
        const std::string message =
            refused(6, {"--input", file, "--device", device, "--dtype", "f32", "--algo", "kleene"},
                    {.timeout = 20});
        CHECK(has(message, "n = 2000000"));
        CHECK(has(message, "14.55 TiB"));
        CHECK(has(message, "f32"));
        CHECK(has(message, "device " + device));
        CHECK(has(message, "enough for n = "));
    }
    const std::string beyond = folder.write("beyond.gr", "p sp 4000000000 0\n");
    CHECK(has(refused(6, {"--input", beyond, "--device", "cpu"}), "4000000000"));
}

// The address space is limited, so that a program that does not refuse ends soon and harms no
// other.
TEST_CASE("exit 6: a generated graph that no device holds is refused before it is made") {
    for (const std::string random : {"2000000", "2000000,0", "2000000,0.001"}) {
        CAPTURE(random);
        const std::string message =
            refused(6, {"--random", random, "--device", "cpu", "--dtype", "f32"},
                    {.address_space = std::uint64_t{16} << 30, .timeout = 10});
        CHECK(has(message, "n = 2000000"));
        CHECK(has(message, "14.55 TiB"));
        CHECK(has(message, "enough for n = "));
    }
    CHECK(has(refused(6, {"--random", "5000000", "--device", "cpu"}), "5000000"));
}

}  // namespace apsp::cli_test
