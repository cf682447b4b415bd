// See batch_range.hpp.
#include "graph/batch_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/distance_bound.hpp"
#include "graph/rounding.hpp"

namespace apsp {
namespace {

constexpr std::size_t kNoGraph = std::numeric_limits<std::size_t>::max();

struct GraphRange {
    bool right = true;
    bool integral = true;
    double smallest = kNoWeights, greatest = -kNoWeights;
    double least = kNoWeights;  // that is positive, where all lie between 0 and 1
};

template <class W>
[[gnu::noinline]] double least_positive(const GraphBatch& batch, std::size_t graph) {
    W least = highest<W>();
    batch.for_each_arc<W>(graph, [&](std::size_t, std::size_t, W w, std::size_t) {
        least = w > 0 && w < least ? w : least;
    });
    return static_cast<double>(least);
}

template <class W>
GraphRange look(const GraphBatch& batch, std::size_t graph) {
    GraphRange range;
    const std::size_t n = batch.vertices(graph);
    W smallest = highest<W>(), greatest = lowest<W>();
    bool right = true, integral = true, any = false;
    batch.for_each_arc<W>(graph, [&](std::size_t, std::size_t j, W w, std::size_t) {
        right &= j < n;
        if constexpr (std::is_floating_point_v<W>) {
            right &= std::isfinite(w);
            integral &= w == std::trunc(w);
        }
        smallest = std::min(smallest, w);
        greatest = std::max(greatest, w);
        any = true;
    });
    range.right = right;
    range.integral = integral;
    if (any) range.smallest = static_cast<double>(smallest);
    if (any) range.greatest = static_cast<double>(greatest);
    range.least = range.smallest;
    if (any && smallest == 0 && greatest <= 1) {  // as probabilities may be
        range.least = least_positive<W>(batch, graph);
    }
    return range;
}

template <class W>
[[noreturn]] void refuse(const GraphBatch& batch, std::size_t graph, std::size_t first) {
    const std::size_t n = batch.vertices(graph);
    batch.for_each_arc<W>(graph, [&](std::size_t i, std::size_t j, W w, std::size_t) {
        const auto target = static_cast<std::int64_t>(j);
        if (j >= n) {
            throw Error(ErrorKind::bad_input,
                        fmt::format("graph {}: arc {} -> {} is outside its {} vertices",
                                    first + graph, i, target, n));
        }
        if (!std::isfinite(static_cast<double>(w))) {
            throw Error(
                ErrorKind::bad_input,
                fmt::format("graph {}: arc {} -> {} has weight {}, expected a finite number",
                            first + graph, i, j, static_cast<double>(w)));
        }
    });
    throw Error(ErrorKind::internal, "what is wrong with a batch was not found again");
}

template <class W>
BatchRange range_of(const GraphBatch& batch, std::size_t first) {
    BatchRange all;
    std::size_t wrong = kNoGraph;
    struct Own {
        BatchRange range;
        std::size_t wrong = kNoGraph;
    };
    const auto add = [&](Own& own, std::size_t b) {
        if (own.wrong != kNoGraph) return;
        const GraphRange range = look<W>(batch, b);
        const std::size_t n = batch.vertices(b);
        if (!range.right) own.wrong = b;
        BatchRange& all_own = own.range;
        if (range.smallest < 0) all_own.negative.push_back(first + b);
        all_own.largest = std::max(all_own.largest, n);
        all_own.integral = all_own.integral && range.integral;
        all_own.smallest = std::min(all_own.smallest, range.smallest);
        all_own.greatest = std::max(all_own.greatest, range.greatest);
        if (range.smallest == kNoWeights) return;
        const double bits = (static_cast<double>(n) - 1) * bits_of(range.least);
        all_own.product_bits = std::max(all_own.product_bits, bits);
        const double bound = (static_cast<double>(n) - 1) *
                             std::max(std::abs(range.smallest), std::abs(range.greatest));
        if (bound <= all_own.bound) return;
        all_own.bound = bound;
        all_own.bound_of = first + b;
    };
    const double cost = static_cast<double>(batch.arcs()) / static_cast<double>(batch.size());
    parallel_with(
        {0, batch.size()}, cost, [](std::size_t) { return Own(); }, add,
        [&](const Own& own) {
            wrong = std::min(wrong, own.wrong);
            all.add(own.range);
        });
    if (wrong != kNoGraph) refuse<W>(batch, wrong, first);
    std::ranges::sort(all.negative);
    return all;
}

/// The largest distance that may be in a batch. Where weights are negative, sums of integers with
/// "no path" may lie below infinity, and no distance may be that large (see none_from_ in
/// batch_results.cpp); costs in floats may be twice as large as distances.
template <class T>
double distance_limit(const BatchRange& range) {
    const double limit = path_limit<T>();
    return range.smallest < 0 ? limit / 2 - 1 : limit;
}

/// Why the type does not hold the distances.
std::string too_large_for(const BatchRange& range, Dtype dtype) {
    if (!is_signed(dtype) && range.smallest < 0) {
        return fmt::format("; {} holds no weights below 0", name(dtype));
    }
    const double limit =
        visit(dtype, [&](auto zero) { return distance_limit<decltype(zero)>(range); });
    return fmt::format("; {} holds distances up to {:.10g}{}", name(dtype), limit,
                       range.smallest < 0 ? " where weights are negative" : "");
}

}  // namespace

void BatchRange::add(const BatchRange& other) {
    largest = std::max(largest, other.largest);
    integral = integral && other.integral;
    smallest = std::min(smallest, other.smallest);
    greatest = std::max(greatest, other.greatest);
    product_bits = std::max(product_bits, other.product_bits);
    negative.insert(negative.end(), other.negative.begin(), other.negative.end());
    if (other.bound < bound || (other.bound == bound && other.bound_of >= bound_of)) return;
    bound = other.bound;
    bound_of = other.bound_of;
}

BatchRange range_of(const GraphBatch& batch, std::size_t first) {
    return visit(batch.weight_dtype(),
                 [&](auto zero) { return range_of<decltype(zero)>(batch, first); });
}

bool holds_results(const BatchRange& range, Semiring semiring, Dtype dtype) {
    if (!defined_in(semiring, dtype)) return false;
    if (semiring == Semiring::or_and) return true;
    if (is_integral(dtype) && !range.integral) return false;
    if (!is_signed(dtype) && range.smallest < 0) return false;
    return visit(dtype, [&](auto zero) {
        using T = decltype(zero);
        if (semiring != Semiring::min_plus) {             // results are weights, or smaller
            if constexpr (std::is_floating_point_v<T>) {  // rounding must not end at infinity
                return std::max(-range.smallest, range.greatest) <= path_limit<T>();
            }
            return range.smallest > static_cast<double>(lowest<T>()) &&
                   range.greatest < static_cast<double>(highest<T>());
        }
        return range.bound <= distance_limit<T>(range);
    });
}

Dtype batch_dtype(const BatchRange& range, Semiring semiring, std::optional<Dtype> asked) {
    if (asked && !defined_in(semiring, *asked)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} does not take {}", name(semiring), name(*asked)));
    }
    if (semiring == Semiring::max_times && (range.smallest < 0 || range.greatest > 1)) {
        throw Error(ErrorKind::bad_input, "max-times takes weights from 0 to 1");
    }
    if (asked && holds_results(range, semiring, *asked)) return *asked;
    if (!asked) {
        for (const Dtype dtype : kDtypesBySize) {
            const bool rounds =
                range.integral && dtype == Dtype::f32 && semiring == Semiring::min_plus;
            const bool vanishes = semiring == Semiring::max_times && dtype == Dtype::f32 &&
                                  range.product_bits > product_limit(dtype);
            if (!rounds && !vanishes && holds_results(range, semiring, dtype)) return dtype;
        }
    }
    if (asked && is_integral(*asked) && !range.integral) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("weights are not integers; {} is not safe", name(*asked)));
    }
    if (semiring != Semiring::min_plus) {
        throw Error(
            ErrorKind::bad_input,
            fmt::format("weights are from {:.10g} to {:.10g}{}", range.smallest, range.greatest,
                        asked ? fmt::format("; {} cannot hold them", name(*asked)) : ""));
    }
    throw Error(ErrorKind::bad_input,
                fmt::format("graph {}: its distances may be up to {:.10g}{}", range.bound_of,
                            range.bound, asked ? too_large_for(range, *asked) : ""));
}

void check_result_dtype(const BatchRange& range, Semiring semiring, Dtype computed, Dtype result) {
    if (result == computed || holds_results(range, semiring, result)) return;
    throw Error(ErrorKind::usage,
                fmt::format("BatchOptions::result_dtype: {} cannot hold the results, which are {}",
                            name(result), name(computed)));
}

Graph graph_of(const GraphBatch& batch, std::size_t graph, Semiring semiring) {
    std::vector<Arc> arcs;
    visit(batch.weight_dtype(), [&](auto zero) {
        using W = decltype(zero);
        batch.for_each_arc<W>(graph, [&](std::size_t i, std::size_t j, W w, std::size_t) {
            arcs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                            static_cast<double>(w)});
        });
    });
    return Graph::from_arcs(batch.vertices(graph), std::move(arcs), fmt::format("graph {}", graph),
                            prefers_large(semiring) ? Parallel::largest : Parallel::smallest);
}

}  // namespace apsp
