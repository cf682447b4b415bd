// Notes of readers about files that they accept.
#include <doctest/doctest.h>

#include <string>

#include "unit/io_support.hpp"

namespace apsp::io_test {
namespace {

ReadOptions read_as_dense() {
    ReadOptions options;
    options.format = GraphFormat::dense;
    return options;
}

std::string reals(const std::string& body) {
    return "%%MatrixMarket matrix coordinate real general\n" + body;
}

}  // namespace

TEST_CASE("notes: a small matrix that is read as a list of arcs") {
    const std::string two =
        "2 lines of 2 numbers are read as a list of arcs; a matrix needs "
        "ReadOptions::format dense\n";
    const std::string three =
        "3 lines of 3 numbers are read as a list of arcs; a matrix needs "
        "ReadOptions::format dense\n";
    CHECK(notes("m.csv", "0,5\n3,0\n") == two);
    CHECK(notes("m.csv", "\n0,5\r\n3.5,0") == two);
    CHECK(notes("m.csv", "0,1,5\n1,0,3\n2,4,0\n") == three);
    CHECK(notes("m.tsv", "0\t1\t5\n1\t0\t3\n2\t4\t0\n\n") == three);
}

TEST_CASE("notes: none of what can only be a list of arcs, or is called one") {
    CHECK(notes("a.csv", "0,5\n3,0\n0,3\n").empty());
    CHECK(notes("a.csv", "0,1,5\n1,0,3\n").empty());
    CHECK(notes("a.csv", "a,b\nb,c\n").empty());
    CHECK(notes("a.csv", "from,to\n3,0\n").empty());
    CHECK(notes("a.csv", "from,to,cost\n3,0,1\n0,2,1\n").empty());
    CHECK(notes("a.csv", "0,1,2,3\n1,0,2,3\n2,2,0,3\n3,3,3,0\n").empty());  // a matrix
    CHECK(notes("a.txt", "0 5\n3 0\n").empty());
    ReadOptions options;
    options.target_column = "1";
    options.source_column = "2";
    CHECK(notes("a.csv", "0,5\n3,0\n", options).empty());
    for (const GraphFormat format : {GraphFormat::csv, GraphFormat::dense}) {
        options = {};
        options.format = format;
        CHECK(notes("a.csv", "0,5\n3,0\n", options).empty());
    }
}

TEST_CASE("notes: integers beyond 2^53 among real numbers, if f64 has another") {
    const auto of = [](const std::string& weight) {
        return notes("r.mtx", reals("2 2 1\n1 2 " + weight + "\n"));
    };
    CHECK(of("9007199254740993") == "line 3: 9007199254740993 is rounded to 9007199254740992\n");
    CHECK(of("-9007199254740993") == "line 3: -9007199254740993 is rounded to -9007199254740992\n");
    CHECK(of("+09007199254740995") ==
          "line 3: +09007199254740995 is rounded to 9007199254740996\n");
    CHECK(of("123456789012345678901234567890123456") ==
          "line 3: 12345678901234567890123456789012... is rounded to 1.2345678901234568e+35\n");
    for (const char* held : {"9007199254740992", "-9007199254740994", "100000000000000000000",
                             "18446744073709551616", "9007199254740991", "0.1", "1e300", "5e-324",
                             "0e-400", "00000000000000000000000000000007"}) {
        CAPTURE(held);
        CHECK(of(held).empty());
    }
    const std::string array =
        "%%MatrixMarket matrix array real general\n2 2\n0\n9007199254740993\n1\n0\n";
    CHECK(notes("r.mtx", array) == "line 4: 9007199254740993 is rounded to 9007199254740992\n");
}

TEST_CASE("notes: one line for all that is rounded, with the first") {
    CHECK(notes("r.mtx", reals("3 3 4\n1 2 7\n1 3 9007199254740993\n2 3 1e-400\n3 1 5\n")) ==
          "line 4: 9007199254740993 is rounded to 9007199254740992 (and 1 more weight)\n");
    CHECK(notes("r.gr", "p sp 3 4\na 1 2 1e-400\na 2 3 1\na 1 3 2e-400\na 3 1 -3e-400\n") ==
          "line 2: 1e-400 is rounded to 0 (and 2 more weights)\n");
}

TEST_CASE("notes: what is so small that it becomes 0, in every format") {
    for (const char* text : {"1e-400", "-1e-400", "2e-324", "0.1e-399", "1000e-420", "1E-0400",
                             "1e-99999999999999999999"}) {
        CAPTURE(text);
        const std::string weight = text;
        const std::string note = weight + " is rounded to 0\n";
        CHECK(notes("z.gr", "p sp 2 1\na 1 2 " + weight + "\n") == "line 2: " + note);
        CHECK(notes("z.mtx", reals("2 2 1\n1 2 " + weight + "\n")) == "line 3: " + note);
        CHECK(notes("z.txt", "0 1 1\n1 2 " + weight + "\n") == "line 2: " + note);
        CHECK(notes("z.txt", "a b 1\nb c " + weight + "\n") == "line 2: " + note);
        CHECK(notes("z.csv", "from,to,cost\n1,2,\"" + weight + "\"\n") == "line 2: " + note);
        CHECK(notes("z.csv", "0,1\n" + weight + ",0\n", read_as_dense()) == "line 2: " + note);
        CHECK(notes("z.graph", "2 1 1\n2 " + weight + "\n1 " + weight + "\n") ==
              "line 2: " + weight + " is rounded to 0 (and 1 more weight)\n");
        CHECK(arcs("z.gr", "p sp 2 1\na 1 2 " + weight + "\n") == "2: 0>1=0");
    }
    const std::string zeros = "0." + std::string(400, '0') + "1";
    CHECK(notes("z.gr", "p sp 2 1\na 1 2 " + zeros + "\n") ==
          "line 2: " + zeros.substr(0, 32) + "... is rounded to 0\n");
    // Distances are not rounded: they are refused.
    CHECK_THROWS_WITH_AS(read_matrix(write_file("d.csv", "0,1\n1e-400,0\n")),
                         doctest::Contains("d.csv:2: expected numbers that f64 holds"), Error);
}

TEST_CASE("notes: what is too large is refused with file and line, in every format") {
    const std::string digits = "1" + std::string(400, '0');
    for (const std::string& weight :
         {std::string("1e400"), std::string("-1e400"), std::string("0.001e+400"), digits,
          digits + ".5e-3", std::string("1e99999999999999999999")}) {
        CAPTURE(weight);
        using doctest::Contains;
        CHECK(refusal("z.gr", "p sp 2 1\na 1 2 " + weight + "\n") ==
              Contains("z.gr:2: expected a weight: a finite number"));
        CHECK(refusal("z.mtx", reals("2 2 1\n1 2 " + weight + "\n")) ==
              Contains("z.mtx:3: expected a finite number"));
        CHECK(refusal("z.txt", "0 1 1\n1 2 " + weight + "\n") ==
              Contains("z.txt:2: expected a weight"));
        CHECK(refusal("z.csv", "from,to,cost\n1,2,\"" + weight + "\"\n") ==
              Contains("z.csv:2: expected a weight"));
        CHECK(refusal("z.csv", "0,1\n" + weight + ",0\n", read_as_dense()) ==
              Contains("z.csv:2: expected a weight"));
        CHECK(refusal("z.graph", "2 1 1\n2 " + weight + "\n1 1\n") ==
              Contains("z.graph:2: expected a weight"));
    }
}

TEST_CASE("notes: integers beyond 2^53 are refused where weights that are integers must be exact") {
    const std::string weight = "9007199254740993";
    using doctest::Contains;
    CHECK(refusal("i.gr", "p sp 2 1\na 1 2 " + weight + "\n") == Contains("i.gr:2: expected"));
    CHECK(refusal("i.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 " +
                               weight) == Contains("i.mtx:3: expected an integer of at most 2^53"));
    CHECK(refusal("i.txt", "0 1 " + weight + "\n") == Contains("i.txt:1: expected a weight"));
    CHECK(refusal("i.csv", "0,1," + weight + "\n") == Contains("i.csv:1: expected a weight"));
    CHECK(refusal("i.csv", "0," + weight + "\n1,0\n", read_as_dense()) ==
          Contains("i.csv:1: expected"));
    CHECK(refusal("i.graph", "2 1 1\n2 " + weight + "\n1 1\n") == Contains("i.graph:2: expecte"));
}

}  // namespace apsp::io_test
