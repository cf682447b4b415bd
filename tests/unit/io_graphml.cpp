// GraphML.
#include <doctest/doctest.h>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

std::string in_graph(const std::string& inside, const std::string& keys = "",
                     const std::string& direction = "directed") {
    return "<?xml version=\"1.0\"?>\n<graphml>\n" + keys + "<graph edgedefault=\"" + direction +
           "\">\n" + inside + "</graph>\n</graphml>\n";
}

const std::string kNodes = "<node id='a'/><node id='b &amp; c'/><node id='d'/>\n";
const std::string kWeight = "<key id='k' for='edge' attr.name='weight' attr.type='double'/>\n";

std::string an_edge(const std::string& data, const std::string& attributes = "") {
    return "<edge source='a' target='b &amp; c'" + attributes + ">" + data + "</edge>\n";
}

}  // namespace

TEST_CASE("graphml: nodes in their order, edges of weight 1 or of their data") {
    CHECK(labelled("a.graphml", in_graph(kNodes + an_edge(""))) == "a|b & c|d|3: 0>1=1");
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge("<data key='k'> 2.5 </data>"), kWeight)) ==
          "3: 0>1=2.5");
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge(""), "", "undirected")) == "3: 0>1=1 1>0=1");
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge("", " directed='true'"), "", "undirected")) ==
          "3: 0>1=1");
    CHECK(arcs("a", in_graph(kNodes + an_edge(""))) == "3: 0>1=1");  // told by its first bytes
    CHECK(arcs("a", "\xef\xbb\xbf" + in_graph(kNodes + an_edge(""))) == "3: 0>1=1");
    CHECK(arcs("a.graphml", in_graph(an_edge("") + kNodes)) == "3: 0>1=1");
    CHECK(labelled("a.graphml", in_graph("<node id='x'><graph edgedefault='directed'><node id='y'/>"
                                         "<edge source='y' target='x'/></graph></node>")) ==
          "x|y|2: 1>0=1");
}

TEST_CASE("graphml: which data are weights") {
    const std::string keys =
        "<key id='c' for='edge' attr.name='cost'/>"
        "<key id='n' for='node' attr.name='weight'/>"
        "<key id='s' for='edge' attr.name='speed'><default>7</default></key>";
    const std::string data = "<data key='c'>3</data><data key='s'>4</data>";
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge(data), keys)) == "3: 0>1=3");
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge(data), keys), {.weight_column = "speed"}) ==
          "3: 0>1=4");
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge(""), keys), {.weight_column = "speed"}) ==
          "3: 0>1=7");
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge(data), keys), {.unweighted = true}) ==
          "3: 0>1=1");
    // NetworkX has a key for each type.
    const std::string twice = kWeight + "<key id='l' for='edge' attr.name='weight'/>";
    CHECK(arcs("a.graphml",
               in_graph(kNodes + an_edge("<data key='l'>2</data>") +
                            "<edge source='d' target='a'><data key='k'>0.5</data></edge>",
                        twice)) == "3: 0>1=2 2>0=0.5");
    CHECK(refusal("a.graphml", in_graph(kNodes + an_edge(""), keys), {.weight_column = "none"},
                  ErrorKind::usage) == Contains("called \"none\""));
}

TEST_CASE("graphml: weights by other names, or of keys of nodes") {
    const std::string for_node = "<key id='w' for='node' attr.name='weight' attr.type='double'/>";
    const std::string w = an_edge("<data key='w'>5</data>");
    CHECK(arcs("a.graphml", in_graph(kNodes + w, for_node)) == "3: 0>1=5");  // Cytoscape
    CHECK(arcs("a.graphml", in_graph(kNodes + w, for_node), {.weight_column = "weight"}) ==
          "3: 0>1=5");
    const std::string unnamed = "<key id='weight' for='edge'/>";
    CHECK(arcs("a.graphml", in_graph(kNodes + an_edge("<data key='weight'>5</data>"), unnamed)) ==
          "3: 0>1=5");
    CHECK(noted("a.graphml", in_graph(kNodes + an_edge("<data key='weight'>5</data>"), unnamed)) ==
          Contains("key \"weight\", which has no attr.name"));
    const std::string other =
        "<key id='w' for='edge' attr.name='Edge Weight' attr.type='double'/>"
        "<key id='t' for='edge' attr.name='kind' attr.type='string'/>"
        "<key id='i' for='edge' attr.name='id' attr.type='int'/>";
    const std::string data =
        an_edge("<data key='w'>5</data><data key='t'>7</data><data key='i'>9</data>");
    CHECK(arcs("a.graphml", in_graph(kNodes + data, other)) == "3: 0>1=5");
    CHECK(notes("a.graphml", in_graph(kNodes + data, other)) ==
          "the weights are the data \"Edge Weight\", the only numbers that edges have; "
          "ReadOptions::unweighted does without\n");
    CHECK(notes("a.graphml", in_graph(kNodes + data, other), {.unweighted = true}) == "");
    const std::string several = other +
                                "<key id='s' for='edge' attr.name='speed' "
                                "attr.type='long'/>";
    const std::string both = an_edge("<data key='w'>5</data><data key='s'>7</data>");
    CHECK(refusal("a.graphml", in_graph(kNodes + both, several)) ==
          Contains("found numbers called \"Edge Weight\" and \"speed\"; choose with "
                   "ReadOptions::weight_column"));
    CHECK(arcs("a.graphml", in_graph(kNodes + both, several), {.weight_column = "speed"}) ==
          "3: 0>1=7");
    const std::string text_alone = an_edge("<data key='t'>7</data><data key='i'>9</data>");
    CHECK(arcs("a.graphml", in_graph(kNodes + text_alone, other)) == "3: 0>1=1");
    CHECK(notes("a.graphml", in_graph(kNodes + text_alone, other)) == "");
}

TEST_CASE("graphml: of two usual names, the first of the list counts, with a note") {
    const std::string keys =
        "<key id='l' for='edge' attr.name='length' attr.type='double'/>"
        "<key id='c' for='edge' attr.name='cost' attr.type='double'/>";
    const std::string edge = an_edge("<data key='l'>10</data><data key='c'>1</data>");
    CHECK(arcs("a.graphml", in_graph(kNodes + edge, keys)) == "3: 0>1=1");
    CHECK(notes("a.graphml", in_graph(kNodes + edge, keys)) ==
          "the weights are the data \"cost\"; for \"length\" use ReadOptions::weight_column\n");
    CHECK(notes("a.graphml", in_graph(kNodes + edge, keys), {.weight_column = "length"}) == "");
}

TEST_CASE("graphml: names of nodes") {
    const std::string key =
        "<key id='n' for='node' attr.name='name' attr.type='string'/>"
        "<key id='m' for='node' attr.name='map' attr.type='string'/>";
    const auto nodes = [](const std::string& a, const std::string& b) {
        return "<node id='n0'><data key='n'>" + a + "</data><data key='m'>x</data></node>" +
               "<node id='n1'><data key='n'>" + b + "</data><data key='m'>y</data></node>";
    };
    CHECK(labelled("a.graphml", in_graph(nodes("Bern", "Thun"), key)) == "Bern|Thun|2:");
    CHECK(notes("a.graphml", in_graph(nodes("Bern", "Thun"), key)) ==
          "vertices are called by their names, such as \"Bern\"; ReadOptions::label_column id "
          "calls them by their ids, such as \"n0\"\n");
    CHECK(labelled("a.graphml", in_graph(nodes("Bern", "Thun"), key), {.label_column = "id"}) ==
          "n0|n1|2:");
    CHECK(labelled("a.graphml", in_graph(nodes("Bern", "Thun"), key), {.label_column = "map"}) ==
          "x|y|2:");
    CHECK(labelled("a.graphml", in_graph(nodes("Bern", "Bern"), key)) == "n0|n1|2:");
    CHECK(labelled("a.graphml", in_graph(nodes("Bern", ""), key)) == "n0|n1|2:");
    CHECK(labelled("a.graphml", in_graph(nodes("n0", "n1"), key)) == "n0|n1|2:");
    CHECK(notes("a.graphml", in_graph(nodes("n0", "n1"), key)) == "");
    CHECK(refusal("a.graphml", in_graph(nodes("a", "b"), key), {.label_column = "none"},
                  ErrorKind::usage) == Contains("nodes have no data called \"none\""));
}

TEST_CASE("graphml: prefixes, and several graphs") {
    const std::string prefixed =
        "<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'><g:key id='w' for='edge' "
        "attr.name='weight' attr.type='int'/><g:graph edgedefault='directed'><g:node id='a'/>"
        "<g:node id='b'/><g:edge source='a' target='b'><g:data key='w'>6</g:data></g:edge>"
        "</g:graph></g:graphml>";
    CHECK(labelled("a.graphml", prefixed) == "a|b|2: 0>1=6");
    const std::string two =
        "<graphml><graph><node id='a'/></graph><graph><node id='b'/>"
        "<node id='c'/></graph></graphml>";
    CHECK(labelled("a.graphml", two) == "a|1:");
    CHECK(noted("a.graphml", two) == Contains("only the first of several graphs is read"));
}

TEST_CASE("graphml: weights are numbers like those of other formats") {
    const auto with_weight = [](const std::string& weight) {
        return in_graph(kNodes + an_edge("<data key='k'>" + weight + "</data>"), kWeight);
    };
    CHECK(arcs("a.graphml", with_weight("+2.5")) == "3: 0>1=2.5");
    CHECK(arcs("a.graphml", with_weight("1<!-- x -->5")) == "3: 0>1=15");
    CHECK(arcs("a.graphml", with_weight("0x1.4p+1")) == "3: 0>1=2.5");
    CHECK(arcs("a.graphml", with_weight("-0X1P-2")) == "3: 0>1=-0.25");
    for (const char* wrong : {"0x", "0x-1p1", "0x1.8q", "0xinf"}) {
        CHECK(refusal("a.graphml", with_weight(wrong)) == Contains("expected a weight"));
    }
    CHECK(arcs("a.graphml", with_weight("2<![CDATA[.5]]>")) == "3: 0>1=2.5");
    CHECK(refusal("a.graphml", with_weight("9007199254740993")) ==
          Contains("a.graphml:6: expected a weight: a finite number, an integer of at most 2^53"));
    CHECK(refusal("a.graphml", with_weight("1e400")) == Contains("a weight"));
    CHECK(arcs("a.graphml", with_weight("1e-400")) == "3: 0>1=0");
    CHECK(notes("a.graphml", with_weight("1e-400")) == "line 6: 1e-400 is rounded to 0\n");
}

TEST_CASE("graphml: graphs nested without end") {
    constexpr int kLevels = 200'000;
    std::string deep, end;
    for (int level = 0; level < kLevels; ++level) {
        deep += "<node id='" + std::to_string(level) + "'><graph>";
        end += "</graph></node>";
    }
    const std::string edge = "<edge source='0' target='" + std::to_string(kLevels - 1) + "'/>";
    const GraphFile file = read_graph(write_file("a.graphml", in_graph(deep + edge + end)));
    CHECK(file.graph.vertices() == kLevels);
    CHECK(file.graph.arcs() == 1);
    // Nodes keep the file's order, whatever graph they are in.
    const std::string inner =
        "<graph edgedefault='undirected'><node id='y'/><node id='z'/></graph>";
    CHECK(labelled("a.graphml", in_graph("<node id='x'>" + inner + "<graph><node id='u'/></graph>" +
                                         "</node><data/><node id='v'/>" +
                                         "<edge source='u' target='v'/>")) == "x|y|z|u|v|5: 3>4=1");
}

TEST_CASE("graphml: a line near the end of a file that is longer in UTF-8") {
    const std::string accents(std::size_t{64} << 20, '\xe9');
    const std::string head = "<?xml version='1.0' encoding='ISO-8859-1'?>\n<graphml><graph>";
    CHECK(refusal("a.graphml", head + "<!--" + accents + "-->\n<node/></graph></graphml>") ==
          Contains("a.graphml:3: expected a node's id"));
}

TEST_CASE("graphml: what is no graph, and in which line") {
    const auto refused = [](const std::string& inside, const std::string& keys = "") {
        return refusal("a.graphml", in_graph(inside, keys));
    };
    CHECK(refusal("a.graphml", "<graphml><graph>") == Contains("a.graphml:1: expected XML, found"));
    CHECK(refusal("a.graphml", "<?xml version='1.0'?>\n<html/>") == Contains("found other XML"));
    CHECK(refused("") == Contains("a.graphml:3: expected a graph with nodes"));
    CHECK(refused(kNodes + "<node id='a'/>") ==
          Contains("a.graphml:5: expected each node's id once"));
    CHECK(refused("<node/>") == Contains("a.graphml:4: expected a node's id"));
    CHECK(refused(kNodes + "<edge source='a' target='e'/>") ==
          Contains("a.graphml:5: expected the id of a node as target, found 'e'"));
    CHECK(refused(kNodes + an_edge("<data key='k'>fast</data>"), kWeight) ==
          Contains("a.graphml:6: expected a weight: a finite"));
    CHECK(refused(kNodes + an_edge("<data key='k'>nan</data>"), kWeight) == Contains("a weight"));
    CHECK(refused(kNodes + an_edge(""), kWeight) ==
          Contains("a.graphml:6: expected <data key=\"k\">"));
    CHECK(refused(kNodes + "<hyperedge/>") == Contains("a.graphml:5: expected edges of two ends"));
    CHECK(refused(kNodes + an_edge("<graph><node id='e'/></graph>")) ==
          Contains("a.graphml:5: expected graphs within nodes, found one in an edge"));
}

TEST_CASE("graphml: coordinates, where all nodes have them") {
    const std::string keys =
        "<key id='k0' for='node' attr.name='lon' attr.type='double'/>\n"
        "<key id='k1' for='node' attr.name='lat' attr.type='double'/>\n";
    const auto read = [&](const std::string& of_b) {
        const std::string nodes =
            "<node id='a'><data key='k1'>46.5</data><data key='k0'>7</data></node>\n"
            "<node id='b'>" +
            of_b + "</node>\n";
        return read_graph(write_file("c.graphml", in_graph(nodes, keys))).coordinates;
    };
    const std::vector<Coordinates> all = read("<data key='k0'>-8</data><data key='k1'>47</data>");
    REQUIRE(all.size() == 2);
    CHECK(all[0].x == 7);
    CHECK(all[0].y == 46.5);
    CHECK(all[1].x == -8);
    CHECK(read("<data key='k0'>8</data>").empty());
    CHECK(read("<data key='k0'>8</data><data key='k1'>north</data>").empty());
    CHECK(read("<data key='k0'>8</data><data key='k1'>inf</data>").empty());
    CHECK(read_graph(write_file("c.graphml", in_graph(kNodes))).coordinates.empty());
}
