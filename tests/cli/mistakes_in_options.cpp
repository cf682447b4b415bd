// The mistakes of newcomers with options, outputs, devices and memory.
#include <unistd.h>

#include "cli/mistakes.hpp"

namespace apsp::cli_test {
namespace {

const std::pair<std::string, std::string> kGraph = {"s.gr", kSmallGraph};
const std::pair<std::string, std::string> kNames = {
    "t.csv", std::string(kTowns) + "\"Bern, Stadt\",Thun,1\n"};
const Words kSolve = {"--input", "@s.gr"};

/// Solves the small graph with these options.
Mistake solving(const std::string& name, const Words& options, Words said, int code = 2,
                RunOptions more = {}) {
    return {name, {kGraph}, with(kSolve, options), code, std::move(said), std::move(more)};
}

/// Asks for rows of the towns, or of the small graph, which has numbers for labels.
Mistake rows(const std::string& list, Words said, bool towns = false) {
    const std::string file = towns ? "t.csv" : "s.gr";
    return {"--rows " + list,
            {towns ? kNames : kGraph},
            {"--input", "@" + file, "--output", "@d.npy", "--rows", list},
            2,
            std::move(said)};
}

}  // namespace

TEST_CASE("mistakes: vertices") {
    const Mistake mistakes[] = {
        rows("9", {"--rows", "\"9\"", "4 vertices, \"1\" to \"4\""}),
        rows("0", {"\"0\"", "count from 1", "--index 0"}),
        rows("1-9", {"\"1-9\"", "its last vertex \"9\""}),
        rows("3-1", {"\"3-1\"", "write the range as 1-3"}),
        rows("1:3", {"\"1:3\"", "written 1-3"}),
        rows("1,,2", {"no vertex \"\"", "between two commas"}),
        rows("", {"--rows", "empty"}),
        rows("bern", {"\"bern\"", "did you mean \"Bern\"?"}, true),
        rows("0", {"\"0\"", "\"Bern\" to"}, true),
        rows("Bern, Stadt", {"\" Stadt\"", "'\"Bern, Stadt\"'"}, true),
        rows("\"Bern, Stadt", {"quote"}, true),
        solving("rows of nothing", {"--rows", "1"}, {"--rows needs --output"}),
    };
    check_mistakes(mistakes);
    const TemporaryFolder folder;
    const std::string input = folder.write(kNames.first, kNames.second);
    for (const std::string list : {"\"Bern, Stadt\",Thun", "Thun , Brig"}) {
        solve({"--input", input, "--device", "cpu", "--output", folder / "d.csv", "--rows", list});
        CHECK(std::ranges::count(content_of(folder / "d.csv"), '\n') == 2);
    }
}

TEST_CASE("mistakes: options that contradict each other, or take no such value") {
    const Mistake mistakes[] = {
        solving("two inputs", {"--random", "5"}, {"--input and --random exclude"}),
        solving("both", {"--symmetric", "--no-symmetric"}, {"--symmetric and --no-symmetric"}),
        solving("twice in a workspace", {"--warm-up", "--workspace", "@w"},
                {"--warm-up and --workspace exclude"}),
        solving("no device", {"--devices", ""}, {"--devices", "empty"}),
        solving("no GPU", {"--device", "gpu 9"}, {"no device matches \"gpu 9\"", "cpu:0"}, 3),
        solving("a device too far", {"--device", "99"}, {"\"99\"", "choose from:", "cpu:0"}, 3),
        solving("a word as tile", {"--tile", "big"}, {"--tile big", "a whole number"}),
        solving("the same joined", {"--tile=big"}, {"--tile big", "a whole number"}),
        solving("a negative tile", {"--tile", "-3"}, {"--tile -3", "at least 1"}),
        solving("no tile", {"--tile", "0"}, {"--tile 0", "at least 1"}),
        solving("tiles of fw", {"--algo", "fw", "--tile", "32"}, {"--tile: fw has no tiles"}),
        solving("panels of one device", {"--panels", "host"}, {"--panels needs several devices"}),
        solving("an odd tile", {"--tile", "7"}, {"tile 7", "64 and 128"}),
        solving("no budget", {"--verify", "--verify-work", "-1"}, {"--verify-work", "at least 0"}),
        solving("no unit", {"--memory-limit", "5X"}, {"--memory-limit 5X", "as in 8G"}),
        solving("an algorithm", {"--algo", "dijkstra"}, {"\"dijkstra\"", "search"}),
        solving("a type", {"--dtype", "float"}, {"\"float\"", "f32"}),
        solving("a semiring", {"--semiring", "plus"}, {"\"plus\"", "min-plus"}),
        solving("a format", {"--format", "dimacs"}, {"\"dimacs\"", "gr"}),
        solving("weights of or-and", {"--semiring", "max-times"}, {"from 0 to 1", "2 to 9"}, 4),
        solving("paths of max-min", {"--semiring", "max-min", "--paths"}, {"min-plus only"}),
        solving("going on with nothing", {"--resume"}, {"--resume", "--workspace"}),
        solving("a workspace that is a file", {"--workspace", "@s.gr"}, {"s.gr", "directory"}, 1),
        {"negative weights in u8",
         {{"a.gr", "p sp 3 2\na 1 2 2\na 2 3 -1\n"}},
         {"--input", "@a.gr", "--dtype", "u8"},
         4,
         {"a.gr", "u8", "negative", "--dtype i16"}},
        {"a way of reading no file",
         {},
         {"--random", "9", "--undirected"},
         2,
         {"--undirected needs --input", "name a file"}},
        {"another", {}, {"--generate", "ring:9", "--format", "gr"}, 2, {"--format needs --input"}},
        {"and with the default graph", {}, {"--transpose"}, 2, {"--transpose needs --input"}},
        {"a value of no arc",
         {},
         {"--random", "9", "--no-arc", "3"},
         2,
         {"--no-arc needs --input"}},
        {"a kind of first line",
         {},
         {"--random", "9", "--first-line", "header"},
         2,
         {"--first-line needs --input"}},
        {"a density", {}, {"--random", "10,2"}, 2, {"density 2", "between 0 and 1"}},
        {"a generator", {}, {"--generate", "star:9"}, 2, {"star:9", "squares", "grid"}},
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: values that would be ignored, cut off or wrapped") {
    const auto farthest = [](const std::string& value) {
        return solving(value, {"--output", "@d.csv", "--long", "--max-distance", value},
                       {"--max-distance " + value, "a number"});
    };
    const auto measuring = [](const std::string& option, const std::string& value) {
        return Mistake{option,
                       {},
                       {"bench", "--devices", "cpu", "--sizes", "64", option, value},
                       2,
                       {option + " " + value, "a number"}};
    };
    const auto empty = [](const std::string& option) {
        return solving(option, {"--output", "@d.npy", option, ""}, {option, "the value is empty"});
    };
    const Mistake mistakes[] = {
        solving("a flag of false", {"--unweighted=false"}, {"--unweighted takes no value"}),
        solving("a flag of no", {"--stats=no"}, {"--stats takes no value"}),
        farthest("50,5"),
        farthest("5km"),
        farthest("nan"),
        measuring("--at-least", "0,5"),
        measuring("--at-least", "9oo"),
        measuring("--at-least-share", "1%"),
        solving("more work", {"--verify", "--verify-work", "9oo"}, {"--verify-work 9oo"}),
        solving("work for nothing", {"--verify-work", "9"}, {"--verify-work needs --verify"}),
        solving("beyond 64 bits", {"--tile", "30000000000000000000"}, {"--tile 3000"}),
        solving("of base 16", {"--tile", "0x40"}, {"--tile 0x40"}),
        empty("--pairs"),
        empty("--labels-output"),
        empty("--coordinates"),
        empty("--paths-output"),
        empty("--device"),
        {"path without its graph",
         {},
         {"path", "--from", "0", "--to", "1", "--distances", "@d.npy", "--predecessors", "@p.npy",
          "--undirected"},
         2,
         {"--undirected needs --graph"}},
        {"a type to tune", {}, {"tune", "--device", "cpu", "--dtypes", "f99"}, 2, {"\"f99\""}},
        {"pairs of a header alone",
         {{"p.csv", "source,target\n"}, kGraph},
         {"--input", "@s.gr", "--output", "@d.csv", "--pairs", "@p.csv"},
         4,
         {"p.csv: expected at least one pair"}},
        {"a large grid", {}, {"--generate", "grid:100000"}, 6, {"n = 10000000000 "}},
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: inputs and outputs") {
    const Mistake mistakes[] = {
        {"no such file", {}, {"--input", "@missing.gr"}, 4, {"missing.gr", "No such file"}},
        {"no name", {}, {"--input", ""}, 2, {"--input", "empty"}},
        {"a folder", {}, {"--input", "@"}, 4, {"a directory"}},
        {"an unknown suffix", {{"g.dat", "1 2 3\n"}}, {"--input", "@g.dat"}, 4, {"--format"}},
        solving("onto the input", {"--output", "@s.gr"}, {"--output", "--input", "another name"}),
        solving("two in one", {"--output", "@d.npy", "--paths-output", "@d.npy"},
                {"--paths-output", "--output", "another name"}),
        solving("labels on distances", {"--output", "@d.csv", "--labels-output", "@./d.csv"},
                {"--labels-output", "--output", "another name"}),
        solving("no suffix", {"--output", "@d"}, {"d: ", ".npy"}),
        solving("paths as text", {"--paths-output", "@p.txt"}, {"p.txt", ".npy"}),
        solving("bounds that fall", {"--histogram", "3,1"}, {"ascend"}),
        solving("bounds that are words", {"--histogram", "1,x"}, {"--histogram", "5,10,30"}),
        solving("bins that are words", {"--histogram", "automatic"}, {"or auto"}),
        solving("steps of 0", {"--histogram", "1:5:0"}, {"first:last:step"}),
        solving("too many steps", {"--histogram", "1:5000:1"}, {"1024"}),
        solving("bounds for no table", {"--within", "1"}, {"--within needs --stats-output"}),
        solving("weights for nothing", {"--vertex-weights", "@s.gr"}, {"needs --within"}),
        solving("statistics as .npy", {"--stats-output", "@s.npy"}, {"s.npy", ".csv"}),
        solving("no folder", {"--output", "@out/d.npy"}, {"out/d.npy", "no folder"}),
        solving("a folder of the name", {"--output", "/proc"}, {"/proc", ".npy"}),
        solving("labels in a folder", {"--labels-output", "@"}, {"is a folder"}),
        solving("labels to nowhere", {"--labels-output", "-"},
                {"--labels-output -", "standard output"}),
        {"results to nowhere",
         {},
         {"sweep", "--devices", "cpu", "-o", "-"},
         2,
         {"--output -", "standard output"}},
        solving("where nobody may", {"--output", "/proc/d.npy"}, {"/proc/d.npy", "created"}, 1),
        solving("a full disk", {"--output", "@d.npy", "--dtype", "f64"},
                {"d.npy", "written", "no partial file is left", "another disk"}, 1,
                {.file_size = 64}),
        solving("a full disk behind a pipe", {"--json"}, {"standard output"}, 1,
                {.stdout_file = "/dev/full"}),
    };
    check_mistakes(mistakes);
    if (geteuid() == 0) {
        skipped("files without permission: root may read and write all of them");
        return;
    }
    const TemporaryFolder folder;
    const std::string input = folder.write("s.gr", kSmallGraph);
    std::filesystem::permissions(input, std::filesystem::perms::none);
    CHECK(has(run({"--input", input, "--device", "cpu"}).err, "Permission denied"));
}

TEST_CASE("mistakes: drivers") {
    const RunOptions no_driver = {.environment = {{"OCL_ICD_VENDORS", "/nonexistent/"},
                                                  {"OPENCL_VENDOR_PATH", "/nonexistent/"}}};
    RunOptions no_library = no_driver;
    no_library.environment["OCL_ICD_FILENAMES"] = "libm.so.6";
    const Words any = {"--device", "opencl"};
    const Mistake mistakes[] = {
        solving("no driver", any, {"opencl", "no driver; install", "OCL_ICD_VENDORS", "cpu:0"}, 3,
                no_driver),
        solving("a library that is no driver", any, {"no driver; install", "libm.so.6"}, 3,
                no_library),
    };
    check_mistakes(mistakes);
}

TEST_CASE("mistakes: graphs that are too large") {
    const std::pair<std::string, std::string> huge = {"h.gr", "p sp 2000000 1\na 1 2 3\n"};
    const RunOptions soon = {.timeout = 20};
    const auto large = [&](const std::string& name, const Words& options, Words said) {
        return Mistake{name, {huge}, with({"--input", "@h.gr"}, options), 6, std::move(said), soon};
    };
    const Mistake mistakes[] = {
        large("a matrix", {"--algo", "kleene", "--dtype", "f32"},
              {"n = 2000000", "14.55 TiB", "--workspace", "--algo sparse", "--rows",
               "!another device", "!more memory,"}),
        large("another algorithm", {"--algo", "fw"}, {"--workspace with --algo kleene"}),
        large("predecessors", {"--algo", "sparse", "--paths"}, {"3.64 TiB", "no predecessors"}),
        {"beyond all memory",
         {{"h.gr", "p sp 4000000000 0\n"}},
         {"--input", "@h.gr"},
         6,
         {"h.gr", "4000000000"}},
        {"a dense one that is made",
         {},
         {"--random", "2000000"},
         6,
         {"n = 2000000", "a smaller graph", "!--workspace"}},
        {"a ring", {}, {"--generate", "ring:2000000"}, 6, {"n = 2000000", "a smaller graph"}, soon},
        {"a limit that is too low",
         {},
         {"--random", "900", "--algo", "kleene", "--memory-limit", "100k"},
         6,
         {"n = 900", "a larger --memory-limit", "!--workspace"}},
    };
    check_mistakes(mistakes);
}

}  // namespace apsp::cli_test
