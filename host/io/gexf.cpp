// GEXF (https://gexf.net/primer.html), which pugixml parses: nodes with ids and labels, and edges,
// whose attribute "weight" is 1 where it is missing. Without that attribute, the weights are among
// the edges' further values. Edges lead both ways unless they are directed.
#include "io/formats.hpp"
#include "io/xml_file.hpp"

#ifdef APSP_PUGIXML
#include <algorithm>
#include <utility>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/text_scanner.hpp"
#include "io/weight_data.hpp"

namespace apsp {
namespace {

class GexfReader {
  public:
    GexfReader(const InputFile& file, const ReadOptions& options)
        : xml_(file, "gexf", kExpected), options_(options) {
        if (!graph()) xml_.fail(xml_.root(), kExpected, "no <graph>");
    }

    GraphFile read() {
        std::vector<pugi::xml_node> edges;
        for_each("nodes", "node", [&](pugi::xml_node node) { add_node(node); });
        if (ids_.empty()) xml_.fail(graph(), "a graph with nodes", "none");
        // Edges may also stand in nodes.
        for_each("edges", "edge", [&](pugi::xml_node edge) { edges.push_back(edge); });
        find_weights(edges);
        for (const pugi::xml_node edge : edges) add_edge(edge);
        const std::size_t n = ids_.size();
        Labels labels =
            choose_labels(std::move(ids_), names_, "label", options_, xml_.name(), notes_);
        xml_.add_notes(notes_);
        return {make_graph(n, std::move(arcs_), xml_.name(), options_), std::move(labels),
                std::move(notes_)};
    }

  private:
    static constexpr std::string_view kExpected = "GEXF, with a <graph> in <gexf>";

    pugi::xml_node graph() const { return xml_.root().child("graph"); }

    /// Calls f for each such element in a list of them, in the order of the file. No function here
    /// calls itself, because any file says how deep it is nested.
    template <class F>
    void for_each(std::string_view list, std::string_view element, F&& f) const {
        for (pugi::xml_node node = graph(); node;) {
            if (node.name() == element && node.parent().name() == list) f(node);
            if (node.first_child()) {
                node = node.first_child();
                continue;
            }
            while (node != graph() && !node.next_sibling()) node = node.parent();
            if (node == graph()) return;
            node = node.next_sibling();
        }
    }

    void add_node(pugi::xml_node node) {
        const std::string_view id = node.attribute("id").value();
        if (!Labels::valid(id)) {
            xml_.fail(node, "a node's id in UTF-8 without control characters",
                      TextScanner::quoted(id));
        }
        const std::size_t before = ids_.size();
        ids_.add(id);
        if (ids_.size() == before) {
            xml_.fail(node, "each node's id once", TextScanner::quoted(id) + " again");
        }
        names_.emplace_back(node.attribute("label").value());
    }

    static std::string_view value_of(pugi::xml_node edge, const std::string& id) {
        for (const pugi::xml_node value : edge.child("attvalues").children("attvalue")) {
            const auto key =
                value.attribute("for") ? value.attribute("for") : value.attribute("id");
            if (key.value() == id) return value.attribute("value").value();
        }
        return "";
    }

    void find_weights(const std::vector<pugi::xml_node>& edges) {
        const bool plain = std::ranges::any_of(
            edges, [](pugi::xml_node edge) { return !edge.attribute("weight").empty(); });
        if (plain && options_.weight_column.empty()) return;
        std::vector<EdgeData> data;
        std::vector<std::string> ids;
        if (plain) {
            data.push_back({"weight", true});
            ids.emplace_back();
        }
        for (const pugi::xml_node list : graph().children("attributes")) {
            if (list.attribute("class").value() != std::string_view("edge")) continue;
            for (const pugi::xml_node attribute : list.children("attribute")) {
                const std::string_view type = attribute.attribute("type").value();
                ids.emplace_back(attribute.attribute("id").value());
                data.push_back({attribute.attribute("title").value(),
                                type == "float" || type == "double" || type == "integer" ||
                                    type == "long" || type == "int"});
            }
        }
        for (const std::size_t k : choose_weights(data, options_, xml_.name(), notes_)) {
            by_value_ = ids[k];
            name_ = data[k].name;
        }
    }

    double weight(pugi::xml_node edge) {
        if (options_.unweighted) return 1;
        const auto plain = edge.attribute("weight");
        if (by_value_.empty()) return plain ? xml_.number(plain.value(), edge) : 1;
        const std::string_view text = value_of(edge, by_value_);
        if (text.empty()) {
            xml_.fail(edge, fmt::format("a value of \"{}\", the edge's weight", name_),
                      "none; ReadOptions::unweighted does without weights");
        }
        return xml_.number(text, edge);
    }

    std::uint32_t end_of(pugi::xml_node edge, const char* which) const {
        const std::string_view id = edge.attribute(which).value();
        const auto vertex = ids_.find(id);
        if (!vertex) {
            xml_.fail(edge, fmt::format("the id of a node as {}", which), TextScanner::quoted(id));
        }
        return static_cast<std::uint32_t>(*vertex);
    }

    void add_edge(pugi::xml_node edge) {
        const Arc arc = {end_of(edge, "source"), end_of(edge, "target"), weight(edge)};
        arcs_.push_back(arc);
        const auto own = edge.attribute("type");
        const std::string_view type =
            own ? own.value() : graph().attribute("defaultedgetype").value();
        if (type != "directed") arcs_.push_back({arc.target, arc.source, arc.weight});
    }

    XmlFile xml_;
    const ReadOptions& options_;
    std::string by_value_, name_;  // the id and the title of the values that are weights
    Labels ids_;
    std::vector<std::string> names_;
    std::vector<Arc> arcs_;
    std::vector<std::string> notes_;
};

}  // namespace

GraphFile read_gexf(const InputFile& file, const ReadOptions& options) {
    return GexfReader(file, options).read();
}

#else

namespace apsp {

GraphFile read_gexf(const InputFile& file, const ReadOptions&) {
    refuse_xml(file);
}

#endif

}  // namespace apsp
