// GML (Himsolt, "GML: A portable Graph File Format", 1997): pairs of a key and a value, which is a
// number, a text in quotes, or a list of pairs in brackets. Nodes and edges are lists in "graph".
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/foreign.hpp"
#include "io/formats.hpp"
#include "io/numbers.hpp"
#include "io/text_scanner.hpp"
#include "io/weight_data.hpp"

namespace apsp {
namespace {

/// The words of a file, with their lines: keys, numbers, texts (with their first quote), brackets.
class GmlWords {
  public:
    explicit GmlWords(const InputFile& file) : file_(file), rest_(file.bytes()) {
        check_text(file);
        if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
    }

    /// The next word, "" at the end of the file.
    std::string_view next() {
        for (bool line_begins = true; !rest_.empty(); rest_.remove_prefix(1)) {
            const char c = rest_.front();
            if (c == '#' && line_begins) {
                rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
                if (rest_.empty()) break;
            }
            if (rest_.front() == '\n') ++line_;
            line_begins = line_begins || c == '\n';
            if (std::string_view(" \t\r\n").find(rest_.front()) == std::string_view::npos) break;
        }
        if (rest_.empty()) return "";
        std::size_t size = 1;
        if (rest_.front() == '"') {
            size = rest_.find('"', 1);
            if (size == std::string_view::npos) fail("a closing quote", "the end of the file");
        } else if (rest_.front() != '[' && rest_.front() != ']') {
            size = std::min(rest_.find_first_of(" \t\r\n[]\""), rest_.size());
        }
        const std::string_view word = rest_.substr(0, size);
        const bool text = word.front() == '"';
        line_ += static_cast<std::size_t>(text ? std::ranges::count(word, '\n') : 0);
        rest_.remove_prefix(size + (text ? 1 : 0));
        return word;
    }

    std::size_t line() const { return line_; }
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
        fail(line_, expected, found);
    }
    [[noreturn]] void fail(std::size_t line, std::string_view expected,
                           std::string_view found) const {
        fail_input(fmt::format("{}:{}", file_.name(), line), expected, found);
    }

  private:
    const InputFile& file_;
    std::string_view rest_;
    std::size_t line_ = 1;
};

/// What a text means: "&quot;" and the like are characters.
std::string decoded(std::string_view text) {
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
    std::string result;
    while (!text.empty()) {
        std::size_t size = 1;
        char32_t code = static_cast<unsigned char>(text.front());
        for (const auto& [entity, character] : kEntities) {
            if (!text.starts_with(entity)) continue;
            size = entity.size();
            code = static_cast<unsigned char>(character);
        }
        const std::size_t end = text.find(';');
        std::uint32_t number = 0;
        const bool numbered = text.starts_with("&#") && end != std::string_view::npos &&
                              parse_whole(text.substr(2, end - 2), number) && number < 0x110000;
        if (!numbered) {
            result += static_cast<char>(code);
        } else if (size = end + 1; number < 0x80) {
            result += static_cast<char>(number);
        } else if (number < 0x800) {
            result +=
                {static_cast<char>(0xC0 | number >> 6), static_cast<char>(0x80 | (number & 0x3F))};
        } else if (number < 0x10000) {
            result += {static_cast<char>(0xE0 | number >> 12),
                       static_cast<char>(0x80 | (number >> 6 & 0x3F)),
                       static_cast<char>(0x80 | (number & 0x3F))};
        } else {
            result += {static_cast<char>(0xF0 | number >> 18),
                       static_cast<char>(0x80 | (number >> 12 & 0x3F)),
                       static_cast<char>(0x80 | (number >> 6 & 0x3F)),
                       static_cast<char>(0x80 | (number & 0x3F))};
        }
        text.remove_prefix(size);
    }
    return result;
}

/// The plain values of a list; lists within it are left out.
struct GmlItem {
    std::size_t line = 0;
    std::vector<std::pair<std::string_view, std::string_view>> values;

    std::string_view get(std::string_view key) const {
        for (const auto& [name, value] : values) {
            if (name == key) return value;
        }
        return "";
    }
};

class GmlReader {
  public:
    GmlReader(const InputFile& file, const ReadOptions& options)
        : words_(file), name_(file.name()), options_(options) {}

    GraphFile read() {
        find_graph();
        if (nodes_.empty()) words_.fail("a graph with nodes", "none");
        add_nodes();
        find_weights();
        for (const GmlItem& edge : edges_) add_edge(edge);
        const std::size_t n = nodes_.size();
        Labels labels = choose_labels(std::move(ids_), names_, "label", options_, name_, notes_);
        if (rounded_.count() != 0) notes_.push_back(rounded_.note(name_));
        return {make_graph(n, std::move(arcs_), name_, options_), std::move(labels),
                std::move(notes_)};
    }

  private:
    void find_graph() {
        constexpr std::string_view kGraph = "GML, with 'graph [ ... ]'";
        for (bool found = false;;) {
            const std::string key = lower(words_.next());
            if (key.empty()) {
                if (found) return;
                words_.fail(kGraph, "the end of the file");
            }
            const std::string_view value = words_.next();
            if (value.empty()) words_.fail(kGraph, "the end of the file");
            if (value == "]" || key == "[" || key == "]") {
                words_.fail("a key and its value", TextScanner::quoted(key));
            }
            if (value != "[") continue;
            if (key != "graph") {
                read_list();
            } else if (!found) {
                found = true;
                read_graph_list();
            } else {
                notes_.push_back(
                    fmt::format("{}: only the first of several graphs is read; save "
                                "the others as files of their own",
                                name_));
                return;
            }
        }
    }

    void read_graph_list() {
        while (true) {
            const std::string_view key = words_.next();
            if (key == "]") return;
            const std::string_view value = words_.next();
            if (value.empty()) words_.fail("']', the end of the graph", "the end of the file");
            const std::string name = lower(key);
            if (value == "[") {
                GmlItem item = read_list();
                if (name == "node") nodes_.push_back(std::move(item));
                if (name == "edge") edges_.push_back(std::move(item));
            } else if (name == "directed") {
                directed_ = value == "1";
            }
        }
    }

    /// The list whose bracket was the last word.
    GmlItem read_list() {
        GmlItem item{words_.line(), {}};
        for (std::size_t depth = 1; depth != 0;) {
            const std::string_view key = words_.next();
            if (key.empty()) words_.fail("']'", "the end of the file");
            if (key == "]") {
                --depth;
                continue;
            }
            const std::string_view value = words_.next();
            if (value == "[") {
                ++depth;
            } else if (value.empty() || value == "]" || key == "[") {
                words_.fail("a key and its value", TextScanner::quoted(key));
            } else if (depth == 1) {
                item.values.emplace_back(key, value);
            }
        }
        return item;
    }

    /// A value without its quote.
    static std::string_view plain(std::string_view value) {
        return value.substr(value.starts_with('"') ? 1 : 0);
    }

    void add_nodes() {
        for (const GmlItem& node : nodes_) {
            const std::string_view id = plain(node.get("id"));
            if (!Labels::valid(id)) {
                words_.fail(node.line, "a node's id",
                            id.empty() ? "none" : TextScanner::quoted(id));
            }
            const std::size_t before = ids_.size();
            ids_.add(id);
            if (ids_.size() == before) {
                words_.fail(node.line, "each node's id once", TextScanner::quoted(id) + " again");
            }
            names_.push_back(decoded(plain(node.get("label"))));
        }
    }

    void find_weights() {
        std::vector<EdgeData> data;
        std::map<std::string_view, std::size_t> place;
        for (const GmlItem& edge : edges_) {
            for (const auto& [key, value] : edge.values) {
                if (key == "source" || key == "target") continue;
                const auto [found, added] = place.try_emplace(key, data.size());
                if (added) data.push_back({std::string(key), is_number(value)});
            }
        }
        for (const std::size_t k : choose_weights(data, options_, name_, notes_)) {
            weights_.push_back(data[k].name);
        }
    }

    std::uint32_t end_of(const GmlItem& edge, std::string_view which) const {
        const std::string_view id = plain(edge.get(which));
        const auto vertex = id.empty() ? std::nullopt : ids_.find(id);
        if (vertex) return static_cast<std::uint32_t>(*vertex);
        words_.fail(edge.line, fmt::format("the id of a node as {}", which),
                    id.empty() ? "none" : TextScanner::quoted(id));
    }

    double weight(const GmlItem& edge) {
        if (weights_.empty()) return 1;
        std::string_view text;
        for (const std::string& name : weights_) {
            if (text.empty()) text = plain(edge.get(name));
        }
        if (text.empty()) {
            words_.fail(edge.line, fmt::format("\"{}\", the edge's weight", weights_.front()),
                        "none; ReadOptions::unweighted does without weights");
        }
        const auto value = parse_number(text, NumberKind::weight);
        if (!value) {
            words_.fail(edge.line, describe(NumberKind::weight), TextScanner::quoted(text));
        }
        if (value->rounded) rounded_.add(edge.line, text, value->value);
        return value->value;
    }

    void add_edge(const GmlItem& edge) {
        const Arc arc = {end_of(edge, "source"), end_of(edge, "target"), weight(edge)};
        arcs_.push_back(arc);
        if (!directed_) arcs_.push_back({arc.target, arc.source, arc.weight});
    }

    GmlWords words_;
    const std::string& name_;
    const ReadOptions& options_;
    bool directed_ = false;
    std::vector<GmlItem> nodes_, edges_;
    std::vector<std::string> names_, weights_;
    Labels ids_;
    std::vector<Arc> arcs_;
    std::vector<std::string> notes_;
    RoundedNumbers rounded_;
};

}  // namespace

GraphFile read_gml(const InputFile& file, const ReadOptions& options) {
    return GmlReader(file, options).read();
}

}  // namespace apsp
