// The processes that carry out a plan together, each for some rows of the result: this one alone,
// or ranks of MPI.
#pragma once

#include <functional>
#include <vector>

#include "apsp/matrix.hpp"
#include "apsp/summary.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// Of this process alone. All processes of a group call its functions, in the same order.
class ProcessGroup {
  public:
    ProcessGroup() = default;
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;
    virtual ~ProcessGroup() = default;

    virtual bool alone() const { return true; }
    /// The rows of this process, among n.
    virtual Range own(std::size_t n) const { return {0, n}; }
    /// Does the work. If that throws in one process, all throw.
    virtual void together(const std::function<void()>& work) const { work(); }
    /// The summary of all processes' rows.
    virtual Summary add_up(const Summary& own) const { return own; }
    /// Completes the reductions of all rows, of which each process has its own.
    virtual void complete(RowReductions&) const {}
};

}  // namespace apsp
