// The element type of a solve: the smallest that is proven to hold every result.
#include <algorithm>
#include <cmath>

#include "apsp/solve.hpp"
#include "core/distance_bound.hpp"
#include "core/text.hpp"

namespace apsp {
namespace {

// Smaller ones first: they are faster and take less memory.
constexpr Dtype kIntegerTypes[] = {Dtype::u8, Dtype::i16, Dtype::i32};
constexpr double kExactInF64 = 0x1p53;

double limit_of(Dtype dtype, bool negative_weights) {
    return visit(dtype, [&](auto zero) { return path_limit<decltype(zero)>(negative_weights); });
}

/// Whether weights between these can be told from the ends of the type's order.
bool holds_between_ends(Dtype dtype, double smallest, double largest) {
    return visit(dtype, [&](auto sample) {
        using T = decltype(sample);
        return smallest > static_cast<double>(lowest<T>()) &&
               largest < static_cast<double>(highest<T>());
    });
}

[[noreturn]] void refuse(const Graph& graph, Dtype dtype, const std::string& why,
                         const std::string& way_out) {
    throw Error(ErrorKind::bad_input, fmt::format("{}: {} is not safe: {}; {}", graph.origin(),
                                                  name(dtype), why, way_out));
}

/// Checks the type that was asked for; `suited` are the types to offer instead, best first.
DtypeChoice check_forced(const Graph& graph, Dtype forced, std::initializer_list<Dtype> suited) {
    const bool negative = graph.min_weight() < 0;
    DistanceBound bound = quick_distance_bound(graph);
    if (bound.value > limit_of(forced, negative)) bound = distance_bound(graph);
    const bool fractions = !graph.integral() && is_integral(forced);
    if (!fractions && bound.value <= limit_of(forced, negative)) return {forced, "as asked"};

    std::string way_out = "scale the weights";
    for (Dtype dtype : suited) {
        if (bound.value > limit_of(dtype, negative)) continue;
        way_out = fmt::format("use --dtype {}", name(dtype));
        break;
    }
    if (fractions) refuse(graph, forced, "weights are not integers", way_out);
    if (negative && forced == Dtype::u8) refuse(graph, forced, "weights are negative", way_out);
    refuse(graph, forced,
           fmt::format("overflowing weights: {}; {} holds distances up to {:.10g}", bound.reason,
                       name(forced), limit_of(forced, negative)),
           way_out);
}

DtypeChoice shortest_paths(const Graph& graph, std::optional<Dtype> forced) {
    const bool negative = graph.min_weight() < 0;
    if (!graph.integral()) {
        if (forced) return check_forced(graph, *forced, {Dtype::f32, Dtype::f64});
        const DistanceBound bound = quick_distance_bound(graph);
        if (bound.value > limit_of(Dtype::f32, negative)) return {Dtype::f64, bound.reason};
        return {Dtype::f32, "weights are not integers"};
    }
    if (forced) {
        return check_forced(graph, *forced, {Dtype::u8, Dtype::i16, Dtype::i32, Dtype::f64});
    }
    DistanceBound bound = quick_distance_bound(graph);
    if (bound.value > limit_of(Dtype::u8, negative)) bound = distance_bound(graph);
    for (Dtype dtype : kIntegerTypes) {
        if (bound.value <= limit_of(dtype, negative)) return {dtype, bound.reason};
    }
    if (bound.value >= kExactInF64) {
        bound.reason += "; sums beyond 9007199254740992 are rounded";
    }
    return {Dtype::f64, bound.reason};
}

/// Semirings whose results are weights of the graph: any type that holds those.
DtypeChoice bottlenecks(const Graph& graph, std::optional<Dtype> forced) {
    const double smallest = graph.min_weight(), largest = graph.max_weight();
    const std::string range = fmt::format("weights from {:.10g} to {:.10g}", smallest, largest);
    const auto holds = [&](Dtype dtype) {
        return (graph.integral() || !is_integral(dtype)) &&
               holds_between_ends(dtype, smallest, largest);
    };
    Dtype choice = Dtype::f64;
    for (Dtype dtype : kIntegerTypes) {
        if (!holds(dtype)) continue;
        choice = dtype;
        break;
    }
    if (!graph.integral() && holds(Dtype::f32)) choice = Dtype::f32;
    if (!forced) {
        return {choice, graph.integral() ? range : "weights are not integers"};
    }
    if (!holds(*forced)) {
        refuse(graph, *forced, graph.integral() ? range : "weights are not integers",
               fmt::format("use --dtype {}", name(choice)));
    }
    return {*forced, "as asked"};
}

}  // namespace

DtypeChoice choose_dtype(const Graph& graph, Semiring semiring, std::optional<Dtype> forced) {
    if (forced && !defined_in(semiring, *forced)) {
        std::string types;
        for (Dtype dtype : kDtypes) {
            if (defined_in(semiring, dtype)) {
                types += fmt::format("{}{}", types.empty() ? "" : " and ", name(dtype));
            }
        }
        throw Error(ErrorKind::usage, fmt::format("{} exists in {}, not in {}", name(semiring),
                                                  types, name(*forced)));
    }
    switch (semiring) {
        case Semiring::min_plus: return shortest_paths(graph, forced);
        case Semiring::max_min:
        case Semiring::min_max: return bottlenecks(graph, forced);
        case Semiring::max_times:
            if (graph.min_weight() < 0 || graph.max_weight() > 1) {
                throw Error(ErrorKind::bad_input,
                            fmt::format("{}: max-times takes weights from 0 to 1; they go from "
                                        "{:.10g} to {:.10g}",
                                        graph.origin(), graph.min_weight(), graph.max_weight()));
            }
            return {forced.value_or(Dtype::f32), forced ? "as asked" : "products of probabilities"};
        case Semiring::or_and: return {Dtype::u8, "0 or 1"};
    }
    throw Error(ErrorKind::internal, "unknown semiring");
}

}  // namespace apsp
