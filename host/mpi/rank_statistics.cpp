// See rank_statistics.hpp.
#include "mpi/rank_statistics.hpp"

#include <algorithm>

#include "statistics/statistics.hpp"

namespace apsp::mpi {
namespace {

/// Every vertex's value, of which `own` are those of this rank's rows.
template <class T>
std::vector<T> of_all(const Comm& comm, const RankPlan& plan, const std::vector<T>& own) {
    std::vector<T> all(plan.solve.matrix.n);
    std::ranges::copy(own, all.begin() + static_cast<std::ptrdiff_t>(plan.own().first));
    comm.complete(all.data(), plan.row_bounds(sizeof(T)));
    return all;
}

}  // namespace

Statistics rank_statistics(const Comm& comm, const RankPlan& plan, const Matrix& distances) {
    const Range own = plan.own();
    const std::vector<RowReduction> rows =
        of_all(comm, plan, reduce_rows(distances, no_path(distances.dtype()), own));
    return make_statistics(rows, of_all(comm, plan, component_roots(distances, own, rows)));
}

}  // namespace apsp::mpi
