// TSPLIB: each layout of listed weights, and metrics against published lengths of tours.
#include <doctest/doctest.h>

#include <vector>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

std::string listed(const std::string& layout, const std::string& numbers) {
    return "NAME: t\nTYPE : TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT: " +
           layout + "\nEDGE_WEIGHT_SECTION\n" + numbers + "\nEOF\n";
}

std::string placed(const std::string& metric, int n, const std::string& lines) {
    return "NAME : t\nDIMENSION : " + std::to_string(n) + "\nEDGE_WEIGHT_TYPE : " + metric +
           "\nNODE_COORD_SECTION\n" + lines + "EOF\n";
}

/// The weight of the arc from the first to the second of two places.
double between(const std::string& metric, const std::string& a, const std::string& b) {
    const std::string text = placed(metric, 2, " 1 " + a + "\n 2 " + b + "\n");
    return read_graph(write_file("a.tsp", text)).graph.weight(0, 1);
}

}  // namespace

TEST_CASE("tsplib: every layout of listed weights") {
    const std::string same = "1|2|3|3: 0>1=1 0>2=2 1>0=1 1>2=3 2>0=2 2>1=3";
    for (const auto& [layout, numbers] : std::vector<std::pair<const char*, const char*>>{
             {"FULL_MATRIX", "0 1 2\n1 0 3\n2 3 0"},
             {"FULL_MATRIX", "9999 1\n2 1 9999 3 2\n\n3 9999"},
             {"UPPER_ROW", "1 2\n3"},
             {"LOWER_ROW", "1\n2 3"},
             {"UPPER_DIAG_ROW", "0 1 2 0 3 0"},
             {"LOWER_DIAG_ROW", "0\n1 0\n2 3 0"},
             {"UPPER_COL", "1\n2 3"},
             {"LOWER_COL", "1 2 3"},
             {"UPPER_DIAG_COL", "0 1 0 2 3 0"},
             {"LOWER_DIAG_COL", "0 1 2 0 3 0"}}) {
        CAPTURE(layout);
        CHECK(labelled("a.tsp", listed(layout, numbers)) == same);
    }
    CHECK(arcs("a.atsp", listed("FULL_MATRIX", "9 1 2\n4 9 3\n5 6 9")) ==
          "3: 0>1=1 0>2=2 1>0=4 1>2=3 2>0=5 2>1=6");
    CHECK(arcs("a", listed("UPPER_ROW", "1 2 3")) == same.substr(6));
}

TEST_CASE("tsplib: metrics") {
    CHECK(between("EUC_2D", "0 0", "3 4") == 5);
    CHECK(between("EUC_2D", "0 0", "1 1") == 1);
    CHECK(between("EUC_2D", "0 0", "1.5 0") == 2);
    CHECK(between("CEIL_2D", "0 0", "1 1") == 2);
    CHECK(between("MAN_2D", "0 0", "1.2 -2.4") == 4);
    CHECK(between("MAX_2D", "0 0", "1.2 -2.4") == 2);
    CHECK(between("ATT", "0 0", "10 0") == 4);  // the root of 10, upwards
    CHECK(between("ATT", "0 0", "30 90") == 30);
    CHECK(between("EUC_3D", "0 0 0", "2 3 6") == 7);
    CHECK(between("MAN_3D", "0 0 0", "2 3 -6") == 11);
    CHECK(between("GEO", "52.30 13.25", "52.30 13.25") == 1);
}

TEST_CASE("tsplib: the shortest tour of burma14 has the published length") {
    const std::string places =
        "1 16.47 96.10\n2 16.47 94.44\n3 20.09 92.54\n4 22.39 93.37\n5 25.23 97.24\n"
        "6 22.00 96.05\n7 20.47 97.02\n8 17.20 96.29\n9 16.30 97.38\n10 14.05 98.12\n"
        "11 16.53 97.38\n12 21.52 95.59\n13 19.41 97.13\n14 20.09 94.55\n";
    const Graph graph = read_graph(write_file("b.tsp", placed("GEO", 14, places))).graph;
    const std::vector<std::size_t> tour = {1, 2, 14, 3, 4, 5, 6, 12, 7, 13, 8, 11, 9, 10};
    double length = 0;
    for (std::size_t k = 0; k < tour.size(); ++k) {
        length += graph.weight(tour[k] - 1, tour[(k + 1) % tour.size()] - 1);
    }
    CHECK(length == 3323);
}

TEST_CASE("tsplib: coordinates for display beside listed weights") {
    CHECK(arcs("a.tsp",
               "NAME: t\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
               "NODE_COORD_SECTION\n1 0 0\n2 1 1\nEDGE_WEIGHT_SECTION\n7\nEOF\n") ==
          "2: 0>1=7 1>0=7");
}

TEST_CASE("tsplib: what is refused, and in which line") {
    const auto refused = [](const std::string& text) { return refusal("a.tsp", text); };
    CHECK(refused("NAME: t\n") == Contains("a NODE_COORD_SECTION or EDGE_WEIGHT_SECTION"));
    CHECK(refused("1 2 3\n") == Contains("a.tsp:1: expected a line 'KEYWORD : value'"));
    CHECK(refused("NODE_COORD_SECTION\n") == Contains("'DIMENSION : <vertices>' above"));
    CHECK(refused("DIMENSION 3\nX:1\n") == Contains("a.tsp:1"));
    CHECK(refused(placed("XRAY1", 1, "1 0 0\n")) == Contains("EDGE_WEIGHT_TYPE of EUC_2D"));
    CHECK(refused(placed("EUC_2D", 2, "1 0 0\n1 0 0\n")) == Contains("each vertex once"));
    CHECK(refused(placed("EUC_2D", 2, "1 0 0\n")) == Contains("found 'EOF'"));
    CHECK(refused(placed("EUC_2D", 200000000, "1 0 0\n")) == Contains("200000000"));
    CHECK(refused(listed("FUNCTION", "1 2 3")) == Contains("EDGE_WEIGHT_FORMAT of FULL_MATRIX"));
    CHECK(refused(listed("UPPER_ROW", "1 2")) == Contains("a.tsp:8: expected a weight"));
}

TEST_CASE("tsplib: coordinates, of the Earth as longitude and latitude") {
    const auto read = [](const std::string& text) {
        return read_graph(write_file("a.tsp", text)).coordinates;
    };
    const std::vector<Coordinates> plane = read(placed("EUC_2D", 2, " 2 3 4\n 1 -1.5 0\n"));
    REQUIRE(plane.size() == 2);
    CHECK(plane[0].x == -1.5);
    CHECK(plane[1].y == 4);
    CHECK(read(placed("GEO", 2, " 1 46.5 7.25\n 2 0 0\n"))[0].x == 7.25);
    CHECK(read(placed("EUC_3D", 2, " 1 0 0 0\n 2 0 0 1\n")).empty());
    CHECK(read(listed("FULL_MATRIX", "0 1 2 1 0 3 2 3 0")).empty());
}
