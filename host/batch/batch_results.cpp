// See batch_results.hpp.
#include "batch/batch_results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "apsp/paths.hpp"
#include "base/all_dtypes.hpp"
#include "base/host_memory.hpp"
#include "base/text.hpp"

namespace apsp {
namespace {

/// An entry of a path in another type; the path without arcs is what it is there.
template <class R, class T>
R converted(T value, Semiring semiring) {
    return value == one<T>(semiring) ? one<R>(semiring) : static_cast<R>(value);
}

/// The caller's value, or else `otherwise`, if elements of the type hold it.
double held(std::optional<double> value, double otherwise, Dtype dtype, const char* option) {
    const double wanted = value.value_or(otherwise);
    const bool holds = visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_integral_v<T>) {
            return wanted >= static_cast<double>(std::numeric_limits<T>::min()) &&
                   wanted <= static_cast<double>(std::numeric_limits<T>::max()) &&
                   static_cast<double>(static_cast<T>(wanted)) == wanted;
        }
        return true;
    });
    if (holds) return wanted;
    throw Error(ErrorKind::usage, fmt::format("BatchOptions::{}: {} cannot hold {:.10g}; use "
                                              "BatchOptions::result_dtype",
                                              option, name(dtype), wanted));
}

}  // namespace

void check_results_fit(double pairs, Dtype dtype, const BatchOptions& options) {
    const double numbers = (options.paths ? 1 : 0) + static_cast<double>(options.path_arcs);
    const double bytes = pairs * (static_cast<double>(size_of(dtype)) + 4 * numbers);
    const std::size_t available = available_host_memory();
    if (bytes <= (available != 0 ? static_cast<double>(available) : 0x1p60)) return;
    throw Error(ErrorKind::out_of_memory,
                fmt::format("results of {:.3g} bytes do not fit; this machine has {} of memory "
                            "free; solve fewer graphs at once, or pad them less",
                            bytes, format_bytes(available)));
}

BatchResults::BatchResults(const GraphBatch& batch, const BatchRange& range,
                           const BatchCosts& costs, const BatchOptions& options,
                           BatchSolution& solution)
    : batch_(batch), costs_(costs), options_(options), solution_(solution) {
    const Dtype dtype = options.result_dtype.value_or(solution.computed);
    if (options.padded_to != 0 && range.largest > options.padded_to) {
        throw Error(ErrorKind::usage,
                    fmt::format("BatchOptions::padded_to: a graph has {} vertices, more than {}",
                                range.largest, options.padded_to));
    }
    check_result_dtype(range, options.semiring, solution.computed, dtype);
    const double own_zero = visit(dtype, [&](auto null) {
        return static_cast<double>(zero<decltype(null)>(options.semiring));
    });
    no_path_ = held(options.no_path, own_zero, dtype, "no_path");
    fill_ = held(options.fill, no_path_, dtype, "fill");
    plain_ = dtype == solution.computed && no_path_ == own_zero && range.negative.empty();
    none_from_ = visit(solution.computed, [&](auto null) {
        const auto top = static_cast<double>(infinity<decltype(null)>());
        return range.negative.empty() ? top : top / 2;
    });

    const std::size_t size = batch.size();
    double pairs = 0;
    for (std::size_t b = 0; b < size; ++b) pairs += std::pow(edge(b), 2);
    check_results_fit(pairs, dtype, options);
    solution.first.assign(size + 1, 0);
    for (std::size_t b = 0; b < size; ++b) {
        solution.first[b + 1] = solution.first[b] + edge(b) * edge(b);
    }
    const std::size_t elements = solution.first.back();
    solution.distances = Elements(elements, dtype);
    if (options.paths) solution.predecessors = Elements(elements, Dtype::i32);
    if (options.path_arcs != 0) {
        if (batch.arcs() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
            throw Error(ErrorKind::usage, "BatchOptions::path_arcs: too many arcs to be numbered");
        }
        solution.path_arcs = Elements(elements * options.path_arcs, Dtype::i32);
    }
    // Failed graphs look as if their vertices did not even reach themselves.
    for (const BatchFailure& failure : solution.failures) {
        visit(solution.computed, [&](auto null) {
            using T = decltype(null);
            const std::size_t n = batch.vertices(failure.graph);
            const std::vector<T> none(n * n, zero<T>(options.semiring));
            take(failure.graph, none.data(), static_cast<const std::int32_t*>(nullptr), n);
        });
    }
}

std::size_t BatchResults::edge(std::size_t graph) const {
    return options_.padded_to != 0 ? options_.padded_to : batch_.vertices(graph);
}

bool BatchResults::has_failed(std::size_t graph) const {
    return std::ranges::binary_search(solution_.failures, graph, {}, &BatchFailure::graph);
}

template <class T>
bool BatchResults::is_path(T value) const {
    if (options_.semiring == Semiring::min_plus) return value < static_cast<T>(none_from_);
    return value != zero<T>(options_.semiring);
}

template <class T, class P>
void BatchResults::take(std::size_t graph, const T* d, const P* p, std::size_t ld) {
    const BatchCosts::Entry* const costs = costs_.find(graph);
    if (costs == nullptr) return store(graph, d, p, ld);
    const std::size_t n = batch_.vertices(graph);
    std::vector<T> restored(d, d + n * ld);
    for (std::size_t i = 0; i < n; ++i) {
        costs->restoration->restore(std::span(restored).subspan(i * ld, n), i);
    }
    store(graph, restored.data(), p, ld);
}

template <class T>
void BatchResults::store_distances(std::size_t graph, const T* d, std::size_t ld) {
    const std::size_t n = batch_.vertices(graph), width = edge(graph);
    const std::size_t first = solution_.first[graph];
    visit(solution_.distances.dtype(), [&](auto null) {
        using R = decltype(null);
        R* const to = solution_.distances.as<R>().data() + first;
        const R none = static_cast<R>(no_path_), fill = static_cast<R>(fill_);
        if constexpr (std::is_same_v<R, T>) {
            if (plain_ && n == ld && n == width) return void(std::copy_n(d, n * n, to));
        }
        for (std::size_t i = 0; i < n; ++i) {
            R* const row = to + i * width;
            if constexpr (std::is_same_v<R, T>) {
                if (plain_) std::copy_n(d + i * ld, n, row);
            }
            for (std::size_t j = 0; j < n && !plain_; ++j) {
                const T value = d[i * ld + j];
                row[j] = is_path(value) ? converted<R>(value, options_.semiring) : none;
            }
            std::fill(row + n, row + width, fill);
        }
        std::fill(to + n * width, to + width * width, fill);
    });
}

template <class T, class P>
void BatchResults::store(std::size_t graph, const T* d, const P* p, std::size_t ld) {
    store_distances(graph, d, ld);
    if (options_.paths) {
        const std::size_t n = batch_.vertices(graph), width = edge(graph);
        const std::size_t first = solution_.first[graph];
        std::int32_t* const to = solution_.predecessors.as<std::int32_t>().data() + first;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const bool found = i != j && is_path(d[i * ld + j]);
                to[i * width + j] =
                    found ? static_cast<std::int32_t>(p[i * ld + j]) : kNoPredecessor;
            }
            std::fill(to + i * width + n, to + (i + 1) * width, kNoPredecessor);
        }
        std::fill(to + n * width, to + width * width, kNoPredecessor);
    }
    if (options_.path_arcs != 0) trace(graph, d, p, ld);
}

/// The number of the best arc of each pair of vertices.
template <class T>
std::vector<std::int32_t> BatchResults::arc_numbers(std::size_t graph) const {
    const std::size_t n = batch_.vertices(graph);
    std::vector<std::int32_t> number(n * n, -1);
    std::vector<T> best(n * n, zero<T>(options_.semiring));
    visit(batch_.weight_dtype(), [&](auto null) {
        using W = decltype(null);
        batch_.for_each_arc<W>(graph, [&](std::size_t i, std::size_t j, W w, std::size_t a) {
            const T weight = weight_as<T>(options_.semiring, w);
            if (number[i * n + j] >= 0 && !(weight < best[i * n + j])) return;
            best[i * n + j] = weight;
            number[i * n + j] = static_cast<std::int32_t>(a);
        });
    });
    return number;
}

/// Writes the arcs along each path, which it finds from the path's end.
template <class T, class P>
void BatchResults::trace(std::size_t graph, const T* d, const P* p, std::size_t ld) {
    const std::size_t n = batch_.vertices(graph), width = edge(graph), most = options_.path_arcs;
    const std::vector<std::int32_t> number = arc_numbers<T>(graph);
    std::vector<std::int32_t> along(n);
    std::int32_t* const all =
        solution_.path_arcs.as<std::int32_t>().data() + solution_.first[graph] * most;
    std::fill_n(all, width * width * most, -1);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j || !is_path(d[i * ld + j])) continue;
            std::size_t begin = n;
            for (std::size_t v = j; v != i;) {
                const auto u = static_cast<std::size_t>(p[i * ld + v]);
                if (u >= n || begin == 0) {
                    throw Error(ErrorKind::internal,
                                fmt::format("graph {}: following predecessors from {} never ends "
                                            "in {}",
                                            graph, j, i));
                }
                along[--begin] = number[u * n + v];
                v = u;
            }
            std::copy_n(along.begin() + static_cast<std::ptrdiff_t>(begin),
                        std::min(most, n - begin), all + (i * width + j) * most);
        }
    }
}

#define APSP_TAKE(T)                                                                            \
    template void BatchResults::take(std::size_t, const T*, const UnsignedOf<T>*, std::size_t); \
    template void BatchResults::take(std::size_t, const T*, const std::int32_t*, std::size_t);
APSP_FOR_DTYPES(APSP_TAKE)

}  // namespace apsp
