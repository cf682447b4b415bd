// GraphML, which pugixml parses: nodes, and edges whose weights are the data of one key.
// http://graphml.graphdrawing.org/primer/graphml-primer.html
#include <algorithm>

#include "io/formats.hpp"

#ifdef APSP_PUGIXML
#include <cstring>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <utility>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/edge_names.hpp"
#include "io/numbers.hpp"
#include "io/text_scanner.hpp"
#endif

namespace apsp {

#ifdef APSP_PUGIXML

namespace {

class Reader {
  public:
    Reader(const InputFile& file, const ReadOptions& options) : file_(file), options_(options) {
        const std::string_view bytes = file.bytes();
        const auto parsed = document_.load_buffer(bytes.data(), bytes.size());
        if (!parsed) fail(parsed.offset, "XML", parsed.description());
        root_ = document_.child("graphml");
        if (!root_ || !root_.child("graph")) {
            fail(0, "GraphML, with a <graph> in <graphml>", "other XML");
        }
    }

    GraphFile read() {
        find_weights();
        const pugi::xml_node graph = root_.child("graph");
        if (graph.next_sibling("graph")) {
            fail(graph.next_sibling("graph").offset_debug(), "one graph", "a second one");
        }
        add_nodes(graph);
        if (labels_.empty()) fail(graph.offset_debug(), "a graph with nodes", "none");
        add_all_edges(graph);
        const std::size_t n = labels_.size();
        GraphFile file{make_graph(n, std::move(arcs_), file_.name(), options_), std::move(labels_)};
        if (rounded_.count() != 0) file.notes.push_back(rounded_.note(file_.name()));
        return file;
    }

  private:
    [[noreturn]] void fail(std::ptrdiff_t offset, std::string_view expected,
                           std::string_view found) const {
        fail_input(fmt::format("{}:{}", file_.name(), line(offset)), expected, found);
    }

    /// pugixml counts in UTF-8, in which the text of a file in another encoding may be longer.
    std::size_t line(std::ptrdiff_t offset) const {
        const std::string_view bytes = file_.bytes();
        const auto last = std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(bytes));
        return 1 + static_cast<std::size_t>(std::count(bytes.begin(), bytes.begin() + last, '\n'));
    }

    /// Finds the keys of edges that have the name asked for, or a usual name of weights. There may
    /// be several: NetworkX writes one for each type of number.
    void find_weights() {
        if (options_.unweighted) return;
        std::string others;
        std::size_t best = std::size(kWeightNames);
        for (const pugi::xml_node key : root_.children("key")) {
            const std::string_view domain = key.attribute("for").value();
            const std::string name = key.attribute("attr.name").value();
            if (domain != "edge" && domain != "all" && !domain.empty()) continue;
            others += (others.empty() ? "" : ", ") + name;
            const auto place = static_cast<std::size_t>(
                std::ranges::find(kWeightNames, lower(name)) - std::begin(kWeightNames));
            const bool usual = place < std::size(kWeightNames) && place <= best;
            if (options_.weight_column.empty() ? !usual : name != options_.weight_column) continue;
            if (usual && place < best) keys_.clear();
            best = usual ? place : best;
            const pugi::xml_node otherwise = key.child("default");
            keys_[key.attribute("id").value()] =
                otherwise ? std::optional(number(otherwise)) : std::nullopt;
        }
        if (!options_.weight_column.empty() && keys_.empty()) {
            throw Error(ErrorKind::usage,
                        fmt::format("{}: edges have no data called \"{}\", which "
                                    "ReadOptions::weight_column names; there are: {}",
                                    file_.name(), options_.weight_column,
                                    others.empty() ? "none" : others));
        }
    }

    double number(pugi::xml_node node) {
        std::string whole;  // comments and CDATA part it
        for (const pugi::xml_node part : node) whole += part.value();
        std::string_view text = whole;
        while (!text.empty() && std::strchr(" \t\r\n", text.front()) != nullptr) {
            text.remove_prefix(1);
        }
        while (!text.empty() && std::strchr(" \t\r\n", text.back()) != nullptr) {
            text.remove_suffix(1);
        }
        const auto value = parse_number(text, NumberKind::weight);
        const auto place = node.offset_debug();
        if (!value) fail(place, describe(NumberKind::weight), TextScanner::quoted(text));
        // Only the first one's line is kept, and counting lines takes time.
        if (value->rounded) rounded_.add(rounded_.count() == 0 ? line(place) : 0, text, 0);
        return value->value;
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
        for (auto node = following(graph, graph); node; node = following(node, graph)) {
            if (node.name() != std::string_view("node")) continue;
            const std::string_view id = node.attribute("id").value();
            if (!Labels::valid(id)) {
                fail(node.offset_debug(), "a node's id in UTF-8 without control characters",
                     TextScanner::quoted(id));
            }
            const std::size_t before = labels_.size();
            labels_.add(id);
            if (labels_.size() == before) {
                fail(node.offset_debug(), "each node's id once",
                     TextScanner::quoted(id) + " again");
            }
        }
    }

    /// Adds the edges, also those of graphs within nodes.
    void add_all_edges(pugi::xml_node outermost) {
        std::vector<std::pair<pugi::xml_node, bool>> graphs = {{outermost, false}};
        while (!graphs.empty()) {
            auto [graph, directed] = graphs.back();
            graphs.pop_back();
            if (const auto by_default = graph.attribute("edgedefault")) {
                directed = by_default.value() == std::string_view("directed");
            }
            add_edges(graph, directed);
            for (const pugi::xml_node node : graph.children("node")) {
                for (const pugi::xml_node inner : node.children("graph")) {
                    graphs.emplace_back(inner, directed);
                }
            }
        }
    }

    void add_edges(pugi::xml_node graph, bool directed) {
        if (const auto hyperedge = graph.child("hyperedge")) {
            fail(hyperedge.offset_debug(), "edges of two ends", "a hyperedge");
        }
        for (const pugi::xml_node edge : graph.children("edge")) {
            if (const auto inner = edge.child("graph")) {
                fail(inner.offset_debug(), "graphs within nodes", "one in an edge");
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
            fail(edge.offset_debug(), fmt::format("the id of a node as {}", which),
                 TextScanner::quoted(id));
        }
        return static_cast<std::uint32_t>(*vertex);
    }

    double weight(pugi::xml_node edge) {
        if (keys_.empty()) return 1;
        for (const pugi::xml_node data : edge.children("data")) {
            if (keys_.contains(data.attribute("key").value())) return number(data);
        }
        for (const auto& [key, otherwise] : keys_) {
            if (otherwise) return *otherwise;
        }
        fail(edge.offset_debug(),
             fmt::format("<data key=\"{}\">, the edge's weight", keys_.begin()->first),
             "none; ReadOptions::unweighted does without weights");
    }

    const InputFile& file_;
    const ReadOptions& options_;
    pugi::xml_document document_;
    pugi::xml_node root_;
    std::map<std::string, std::optional<double>> keys_;  // of weights, with their defaults
    Labels labels_;
    std::vector<Arc> arcs_;
    RoundedNumbers rounded_;
};

}  // namespace

bool can_read_graphml() {
    return true;
}

GraphFile read_graphml(const InputFile& file, const ReadOptions& options) {
    return Reader(file, options).read();
}

#else

bool can_read_graphml() {
    return false;
}

GraphFile read_graphml(const InputFile& file, const ReadOptions&) {
    throw Error(ErrorKind::usage, file.name() +
                                      ": this build has no pugixml, which reads GraphML; install "
                                      "it (libpugixml-dev) and build again");
}

#endif

}  // namespace apsp
