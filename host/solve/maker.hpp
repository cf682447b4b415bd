// Who makes the closure of a graph's matrix, each layout in its own way, and hands over its rows.
#pragma once

#include "apsp/solve.hpp"
#include "base/stopwatch.hpp"
#include "negative/restoration.hpp"
#include "solve/find_paths.hpp"
#include "solve/plan.hpp"
#include "solve/result_rows.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// Its functions are called in this order, each at most once. They note their seconds and the
/// devices' shares in the solution, whose matrix of distances they fill in.
class Maker {
  public:
    /// The arguments must outlive it.
    Maker(const SolvePlan& plan, Graph& graph, Solution& solution)
        : plan_(plan), graph_(graph), solution_(solution) {}
    Maker(const Maker&) = delete;
    Maker& operator=(const Maker&) = delete;
    virtual ~Maker() = default;

    /// Opens the devices and gives them the graph's rows. Unless the plan keeps the graph, its arcs
    /// are released, at the latest by `give`.
    virtual void open() = 0;
    /// Where rows are made as they are given, there is nothing to do before.
    virtual void close() {}
    /// The reductions of all rows, or nothing if a device leaves them to the host.
    virtual RowReductions reduce() { return {}; }
    /// Which rows `give` hands over.
    virtual ResultRows::Coming coming() const;
    /// Hands over these rows; as it stands, all, which lie in the matrix of distances.
    virtual void give(ResultRows& result);
    /// Finds the predecessors of all rows, from costs if the distances are still to be restored.
    virtual Matrix find_predecessors();

    /// The matrix, where the plan says that it stays on the device: as DeviceMemory::release.
    virtual ReleasedMemory leave() { return {}; }

    /// Whether it restores the distances where they lie. Then `give` is called last, after these.
    virtual bool restores() const { return false; }
    virtual void restore(const Restoration&) {}
    /// Leaves the devices, and notes what is known at the end.
    virtual void end() {}

  protected:
    /// Who searches the rows; the host where it is empty.
    virtual PredecessorSearch predecessor_search() { return {}; }
    Dtype dtype() const { return plan_.matrix.dtype; }
    Matrix& distances() { return solution_.distances; }
    SolveSeconds& seconds() { return solution_.seconds; }
    /// Of reducing rows, which are for statistics or take the place of bringing rows.
    double& reducing_seconds() {
        return plan_.options.statistics ? seconds().statistics : seconds().download;
    }
    void warn_of_nothing_to_resume();
    /// The matrix that the graph's arcs make; they are released unless the plan keeps them.
    Matrix take_matrix();

    const SolvePlan& plan_;
    Graph& graph_;
    Solution& solution_;
};

/// Has the maker make what the plan's options ask for, and fills in all of the solution that the
/// plan does not say. The graph's arcs are released unless the plan keeps them. All processes of
/// the group call it.
void run(const SolvePlan& plan, Graph& graph, Maker& maker, const ProcessGroup& group,
         Solution& solution);

}  // namespace apsp
