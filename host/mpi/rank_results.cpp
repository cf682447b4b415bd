// The check; paths and files are in find_rank_paths.cpp and write_rows.cpp.
#include "mpi/rank_results.hpp"

#include <algorithm>

#include "mpi/failure.hpp"

namespace apsp::mpi {

Verification verify_rows(const Comm& comm, const Graph& graph, const Matrix& distances, Range own,
                         VerifyOptions options) {
    struct Found {
        bool ok = true;
        std::size_t rows = 0;
        Text method, failure;
    } found;
    together(comm, [&] {
        if (own.size() == 0) return;
        options.only = own;
        options.budget *= static_cast<double>(own.size()) / static_cast<double>(distances.n());
        const Verification v = verify(graph, distances, options);
        found = {v.ok, v.rows_checked, Text(v.method), Text(v.failure)};
    });
    Verification all;
    all.ok = true;
    for (const Found& each : comm.gather(found)) {
        if (all.method.empty()) all.method = each.method.chars;
        if (all.ok && !each.ok) all.failure = each.failure.chars;
        all.ok = all.ok && each.ok;
        all.rows_checked += each.rows;
    }
    return all;
}

}  // namespace apsp::mpi
