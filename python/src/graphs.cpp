// See graphs.hpp.
#include "graphs.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "apsp/batch.hpp"
#include "apsp/elimination.hpp"
#include "apsp/io.hpp"
#include "arrays.hpp"
#include "base/parallel_for.hpp"
#include "chosen.hpp"
#include "interruptible.hpp"
#include "io/edge_names.hpp"
#include "io/formats.hpp"
#include "messages.hpp"
#include "platform/memory.hpp"
#include "solve/elimination.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

/// How entries of arrays are read.
struct Reading {
    bool undirected = false, unweighted = false;
    Semiring semiring = Semiring::min_plus;  ///< Decides which of parallel arcs counts.
    std::optional<double>
        null;             ///< An entry of a dense array that is no arc, besides +infinity and NaN.
    bool finite = false;  ///< If true, -infinity is no arc, either.
    bool loops = true;    ///< If false, the diagonal of a dense array is ignored.

    ReadOptions options() const {
        ReadOptions options;
        options.undirected = undirected;
        options.unweighted = unweighted;
        options.parallel = prefers_large(semiring) ? Parallel::largest : Parallel::smallest;
        return options;
    }
};

constexpr const char* kName = "graph";

Graph from_arcs_of(const Graph& graph, const Reading& reading) {
    std::vector<Arc> arcs;
    arcs.reserve(graph.arcs());
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            arcs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), weight});
        });
    }
    return make_graph(graph.vertices(), std::move(arcs), kName, reading.options());
}

/// A copy of the graph whose arcs lead both ways, or have weight 1.
Graph changed(const Graph& graph, const Reading& reading) {
    std::optional<Graph> other;
    interruptible([&] {
        other = graph.dense() ? make_graph(graph.matrix()->clone(), kName, reading.options())
                              : from_arcs_of(graph, reading);
    });
    return *other;
}

Graph graph_from_csr(const Array<std::int64_t>& offsets, const Array<std::uint32_t>& targets,
                     const Array<double>& weights, const Reading& reading) {
    const auto* const first = reinterpret_cast<const std::size_t*>(offsets.data());
    std::optional<Graph> graph;
    interruptible([&] {
        graph =
            Graph::from_csr({first, offsets.size()}, {targets.data(), targets.size()},
                            {weights.data(), weights.size()}, kName, reading.options().parallel);
        if (reading.undirected || reading.unweighted) graph = from_arcs_of(*graph, reading);
    });
    return *graph;
}

/// Returns memory that is no longer read to the system, so that it holds zeros: whole pages; what
/// is beside them is cleared.
void let_go(const void* first, std::size_t bytes) {
    const std::uintptr_t page = page_size();
    const auto begin = (reinterpret_cast<std::uintptr_t>(first) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(first) + bytes) / page * page;
    auto* const byte = const_cast<char*>(static_cast<const char*>(first));
    if (begin >= end) {
        std::memset(byte, 0, bytes);
        return;
    }
    const auto start = reinterpret_cast<std::uintptr_t>(first);
    std::memset(byte, 0, begin - start);
    clear_pages(reinterpret_cast<void*>(begin), end - begin);
    std::memset(byte + (end - start), 0, start + bytes - end);
}

/// `overwrite`: the array is not used afterwards.
template <class T>
Matrix weights_of(const Rows<T>& weights, const Reading& reading, bool overwrite) {
    constexpr std::size_t kRowsAtOnce = 64;
    const std::size_t n = weights.shape(0);
    if (n != weights.shape(1)) throw Error(ErrorKind::bad_input, "a matrix of weights is square");
    const MatrixReading entries{.no_arc = reading.null};
    const T none = entries.none_of<T>().value_or(infinity<T>());
    const T least = std::is_floating_point_v<T> && !reading.finite
                        ? -std::numeric_limits<T>::infinity()
                        : std::numeric_limits<T>::lowest();
    Matrix matrix(n, kDtypeOf<T>);
    const double cost = static_cast<double>(kRowsAtOnce * n);
    parallel_for({0, (n + kRowsAtOnce - 1) / kRowsAtOnce}, cost, [&](std::size_t block) {
        const std::size_t first = block * kRowsAtOnce, last = std::min(first + kRowsAtOnce, n);
        const T* from = weights.data() + first * n;
        for (std::size_t i = first; i < last; ++i, from += n) {
            const std::span<T> to = matrix.row<T>(i);
            for (std::size_t j = 0; j < n; ++j) {
                to[j] = from[j] == none || !(from[j] >= least) ? infinity<T>() : from[j];
            }
            if (!reading.loops) to[i] = T{0};
        }
        if (overwrite) let_go(weights.data() + first * n, (last - first) * n * sizeof(T));
    });
    return matrix;
}

template <class T>
Graph graph_from_dense(Rows<T> weights, const Reading& reading, bool overwrite) {
    constexpr std::size_t kFew = 16;  // with fewer than one arc per 16 entries a list is smaller
    std::optional<Graph> graph;
    interruptible([&] {
        graph = make_graph(weights_of(weights, reading, overwrite), kName, reading.options());
        const std::size_t n = graph->vertices();
        if (graph->arcs() < n * n / kFew) graph = from_arcs_of(*graph, {});
    });
    return *graph;
}

/// The graph, its vertices' labels or None, and notes on what may surprise the file's author.
nb::tuple graph_from_file(const std::filesystem::path& path, const std::string& format,
                          bool zero_is_no_arc, const std::string& source, const std::string& target,
                          const std::string& weight, const std::string& label,
                          std::optional<std::int64_t> index,
                          const std::optional<std::string>& first_line, const Reading& reading) {
    ReadOptions options = reading.options();
    options.index = index;
    options.zero_is_no_edge = zero_is_no_arc;
    options.no_arc = reading.null;
    options.source_column = source;
    options.target_column = target;
    options.weight_column = weight;
    options.label_column = label;
    if (first_line) {
        options.first_line = chosen(kFirstLineTraits, "first_line", *first_line);
    }
    if (!format.empty()) options.format = chosen(kGraphFormatTraits, "format", format);
    std::optional<GraphFile> file;
    interruptible([&] { file = read_graph(path, options); });
    nb::object labels = nb::none();
    if (!file->labels.empty()) {
        nb::list names;
        for (std::size_t v = 0; v < file->labels.size(); ++v) {
            const auto number = file->labels.integer(v);
            number ? names.append(*number) : names.append(file->labels.name(v));
        }
        labels = names;
    }
    std::vector<std::string> notes;
    for (const std::string& note : file->notes) notes.push_back(in_python_words(note));
    return nb::make_tuple(file->graph, labels, notes);
}

/// What pickle keeps of a graph: `graph_of` in apsp/_graph.py makes it from its matrix, or from its
/// compressed rows.
nb::object reduced(const Graph& graph) {
    nb::object arrays;
    if (graph.dense()) {
        arrays = nb::make_tuple(Packed(graph.matrix()->clone()).array());
    } else {
        arrays = nb::make_tuple(copied(graph.offsets()), copied(graph.targets()),
                                copied(graph.weights()));
    }
    return nb::make_tuple(nb::module_::import_("apsp._graph").attr("graph_of"), arrays);
}

std::shared_ptr<Elimination> eliminated(const Graph& graph) {
    std::shared_ptr<Elimination> elimination;
    interruptible([&] { elimination = std::make_shared<Elimination>(graph); });
    return elimination;
}

template <class T>
void add_from_dense(nb::module_& m) {
    m.def("graph_from_dense", &graph_from_dense<T>, "weights"_a.noconvert(), "reading"_a,
          "overwrite"_a);
}

}  // namespace

void add_graphs(nb::module_& m) {
    nb::dict names;
    const auto add_names = [&](const char* role, std::span<const std::string_view> all) {
        nb::list listed;
        for (const std::string_view each : all) listed.append(std::string(each));
        names[role] = listed;
    };
    add_names("source", kSourceNames);
    add_names("target", kTargetNames);
    add_names("weight", kWeightNames);
    nb::list pairs;
    for (const EndNames& each : kPairedNames) {
        pairs.append(nb::make_tuple(std::string(each.source), std::string(each.target)));
    }
    names["pairs"] = pairs;
    m.attr("COLUMN_NAMES") = names;
    nb::class_<Reading>(m, "Reading")
        .def(
            "__init__",
            [](Reading* self, bool undirected, bool unweighted, const std::string& semiring,
               std::optional<double> null, bool finite, bool loops) {
                const Semiring known = chosen(kSemiringTraits, "semiring", semiring);
                new (self) Reading{undirected, unweighted, known, null, finite, loops};
            },
            nb::kw_only(), "undirected"_a = false, "unweighted"_a = false,
            "semiring"_a = "min-plus", "null"_a = nb::none(), "finite"_a = false, "loops"_a = true)
        .def_ro("null", &Reading::null)
        .def_prop_ro("prefers_large", [](const Reading& r) { return prefers_large(r.semiring); });
    nb::class_<Graph>(m, "Graph")
        .def_prop_ro("vertices", &Graph::vertices)
        .def_prop_ro("arcs", &Graph::arcs)
        .def_prop_ro("integral", &Graph::integral)
        .def_prop_ro("smallest", &Graph::min_weight)
        .def("__reduce__", &reduced);
    nb::class_<Elimination>(m, "Elimination").def("__reduce__", [](const Elimination& elimination) {
        return nb::make_tuple(nb::module_::import_("apsp._elimination").attr("eliminated"),
                              nb::make_tuple(elimination.structure().graph));
    });
    m.def("eliminate", &eliminated, "graph"_a);
    m.def("graph_from_csr", &graph_from_csr, "offsets"_a, "targets"_a, "weights"_a, "reading"_a);
    for (const Dtype dtype : kDtypes) {
        visit(dtype, [&](auto zero) { add_from_dense<decltype(zero)>(m); });
    }
    m.def("graph_from_file", &graph_from_file, "path"_a, "format"_a, "zero_is_no_arc"_a, "source"_a,
          "target"_a, "weight"_a, "label"_a, "index"_a.none(), "first_line"_a.none(), "reading"_a);
    m.def("changed", &changed, "graph"_a, "reading"_a);
}

}  // namespace apsp::python
