// The element type of a solve: the smallest that is proven to hold every result.
#include <algorithm>
#include <atomic>

#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/arcs_each.hpp"
#include "graph/rounding.hpp"
#include "negative/negative_cycle.hpp"
#include "solve/plan_parts.hpp"

namespace apsp {
namespace {

// Smaller ones first: they are faster and take less memory.
constexpr Dtype kIntegerTypes[] = {Dtype::u8, Dtype::i16, Dtype::i32};

double limit_of(Dtype dtype) {
    return visit(dtype, [](auto zero) { return path_limit<decltype(zero)>(); });
}

/// Whether the type holds distances up to the bound, negative ones where there are potentials, and
/// minus infinity where negative cycles lead to it.
bool holds_distances(const Graph& graph, Dtype dtype, const DistanceBound& bound) {
    if (graph.negative_reach() && is_integral(dtype)) return false;
    return bound.value <= limit_of(dtype) && !(graph.potentials() && !is_signed(dtype));
}

/// Whether weights from `smallest` to `largest` can be told from the ends of the type's order.
bool holds_between_ends(Dtype dtype, double smallest, double largest) {
    return visit(dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_floating_point_v<T>) {  // rounding must not end at infinity
            return std::max(-smallest, largest) <= path_limit<T>();
        }
        return smallest > static_cast<double>(lowest<T>()) &&
               largest < static_cast<double>(highest<T>());
    });
}

/// Whether some weight is below the normal numbers of the type, and not 0.
bool underflows(const Graph& graph, Dtype dtype) {
    return dtype == Dtype::f32 && graph.smallest_magnitude() > 0 &&
           graph.smallest_magnitude() < static_cast<double>(std::numeric_limits<float>::min());
}

/// Whether some weight is rounded; the search stops at the first.
bool rounds_weights(const Graph& graph, Dtype dtype) {
    if (dtype != Dtype::f32) return false;
    if (graph.matrix() != nullptr && graph.matrix()->dtype() == Dtype::f32) return false;
    std::atomic<bool> found = false;
    parallel_for({0, graph.vertices()}, arcs_each(graph), [&](std::size_t i) {
        if (found) return;
        bool exact = true;
        graph.for_each_arc(i, [&](std::size_t, double w) {
            exact &= static_cast<double>(static_cast<float>(w)) == w;
        });
        if (!exact) found = true;
    });
    return found;
}

/// Completes those that are known with the type.
Losses losses(const Graph& graph, Semiring semiring, const DtypeChoice& choice) {
    const Dtype dtype = choice.dtype;
    Losses found = choice.losses;
    if (is_integral(dtype) || semiring == Semiring::or_and) return found;
    found.weights_rounded = rounds_weights(graph, dtype);
    found.weights_underflow = underflows(graph, dtype);
    if (semiring == Semiring::min_plus) {
        found.distances_rounded =
            !graph.integral_costs() || rounds_integers(dtype, quick_distance_bound(graph).value);
    }
    found.distances_rounded = found.distances_rounded || semiring == Semiring::max_times;
    return found;
}

[[noreturn]] void refuse(const Graph& graph, Dtype dtype, const std::string& why,
                         const std::string& way_out) {
    throw Error(ErrorKind::bad_input, fmt::format("{}: {} is not safe: {}; {}", graph.origin(),
                                                  name(dtype), why, way_out));
}

/// Checks the type that was asked for; `suited` are the types to offer instead, best first.
DtypeChoice check_forced(DistanceBounds& bounds, Dtype forced,
                         std::initializer_list<Dtype> suited) {
    const Graph& graph = bounds.graph();
    const DistanceBound bound = bounds.get(limit_of(forced));
    const bool fractions = !graph.integral_costs() && is_integral(forced);
    if (!fractions && holds_distances(graph, forced, bound)) return {forced, "as asked"};

    std::string way_out = "scale the weights";
    for (Dtype dtype : suited) {
        if (!holds_distances(graph, dtype, bound)) continue;
        way_out = fmt::format("use SolveOptions::dtype {}", name(dtype));
        break;
    }
    if (fractions && graph.integral()) refuse(graph, forced, "overflowing weights", way_out);
    if (fractions) refuse(graph, forced, "weights are not integers", way_out);
    if (graph.negative_reach() && is_integral(forced)) {
        refuse(graph, forced, "it has no minus infinity", "use SolveOptions::dtype f64");
    }
    if (graph.potentials() && !is_signed(forced)) {
        refuse(graph, forced, "weights are negative", way_out);
    }
    refuse(graph, forced,
           fmt::format("overflowing weights: {}; {} holds distances up to {:.10g}", bound.reason,
                       name(forced), limit_of(forced)),
           way_out);
}

/// The last resort.
DtypeChoice doubles(DistanceBounds& bounds, std::string reason) {
    const Graph& graph = bounds.graph();
    const DistanceBound bound = bounds.get(limit_of(Dtype::f64));
    if (bound.value <= limit_of(Dtype::f64)) return {Dtype::f64, std::move(reason)};
    refuse(graph, Dtype::f64, "overflowing weights: " + bound.reason, "scale the weights");
}

std::string too_small(const Graph& graph) {
    return fmt::format("weights down to {:.3g} are too small for f32", graph.smallest_magnitude());
}

DtypeChoice shortest_reals(DistanceBounds& bounds) {
    const Graph& graph = bounds.graph();
    const DistanceBound bound = quick_distance_bound(graph);
    if (bound.value > limit_of(Dtype::f32)) return doubles(bounds, bound.reason);
    if (graph.potentials()) {
        return doubles(bounds, "weights are not integers, and they may cancel in the distances");
    }
    if (underflows(graph, Dtype::f32)) return doubles(bounds, too_small(graph));
    return {Dtype::f32, "weights are not integers"};
}

DtypeChoice shortest_integers(DistanceBounds& bounds) {
    const Graph& graph = bounds.graph();
    const DistanceBound bound = bounds.get(limit_of(Dtype::u8));
    for (Dtype dtype : kIntegerTypes) {
        if (holds_distances(graph, dtype, bound)) return {dtype, bound.reason};
    }
    std::string reason = bound.reason;
    if (graph.negative_reach()) {
        reason += "; integers have no minus infinity";
        if (!rounds_integers(Dtype::f32, bound.value)) return {Dtype::f32, std::move(reason)};
    }
    if (rounds_integers(Dtype::f64, bound.value)) {
        reason += "; sums beyond 9007199254740992 are rounded";
    }
    return doubles(bounds, std::move(reason));
}

DtypeChoice shortest_paths(DistanceBounds& bounds, std::optional<Dtype> forced) {
    const Graph& graph = bounds.graph();
    if (!graph.integral()) {
        return forced ? check_forced(bounds, *forced, {Dtype::f32, Dtype::f64})
                      : shortest_reals(bounds);
    }
    if (forced) {
        return check_forced(bounds, *forced, {Dtype::u8, Dtype::i16, Dtype::i32, Dtype::f64});
    }
    return graph.integral_costs() ? shortest_integers(bounds)
                                  : doubles(bounds, "weights of very different sizes");
}

/// Semirings whose results are weights of the graph: any type that holds those.
DtypeChoice bottlenecks(const Graph& graph, std::optional<Dtype> forced) {
    const double smallest = graph.min_weight(), largest = graph.max_weight();
    const std::string range = fmt::format("weights from {:.10g} to {:.10g}", smallest, largest);
    const auto holds = [&](Dtype dtype) {
        return graph.arcs() == 0 || ((graph.integral() || !is_integral(dtype)) &&
                                     holds_between_ends(dtype, smallest, largest));
    };
    Dtype choice = Dtype::f64;
    for (Dtype dtype : kIntegerTypes) {
        if (!holds(dtype)) continue;
        choice = dtype;
        break;
    }
    std::string reason = graph.integral() ? range : "weights are not integers";
    if (!graph.integral() && holds(Dtype::f32)) {
        choice = Dtype::f32;
        if (underflows(graph, choice)) {
            choice = Dtype::f64;
            reason = too_small(graph);
        }
    }
    if (!forced) return {choice, std::move(reason)};
    if (!holds(*forced)) {
        const bool integral = graph.integral() || !is_integral(*forced);
        refuse(graph, *forced, integral ? range : "weights are not integers",
               fmt::format("use SolveOptions::dtype {}", name(choice)));
    }
    return {*forced, "as asked"};
}

DtypeChoice most_reliable_paths(const Graph& graph, std::optional<Dtype> forced) {
    if (graph.min_weight() < 0 || graph.max_weight() > 1) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: max-times takes weights from 0 to 1; they go from {:.10g} to "
                                "{:.10g}",
                                graph.origin(), graph.min_weight(), graph.max_weight()));
    }
    const double limit = product_limit(forced.value_or(Dtype::f32));
    const double bits = product_bits(graph, limit);
    DtypeChoice choice = {forced.value_or(Dtype::f32),
                          forced ? "as asked" : "products of probabilities"};
    if (bits <= limit) return choice;
    if (!forced) choice = {Dtype::f64, "products may be too small for f32"};
    choice.losses.products_underflow = bits > product_limit(choice.dtype);
    if (choice.losses.products_underflow) {
        choice.reason +=
            fmt::format("; those below {:.2g} lose digits or become 0, no path",
                        choice.dtype == Dtype::f32 ? std::numeric_limits<float>::min()
                                                   : std::numeric_limits<double>::min());
    }
    return choice;
}

DtypeChoice choose(DistanceBounds& bounds, Semiring semiring, std::optional<Dtype> forced) {
    const Graph& graph = bounds.graph();
    if (forced && !defined_in(semiring, *forced)) {
        std::string types;
        for (Dtype dtype : kDtypes) {
            if (defined_in(semiring, dtype)) {
                types += fmt::format("{}{}", types.empty() ? "" : " and ", name(dtype));
            }
        }
        throw Error(ErrorKind::usage,
                    fmt::format("{} takes {}, not {}", name(semiring), types, name(*forced)));
    }
    switch (semiring) {
        case Semiring::min_plus: return shortest_paths(bounds, forced);
        case Semiring::max_min:
        case Semiring::min_max: return bottlenecks(graph, forced);
        case Semiring::max_times: return most_reliable_paths(graph, forced);
        case Semiring::or_and: return {Dtype::u8, "0 or 1"};
    }
    throw Error(ErrorKind::internal, "unknown semiring");
}

}  // namespace

DtypeChoice choose_dtype(DistanceBounds& bounds, Semiring semiring, std::optional<Dtype> forced) {
    DtypeChoice choice = choose(bounds, semiring, forced);
    choice.losses = losses(bounds.graph(), semiring, choice);
    return choice;
}

DtypeChoice choose_dtype(const Graph& graph, Semiring semiring, std::optional<Dtype> forced) {
    if (needs_potentials(graph, semiring)) {
        Graph copy = graph;
        give_potentials(copy, semiring);
        return choose_dtype(copy, semiring, forced);
    }
    DistanceBounds bounds(graph);
    return choose_dtype(bounds, semiring, forced);
}

}  // namespace apsp
