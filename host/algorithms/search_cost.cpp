// The estimated cost of a search; see search.hpp.
//
// Measured in f32 on one core of a shared EPYC, in microseconds per row, beside the estimate:
//
//                                    n       arcs   measured  expected
//   rome99                       3,353      8,859         22        21
//   random, degree 8             4,096     32,768         55        39
//   random, degree 64            4,096    262,144   123, 197       181
//   p2p-Gnutella08, 1..10        6,301     20,777         39        43
//   TG                          18,263     47,594        133       126
//   R-MAT, one way, 1..10       16,384     78,000        104       136
//   delaunay_n16, 1..1000       65,536    393,150        764       797
//   with equal weights: p2p-Gnutella08                    14        15
//                       R-MAT                             32        46
//                       delaunay_n16, 200 levels         593       302
#include <algorithm>
#include <bit>

#include "algorithms/relax_arcs.hpp"
#include "algorithms/search.hpp"
#include "base/rates.hpp"

namespace apsp {
namespace {

bool equal_weights(const Graph& graph, Semiring semiring) {
    return semiring == Semiring::or_and ||
           (!graph.potentials() && graph.min_weight() == graph.max_weight());
}

}  // namespace

double search_seconds_per_row(const Graph& graph, Dtype dtype, Semiring semiring) {
    const auto n = static_cast<double>(graph.vertices()), arcs = static_cast<double>(graph.arcs());
    const auto beyond_caches = [&](double bytes) { return 1 + std::min(1.0, n * bytes / 0x1p25); };
    if (equal_weights(graph, semiring)) {
        return (measured::search::kLevelVertex * n + measured::search::kLevelArc * arcs) *
               beyond_caches(512);
    }
    // A turn has costs of its own besides those of each lane.
    const double lane = 0.3 + 0.7 * static_cast<double>(size_of(dtype)) / sizeof(float);
    return (measured::search::kVertex * n + measured::search::kArc * arcs) * lane *
           beyond_caches(kLabelBytes);
}

std::size_t search_bytes(const Graph& graph, Dtype dtype, Semiring semiring, std::size_t threads) {
    const std::size_t n = graph.vertices();
    const std::size_t arc = dtype == Dtype::f64 ? 16 : 8;
    const std::size_t shared = n * 48 + graph.arcs() * arc;  // with the sources' list
    // Lane search: lanes, keys and the queue. Search in bits: the vertices seen, reached and being
    // reached, and the planes.
    const std::size_t own =
        equal_weights(graph, semiring)
            ? n * (64 * (3 + static_cast<std::size_t>(std::bit_width(n + 1))) + 8)
            : n * (kLabelBytes + 4 + 64);
    return shared + threads * own;
}

}  // namespace apsp
