// GML.
#include <doctest/doctest.h>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

const std::string kGmlNodes =
    "node [ id 5 label \"Bern\" graphics [ x 1 y 2 ] ]\n node [ id 7 label \"Thun\" ]\n";

std::string gml(const std::string& inside) {
    return "Creator \"a test\"\nVersion 1\ngraph\n[\n" + inside + "]\n";
}

}  // namespace

TEST_CASE("gml: nodes by their labels, edges both ways unless directed") {
    const std::string edge = "edge [ source 5 target 7 weight 2.5 ]\n";
    CHECK(labelled("a.gml", gml(kGmlNodes + edge)) == "Bern|Thun|2: 0>1=2.5 1>0=2.5");
    CHECK(labelled("a.gml", gml("directed 1\n" + kGmlNodes + edge)) == "Bern|Thun|2: 0>1=2.5");
    CHECK(labelled("a", gml(kGmlNodes + edge)) == "Bern|Thun|2: 0>1=2.5 1>0=2.5");
    CHECK(labelled("a", "graph [ directed 0 node [ id 1 ] ]") == "1|1:");
    CHECK(labelled("a.gml", gml(kGmlNodes + edge), {.label_column = "id"}) ==
          "5|7|2: 0>1=2.5 1>0=2.5");
    CHECK(notes("a.gml", gml(kGmlNodes + edge)) ==
          "vertices are called by their labels, such as \"Bern\"; ReadOptions::label_column id "
          "calls them by their ids, such as \"5\"\n");
    // NetworkX gives edges of a multigraph a key.
    CHECK(arcs("a.gml", gml(kGmlNodes + "edge [ source 5 target 7 key 0 ]\n")) == "2: 0>1=1 1>0=1");
    CHECK(arcs("a.gml", "graph[node[id 1]node[id 2]edge[source 1 target 2]]") == "2: 0>1=1 1>0=1");
}

TEST_CASE("gml: labels that are not names, and characters by number") {
    const auto named = [](const std::string& label) {
        return labelled("a.gml",
                        gml("node [ id 1 label \"" + label + "\" ] node [ id 2 label \"b\" ]"));
    };
    CHECK(named("b") == "1|2|2:");
    CHECK(named("") == "1|2|2:");
    CHECK(named("Z&#252;rich &amp; &quot;Umgebung&#39;") == "Z\xc3\xbcrich & \"Umgebung'|b|2:");
    CHECK(named("&#8364;&#128512;&co;") == "\xe2\x82\xac\xf0\x9f\x98\x80&co;|b|2:");
    CHECK(notes("a.gml", gml("node [ id 1 label \"b\" ] node [ id 2 label \"b\" ]")) ==
          "vertices are called by their ids, as two have the label \"b\"\n");
}

TEST_CASE("gml: which values are weights") {
    const auto edge = [](const std::string& values) {
        return gml(kGmlNodes + "edge [ source 5 target 7 " + values + " ]\n");
    };
    // Newman's networks.
    CHECK(arcs("a.gml", edge("value 3")) == "2: 0>1=3 1>0=3");
    CHECK(noted("a.gml", edge("value 3")) == Contains("the only numbers that edges have"));
    CHECK(arcs("a.gml", edge("value 3 Weight 4")) == "2: 0>1=4 1>0=4");
    CHECK(arcs("a.gml", edge("value 3 speed 4"), {.weight_column = "speed"}) == "2: 0>1=4 1>0=4");
    CHECK(arcs("a.gml", edge("value 3 speed 4"), {.unweighted = true}) == "2: 0>1=1 1>0=1");
    CHECK(refusal("a.gml", edge("value 3 speed 4")) == Contains("\"value\" and \"speed\""));
    CHECK(arcs("a.gml", edge("kind \"road\"")) == "2: 0>1=1 1>0=1");
    CHECK(refusal("a.gml", edge("weight \"far\"")) == Contains("a.gml:7: expected a weight"));
    CHECK(refusal("a.gml", edge("weight 3 ] edge [ source 5 target 7")) ==
          Contains("a.gml:7: expected \"weight\", the edge's weight, found none"));
}

TEST_CASE("gml: what is no graph, and in which line") {
    const auto refused = [](const std::string& text) { return refusal("a.gml", text); };
    CHECK(refused("<gml/>") == Contains("expected GML"));
    CHECK(refused("graph [ node [ id 1 ]") == Contains("the end of the file"));
    CHECK(refused("graph [ node [ id 1 ") == Contains("the end of the file"));
    CHECK(refused("graph [ ]") == Contains("a graph with nodes"));
    CHECK(refused("graph [\nnode [ label \"x\" ] ]") == Contains("a.gml:2: expected a node's id"));
    CHECK(refused("graph [\nnode [ id 1 ]\nnode [ id 1 ] ]") == Contains("a.gml:3"));
    CHECK(refused(gml(kGmlNodes + "edge [ source 5 target 6 ]")) ==
          Contains("a.gml:7: expected the id of a node as target, found '6'"));
    CHECK(refused(gml(kGmlNodes + "edge [ source 5 ]")) == Contains("as target, found none"));
    CHECK(refused("graph [ label \"x ]") == Contains("a closing quote"));
    CHECK(noted("a.gml", "graph [ node [ id 1 ] ] graph [ ]") == Contains("only the first"));
    std::string deep;
    for (int level = 0; level < 200'000; ++level) deep += "a [ ";
    CHECK(refused("graph [ " + deep) == Contains("the end of the file"));
}
