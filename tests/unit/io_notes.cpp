// What readers say of files that they take.
#include <doctest/doctest.h>

#include <string>

#include "unit/io_support.hpp"

namespace apsp::io_test {

TEST_CASE("notes: a small matrix that is read as a list of arcs") {
    const std::string two =
        "2 lines of 2 numbers are read as a list of arcs; a matrix needs "
        "--format dense\n";
    const std::string three =
        "3 lines of 3 numbers are read as a list of arcs; a matrix needs "
        "--format dense\n";
    CHECK(notes("m.csv", "0,5\n3,0\n") == two);
    CHECK(notes("m.csv", "\n0,5\r\n3.5,0") == two);
    CHECK(notes("m.csv", "0,inf\n3,0\n") == two);
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

}  // namespace apsp::io_test
