// Pajek.
#include <doctest/doctest.h>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

const std::string kTwo = "*Vertices 2\n1 \"Bern\" 0.1 0.2 ic Blue\n2 \"Bad Ragaz\"\n";

}  // namespace

TEST_CASE("pajek: arcs, edges and lists") {
    CHECK(labelled("a.net", kTwo + "*Arcs\n1 2 2.5 c Blue\n") == "Bern|Bad Ragaz|2: 0>1=2.5");
    CHECK(arcs("a.net", kTwo + "*Edges\n1 2\n") == "2: 0>1=1 1>0=1");
    CHECK(arcs("a.net", "*vertices 3\r\n*arcslist\r\n1 2 3\r\n") == "3: 0>1=1 0>2=1");
    CHECK(arcs("a.net", "*Vertices 3\n*Edgeslist\n1 2 3\n") == "3: 0>1=1 0>2=1 1>0=1 2>0=1");
    CHECK(arcs("a.net", "*Vertices 2\n*Matrix\n0 4\n1.5 0\n") == "2: 0>1=4 1>0=1.5");
    CHECK(arcs("a.net",
               "% net\n*Network x\n*Vertices 3 1\n*Arcs :1 \"a\"\n1 2 3\n*Arcs :2\n2 3 "
               "4\n*Partition p\n7\n8\n9\n*Edges\n1 3 9\n") == "3: 0>1=3 0>2=9 1>2=4 2>0=9");
    CHECK(arcs("a", "*Vertices 2\n*Arcs\n1 2 7\n") == "2: 0>1=7");
}

TEST_CASE("pajek: names, or numbers from 1") {
    CHECK(labelled("a.net", "*Vertices 2\n*Arcs\n1 2\n") == "1|2|2: 0>1=1");
    CHECK(labelled("a.net", "*Vertices 2\n1 a\n*Arcs\n1 2\n") == "1|2|2: 0>1=1");
    CHECK(labelled("a.net", "*Vertices 2\n2 b\n1 a\n*Arcs\n1 2\n") == "a|b|2: 0>1=1");
    CHECK(labelled("a.net", kTwo + "*Arcs\n", {.label_column = "id"}) == "1|2|2:");
    CHECK(labelled("a.net", kTwo + "*Arcs\n", {.index = 0}) == "2:");
    CHECK(noted("a.net", kTwo) == Contains("called by their labels, such as \"Bern\""));
}

TEST_CASE("pajek: what is no network, and in which line") {
    const auto refused = [](const std::string& text) { return refusal("a.net", text); };
    CHECK(refused("1 2 3\n") == Contains("a.net:1: expected a line '*Vertices <n>'"));
    CHECK(refused("*Network x\n") == Contains("expected a line '*Vertices <n>'"));
    CHECK(refused("*Vertices 0\n") == Contains("at least one vertex"));
    CHECK(refused("*Vertices 2\n*Arcs\n0 1\n") == Contains("a.net:3: expected a vertex from 1"));
    CHECK(refused("*Vertices 2\n*Arcs\n1 2 x\n") == Contains("a.net:3: expected a weight"));
    CHECK(refused("*Vertices 2\n*Matrix\n1 2\n") == Contains("2 rows"));
    CHECK(refused("*Vertices 2\n3 x\n") == Contains("a.net:2"));
}
