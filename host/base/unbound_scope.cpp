// See unbound_scope.hpp.
#include "base/unbound_scope.hpp"

#include <omp.h>

#include <vector>

namespace apsp {

UnboundScope::UnboundScope() {
    // This binds the thread, unless it has been bound; its next region would do so otherwise.
    if (omp_get_place_num() < 0) return;
    cpu_set_t all;
    CPU_ZERO(&all);
    for (int place = 0; place < omp_get_num_places(); ++place) {
        std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
        omp_get_place_proc_ids(place, processors.data());
        for (const int each : processors) CPU_SET(static_cast<std::size_t>(each), &all);
    }
    cpu_set_t before;
    if (sched_getaffinity(0, sizeof before, &before) != 0) return;
    if (sched_setaffinity(0, sizeof all, &all) == 0) before_ = before;
}

UnboundScope::~UnboundScope() {
    if (before_) sched_setaffinity(0, sizeof *before_, &*before_);
}

}  // namespace apsp
