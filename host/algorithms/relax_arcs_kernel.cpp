// The inner loop of relax_arcs.hpp. This file is compiled once for each instruction set. Everything
// is in a namespace named after it, so that the linker cannot merge a function compiled for one
// with its twin for another.
#include <cstring>
#include <type_traits>

#include "algorithms/relax_arcs.hpp"
#include "base/all_dtypes.hpp"
#include "base/instruction_sets.hpp"

namespace apsp::APSP_ISA {
namespace {

template <class T>
struct Vector {
    typedef T type __attribute__((vector_size(APSP_VECTOR_BYTES)));
};
template <class T>
using Vec = typename Vector<T>::type;

template <Semiring S, class T>
Vec<T> path(Vec<T> a, Vec<T> b) {
    constexpr auto kTimes = traits(S).times;
    if constexpr (kTimes == SemiringTraits::Operation::product) return a * b;
    if constexpr (kTimes == SemiringTraits::Operation::smaller) return b < a ? b : a;
    if constexpr (kTimes == SemiringTraits::Operation::larger) return b > a ? b : a;
    const Vec<T> sum = a + b;
    if constexpr (std::is_unsigned_v<T>) return sum < a ? Vec<T>{} + highest<T>() : sum;
    return sum;
}

template <Semiring S, class V>
auto better(V a, V b) {
    if constexpr (traits(S).plus == SemiringTraits::Operation::larger) {
        return a > b;
    } else {
        return a < b;
    }
}

template <Semiring S, class T>
std::size_t relax_arcs(const SearchArc<T>* arcs, std::size_t count, T* labels, std::size_t vertex,
                       SearchArc<T>* improved) {
    using V = Vec<T>;
    using Words = Vec<std::uint64_t>;
    constexpr std::size_t kVectors = kLabelBytes / sizeof(V);
    constexpr T kNoPath = zero<T>(S);
    V from[kVectors];
    std::memcpy(from, labels + vertex * kLabelLanes<T>, sizeof from);
    SearchArc<T>* next = improved;
    for (std::size_t a = 0; a < count; ++a) {
        V* const to = reinterpret_cast<V*>(labels + arcs[a].target * kLabelLanes<T>);
        const V w = V{} + arcs[a].weight;
        Words changed{};
        for (std::size_t k = 0; k < kVectors; ++k) {
            changed |= reinterpret_cast<Words>(better<S>(path<S, T>(from[k], w), to[k]));
        }
        std::uint64_t any = 0;
        for (std::size_t k = 0; k < sizeof(V) / sizeof(std::uint64_t); ++k) any |= changed[k];
        if (any == 0) continue;
        V best = V{} + kNoPath;
        for (std::size_t k = 0; k < kVectors; ++k) {
            const V candidate = path<S, T>(from[k], w);
            const auto improves = better<S>(candidate, to[k]);
            to[k] = improves ? candidate : to[k];
            const V among = improves ? candidate : V{} + kNoPath;
            best = better<S>(among, best) ? among : best;
        }
        T lane = best[0];
        for (std::size_t k = 1; k < sizeof(V) / sizeof(T); ++k) {
            lane = better<S, T>(best[k], lane) ? best[k] : lane;
        }
        *next++ = {arcs[a].target, lane};
    }
    return static_cast<std::size_t>(next - improved);
}

}  // namespace

template <class T>
RelaxArcs<T> find_relax_arcs(Semiring semiring) {
    return visit(semiring, [](auto constant) -> RelaxArcs<T> {
        constexpr Semiring S = decltype(constant)::value;
        if constexpr (S != Semiring::or_and && defined_in(S, kDtypeOf<T>)) return &relax_arcs<S, T>;
        return nullptr;
    });
}

#define APSP_RELAX_ARCS_KERNEL(T) template RelaxArcs<T> find_relax_arcs(Semiring);
APSP_FOR_DTYPES(APSP_RELAX_ARCS_KERNEL)

}  // namespace apsp::APSP_ISA
