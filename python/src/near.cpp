// See near.hpp.
#include "near.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>

#include "apsp/elimination.hpp"
#include "apsp/near_pairs.hpp"
#include "apsp/pair_paths.hpp"
#include "apsp/table.hpp"
#include "arrays.hpp"
#include "base/parallel_for.hpp"
#include "chosen.hpp"
#include "interruptible.hpp"
#include "near/bounded_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

using Numpy = nb::ndarray<nb::numpy>;

template <class To>
Numpy distances_of(const NearPairs& near) {
    return filled<To>({near.size()}, [&](To* to) {
        visit(near.dtype, [&](auto zero) {
            for (std::size_t row = 0; row < near.rows.size(); ++row) {
                for (const auto d : near.distances<decltype(zero)>(row)) {
                    *to++ = static_cast<To>(d);
                }
            }
        });
    });
}

/// Indices and their pointers have one type, as SciPy wants it.
template <class Index>
nb::tuple places_of(const NearPairs& near) {
    const Numpy pointers = filled<Index>({near.rows.size() + 1}, [&](Index* to) {
        *to = 0;
        for (const NearPairs::Row& row : near.rows) {
            const Index before = *to++;
            *to = before + static_cast<Index>(row.size);
        }
    });
    const Numpy indices = filled<Index>({near.size()}, [&](Index* to) {
        for (std::size_t row = 0; row < near.rows.size(); ++row) {
            for (const std::uint32_t target : near.targets(row)) *to++ = static_cast<Index>(target);
        }
    });
    return nb::make_tuple(indices, pointers);
}

Numpy predecessors_of(const NearPairs& near, bool wanted) {
    return filled<std::int32_t>({wanted ? near.size() : 0}, [&](std::int32_t* to) {
        for (std::size_t row = 0; wanted && row < near.rows.size(); ++row) {
            to = std::ranges::copy(near.predecessors(row), to).out;
        }
    });
}

/// Distances of the type `keep`, or of the one that they were found in; then predecessors, if they
/// are wanted, indices and pointers.
nb::tuple find_near(const Graph& graph, double cutoff, std::size_t nearest,
                    const std::vector<std::size_t>& sources,
                    const std::optional<std::vector<std::size_t>>& among, bool predecessors,
                    const std::optional<Device>& device, const std::string& algorithm,
                    const std::optional<std::string>& dtype, const std::optional<std::string>& keep,
                    const std::shared_ptr<Elimination>& elimination) {
    NearOptions options;
    options.elimination = elimination;
    options.cutoff = cutoff;
    options.nearest = nearest;
    options.sources = sources;
    options.among = among;
    options.predecessors = predecessors;
    options.device = device;
    options.algorithm = chosen(kAlgorithmTraits, "algorithm", algorithm);
    if (dtype) options.dtype = chosen(kDtypeTraits, "dtype", *dtype);
    NearPairs near;
    interruptible([&] { near = near_pairs(graph, options); });
    const Dtype kept = keep ? chosen(kDtypeTraits, "dtype", *keep) : near.dtype;
    const Numpy distances =
        visit(kept, [&](auto zero) { return distances_of<decltype(zero)>(near); });
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
    const nb::tuple places =
        near.size() <= kMost ? places_of<std::int32_t>(near) : places_of<std::int64_t>(near);
    return nb::make_tuple(distances, predecessors_of(near, predecessors), places[0], places[1]);
}

/// Floats have infinity where there is no path; other types are those of the table.
template <class To>
Numpy array_of(const DistanceTable& table) {
    return filled<To>({table.rows, table.columns}, [&](To* to) {
        visit(table.dtype, [&](auto zero) {
            using T = decltype(zero);
            const auto value = [](T d) {
                if constexpr (std::is_floating_point_v<To>) {
                    if (d == infinity<T>()) return infinity<To>();
                }
                return static_cast<To>(d);
            };
            parallel_for({0, table.rows}, static_cast<double>(table.columns), [&](std::size_t i) {
                std::ranges::transform(table.row<T>(i), to + i * table.columns, value);
            });
        });
    });
}

/// The pairs of the k-th sources and targets.
std::vector<VertexPair> pairs_of(const std::vector<std::size_t>& sources,
                                 const std::vector<std::size_t>& targets) {
    std::vector<VertexPair> pairs;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        pairs.push_back(
            {static_cast<std::uint32_t>(sources[k]), static_cast<std::uint32_t>(targets[k])});
    }
    return pairs;
}

/// Of `sources` and `targets`, or of the pairs of their k-th vertices: distances and, if they are
/// wanted, predecessors.
nb::list find_table(const Graph& graph, const std::vector<std::size_t>& sources,
                    const std::vector<std::size_t>& targets, bool pairs, bool predecessors,
                    const std::optional<Device>& device, const std::string& algorithm,
                    const std::optional<std::string>& dtype, const std::optional<std::string>& keep,
                    const std::shared_ptr<Elimination>& elimination) {
    TableOptions options;
    options.elimination = elimination;
    options.device = device;
    options.algorithm = chosen(kAlgorithmTraits, "algorithm", algorithm);
    if (dtype) options.dtype = chosen(kDtypeTraits, "dtype", *dtype);
    options.predecessors = predecessors;
    DistanceTable table;
    if (pairs) {
        const std::vector<VertexPair> both = pairs_of(sources, targets);
        interruptible([&] { table = distance_pairs(graph, both, options); });
    } else {
        options.sources = sources;
        options.targets = targets;
        interruptible([&] { table = distance_table(graph, options); });
    }
    const Dtype kept = keep ? chosen(kDtypeTraits, "dtype", *keep) : table.dtype;
    nb::list arrays;
    arrays.append(visit(kept, [&](auto zero) { return array_of<decltype(zero)>(table); }));
    if (predecessors) {
        arrays.append(filled<std::int32_t>({table.rows, table.columns}, [&](std::int32_t* to) {
            std::ranges::copy(table.predecessors, to);
        }));
    }
    return arrays;
}

std::vector<std::vector<std::uint32_t>> find_paths(const Graph& graph,
                                                   const std::vector<std::size_t>& sources,
                                                   const std::vector<std::size_t>& targets) {
    std::vector<std::vector<std::uint32_t>> paths;
    interruptible([&] {
        find_pair_paths(graph, pairs_of(sources, targets),
                        [&](std::size_t, std::span<const std::uint32_t> vertices) {
                            paths.emplace_back(vertices.begin(), vertices.end());
                        });
    });
    return paths;
}

/// Searches from one vertex at a time, with arcs and labels that stay from one to the next: what a
/// search costs grows with what it finds.
class SearchFromOne {
  public:
    explicit SearchFromOne(const Graph& graph)
        : arcs_(graph, graph.vertices()), search_(arcs_), n_(graph.vertices()) {}

    /// As find_near: distances, predecessors, indices and pointers of a row.
    nb::tuple find(std::size_t source, double cutoff) {
        if (source >= n_) throw std::invalid_argument("no such source");
        search_.find(source, just_above(cutoff), [](double limit, auto...) { return limit; });
        std::vector<double> distances;
        std::vector<std::int32_t> before, targets;
        for (const std::uint32_t i : search_.reached()) {
            const std::uint32_t vertex = arcs_.vertex[i];
            if (vertex == source) continue;
            distances.push_back(search_.label_of(i));
            before.push_back(search_.before(vertex));
            targets.push_back(static_cast<std::int32_t>(vertex));
        }
        // Short, so without the thread that `filled` needs to be interruptible.
        return nb::make_tuple(copied(std::span<const double>(distances)),
                              copied(std::span<const std::int32_t>(before)),
                              copied(std::span<const std::int32_t>(targets)),
                              nb::make_tuple(0, targets.size()));
    }

  private:
    NearArcs<double> arcs_;
    BoundedSearch<double> search_;
    std::size_t n_;
};

}  // namespace

void add_near(nb::module_& m) {
    nb::class_<SearchFromOne>(m, "SearchFromOne")
        .def(nb::init<const Graph&>())
        .def("find", &SearchFromOne::find, "source"_a, "cutoff"_a);
    m.def("near_pairs", &find_near, "graph"_a, "cutoff"_a, "nearest"_a, "sources"_a,
          "among"_a.none(), "predecessors"_a, "device"_a.none(), "algorithm"_a, "dtype"_a.none(),
          "keep"_a.none(), "elimination"_a = nb::none());
    m.def("distance_table", &find_table, "graph"_a, "sources"_a, "targets"_a, "pairs"_a,
          "predecessors"_a, "device"_a.none(), "algorithm"_a, "dtype"_a.none(), "keep"_a.none(),
          "elimination"_a = nb::none());
    m.def("pair_paths", &find_paths, "graph"_a, "sources"_a, "targets"_a);
}

}  // namespace apsp::python
