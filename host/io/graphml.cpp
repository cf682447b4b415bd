// GraphML, which pugixml parses: nodes, and edges whose weights are the data of one key.
// http://graphml.graphdrawing.org/primer/graphml-primer.html
#include <algorithm>

#include "io/formats.hpp"

#ifdef APSP_PUGIXML
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/text_scanner.hpp"
#include "io/weight_data.hpp"
#endif
#include "io/xml_file.hpp"

namespace apsp {

#ifdef APSP_PUGIXML

namespace {

constexpr const char* kNumbers[] = {"int", "integer", "long", "float", "double", "short"};
constexpr std::string_view kAxes[][2] = {{"x", "y"}, {"lon", "lat"}, {"longitude", "latitude"}};
constexpr const char* kNames[] = {"name", "label"};  // of data of nodes, the first before the other

class GraphmlReader {
  public:
    GraphmlReader(const InputFile& file, const ReadOptions& options)
        : xml_(file, "graphml", kExpected), options_(options) {
        if (!graph()) xml_.fail(xml_.root(), kExpected, "no <graph>");
    }

    GraphFile read() {
        add_nodes(graph());
        if (labels_.empty()) xml_.fail(graph(), "a graph with nodes", "none");
        find_weights();
        add_all_edges(graph());
        if (graph().next_sibling("graph")) {
            notes_.push_back(
                fmt::format("{}: only the first of several graphs is read; save the "
                            "others as files of their own",
                            xml_.name()));
        }
        const std::size_t n = labels_.size();
        Labels labels =
            choose_labels(std::move(labels_), names_, name_, options_, xml_.name(), notes_);
        GraphFile file{make_graph(n, std::move(arcs_), xml_.name(), options_), std::move(labels),
                       std::move(notes_), std::move(coordinates_)};
        if (file.coordinates.size() != n) file.coordinates.clear();
        xml_.add_notes(file.notes);
        return file;
    }

  private:
    static constexpr std::string_view kExpected = "GraphML, with a <graph> in <graphml>";

    pugi::xml_node graph() const { return xml_.root().child("graph"); }

    static bool is_for(pugi::xml_node key, std::string_view what) {
        const std::string_view domain = key.attribute("for").value();
        return domain == what || domain == "all" || domain.empty();
    }
    /// A key without a name is called by its id.
    static std::string name_of(pugi::xml_node key) {
        const std::string name = key.attribute("attr.name").value();
        return name.empty() ? key.attribute("id").value() : name;
    }

    /// The keys of the data that edges have, and whether the first of each is a number. Some
    /// programs declare them for nodes.
    std::map<std::string, bool> used_by_edges() const {
        std::map<std::string, bool> used;
        for_each_graph(graph(), [&](pugi::xml_node inner, bool) {
            for (const pugi::xml_node edge : inner.children("edge")) {
                for (const pugi::xml_node data : edge.children("data")) {
                    const char* const key = data.attribute("key").value();
                    if (used.find(key) != used.end()) continue;
                    used[key] = is_number(XmlFile::text_of(data));
                }
            }
        });
        return used;
    }

    /// Finds the keys of the weights. There may be several: NetworkX writes one for each type of
    /// number.
    void find_weights() {
        if (options_.unweighted) return;
        const auto used = used_by_edges();
        std::vector<EdgeData> data;
        std::vector<pugi::xml_node> keys;
        for (const pugi::xml_node key : xml_.root().children("key")) {
            const auto place = used.find(key.attribute("id").value());
            if (!is_for(key, "edge") && place == used.end()) continue;
            const std::string_view type = key.attribute("attr.type").value();
            const bool known = std::ranges::find(kNumbers, type) != std::end(kNumbers);
            const bool there = place != used.end() || key.child("default");
            const bool looks = place != used.end() && place->second;
            data.push_back({name_of(key), there && (type.empty() ? looks : known)});
            keys.push_back(key);
        }
        for (const std::size_t k : choose_weights(data, options_, xml_.name(), notes_)) {
            if (!keys[k].attribute("attr.name")) {
                notes_.push_back(
                    fmt::format("{}: the weights are the data of key \"{}\", which has "
                                "no attr.name; ReadOptions::unweighted does without",
                                xml_.name(), data[k].name));
            }
            const pugi::xml_node otherwise = keys[k].child("default");
            keys_[keys[k].attribute("id").value()] =
                otherwise ? std::optional(xml_.number(XmlFile::text_of(otherwise), otherwise))
                          : std::nullopt;
        }
    }

    /// The key of the data that name nodes, which is none where `name_` stays empty.
    void find_names() {
        for (const pugi::xml_node key : xml_.root().children("key")) {
            if (!is_for(key, "node")) continue;
            const std::string name = name_of(key);
            const bool wanted = options_.label_column.empty()
                                    ? std::ranges::find(kNames, lower(name)) != std::end(kNames)
                                    : name == options_.label_column;
            if (!wanted || (!name_.empty() && lower(name) != kNames[0])) continue;
            name_ = name;
            name_key_ = key.attribute("id").value();
        }
        if (!options_.label_column.empty() && options_.label_column != "id" && name_.empty()) {
            throw Error(ErrorKind::usage, fmt::format("{}: nodes have no data called \"{}\", which "
                                                      "ReadOptions::label_column names",
                                                      xml_.name(), options_.label_column));
        }
    }

    /// The keys of the nodes' coordinates, if there are both.
    void find_axes() {
        for (const auto& axes : kAxes) {
            std::string keys[2];
            for (const pugi::xml_node key : xml_.root().children("key")) {
                for (std::size_t axis = 0; axis < 2; ++axis) {
                    const bool named = is_for(key, "node") && lower(name_of(key)) == axes[axis];
                    if (named) keys[axis] = key.attribute("id").value();
                }
            }
            if (keys[0].empty() || keys[1].empty()) continue;
            std::ranges::copy(keys, axes_);
            return;
        }
    }

    /// Where the node is, if it says so.
    void add_coordinates(pugi::xml_node node) {
        double at[2] = {};
        for (std::size_t axis = 0; axis < 2; ++axis) {
            const auto data = node.find_child_by_attribute("data", "key", axes_[axis].c_str());
            const bool there =
                !axes_[axis].empty() && parse_whole(XmlFile::text_of(data), at[axis]);
            if (!there || !std::isfinite(at[axis])) return;
        }
        coordinates_.push_back({at[0], at[1]});
    }

    /// The node or graph that follows in the file, within `top`: graphs have nodes, which may have
    /// graphs. No function here calls itself, because any file says how deep they are nested.
    static pugi::xml_node following(pugi::xml_node place, pugi::xml_node top) {
        const bool in_graph = place.name() == std::string_view("graph");
        if (const auto inner = place.child(in_graph ? "node" : "graph")) return inner;
        for (; place != top; place = place.parent()) {
            if (const auto next = place.next_sibling(place.name())) return next;
        }
        return {};
    }

    /// Adds the nodes, also those of graphs within nodes.
    void add_nodes(pugi::xml_node graph) {
        find_names();
        find_axes();
        for (auto node = following(graph, graph); node; node = following(node, graph)) {
            if (node.name() != std::string_view("node")) continue;
            const std::string_view id = node.attribute("id").value();
            if (!Labels::valid(id)) {
                xml_.fail(node, "a node's id in UTF-8 without control characters",
                          TextScanner::quoted(id));
            }
            const std::size_t before = labels_.size();
            labels_.add(id);
            if (labels_.size() == before) {
                xml_.fail(node, "each node's id once", TextScanner::quoted(id) + " again");
            }
            const pugi::xml_node name =
                node.find_child_by_attribute("data", "key", name_key_.c_str());
            if (!name_.empty()) names_.push_back(XmlFile::text_of(name));
            add_coordinates(node);
        }
    }

    void add_all_edges(pugi::xml_node outermost) {
        for_each_graph(outermost,
                       [&](pugi::xml_node graph, bool directed) { add_edges(graph, directed); });
    }

    /// Calls f(graph, directed) for the graph, and graphs within its nodes.
    template <class F>
    static void for_each_graph(pugi::xml_node outermost, F&& f) {
        std::vector<std::pair<pugi::xml_node, bool>> graphs = {{outermost, false}};
        while (!graphs.empty()) {
            auto [graph, directed] = graphs.back();
            graphs.pop_back();
            if (const auto by_default = graph.attribute("edgedefault")) {
                directed = by_default.value() == std::string_view("directed");
            }
            f(graph, directed);
            for (const pugi::xml_node node : graph.children("node")) {
                for (const pugi::xml_node inner : node.children("graph")) {
                    graphs.emplace_back(inner, directed);
                }
            }
        }
    }

    void add_edges(pugi::xml_node graph, bool directed) {
        if (const auto hyperedge = graph.child("hyperedge")) {
            xml_.fail(hyperedge, "edges of two ends", "a hyperedge");
        }
        for (const pugi::xml_node edge : graph.children("edge")) {
            if (const auto inner = edge.child("graph")) {
                xml_.fail(inner, "graphs within nodes", "one in an edge");
            }
            const Arc arc = {end_of(edge, "source"), end_of(edge, "target"), weight(edge)};
            arcs_.push_back(arc);
            if (edge.attribute("directed").as_bool(directed)) continue;
            arcs_.push_back({arc.target, arc.source, arc.weight});
        }
    }

    std::uint32_t end_of(pugi::xml_node edge, const char* which) const {
        const std::string_view id = edge.attribute(which).value();
        const auto vertex = labels_.find(id);
        if (!vertex) {
            xml_.fail(edge, fmt::format("the id of a node as {}", which), TextScanner::quoted(id));
        }
        return static_cast<std::uint32_t>(*vertex);
    }

    double weight(pugi::xml_node edge) {
        if (keys_.empty()) return 1;
        for (const pugi::xml_node data : edge.children("data")) {
            if (keys_.contains(data.attribute("key").value())) {
                return xml_.number(XmlFile::text_of(data), data);
            }
        }
        for (const auto& [key, otherwise] : keys_) {
            if (otherwise) return *otherwise;
        }
        xml_.fail(edge, fmt::format("<data key=\"{}\">, the edge's weight", keys_.begin()->first),
                  "none; ReadOptions::unweighted does without weights");
    }

    XmlFile xml_;
    const ReadOptions& options_;
    std::map<std::string, std::optional<double>> keys_;  // of weights, with their defaults
    std::string name_, name_key_;                        // of the data that name nodes
    std::vector<std::string> names_;
    std::string axes_[2];  // keys of the data that say where nodes are
    std::vector<Coordinates> coordinates_;
    Labels labels_;  // ids
    std::vector<Arc> arcs_;
    std::vector<std::string> notes_;
};

}  // namespace

GraphFile read_graphml(const InputFile& file, const ReadOptions& options) {
    return GraphmlReader(file, options).read();
}

#else

GraphFile read_graphml(const InputFile& file, const ReadOptions&) {
    refuse_xml(file);
}

#endif

}  // namespace apsp
