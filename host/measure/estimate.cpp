// See estimate.hpp.
#include "measure/estimate.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace apsp::sweep {
namespace {

/// The row that differs from the cell only in having fewer vertices; of several, the one with the
/// most.
const Row* nearest(const Cell& cell, const std::vector<Row>& rows) {
    const Row* best = nullptr;
    for (const Row& row : rows) {
        Cell same = row.cell;
        same.n = cell.n;
        if (same != cell || row.cell.n >= cell.n || row.status == Status::skipped) continue;
        if (best == nullptr || best->cell.n < row.cell.n) best = &row;
    }
    return best;
}

/// Seconds that a process computes: twice a solve's if `--warm-up` solves twice, as it does up to 1
/// s.
double computing(double seconds, bool warm) {
    return warm && seconds <= 1 ? 2 * seconds : seconds;
}

double scaled(const Run& run, double growth) {
    double moving = 0;
    for (const char* part : {"read", "plan", "upload", "download", "paths", "write", "verify"}) {
        moving += run.of(part);
    }
    const double compute = run.of("compute");
    const double rest = std::max(0.0, run.process - computing(compute, run.warm) - moving);
    return computing(compute * growth * growth * growth, run.warm) + moving * growth * growth +
           rest;
}

}  // namespace

std::optional<Estimate> estimate(const Cell& cell, const std::vector<Row>& rows) {
    const Row* row = nearest(cell, rows);
    if (row == nullptr || row->runs.empty()) return std::nullopt;
    const double growth = static_cast<double>(cell.n) / static_cast<double>(row->cell.n);
    Estimate result;
    result.from = row->cell.n;
    result.first = result.further = scaled(row->runs.front(), growth);
    if (row->runs.size() > 1) result.further = scaled(row->runs.back(), growth);
    return result;
}

std::string beyond_reach(const Cell& cell, const std::vector<Row>& rows, std::size_t repeat,
                         double time_limit, double left) {
    if (left <= 0) return "the budget is spent";
    const Row* row = nearest(cell, rows);
    if (row != nullptr && row->status == Status::timeout) {
        return fmt::format("n = {} already took too long", row->cell.n);
    }
    const auto expected = estimate(cell, rows);
    if (!expected) return "";
    if (expected->further > time_limit) {
        return fmt::format("estimated {:.3g} s per run, from n = {}; the limit is {:.3g} s",
                           expected->further, expected->from, time_limit);
    }
    if (expected->all(repeat) > left) {
        return fmt::format(
            "estimated {:.3g} s of runs, from n = {}; {:.3g} s of the budget are left",
            expected->all(repeat), expected->from, left);
    }
    return "";
}

}  // namespace apsp::sweep
