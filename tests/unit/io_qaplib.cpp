// QAPLIB.
#include <doctest/doctest.h>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

const std::string kTwoMatrices = " 2\n\n0 1\n2 0\n\n 0 3\n 4 0\n";

}  // namespace

TEST_CASE("qaplib: the first matrix, with a note, or the second") {
    CHECK(labelled("nug2.dat", kTwoMatrices) == "1|2|2: 0>1=1 1>0=2");
    CHECK(arcs("a.txt", kTwoMatrices, {.format = GraphFormat::qaplib}) == "2: 0>1=1 1>0=2");
    CHECK(arcs("a.dat", "2 0 1 2\n0 0 3 4 0", {.format = GraphFormat::qaplib}) == "2: 0>1=1 1>0=2");
    CHECK(arcs("a.dat", kTwoMatrices, {.weight_column = "2"}) == "2: 0>1=3 1>0=4");
    CHECK(notes("a.dat", kTwoMatrices) ==
          "the first of two matrices is read; ReadOptions::weight_column 2 takes the second\n");
    CHECK(notes("a.dat", kTwoMatrices, {.weight_column = "1"}) == "");
    CHECK(refusal("a.dat", kTwoMatrices, {.weight_column = "3"}, ErrorKind::usage) ==
          Contains("chooses 1 or 2, not \"3\""));
}

TEST_CASE("qaplib: other numbers are not taken for it") {
    const ReadOptions qap = {.format = GraphFormat::qaplib};
    for (const char* text : {"2\n0 1\n2 0\n0 3\n4\n", "2\n0 1\n2 0\n0 3\n4 0 5\n",
                             "2 2\n0 1\n2 0\n0 3\n4 0\n", "2\n0 1\n2 x\n0 3\n4 0\n"}) {
        CAPTURE(text);
        CHECK(refusal("a.dat", text) == Contains("or name the format"));
        if (text[1] == '\n') CHECK(refusal("a.dat", text, qap) == Contains("a.dat:"));
    }
    CHECK(refusal("a.dat", "100000\n1\n", qap) == Contains("20000000000 numbers"));
    CHECK(refusal("a.dat", "\n", qap) == Contains("a number of vertices"));
}
