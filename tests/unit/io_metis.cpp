// METIS .graph: each combination of fmt, and each refusal, with file and line.
#include <doctest/doctest.h>

#include "unit/io_support.hpp"

using apsp::io_test::arcs;
using apsp::io_test::refusal;
using doctest::Contains;

TEST_CASE("metis: the flags of fmt") {
    const char* const plain = "3: 0>1=1 1>0=1 1>2=1 2>1=1";
    CHECK(arcs("a.graph", "3 2\n2\n1 3\n2\n") == plain);
    CHECK(arcs("a.metis", "% c\n3 2 0\r\n2\r\n% c\r\n1 3\r\n2") == plain);
    CHECK(arcs("a.graph", "3 2 000\n2\n1 3\n2\n") == plain);
    CHECK(arcs("a.graph", "3 2 10\n9 2\n9 1 3\n9 2\n") == plain);
    CHECK(arcs("a.graph", "3 2 10 2\n8 9 2\n8 9 1 3\n8 9 2\n") == plain);
    CHECK(arcs("a.graph", "3 2 100\n7 2\n7 1 3\n7 2\n") == plain);
    CHECK(arcs("a.graph", "3 2 110 3\n7 1 1 1 2\n7 1 1 1 1 3\n7 1 1 1 2\n") == plain);
    const char* const weighted = "3: 0>1=5 1>0=5 1>2=6 2>1=6";
    CHECK(arcs("a.graph", "3 2 1\n2 5\n1 5 3 6\n2 6\n") == weighted);
    CHECK(arcs("a.graph", "3 2 011\n9 2 5\n9 1 5 3 6\n9 2 6\n") == weighted);
    CHECK(arcs("a.graph", "3 2 111\n7 9 2 5\n7 9 1 5 3 6\n7 9 2 6\n\n% end\n") == weighted);
}

TEST_CASE("metis: vertices without neighbours have empty lines") {
    CHECK(arcs("a.graph", "4 1\n\n3\n2\n\n") == "4: 1>2=1 2>1=1");
    CHECK(arcs("a.graph", "4 1\n\n3\n2\n") == "4: 1>2=1 2>1=1");
    CHECK(arcs("a.graph", "1 0\n") == "1:");
}

TEST_CASE("metis: every damage is refused with its line") {
    CHECK(refusal("a.graph", "% c\n") == Contains("a.graph:2: expected a number of vertices"));
    CHECK(refusal("a.graph", "3 x\n") == Contains("a.graph:1: expected a number of edges"));
    CHECK(refusal("a.graph", "3 2 7\n2\n1 3\n2\n") ==
          Contains("a.graph:1: expected a format of up"));
    CHECK(refusal("a.graph", "3 2 10 0\n2\n1 3\n2\n") ==
          Contains("a.graph:1: expected one or more"));
    CHECK(refusal("a.graph", "3 2 1 2\n2\n1 3\n2\n") ==
          Contains("a.graph:1: expected no vertex w"));
    CHECK(refusal("a.graph", "3 2\n2\n1 4\n2\n") ==
          Contains("a.graph:3: expected a vertex from 1"));
    CHECK(refusal("a.graph", "3 2\n2\n1 2\n2\n") == Contains("a.graph:3: expected another vertex"));
    CHECK(refusal("a.graph", "3 2\n2\n1 nan\n2\n") == Contains("a.graph:3: expected a vertex"));
    CHECK(refusal("a.graph", "3 2\n2\n1 3\n") == Contains("expected 4 neighbours"));
    CHECK(refusal("a.graph", "3 1\n2\n") ==
          Contains("a.graph:3: expected a line for each of the 3 vertices of line 1, found the end "
                   "of the file after 1"));
    CHECK(refusal("a.graph", "3 2\n2\n1 3\n2\n1\n") ==
          Contains("a.graph:5: expected no more than"));
    CHECK(refusal("a.graph", "3 2\n2\n1 3\n2 1\n") ==
          Contains("a.graph:4: expected no more than twice the 2 edges of line 1"));
    CHECK(refusal("a.graph", "3 3\n2\n1 3\n2\n") ==
          Contains("a.graph:5: expected 6 neighbours, twice the edges of line 1, found the end of "
                   "the file after 4"));
    CHECK(
        refusal("a.graph", "3 9000000000000000000\n2\n1 3\n2\n") ==
        Contains("a.graph:1: expected neighbours for 9000000000000000000 edges, found a file wi"));
}

TEST_CASE("metis: an edge stands at both ends, with one weight") {
    CHECK(
        refusal("a.graph", "3 2\n2 3\n1\n2\n") ==
        Contains("a.graph:2: expected neighbour 3 of vertex 1 to have it as a neighbour of weight "
                 "1, too, found none in line 4"));
    CHECK(refusal("a.graph", "2 1 1\n2 5\n1 6\n") == Contains("a.graph:2: expected neighbour 2"));
}

TEST_CASE("metis: a header that counts each edge twice is named") {
    CHECK(refusal("a.graph", "3 4\n2\n1 3\n2\n") ==
          Contains("a.graph:1: expected 2 edges, found 4; the header counts each edge twice"));
    CHECK(refusal("a.graph", "3 3\n2\n1 3\n2\n") == Contains("6 neighbours"));
    CHECK(refusal("a.graph", "3 9000000000000000000\n2\n1 3\n2\n") == Contains("bytes left"));
}
