// Closed streams, limits, and texts that would control a terminal: an error or the right result,
// never the end by a signal, and no partial file.
#include <unistd.h>

#include <cstdlib>

#include "cli/batch_files.hpp"

namespace apsp::cli_test {

TEST_CASE("surroundings: a closed stream stays closed, and no file takes its place") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.gr", kSmallGraph);
    const Words solving = {graph, "--device", "cpu", "--output", folder / "d.csv"};
    REQUIRE(run(solving).code == 0);
    const std::string distances = content_of(folder / "d.csv");

    const Outcome in = run({"-", "--format", "gr"}, {.closed = {STDIN_FILENO}});
    CHECK(in.code == 4);
    CHECK(in.err == "apsp-ocl: /dev/stdin: is closed, so nothing can be read from it\n");
    const Outcome descriptor = run({"--input", "/dev/fd/77", "--format", "gr"});
    CHECK(descriptor.code == 4);
    CHECK(has(descriptor.err, "/dev/fd/77: is closed"));

    const Outcome out = run(solving, {.closed = {STDOUT_FILENO}});
    CHECK(out.code == 1);
    CHECK(out.err == "apsp-ocl: cannot write to standard output\n");
    CHECK(content_of(folder / "d.csv") == distances);
    const Outcome result = run({graph, "--device", "cpu", "--output", "-", "--format", "gr"},
                               {.closed = {STDOUT_FILENO}});
    CHECK(result.code == 1);
    CHECK(has(result.err, "standard output: cannot be written: Bad file descriptor"));

    for (const Words& more : {Words{}, Words{"--workspace", folder / "w", "--resume"}}) {  // warns
        const Outcome err = run(with(solving, more), {.closed = {STDERR_FILENO}});
        CHECK(err.code == 0);
        CHECK(content_of(folder / "d.csv") == distances);
    }
    CHECK(run({"no-such-file"}, {.closed = {0, 1, 2}}).code == 2);
}

TEST_CASE("surroundings: where no thread can be started, the program works alone") {
    const RunOptions none = {.threads = false};
    for (const char* algorithm : {"kleene", "fw", "search", "sparse"}) {
        CAPTURE(algorithm);
        const Json alone = solve(
            {"--random", "300,0.1", "--device", "cpu", "--algo", algorithm, "--verify"}, none);
        CHECK(alone["verified"] == true);
    }
    const Outcome terminal =
        run({"--random", "300", "--device", "cpu"}, {.terminal = true, .threads = false});
    CHECK(terminal.code == 0);
    const Json found = Json::parse(run({"devices", "--json"}, none).out);
    bool told = false;
    for (const Json& absent : found["absent"]) told |= has(absent["reason"].dump(), "ulimit -u");
    CHECK(told);
}

TEST_CASE("surroundings: the limit on processor time ends the program like an interrupt") {
    const TemporaryFolder folder;
    const Outcome outcome = run({"--random", "9000,0.2", "--device", "cpu", "--algo", "fw",
                                 "--variant", "serial", "--output", folder / "d.npy"},
                                {.processor_seconds = 1});
    CHECK(outcome.code == 130);
    CHECK(outcome.err == "apsp-ocl: stopped by the limit on processor time (ulimit -t)\n");
    CHECK(folder.files().empty());
}

TEST_CASE("surroundings: beyond the limit on files there is an error, and no partial file") {
    const TemporaryFolder folder;
    const Words solving = {"--random", "600", "--device", "cpu"};
    for (const char* name : {"d.npy", "d.csv", "d.mtx", "d.bin"}) {
        CAPTURE(name);
        const Outcome outcome =
            run(with(solving, {"--output", folder / name}), {.file_size = 100'000});
        CHECK(outcome.code != 0);
        CHECK(outcome.code < 126);
        CHECK(folder.files().empty());
    }
    const Outcome workspace =
        run(with(solving, {"--workspace", folder / "w"}), {.file_size = 100'000});
    CHECK(workspace.code == 1);
    CHECK(has(workspace.err, "reserving"));
}

TEST_CASE("surroundings: nothing that a file says controls the terminal") {
    const TemporaryFolder folder;
    const std::string esc =
        "\x1b[2J\x1b]0;x\x07\xc2\x9b"
        "7m\r";
    const std::string npy = "{'descr': '" + esc + "', 'fortran_order': False, 'shape': (1, 1), }";
    const auto npy_of = [](const std::string& header) {
        return "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(header.size()) +
               std::string(1, '\0') + header;
    };
    const std::string banner = "%%MatrixMarket ";
    const std::vector<std::pair<std::string, std::string>> files = {
        {"type.npy", npy_of(npy)},
        {"big.npy", npy_of("{'descr': '>" + esc + "', ")},
        {"key.npy", npy_of("{" + esc)},
        {"object.mtx", banner + esc + " coordinate real general\n"},
        {"format.mtx", banner + "matrix " + esc + " real general\n"},
        {"field.mtx", banner + "matrix coordinate " + esc + " general\n"},
        {"symmetry.mtx", banner + "matrix coordinate real " + esc + "\n"},
        {"problem.gr", "p " + esc + " 3 2\n"},
        {"line.gr", "p sp 2 1\n" + esc + "\n"},
        {"weight.csv", "a,b," + esc + "\n"},
        {"size.metis", esc + " 3\n"},
        {"cycle.csv", "\"" + esc + "\",b,-1\nb,\"" + esc + "\",-1\n"},
        {esc + ".gr", "p sp x\n"},
        {esc + "\n.xyz", "nothing"}};
    for (const auto& [name, content] : files) {
        CAPTURE(name);
        const Outcome outcome = run({"--device", "cpu", "--input", folder.write(name, content)});
        CAPTURE(outcome.err);
        CHECK(outcome.code != 0);
        for (const char* control : {"\x1b", "\x07", "\xc2\x9b", "\r"}) {
            CHECK(!has(outcome.err + outcome.out, control));
        }
        CHECK(has(outcome.err, "\\x1b"));
        CHECK(outcome.err.find('\n') + 1 == outcome.err.size());
    }
    const Outcome report = run({folder.write("s.gr", kSmallGraph), "--device", "cpu", "--output",
                                folder / (esc + ".npy")});
    CHECK(report.code == 0);
    CHECK(has(report.out, "\\x1b"));
    CHECK(!has(report.out + report.err, "\x1b"));
    CHECK(has(run({esc}).err, "no command or file named \\x1b"));
}

TEST_CASE("surroundings: a driver that shows no device is named with the way out") {
    const auto reasons = [](const std::map<std::string, std::string>& environment) {
        const Outcome outcome = run({"devices", "--json"}, {.environment = environment});
        std::string all;
        const Json found = Json::parse(outcome.out);
        for (const Json& absent : found["absent"]) {
            if (absent["backend"] == "opencl") all += absent["reason"].get<std::string>();
        }
        return all;
    };
    bool pocl = false;
    for (const Json& device : devices().at("devices")) {
        pocl |= device["platform"] == "Portable Computing Language";
    }
    if (pocl) {
        const std::string why = reasons({{"POCL_CACHE_DIR", "/dev/null/cache"}});
        CHECK(has(why, "PoCL cannot write to its cache folder, /dev/null/cache"));
        CHECK(has(why, "set POCL_CACHE_DIR"));
        CHECK(!has(why, "group"));
        CHECK(!has(reasons({}), "POCL_CACHE_DIR"));
    }
    if (getenv("RUSTICL_ENABLE") == nullptr &&
        std::filesystem::exists("/etc/OpenCL/vendors/rusticl.icd")) {
        CHECK(has(reasons({}), "RUSTICL_ENABLE"));
    }
}

}  // namespace apsp::cli_test
