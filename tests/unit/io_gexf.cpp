// GEXF.
#include <doctest/doctest.h>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

const std::string kGexfNodes =
    "<nodes>\n<node id='0' label='Bern'/><node id='1' label='Thun'/></nodes>\n";

std::string gexf(const std::string& inside, const std::string& direction = "directed") {
    return "<?xml version='1.0' encoding='UTF-8'?>\n<gexf xmlns='http://gexf.net/1.3' "
           "version='1.3'>\n<meta/><graph defaultedgetype='" +
           direction + "'>\n" + inside + "</graph></gexf>\n";
}

std::string edge(const std::string& attributes, const std::string& inside = "") {
    return "<edges><edge source='0' target='1' " + attributes + ">" + inside + "</edge></edges>";
}

}  // namespace

TEST_CASE("gexf: nodes by their labels, edges with weights") {
    CHECK(labelled("a.gexf", gexf(kGexfNodes + edge("weight='2.5'"))) == "Bern|Thun|2: 0>1=2.5");
    CHECK(labelled("a.gexf", gexf(kGexfNodes), {.label_column = "id"}) == "0|1|2:");
    CHECK(arcs("a", gexf(kGexfNodes + edge(""))) == "2: 0>1=1");
    CHECK(arcs("a.gexf", gexf(kGexfNodes + edge(""), "undirected")) == "2: 0>1=1 1>0=1");
    CHECK(arcs("a.gexf", gexf(kGexfNodes + edge("type='undirected'"))) == "2: 0>1=1 1>0=1");
    CHECK(arcs("a.gexf", gexf(kGexfNodes + edge("type='mutual' weight='3'"))) == "2: 0>1=3 1>0=3");
    // Gephi leaves out a weight of 1.
    CHECK(arcs("a.gexf", gexf(kGexfNodes + "<edges><edge source='0' target='1'/><edge source='1' "
                                           "target='0' weight='4'/></edges>")) == "2: 0>1=1 1>0=4");
    CHECK(arcs("a.gexf", gexf(kGexfNodes + edge("weight='4'")), {.unweighted = true}) ==
          "2: 0>1=1");
    CHECK(labelled("a.gexf", gexf("<nodes><node id='a'><nodes><node id='b'/></nodes></node></nodes>"
                                  "<edges><edge source='b' target='a'/></edges>")) ==
          "a|b|2: 1>0=1");
}

TEST_CASE("gexf: weights among the values of edges") {
    const std::string keys =
        "<attributes class='node'><attribute id='2' title='km' type='float'/></attributes>"
        "<attributes class='edge'><attribute id='2' title='km' type='float'/>"
        "<attribute id='k' title='kind' type='string'/></attributes>";
    const std::string values =
        "<attvalues><attvalue for='k' value='road'/><attvalue for='2' "
        "value='31'/></attvalues>";
    CHECK(arcs("a.gexf", gexf(keys + kGexfNodes + edge("", values))) == "2: 0>1=31");
    CHECK(noted("a.gexf", gexf(keys + kGexfNodes + edge("", values))) ==
          Contains("the weights are the data \"km\""));
    CHECK(arcs("a.gexf", gexf(keys + kGexfNodes + edge("weight='2'", values))) == "2: 0>1=2");
    CHECK(arcs("a.gexf", gexf(keys + kGexfNodes + edge("weight='2'", values)),
               {.weight_column = "km"}) == "2: 0>1=31");
    CHECK(arcs("a.gexf", gexf(keys + kGexfNodes + edge("weight='2'", values)),
               {.weight_column = "weight"}) == "2: 0>1=2");
    CHECK(refusal("a.gexf", gexf(keys + kGexfNodes + edge(""))) ==
          Contains("a value of \"km\", the edge's weight, found none"));
    CHECK(refusal("a.gexf", gexf(kGexfNodes), {.weight_column = "km"}, ErrorKind::usage) ==
          Contains("no data called \"km\""));
}

TEST_CASE("gexf: what is no graph, and in which line") {
    const auto refused = [](const std::string& inside) { return refusal("a.gexf", gexf(inside)); };
    CHECK(refusal("a.gexf", "<graphml/>") == Contains("expected GEXF, with a <graph>"));
    CHECK(refusal("a.gexf", "<gexf/>") == Contains("no <graph>"));
    CHECK(refused("") == Contains("a graph with nodes"));
    CHECK(refused(kGexfNodes + "<edges><edge source='0' target='9'/></edges>") ==
          Contains("a.gexf:6: expected the id of a node as target, found '9'"));
    CHECK(refused(kGexfNodes + edge("weight='far'")) == Contains("a.gexf:6: expected a weight"));
    CHECK(refused("<nodes><node id='0'/><node id='0'/></nodes>") ==
          Contains("each node's id once"));
}
