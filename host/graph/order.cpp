// See order.hpp.
#include "graph/order.hpp"

#include "apsp/errors.hpp"
#include "graph/neighbours.hpp"
#ifdef APSP_AMD
#include <amd.h>
#endif
#ifdef APSP_METIS
#include <metis.h>
#endif

namespace apsp {

#ifdef APSP_AMD

bool can_order() noexcept {
    return true;
}

std::vector<std::uint32_t> minimum_degree_order(const Graph& graph) {
    const std::size_t n = graph.vertices();
    std::vector<SuiteSparse_long> first(n + 1, 0), targets, order(n);
    targets.reserve(graph.arcs() + 1);  // AMD wants memory where there are no arcs, too
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(
            i, [&](std::size_t j, double) { targets.push_back(static_cast<SuiteSparse_long>(j)); });
        first[i + 1] = static_cast<SuiteSparse_long>(targets.size());
    }
    const auto status = amd_l_order(static_cast<SuiteSparse_long>(n), first.data(), targets.data(),
                                    order.data(), nullptr, nullptr);
    if (status == AMD_OUT_OF_MEMORY) {
        throw Error(ErrorKind::out_of_memory,
                    graph.origin() + ": no host memory to order the vertices");
    }
    if (status < AMD_OK) throw Error(ErrorKind::internal, graph.origin() + ": AMD has failed");
    return {order.begin(), order.end()};
}

#else

bool can_order() noexcept {
    return false;
}

std::vector<std::uint32_t> minimum_degree_order(const Graph&) {
    throw Error(ErrorKind::usage,
                "sparse: this build has no SuiteSparse (AMD), which orders the vertices; install "
                "libsuitesparse-dev and build again");
}

#endif

#ifdef APSP_METIS

bool can_dissect() noexcept {
    return true;
}

std::vector<std::uint32_t> nested_dissection_order(const Graph& graph) {
    const Neighbours neighbours(graph);
    std::vector<idx_t> first(neighbours.first.begin(), neighbours.first.end());
    std::vector<idx_t> ends(neighbours.ends.begin(), neighbours.ends.end());
    auto n = static_cast<idx_t>(neighbours.vertices());
    std::vector<idx_t> order(neighbours.vertices()), place(neighbours.vertices());
    const int status =
        METIS_NodeND(&n, first.data(), ends.data(), nullptr, nullptr, order.data(), place.data());
    if (status == METIS_ERROR_MEMORY) {
        throw Error(ErrorKind::out_of_memory,
                    graph.origin() + ": no host memory to order the vertices");
    }
    if (status != METIS_OK) {
        throw Error(ErrorKind::internal, graph.origin() + ": METIS has failed");
    }
    return {order.begin(), order.end()};
}

#else

bool can_dissect() noexcept {
    return false;
}

std::vector<std::uint32_t> nested_dissection_order(const Graph& graph) {
    return minimum_degree_order(graph);
}

#endif

}  // namespace apsp
