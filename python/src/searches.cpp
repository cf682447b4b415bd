// See searches.hpp. Where a search is short, making a Graph would take longer than all else. So
// labels are kept in the result's rows, and nothing but these is written.
#include "searches.hpp"

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "graph/dijkstra.hpp"
#include "graph/radix_heap.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace apsp::python {
namespace {

using Index = std::int32_t;
using Numpy = nb::ndarray<nb::numpy>;

[[noreturn]] void wrong_places() {
    throw std::invalid_argument("the places of a sparse matrix are not right");
}

/// Compressed rows, and if arcs lead both ways those of the transpose.
class CsrArcs {
  public:
    /// Without weights, each is 1.
    CsrArcs(std::span<const Index> offsets, std::span<const Index> targets, const double* weights,
            bool directed)
        : offsets_(offsets), targets_(targets), weights_(weights) {
        if (!directed) transpose();
    }

    std::size_t vertices() const { return offsets_.size() - 1; }

    /// Checks what it reads, since reading all takes longer than a short search.
    template <class F>
    void for_each_arc(std::size_t i, const F& f) const {
        const auto first = static_cast<std::size_t>(offsets_[i]);
        const auto last = static_cast<std::size_t>(offsets_[i + 1]);
        if (last > targets_.size()) wrong_places();
        for (std::size_t a = first; a < last; ++a) f(target(a), weight(a));
        if (back_offsets_.empty()) return;
        for (std::size_t a = back_offsets_[i]; a < back_offsets_[i + 1]; ++a) {
            f(std::size_t{back_[a].first}, weight(back_[a].second));
        }
    }

  private:
    double weight(std::size_t arc) const { return weights_ == nullptr ? 1 : weights_[arc]; }
    std::size_t target(std::size_t arc) const {
        const auto j = static_cast<std::size_t>(targets_[arc]);
        if (j >= vertices()) wrong_places();
        return j;
    }

    void transpose() {
        back_offsets_.assign(offsets_.size(), 0);
        for (std::size_t a = 0; a < targets_.size(); ++a) ++back_offsets_[target(a) + 1];
        for (std::size_t j = 0; j < vertices(); ++j) back_offsets_[j + 1] += back_offsets_[j];
        std::vector<std::uint32_t> next(back_offsets_.begin(), back_offsets_.end() - 1);
        back_.resize(targets_.size());
        for (std::size_t i = 0; i < vertices(); ++i) {
            const auto last = static_cast<std::size_t>(offsets_[i + 1]);
            if (last > targets_.size()) wrong_places();
            for (auto a = static_cast<std::size_t>(offsets_[i]); a < last; ++a) {
                const std::size_t place = next[target(a)]++;
                if (place >= back_.size()) wrong_places();
                back_[place] = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(a)};
            }
        }
    }

    std::span<const Index> offsets_, targets_;
    const double* weights_;
    std::vector<std::uint32_t> back_offsets_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> back_;  // source and place of each arc
};

/// Memory of the library for an array.
template <class T>
class OwnRows {
  public:
    OwnRows(std::size_t rows, std::size_t n)
        : rows_(rows), n_(n), memory_(allocate_host(rows * n * sizeof(T))) {}
    T* row(std::size_t k) { return static_cast<T*>(memory_.get()) + k * n_; }
    Numpy array() && {
        auto* const kept = new HostMemory(std::move(memory_));
        const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<HostMemory*>(p); });
        return Numpy(kept->get(), {rows_, n_}, owner, {}, nb::dtype<T>());
    }

  private:
    std::size_t rows_, n_;
    HostMemory memory_;
};

/// From all `starts` to the vertices within the limit. Each thread needs its own.
class RowSearch {
  public:
    RowSearch(const CsrArcs& arcs, double limit) : arcs_(arcs), limit_(limit) {}

    /// `before` may be null.
    void find(std::span<const Index> starts, double* labels, Index* before, Index none) {
        std::fill_n(labels, arcs_.vertices(), infinity<double>());
        if (before != nullptr) std::fill_n(before, arcs_.vertices(), none);
        queue_.clear();
        for (const Index start : starts) {
            labels[start] = 0;
            queue_.push(0, static_cast<std::size_t>(start));
        }
        dijkstra_queue(
            queue_, arcs_, [&](std::size_t i) { return key(labels[i]); },
            [&](std::size_t i, std::size_t j, double w) {
                const double sum = labels[i] + w;
                if (!(sum <= limit_ && sum < labels[j])) return false;
                labels[j] = sum;
                if (before != nullptr) before[j] = static_cast<Index>(i);
                return true;
            });
    }

  private:
    /// The leading bits, which have the order of the numbers.
    static RadixHeap::Key key(double label) {
        return static_cast<RadixHeap::Key>(std::bit_cast<std::uint64_t>(label) >> 35);
    }

    const CsrArcs& arcs_;
    double limit_;
    RadixHeap queue_;
};

/// The start that each vertex was reached from.
void find_starts(const double* labels, const Index* before, std::size_t n, Index none, Index* to) {
    std::fill_n(to, n, none);
    std::vector<std::size_t> way;
    for (std::size_t j = 0; j < n; ++j) {
        if (labels[j] == infinity<double>()) continue;
        std::size_t v = j;
        for (; to[v] == none && before[v] != none; v = static_cast<std::size_t>(before[v])) {
            way.push_back(v);
        }
        const Index start = to[v] == none ? static_cast<Index>(v) : to[v];
        to[v] = start;
        for (; !way.empty(); way.pop_back()) to[way.back()] = start;
    }
}

bool some_negative(std::span<const double> weights) {
    std::uint64_t signs = 0;  // compilers vectorize this
    for (const double w : weights) signs |= std::bit_cast<std::uint64_t>(w);
    if (signs >> 63 == 0) return false;
    return std::ranges::any_of(weights, [](double w) { return w < 0; });
}

/// As in NumPy, negative numbers count from the end.
std::vector<Index> vertices_of(std::span<const Index> numbers, std::size_t n) {
    std::vector<Index> vertices(numbers.begin(), numbers.end());
    for (Index& v : vertices) {
        if (v < 0) v += static_cast<Index>(n);
        if (v < 0 || static_cast<std::size_t>(v) >= n) {
            throw nb::value_error("indices out of range 0...N");
        }
    }
    return vertices;
}

/// Rows of distances from each of `starts`, or with `nearest` one row from all of them; then, if
/// they are wanted, predecessors, and with `nearest` starts. None where a weight is negative.
nb::object search_rows(const Array<Index>& offsets, const Array<Index>& targets,
                       const std::optional<Array<double>>& weights, bool directed,
                       const Array<Index>& starts, double limit, bool nearest, bool predecessors,
                       Index none) {
    const std::span places(offsets.data(), offsets.size());
    if (places.empty() || places.back() < 0) wrong_places();
    const auto count = static_cast<std::size_t>(places.back());
    if (targets.size() < count || (weights && weights->size() < count)) wrong_places();
    const std::span ends(targets.data(), count);
    if (weights && some_negative({weights->data(), count})) return nb::none();
    const std::size_t n = places.size() - 1, rows = nearest ? 1 : starts.size();
    const std::vector<Index> vertices = vertices_of({starts.data(), starts.size()}, n);
    const std::span from(vertices);
    OwnRows<double> distances(rows, n);
    OwnRows<Index> before(predecessors ? rows : 0, n),
        reached_from(predecessors && nearest ? 1 : 0, n);
    const auto search = [&] {
        const CsrArcs arcs(places, ends, weights ? weights->data() : nullptr, directed);
        parallel_with(
            {0, rows}, static_cast<double>(n), [&](std::size_t) { return RowSearch(arcs, limit); },
            [&](RowSearch& own, std::size_t k) {
                own.find(nearest ? from : from.subspan(k, 1), distances.row(k),
                         predecessors ? before.row(k) : nullptr, none);
            });
        if (predecessors && nearest) {
            find_starts(distances.row(0), before.row(0), n, none, reached_from.row(0));
        }
    };
    constexpr std::size_t kShort = std::size_t{1}
                                   << 17;  // entries; another thread would take longer
    if (rows * n + ends.size() < kShort) {
        search();
    } else {
        interruptible(search);
    }
    nb::list found;
    found.append(std::move(distances).array());
    if (predecessors) found.append(std::move(before).array());
    if (predecessors && nearest) found.append(std::move(reached_from).array());
    return found;
}

}  // namespace

void add_searches(nb::module_& m) {
    m.def("search_rows", &search_rows, "offsets"_a, "targets"_a, "weights"_a.none(), "directed"_a,
          "starts"_a, "limit"_a, "nearest"_a, "predecessors"_a, "none"_a);
}

}  // namespace apsp::python
