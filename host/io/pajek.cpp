// Pajek's networks (http://mrvar.fdv.uni-lj.si/pajek/): "*Vertices n" with lines `1 "label" ...`,
// then sections of lines: "*Arcs" and "*Edges" (u v weight), "*Arcslist" and "*Edgeslist" (u v v
// ...), or "*Matrix". Vertices count from 1, edges lead both ways, and '%' begins a comment.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/text_scanner.hpp"
#include "io/weight_data.hpp"

namespace apsp {
namespace {

class PajekReader {
  public:
    PajekReader(const InputFile& file, const ReadOptions& options)
        : scanner_(file), options_(options) {}

    GraphFile read() {
        read_vertices();
        while (more()) {
            const std::string section = lower(scanner_.word());
            scanner_.skip_line();  // the number or name of a relation may follow
            if (section == "*arcs" || section == "*edges") {
                read_pairs(section == "*edges");
            } else if (section == "*arcslist" || section == "*edgeslist") {
                read_lists(section == "*edgeslist");
            } else if (section == "*matrix") {
                read_matrix();
            } else {
                skip_section();  // of partitions, vectors and the like
            }
        }
        const std::string& name = scanner_.file().name();
        Labels labels = name_vertices();
        std::vector<std::string> notes = scanner_.notes();
        notes.insert(notes.end(), notes_.begin(), notes_.end());
        return {make_graph(n_, std::move(arcs_), name, options_), std::move(labels),
                std::move(notes)};
    }

  private:
    bool more() { return scanner_.next_line("%"); }
    /// Whether another line of this section follows.
    bool in_section() { return more() && scanner_.peek() != '*'; }

    void skip_section() {
        while (in_section()) scanner_.skip_line();
    }

    void read_vertices() {
        constexpr std::string_view kExpected = "a line '*Vertices <n>'";
        while (more()) {  // "*Network" may come before
            const std::string section = lower(scanner_.word());
            if (section == "*vertices") break;
            if (section != "*network") scanner_.fail(kExpected, TextScanner::quoted(section));
            scanner_.skip_line();
        }
        if (scanner_.bytes_left() == 0) scanner_.fail(kExpected);
        n_ = scanner_.vertex_count();
        scanner_.skip_line();  // of networks of two modes, the size of the first may follow
        while (in_section()) {
            const std::uint32_t vertex = scanner_.vertex(n_);
            const std::string_view rest = scanner_.rest_of_line();
            const std::size_t quote = rest.find_first_not_of(" \t");
            std::string name;
            if (quote < rest.size() && rest[quote] == '"') {
                name = rest.substr(quote + 1, rest.find('"', quote + 1) - quote - 1);
            } else {
                name = scanner_.word();
            }
            // A header cannot make us allocate more than its file has names.
            if (!name.empty()) names_.emplace_back(vertex, std::move(name));
            scanner_.skip_line();
        }
    }

    /// The names of all vertices, unless one has none.
    Labels name_vertices() {
        Labels ids = Labels::counted_from(1, n_);
        std::vector<std::string> names(names_.size() == n_ ? n_ : 0);
        for (auto& [vertex, name] : names_) {
            if (!names.empty()) names[vertex] = std::move(name);
        }
        if (names.empty() || options_.index) return {};  // numbers
        return choose_labels(std::move(ids), names, "label", options_, scanner_.file().name(),
                             notes_);
    }

    void add(std::uint32_t u, std::uint32_t v, double weight, bool edge) {
        arcs_.push_back({u, v, weight});
        if (edge) arcs_.push_back({v, u, weight});
    }

    void read_pairs(bool edges) {
        while (in_section()) {
            const std::uint32_t u = scanner_.vertex(n_), v = scanner_.vertex(n_);
            const bool weight = !scanner_.at_line_end();
            add(u, v, weight ? scanner_.number(TextScanner::Number::weight) : 1, edges);
            scanner_.skip_line();  // colours, widths and the like
        }
    }

    void read_lists(bool edges) {
        while (in_section()) {
            const std::uint32_t u = scanner_.vertex(n_);
            while (!scanner_.at_line_end()) add(u, scanner_.vertex(n_), 1, edges);
            scanner_.end_line();
        }
    }

    /// Entry 0 is no arc, as in Pajek.
    void read_matrix() {
        for (std::uint32_t i = 0; i < n_; ++i) {
            if (!in_section()) {
                scanner_.fail(fmt::format("{} rows", n_), fmt::format("the end after {}", i));
            }
            for (std::uint32_t j = 0; j < n_; ++j) {
                const double weight = scanner_.number(TextScanner::Number::weight);
                if (weight != 0) add(i, j, weight, false);
            }
            scanner_.end_line();
        }
    }

    TextScanner scanner_;
    const ReadOptions& options_;
    std::size_t n_ = 0;
    std::vector<std::pair<std::uint32_t, std::string>> names_;
    std::vector<Arc> arcs_;
    std::vector<std::string> notes_;
};

}  // namespace

GraphFile read_pajek(const InputFile& file, const ReadOptions& options) {
    return PajekReader(file, options).read();
}

}  // namespace apsp
